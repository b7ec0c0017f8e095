/** More activations within one expression are not counted. */
export const mostBegun = 1 << 20;

/** The activations that an await's value stands for: those above the first number and up to the second. */
export function begunIn(value: number): readonly [number, number] {
  const count = value % mostBegun;
  const begun = (value - count) / mostBegun;
  return [begun, begun + count];
}
