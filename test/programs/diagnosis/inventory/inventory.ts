interface Item {
  readonly name: string;
  readonly kind: string;
  readonly count: number;
  readonly price: number;
}

/** The value of what is there, by kind. */
export function inventory(items: readonly Item[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const item of items) {
    const value = item.count * item.price;
    totals[item.kind] = (totals[item.name] ?? 0) + value;
  }
  return totals;
}
