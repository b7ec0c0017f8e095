import type { BuiltinFacts, GlobalKind } from './builtinFacts.js';
import { arrayFacts, arrayGlobals } from './arrays/facts.js';
import { booleanFacts, booleanGlobals } from './booleans/facts.js';
import { collectionFacts, collectionGlobals } from './collections/facts.js';
import { consoleFacts, consoleGlobals } from './console/facts.js';
import { dateFacts, dateGlobals } from './dates/facts.js';
import { errorFacts, errorGlobals } from './errors/facts.js';
import { functionFacts } from './functions/facts.js';
import { iteratorFacts } from './iterators/facts.js';
import { jsonFacts, jsonGlobals } from './json/facts.js';
import { numberConstants, numberFacts, numberGlobals } from './numbers/facts.js';
import { objectFacts, objectGlobals } from './objects/facts.js';
import { processFacts, processGlobals } from './process/facts.js';
import { promiseFacts } from './promises/facts.js';
import { regexpFacts } from './regexps/facts.js';
import { stringFacts, stringGlobals } from './strings/facts.js';
import { symbolFacts, symbolGlobals } from './symbols/facts.js';
import { typedArrayFacts, typedArrayGlobals } from './typedArrays/facts.js';

/** The facts of every built-in. Adding one begins here: in its family's `facts.ts`. */
const families = {
  ...stringFacts,
  ...numberFacts,
  ...booleanFacts,
  ...symbolFacts,
  ...arrayFacts,
  ...objectFacts,
  ...functionFacts,
  ...collectionFacts,
  ...iteratorFacts,
  ...regexpFacts,
  ...errorFacts,
  ...dateFacts,
  ...jsonFacts,
  ...consoleFacts,
  ...processFacts,
  ...promiseFacts,
  ...typedArrayFacts,
} satisfies Readonly<Record<string, BuiltinFacts>>;

/** Built-ins that the intermediate representation has expressions for. */
export type IntrinsicName = {
  [Name in keyof typeof families]: (typeof families)[Name] extends { readonly intrinsic: object } ? Name : never;
}[keyof typeof families];

/** By name, as written in JavaScript. */
export const builtinFacts: ReadonlyMap<string, BuiltinFacts> = new Map<string, BuiltinFacts>(Object.entries(families));

export const isIntrinsicName = (name: string): name is IntrinsicName => builtinFacts.get(name)?.intrinsic !== undefined;

export const intrinsicNames: readonly IntrinsicName[] = [...builtinFacts.keys()].filter(isIntrinsicName);

/** The names of the built-ins of which the facts say this. */
export function builtinsThat(is: (facts: BuiltinFacts, name: string) => boolean): readonly string[] {
  return [...builtinFacts].filter(([name, facts]) => is(facts, name)).map(([name]) => name);
}

/** The names under which objects have such built-ins: `trim` of `String.prototype.trim`. */
export function methodsThat(is: (facts: BuiltinFacts) => boolean): ReadonlySet<string> {
  return new Set(builtinsThat((facts, name) => name.includes('.prototype.') && is(facts)).map(memberOf));
}

/** The last part of a name: `trim` of `String.prototype.trim`. */
export const memberOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** Global objects whose members are looked up by name. */
export const builtinGlobals: ReadonlyMap<string, GlobalKind> = new Map(
  Object.entries({
    ...arrayGlobals,
    ...booleanGlobals,
    ...collectionGlobals,
    ...consoleGlobals,
    ...dateGlobals,
    ...errorGlobals,
    ...jsonGlobals,
    ...numberGlobals,
    ...objectGlobals,
    ...processGlobals,
    ...stringGlobals,
    ...symbolGlobals,
    ...typedArrayGlobals,
  }),
);

/** Numbers that are members of global objects. */
export const builtinConstants: ReadonlyMap<string, number> = new Map(Object.entries(numberConstants));

/** The classes of errors that the language itself throws. */
export const errorClasses: readonly string[] = Object.keys(errorGlobals);

/** Classes of typed arrays of numbers. Their length never changes. */
export const typedArrayClasses: readonly string[] = Object.keys(typedArrayGlobals);
