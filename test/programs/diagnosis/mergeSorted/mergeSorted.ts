export function mergeSorted(left: readonly number[], right: readonly number[]): number[] {
  const merged: number[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if ((left[i] ?? 0) <= (right[j] ?? 0)) merged.push(left[i++] ?? 0);
    else merged.push(right[j++] ?? 0);
  }
  merged.push(...left.slice(j));
  merged.push(...right.slice(j));
  return merged;
}
