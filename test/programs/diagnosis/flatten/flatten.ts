export type Nested = number | readonly Nested[];

export function flatten(nested: readonly Nested[]): number[] {
  const flat: number[] = [];
  for (const element of nested) {
    if (typeof element === 'number') flat.unshift(element);
    else flat.push(...flatten(element));
  }
  return flat;
}
