export function factorial(n: number): number { //! recursion|end
  return n === 0 ? 1 : n * factorial(n - 1);
}
