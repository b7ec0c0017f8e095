const numbers = new Intl.NumberFormat('en');

/** `1,204`: a count for people to read. */
export function countText(count: number): string {
  return numbers.format(count);
}
