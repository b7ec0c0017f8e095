export function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(a % b, b);
}
