const factors: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };

export function milliseconds(amount: number, unit: string): number {
  const factor = factors[unit];
  if (factor === undefined) throw new SyntaxError(`unknown unit ${unit}`);
  return amount * factor;
}
