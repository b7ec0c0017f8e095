/** Whether each bracket is closed by its own. */
export function balanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    if (char === ')') {
      if (--depth < 0) return false;
    }
  }
  return true;
}
