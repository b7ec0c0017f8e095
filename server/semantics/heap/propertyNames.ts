import { Interner } from '../../base/interner.js';

const names = new Interner();
/** Property names as small numbers, the keys of `AbstractObject.properties`. */
export const keyOf = (name: string): number => names.idOf(name);
export const nameOf = (key: number): string => names.nameOf(key);
