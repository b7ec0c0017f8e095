export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  if (sorted.length % 2 === 0) return ((sorted[middle] ?? 0) + (sorted[middle + 1] ?? 0)) / 2;
  return sorted[middle] ?? NaN;
}
