import { Interner } from '../../base/interner.js';
import { constantName } from '../../ir/prototypes.js';

const names = new Interner();
/** Property names as small numbers, the keys of `AbstractObject.properties`. */
export const keyOf = (name: string): number => names.idOf(name);
export const nameOf = (key: number): string => names.nameOf(key);

/** The name that a getter or setter is defined under; null when it is computed: what it does is then not followed. */
export const accessorName = constantName;
