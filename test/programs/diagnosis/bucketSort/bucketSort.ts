export function bucketSort(values: readonly number[], most: number): number[] {
  const counts = new Array<number>(most).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const sorted: number[] = [];
  for (const [value, count] of values.entries()) {
    for (let i = 0; i < count; i++) sorted.push(value);
  }
  return sorted;
}
