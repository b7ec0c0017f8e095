import { Part } from '../../instrument/literalParts.js';
import { isEnumerable, getOwnPropertyDescriptor, ownKeys } from '../realm/intrinsics.js';
import { isObject } from '../realm/identity.js';
import { asOnePassage, putPart, putUntold, withEarlier } from '../record/keyed.js';
import { askedFields, nameOf } from '../rows/keyNames.js';
import { isAnyLookedAt, keyOfSite } from '../rows/sites.js';
import { propertyOfKey } from '../rows/keyTexts.js';
import { keyNumber } from '../rows/values.js';
import type { Earlier, Watch } from '../rows/watch.js';
import { askedName, isAskedKey, put } from './probes.js';

let watch: Watch;

/** Sets which properties of literals are told. */
export function watchLiterals(settings: Watch): void {
  watch = settings;
}

/** A literal whose parts are told one by one. */
interface Literal {
  readonly first: number;
  readonly shape: string;
  readonly object: object;
  readonly kept: readonly unknown[];
  /** The value that each name has so far, where somebody looks at some event. */
  readonly written: Record<PropertyKey, Earlier> | null;
}

/** The object has the value that was written. */
const ofObject = Symbol('of object');

/** Nobody can see an object before its literal is complete: each part is told then, also one that another part has written over. */
export function tellLiteral(first: number, shape: string, object: object, kept: readonly unknown[]): void {
  const literal = { first, shape, object, kept, written: isAnyLookedAt() ? ({ __proto__: null } as Record<PropertyKey, Earlier>) : null };
  let at = 0;
  for (let index = 0; index < shape.length; index++) {
    const site = first + index;
    const sign = shape[index];
    switch (sign) {
      case Part.spread:
        tellSpread(literal, site, kept[at++], true);
        break;
      case Part.copied:
        tellSpread(literal, site, kept[at++], false);
        break;
      case Part.fixed:
        tellFixed(literal, site, ofObject);
        break;
      case Part.fixedKept:
        tellFixed(literal, site, kept[at++]);
        break;
      case Part.fixedUnkept:
        if (isWrittenAgain(literal, index, at, nameOf(keyOfSite(site)))) tellUntold(literal, site, nameOf(keyOfSite(site)));
        else tellFixed(literal, site, ofObject);
        break;
      default: {
        const name = askedName(site, object, kept[at++]);
        const value = sign === Part.computedKept ? kept[at++] : ofObject;
        if (name === null) break;
        if (sign === Part.computedUnkept && isWrittenAgain(literal, index, at, name)) tellUntold(literal, site, name);
        else tellPlace(literal, site, name, value);
      }
    }
  }
}

function tellFixed(literal: Literal, site: number, value: unknown): void {
  const name = nameOf(keyOfSite(site));
  const place = name === undefined ? undefined : placeOf(literal, name);
  if (name === undefined || place === undefined) return;
  const told = value === ofObject ? place.value : value;
  if (literal.written === null) put(site, literal.object, told);
  else noting(literal.written, name, { value: told }, () => put(site, literal.object, told));
}

function tellPlace(literal: Literal, site: number, name: PropertyKey, value: unknown): void {
  const place = placeOf(literal, name);
  if (place === undefined) return;
  const told = value === ofObject ? place.value : value;
  if (literal.written === null) putPart(site, literal.object, keyNumber(name), told);
  else noting(literal.written, name, { value: told }, () => putPart(site, literal.object, keyNumber(name), told));
}

/** A value that was not kept, and that another part has written over. */
function tellUntold(literal: Literal, site: number, name: PropertyKey | undefined): void {
  if (name === undefined || placeOf(literal, name) === undefined) return;
  const tell = () => putUntold(site, literal.object, keyNumber(name));
  if (literal.written === null) tell();
  else noting(literal.written, name, undefined, tell);
}

/** `source`: what was spread, of which the literal has the values, or a copy that was made then. */
function tellSpread(literal: Literal, site: number, source: unknown, isSource: boolean): void {
  if (!isObject(source) || (isSource && watch.isProxy(source))) return;
  asOnePassage(() => {
    const names = watch.elements ? ownKeys(source) : askedFields();
    for (let at = 0; at < names.length; at++) tellPart(literal, site, source, names[at] ?? '', isSource);
    if (!watch.elements && watch.symbols) tellSymbols(literal, site, source, isSource);
  });
}

function tellSymbols(literal: Literal, site: number, source: object, isSource: boolean): void {
  const keys = ownKeys(source);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at];
    if (typeof key === 'symbol') tellPart(literal, site, source, key, isSource);
  }
}

function tellPart(literal: Literal, site: number, source: object, key: PropertyKey, isSource: boolean): void {
  if (isAskedKey(key) && isEnumerable(source, key))
    tellPlace(literal, site, key, isSource ? ofObject : getOwnPropertyDescriptor(source, key)?.value);
}

/** Whether a part behind one writes what that has written; `at`: where what was kept of those begins. */
function isWrittenAgain({ first, shape, kept }: Literal, index: number, at: number, name: PropertyKey | undefined): boolean {
  if (name === undefined) return false;
  for (let next = index + 1; next < shape.length; next++) {
    const sign = shape[next];
    const isFixed = sign === Part.fixed || sign === Part.fixedKept || sign === Part.fixedUnkept;
    if (isFixed && isSameKey(nameOf(keyOfSite(first + next)), name)) return true;
    const held = sign === Part.fixed || sign === Part.fixedUnkept ? undefined : kept[at++];
    if (sign === Part.computedKept) at++;
    if (isFixed) continue;
    const isSpread = sign === Part.spread || sign === Part.copied;
    // Of some objects that are keys nobody knows what they mean.
    if (!isSpread && isSameKey(propertyOfKey(held) ?? name, name)) return true;
    if (isSpread && isObject(held) && !watch.isProxy(held) && isEnumerable(held, name)) return true;
  }
  return false;
}

/** The property that a literal has in the end; undefined where that is an accessor, which is no place. */
function placeOf({ object }: Literal, name: PropertyKey): PropertyDescriptor | undefined {
  const descriptor = getOwnPropertyDescriptor(object, name);
  return descriptor !== undefined && 'value' in descriptor ? descriptor : undefined;
}

/** Tells of a part, which finds in its place the value that those before it have written. */
function noting(written: Record<PropertyKey, Earlier>, name: PropertyKey, now: Earlier, tell: () => void): void {
  withEarlier(name in written ? written[name] : null, tell);
  written[name] = now;
}

function isSameKey(key: PropertyKey | undefined, name: PropertyKey): boolean {
  return typeof key === 'symbol' || typeof name === 'symbol' ? key === name : key !== undefined && String(key) === String(name);
}
