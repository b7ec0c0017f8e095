// McCarthy's function, nine calls deep: it gives 91 for every whole number up to 101, however far down it begins.

function mcCarthy(n: number): number {
  if (n > 100) return n - 10;
  return mcCarthy(mcCarthy(mcCarthy(mcCarthy(mcCarthy(mcCarthy(mcCarthy(mcCarthy(mcCarthy(n + 81)))))))));
}

/** An invariant assertion. Whoever calls this with more than 101 breaks it, and is told so at the call. */
export function ninetyOne(n: number): number {
  // @always n <= 101
  const m = mcCarthy(n);
  return m;
}

/** An intermittent assertion: every run must pass here with 91. Which `n` can do that is for Whence to find. */
export function mustReach91(n: number): number {
  const m = mcCarthy(n);
  // @sometime m === 91
  return m;
}
