/** Names of the language's own methods, by what a call of them does to objects. */

const words = (text: string): readonly string[] => text.split(' ');

/** Methods of arrays, Maps, Sets and iterators: they move elements between receiver, arguments and result, and call what they are given. */
export const containerMethods: ReadonlySet<string> = new Set(
  words(
    'push pop shift unshift splice slice concat fill copyWithin sort reverse indexOf lastIndexOf includes join forEach map filter some every find findIndex findLast findLastIndex reduce reduceRight flat flatMap at with toSorted toReversed toSpliced keys values entries next get set has add delete clear from of',
  ),
);

/** Those of them that put what they are given into the receiver. */
export const addingMethods: ReadonlySet<string> = new Set(words('push unshift splice fill set add'));

/** Those of them whose result may hold what they are given. */
export const keepingMethods: ReadonlySet<string> = new Set(words('push unshift splice fill set add concat with toSpliced from of'));

/** Those of them that give a primitive. */
export const tellingMethods: ReadonlySet<string> = new Set(
  words('indexOf lastIndexOf includes join forEach some every findIndex findLastIndex has delete clear'),
);

/** Functions that look at what they are given, and give primitives, or arrays of them. */
export const lookingFunctions: ReadonlySet<string> = new Set(
  words(
    'isArray isInteger isSafeInteger isFinite isNaN parseInt parseFloat abs acos asin atan atan2 ceil cos exp floor fround hypot imul log10 log2 max min pow random round sign sin sqrt tan trunc now charCodeAt charAt codePointAt startsWith endsWith trim trimStart trimEnd toLowerCase toUpperCase padStart padEnd repeat substring substr split match test exec search replace replaceAll fromCharCode fromCodePoint localeCompare normalize toFixed toPrecision hasOwnProperty hasOwn isPrototypeOf propertyIsEnumerable keys getOwnPropertyNames getOwnPropertySymbols is isFrozen isSealed isExtensible Symbol Number Boolean BigInt hrtime bigint uptime cwd memoryUsage raw String Date getTime toISOString',
  ),
);

/** Functions that print what they are given, or give a text of it: they call no method by another name than those of conversions. */
export const printingFunctions: ReadonlySet<string> = new Set(words('log error warn info debug trace dir table stringify'));

/** Names that the prototypes of primitives have. */
const ofPrimitives: ReadonlySet<string> = new Set(
  [String, Number, Boolean, Symbol, BigInt].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)).filter(isOfFunction),
);

/** Names under which an object finds something of the language in its prototypes. */
const ofPrototypes: ReadonlySet<string> = new Set([
  ...ofPrimitives,
  ...[Object, Array, Function, Map, Set, WeakMap, WeakSet, Promise, RegExp, Date, Error, Iterator()].flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).filter(isOfFunction),
  ),
]);

/** Not each Node has the class. */
function Iterator(): { readonly prototype: object } {
  return { prototype: Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object };
}

/** Lengths, sizes and names are primitives. */
function isOfFunction(name: string): boolean {
  return !/^(?:length|size|name|message|stack|flags|source|global|ignoreCase|multiline|sticky|unicode|dotAll|hasIndices|description)$/.test(
    name,
  );
}

export const isNameOfPrimitive = (name: string): boolean => ofPrimitives.has(name);

export const isNativeName = (name: string): boolean => ofPrototypes.has(name);

/** Whether a write under this name, to an object of the language, changes what calls do. */
export function isTampering(name: string | null): boolean {
  return name === null || ofPrototypes.has(name) || lookingFunctions.has(name) || containerMethods.has(name) || /^[A-Z]/.test(name);
}
