export function page<T>(items: readonly T[], number: number, size = 10): T[] {
  if (number < 1) throw new RangeError('pages count from 1');
  return items.slice((number - 1) * size, number * size);
}
