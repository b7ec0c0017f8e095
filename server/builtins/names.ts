import { intrinsics } from '../ir/expression.js';
import { models } from './abstractModels.js';
import { preludeMembers } from './arrays/prelude.js';
import { typedArrayClasses } from '../ir/typedArrays.js';

const intrinsicNames: ReadonlySet<string> = new Set(intrinsics);

/** Objects whose members are looked up by name; everything else of theirs is unknown. */
const namespaces: ReadonlySet<string> = new Set([
  'Math',
  'JSON',
  'console',
  'Object',
  'Array',
  'Number',
  'String',
  'Boolean',
  'Date',
  'process',
  'Reflect',
  'Symbol',
  'BigInt',
  'Map',
  'Set',
  'WeakMap',
  'WeakSet',
  'performance',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'ReferenceError',
  'EvalError',
  'URIError',
  ...typedArrayClasses,
]);

const numericConstants: Readonly<Record<string, number>> = {
  'Math.PI': Math.PI,
  'Math.E': Math.E,
  'Math.LN2': Math.LN2,
  'Math.LN10': Math.LN10,
  'Math.LOG2E': Math.LOG2E,
  'Math.LOG10E': Math.LOG10E,
  'Math.SQRT2': Math.SQRT2,
  'Math.SQRT1_2': Math.SQRT1_2,
  'Number.MAX_SAFE_INTEGER': Number.MAX_SAFE_INTEGER,
  'Number.MIN_SAFE_INTEGER': Number.MIN_SAFE_INTEGER,
  'Number.MAX_VALUE': Number.MAX_VALUE,
  'Number.MIN_VALUE': Number.MIN_VALUE,
  'Number.EPSILON': Number.EPSILON,
  'Number.POSITIVE_INFINITY': Infinity,
  'Number.NEGATIVE_INFINITY': -Infinity,
  'Number.NaN': NaN,
};

/** Functions of namespaces that are functions themselves. */
const callableNamespaces: ReadonlySet<string> = new Set(
  [...namespaces].filter((name) => !['Math', 'JSON', 'console', 'process', 'Reflect', 'performance'].includes(name)),
);

const described: ReadonlySet<string> = new Set(preludeMembers.map(({ name }) => name));

/** What calls the function that it is called on (indirect.ts). */
export const indirectNames: ReadonlySet<string> = new Set(['Function.prototype.apply', 'Function.prototype.call']);

/** What is known of the function by that name: a model, a description in JavaScript, or that it calls another. */
const isDescribed = (name: string): boolean => models.has(name) || described.has(name) || indirectNames.has(name);

/** Globals that have a model of their own. */
export function isKnownBuiltin(name: string): boolean {
  return namespaces.has(name) || intrinsicNames.has(name) || models.has(name);
}

export function isBuiltinFunction(name: string): boolean {
  return callableNamespaces.has(name) || intrinsicNames.has(name) || isDescribed(name);
}

/** `object.name` for a built-in object: a number, the built-in's name, or `unknown`. */
export function builtinMember(object: string, name: string): string | number | 'unknown' | 'none' {
  const path = `${object}.${name}`;
  const constant = numericConstants[path];
  if (constant !== undefined) return constant;
  return intrinsicNames.has(path) || isDescribed(path) ? path : 'unknown';
}

/** The members of prototypes among these names, by brand: asking for one makes no text. */
function membersOf(names: Iterable<string>): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const members = new Map<string, Map<string, string>>();
  for (const path of names) {
    const [brand, prototype, ...name] = path.split('.');
    if (brand === undefined || prototype !== 'prototype') continue;
    const known = members.get(brand);
    if (known === undefined) members.set(brand, new Map([[name.join('.'), path]]));
    else known.set(name.join('.'), path);
  }
  return members;
}

const describedMembers = membersOf([...models.keys(), ...described, ...indirectNames]);
const ordinaryModels: ReadonlyMap<string, string> = membersOf(models.keys()).get('Object') ?? new Map<string, string>();
const ordinaryMembers: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * What objects of a brand inherit under the name: a modelled built-in, `unknown`, or `none`. Only plain objects certainly lack
 * a name: other prototypes grow with the versions of the language.
 */
export function prototypeMember(brand: string, name: string): string {
  const own = describedMembers.get(brand)?.get(name);
  if (own !== undefined) return own;
  const isHidden = brand === 'Mixed' || (name === 'toString' && brand !== 'Object');
  const ordinary = isHidden ? undefined : ordinaryModels.get(name);
  if (ordinary !== undefined) return ordinary;
  return brand === 'Object' && !ordinaryMembers.has(name) ? 'none' : 'unknown';
}
