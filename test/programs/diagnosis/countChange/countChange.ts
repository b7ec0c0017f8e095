export function countChange(amount: number, coins: readonly number[]): number {
  if (amount === 0) return 0;
  const [first, ...rest] = coins;
  if (amount < 0 || first === undefined) return 0;
  return countChange(amount - first, coins) + countChange(amount, rest);
}
