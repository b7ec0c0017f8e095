export function average(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length / sum;
}
