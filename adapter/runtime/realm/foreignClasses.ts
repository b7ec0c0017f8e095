import { types } from 'node:util';
import { hasNoText, showsProbes } from './disguise.js';
import { getOwnPropertyDescriptor, getPrototypeOf, OwnWeakMap } from './intrinsics.js';

const foreign = new OwnWeakMap<object, boolean>();

/** Whether objects with a prototype are of a class of Node's own, or of one that extends it; those of the language are not. */
export function isForeign(prototype: object): boolean {
  let found = foreign.get(prototype);
  if (found === undefined) foreign.set(prototype, (found = hasForeignMaker(prototype)));
  return found;
}

function hasForeignMaker(prototype: object): boolean {
  if (types.isProxy(prototype)) return false;
  if (isMadeByNode(prototype)) return true;
  const next = getPrototypeOf(prototype);
  return next !== null && next !== Object.prototype && isForeign(next);
}

/** Whether a class of Node's own has a prototype. */
export function isMadeByNode(prototype: object): boolean {
  const maker: unknown = getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  if (typeof maker !== 'function' || types.isProxy(maker) || hasNoText(maker) || showsProbes(maker)) return false;
  return getOwnPropertyDescriptor(maker, 'name')?.value !== 'Module';
}
