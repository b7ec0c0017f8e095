import type { Callable } from '../realm/disguise.js';
import { isObject, Returned } from '../realm/identity.js';
import { getPrototypeOf, hasOwn } from '../realm/intrinsics.js';

/** Maps and Sets that were seen to have the language's own methods. */
class Genuine extends Returned {
  #isGenuine = true;

  static has(object: object): boolean {
    return #isGenuine in object && (object as Genuine).#isGenuine;
  }
}

type Method = 'set' | 'add';

/** The replacements of `Map.prototype.set` and `Set.prototype.add`. */
const methods: { set: Callable | null; add: Callable | null } = { set: null, add: null };

export function onEntryCall(name: Method, method: Callable): void {
  methods[name] = method;
}

let nextOwner: unknown = null;
let nextSite = 0;

/** The function that instrumented code calls before a method, when all has been evaluated. Nobody asks for the site if the method is not the language's. */
export const entryCalls = {
  __w_set(site: number, owner: unknown, value: unknown): unknown {
    if (isObject(owner) && Genuine.has(owner) && (owner as Map<unknown, unknown>).set === methods.set) {
      nextOwner = owner;
      nextSite = site;
    }
    return value;
  },
  __w_add(site: number, owner: unknown, value: unknown): unknown {
    if (isObject(owner) && Genuine.has(owner) && (owner as Set<unknown>).add === methods.add) {
      nextOwner = owner;
      nextSite = site;
    }
    return value;
  },
};

/** The site of the call that has just begun; 0 where only the stack tells it. */
export function siteOfCall(owner: unknown): number {
  const site = nextOwner === owner ? nextSite : 0;
  nextOwner = null;
  return site;
}

/** From now on, calls of the method of a Map or Set are known by what instrumented code tells. */
export function noteGenuine(owner: object, name: Method, prototype: object): void {
  if (!Genuine.has(owner) && getPrototypeOf(owner) === prototype && !hasOwn(owner, name)) new Genuine(owner);
}
