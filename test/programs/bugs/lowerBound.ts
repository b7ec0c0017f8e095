export function lowerBound(sorted: readonly number[], wanted: number): number { //! end
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (sorted[middle] < wanted) low = middle;
    else high = middle;
  }
  return low;
}
