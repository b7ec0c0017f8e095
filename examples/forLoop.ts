// The first program of Bourdoncle's paper: a loop that begins one entry too early.

/** Entries 1 to 100; index 0 is not used. */
const table: number[] = new Array<number>(101).fill(0);

function entry(index: number): number {
  if (index < 1 || index > 100) throw new RangeError(`there is no entry ${index}`);
  return table[index];
}

/** Fails as soon as the loop runs at all. Begin with 1, and it fails only if `n > 100`. */
export function sum(n: number): number {
  let total = 0;
  for (let i = 0; i <= n; i++) total += entry(i);
  return total;
}
