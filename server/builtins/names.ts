import { certainlyLacks } from './memberNames.js';
import { builtinConstants, builtinFacts, builtinGlobals, builtinsThat, errorClasses } from './facts.js';

/** What calls the function that it is called on. */
export const isIndirect = (name: string): boolean => builtinFacts.get(name)?.indirect === true;

/** Functions of which a call is known: by a model, by a description in JavaScript, or because it calls another. */
const describedNames = builtinsThat(({ abstract, prelude, indirect }) => abstract === true || prelude !== undefined || indirect === true);
const modelledNames: ReadonlySet<string> = new Set(builtinsThat(({ abstract }) => abstract === true));
const intrinsicNames: ReadonlySet<string> = new Set(builtinsThat(({ intrinsic }) => intrinsic !== undefined));
const knownNames: ReadonlySet<string> = new Set([...describedNames, ...intrinsicNames]);

/** Globals that have a model of their own. */
export function isKnownBuiltin(name: string): boolean {
  return builtinGlobals.has(name) || intrinsicNames.has(name) || modelledNames.has(name);
}

/** Whether the built-in of that name can be called. */
export function isBuiltinFunction(name: string): boolean {
  const kind = builtinGlobals.get(name);
  return (kind !== undefined && kind !== 'namespace') || knownNames.has(name);
}

/** The one name of the function: those that are the same have one, so that they are equal. */
const functionNamed = (path: string): string => builtinFacts.get(path)?.sameAs ?? path;

/** `object.name` for a built-in object: a number, the built-in's name, or `unknown`. */
export function builtinMember(object: string, name: string): string | number | 'unknown' | 'none' {
  const path = `${object}.${name}`;
  return builtinConstants.get(path) ?? (knownNames.has(path) ? functionNamed(path) : 'unknown');
}

/** The members of prototypes among these names, by brand: asking for one makes no text. */
function membersOf(names: Iterable<string>): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const members = new Map<string, Map<string, string>>();
  for (const path of names) {
    const [brand, prototype, ...name] = path.split('.');
    if (brand === undefined || prototype !== 'prototype') continue;
    const known = members.get(brand);
    if (known === undefined) members.set(brand, new Map([[name.join('.'), functionNamed(path)]]));
    else known.set(name.join('.'), functionNamed(path));
  }
  return members;
}

const describedMembers = membersOf(describedNames);
const ordinaryModels: ReadonlyMap<string, string> = membersOf(modelledNames).get('Object') ?? new Map<string, string>();

/**
 * What objects of a brand inherit under the name: a modelled built-in, `unknown`, or `none`. Prototypes but that of plain objects
 * grow with the versions of the language.
 */
export function prototypeMember(brand: string, name: string): string {
  const own = describedMembers.get(brand)?.get(name);
  if (own !== undefined) return own;
  const isHidden = brand === 'Mixed' || (name === 'toString' && brand !== 'Object');
  const ordinary = isHidden ? undefined : ordinaryModels.get(name);
  if (ordinary !== undefined) return ordinary;
  return certainlyLacks(brand, name) ? 'none' : 'unknown';
}

/** Built-ins that store into their argument under names that they are given: `Object.defineProperty`. */
export const storingNames: ReadonlySet<string> = new Set(
  builtinsThat(({ writes = [] }, name) => /^(?:Object|Reflect)\./.test(name) && writes.length > 0),
);

const errorNames: ReadonlySet<string> = new Set(errorClasses);

export const isErrorClass = (name: string): boolean => errorNames.has(name);

/** The error class whose prototype the built-in object is, by the object's name; null when it is none. */
export function errorClassOfPrototype(name: string): string | null {
  const of = name.endsWith('.prototype') ? name.slice(0, -'.prototype'.length) : '';
  return isErrorClass(of) ? of : null;
}
