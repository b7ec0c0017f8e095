/**
 * The shape of an array literal has a sign for each part: `.` an element, `_` a hole, `*` what is spread.
 */

/** How many parts stand before the first that is spread; all of them when none is. */
export function spreadsBefore(shape: string): number {
  for (let at = 0; at < shape.length; at++) if (shape[at] === '*') return at;
  return shape.length;
}

/** The part that an element of the array comes of; `before`: how many stand before the first that is spread. */
export function partOf(shape: string, before: number, index: number, length: number): number {
  const after = shape.length - before - 1;
  const fromEnd = length - index;
  if (index < before) return index;
  return fromEnd <= after ? shape.length - fromEnd : before;
}
