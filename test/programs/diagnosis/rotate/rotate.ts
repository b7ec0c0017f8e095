export function rotate<T>(items: readonly T[], by: number): T[] {
  const rotated: T[] = [...items];
  for (const [i, item] of items.entries()) {
    rotated[(i + by) % (items.length - 1)] = item;
  }
  return rotated;
}
