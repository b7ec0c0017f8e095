/**
 * Whether a property name is an index: a number that counts from 0, as the language writes it. `01`, `1.0` and `-0` are names as others are
 * (ECMA-262, CanonicalNumericIndexString).
 */
export function isIndexName(name: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(name);
}
