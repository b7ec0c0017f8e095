// Recursion that never ends for negative numbers: nothing is thrown at a line of ours, but no run comes back either.

function factorial(n: number): number {
  if (n === 0) return 1;
  return n * factorial(n - 1);
}

/** The condition on `people` is found here, where it is decided, not at the depth where the stack ends. */
export function seatings(people: number): number {
  return factorial(people);
}
