/** The index of the first element that is not below the one that is looked for. */
export function lowerBound(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const element = sorted[middle];
    if (element === undefined) break;
    if (element < wanted) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
