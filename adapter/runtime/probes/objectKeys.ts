import { isObject } from '../realm/identity.js';
import { OwnWeakMap, ownKeys } from '../realm/intrinsics.js';
import { textOfKey } from '../rows/keyTexts.js';

/** Stands for an object in the place of a key. */
interface StandIn {
  /** Told which property it is, once, when the language has asked. */
  told: ((name: PropertyKey) => void) | null;
}

const standIns = new OwnWeakMap<object, StandIn>();

/** The property that a key means, where code of the program tells: it is asked, as the language would ask it now. */
export function askKey(key: unknown): unknown {
  return isObject(key) && textOfKey(key) === null ? nameOfKey(key) : key;
}

function nameOfKey(key: object): PropertyKey {
  return ownKeys({ __proto__: null, [key as unknown as string]: true })[0] ?? '';
}

/** The same as V8 asks where something is stored under it. */
function nameOfStored(key: object): PropertyKey {
  const holder: Record<PropertyKey, boolean> = { __proto__: null } as never;
  holder[key as unknown as string] = true;
  return ownKeys(holder)[0] ?? '';
}

/** Something that the language asks instead of an object when it stores under it: as often, and at the same moments. */
export function standInForKey(key: unknown): unknown {
  if (!isObject(key) || textOfKey(key) !== null) return key;
  const own: StandIn = { told: null };
  const standIn = {
    __proto__: null,
    [Symbol.toPrimitive](): PropertyKey {
      const { told } = own;
      own.told = null;
      const name = nameOfStored(key);
      told?.(name);
      return name;
    },
  };
  standIns.set(standIn, own);
  return standIn;
}

/** Whether a key is a stand-in, which tells its name as soon as it is asked. */
export function isToldLater(key: unknown, tell: (name: PropertyKey) => void): boolean {
  const standIn = isObject(key) ? standIns.get(key) : undefined;
  if (standIn === undefined) return false;
  standIn.told = tell;
  return true;
}

/** The functions that texts put around keys. */
export const keyProbes = {
  /** V8 names the key where there is nothing to store to. */
  __w_key(owner: unknown, key: unknown): unknown {
    return owner === null || owner === undefined ? key : standInForKey(key);
  },
  __w_named: askKey,
};
