import { present } from '../../base/errors.js';
import { anyAlike, firstAlike, firstGiven } from '../../lattice/value.js';
import type { LocationId } from '../../lattice/value.js';
import type { SiteId } from '../../ir/program.js';
import type { AbstractObject } from './object.js';

// What was given (given.ts): arrays, typed arrays, objects.
const firstTyped = firstGiven + 2 ** 27;
const firstObject = firstTyped + 2 ** 27;
export const isGiven = (location: LocationId): boolean => location >= firstGiven;
export const isGivenArray = (location: LocationId): boolean => location >= firstGiven && location < firstObject;
/** An array that never changes its length. */
export const isTypedArray = (location: LocationId): boolean => location >= firstTyped && location < firstObject;
export const isGivenObject = (location: LocationId): boolean => location >= firstObject;
/** Typed arrays that the program makes: all of one length have one address, which tells the length. */
const firstMade = firstAlike;
const mostTold = (anyAlike - firstMade - 1) / 4;
/** The address of typed arrays of that length; of any length: null. */
export const madeOfLength = (length: number | null): LocationId =>
  firstMade + (length === null || length >= mostTold ? mostTold : length) * 4 + 1;
/** The lengths of the typed arrays at the address; null when they were given. */
export function lengthMadeOf(location: LocationId): { readonly min: number; readonly max: number } | null {
  if (location < firstMade || location >= firstObject) return null;
  const length = (location - firstMade - 1) / 4;
  return length === mostTold ? { min: 0, max: 2 ** 53 - 1 } : { min: length, max: length };
}

const firstOf = { array: firstGiven, typedArray: firstTyped, object: firstObject };

/**
 * Abstract addresses. Each allocation site has two (recency abstraction, Balakrishnan and Reps 2006): the object that the site
 * allocated last, which is one object and can be updated strongly, and all older ones. Built-in objects and functions have an
 * address each, found by their name as written in JavaScript.
 */
export class Locations {
  private readonly builtinIds = new Map<string, LocationId>();
  private readonly builtinNames: string[] = [];
  private readonly givenIds = new Map<string, LocationId>();
  private readonly givenObjects = new Map<LocationId, AbstractObject>();

  recent(site: SiteId): LocationId {
    return site * 4;
  }
  old(site: SiteId): LocationId {
    return site * 4 + 1;
  }
  /** The object that a function created at the site has as its `prototype` property. */
  prototypeOf(site: SiteId): LocationId {
    return site * 4 + 3;
  }
  isPrototype(location: LocationId): boolean {
    return location % 4 === 3;
  }
  isRecent(location: LocationId): boolean {
    return location % 4 === 0;
  }
  isBuiltin(location: LocationId): boolean {
    return location % 4 === 2;
  }
  /** The site of a location that is not a built-in's. */
  siteOf(location: LocationId): SiteId {
    return location >> 2;
  }
  /** The address of the same kind at another site. */
  ofSameKind(location: LocationId, site: SiteId): LocationId {
    return site * 4 + (location % 4);
  }
  /** The address of the arrays of a declared type. */
  given(kind: keyof typeof firstOf, type: string, describe: () => AbstractObject): LocationId {
    const known = this.givenIds.get(type);
    if (known !== undefined) return known;
    const description = describe();
    const id = firstOf[kind] + this.givenObjects.size * 4 + 1;
    this.givenObjects.set(id, description);
    this.givenIds.set(type, id);
    return id;
  }
  givenAt(location: LocationId): AbstractObject {
    return present(this.givenObjects.get(location), `what was given at ${location}`);
  }
  builtin(name: string): LocationId {
    const known = this.builtinIds.get(name);
    if (known !== undefined) return known;
    const id = this.builtinNames.length * 4 + 2;
    this.builtinNames.push(name);
    this.builtinIds.set(name, id);
    return id;
  }
  builtinName(location: LocationId): string {
    return this.builtinNames[location >> 2] ?? '?';
  }
}
