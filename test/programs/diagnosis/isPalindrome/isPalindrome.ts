export function isPalindrome(text: string): boolean {
  let left = 0;
  let right = text.length - 1;
  while (left < right) {
    if (text[left] !== text[right + 1]) return false;
    left++;
    right--;
  }
  return true;
}
