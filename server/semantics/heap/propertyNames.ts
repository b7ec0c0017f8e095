import type { Expression } from '../../ir/expression.js';
import { Interner } from '../../base/interner.js';

const names = new Interner();
/** Property names as small numbers, the keys of `AbstractObject.properties`. */
export const keyOf = (name: string): number => names.idOf(name);
export const nameOf = (key: number): string => names.nameOf(key);

/** The name that a getter or setter is defined under; null when it is computed: what it does is then not followed. */
export function accessorName(key: Expression): string | null {
  if (key.kind !== 'constant') return null;
  return key.value.kind === 'string' || key.value.kind === 'number' ? String(key.value.value) : null;
}
