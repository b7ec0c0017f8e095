const steps: readonly (readonly [number, string])[] = [
  [1000, 'M'], [900, 'CM'], [500, 'D'], [400, 'CD'],
  [100, 'C'], [90, 'XC'], [50, 'L'], [45, 'XL'], [10, 'X'], [9, 'IX'], [5, 'V'], [4, 'IV'], [1, 'I'],
];

export function roman(number: number): string {
  let left = number;
  let text = '';
  for (const [value, digits] of steps) {
    while (left >= value) {
      text += digits;
      left -= value;
    }
  }
  return text;
}
