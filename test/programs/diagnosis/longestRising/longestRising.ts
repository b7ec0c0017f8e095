export function longestRising(values: readonly number[]): number {
  const ends = new Map<number, number>();
  let longest = 0;
  for (const [i, value] of values.entries()) {
    let best = 0;
    for (let j = 0; j < i; j++) if ((values[j] ?? 0) < value) best = Math.max(best, ends.get(j) ?? 0);
    const length = best + 1;
    ends.set(i, length);
    longest = length;
  }
  return longest;
}
