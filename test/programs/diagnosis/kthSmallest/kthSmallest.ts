export function kthSmallest(values: readonly number[], k: number): number | undefined {
  const [pivot, ...rest] = values;
  if (pivot === undefined) return undefined;
  const below = rest.filter((value) => value < pivot);
  const above = rest.filter((value) => value >= pivot);
  if (k < below.length) return kthSmallest(below, k);
  if (k > below.length) return kthSmallest(above, k);
  return pivot;
}
