// Generated from the facts of server/builtins by npm run builtins: change those.

/** How far what a built-in returns was made by it: the object alone, its parts too, or all that is in it. */
export type Depth = 'own' | 'parts' | 'all';

/** Methods of the language that return their receiver, an argument or an element. */
export const givingMethods =
  'add at copyWithin defineProperties defineProperty deref fill find findLast freeze get next pop preventExtensions reverse seal set setPrototypeOf shift sort';

/** Functions of `Object` that hand on their first argument as it is. */
export const handingOnFirst = 'defineProperties defineProperty freeze preventExtensions seal setPrototypeOf';

/** Functions of `Object` after which their first argument refuses writes. */
export const restrictingFunctions = 'freeze preventExtensions seal';

/** Methods of arrays that write the length at their end. */
export const lengthWritingMethods: Readonly<Record<string, true>> = { push: true, unshift: true, pop: true, shift: true, splice: true };

/** Methods of arrays that write their receiver. */
export const writingArrayMethods = 'copyWithin fill pop push reverse shift sort splice unshift';

/** Methods of typed arrays that write their receiver. */
export const writingTypedArrayMethods = 'copyWithin fill reverse set sort';

/** Functions of `Atomics` that write the typed array that they are given. */
export const writingAtomics = 'add and compareExchange exchange or store sub xor';

/** Methods that give each element to their callback, as which parameter. */
export const elementParameters: Readonly<Record<string, number>> = {
  forEach: 0,
  map: 0,
  filter: 0,
  some: 0,
  every: 0,
  flatMap: 0,
  find: 0,
  findIndex: 0,
  findLast: 0,
  findLastIndex: 0,
  reduce: 1,
  reduceRight: 1,
};

/** Built-ins that make what they return: by whose members they are. */
export const makingFunctions: readonly (readonly [owner: string, names: string, depth: Depth])[] = [
  ['%RegExpStringIteratorPrototype%', 'next', 'all'],
  ['%TypedArray%', 'from of', 'own'],
  ['%TypedArray%.prototype', 'filter map slice toReversed toSorted with', 'own'],
  ['Array', 'from of', 'own'],
  ['Array.prototype', 'concat filter flat flatMap map slice splice toReversed toSorted toSpliced with', 'own'],
  ['Buffer', 'alloc allocUnsafe allocUnsafeSlow concat copyBytesFrom from', 'own'],
  ['Iterator.prototype', 'toArray', 'own'],
  ['Map', 'groupBy', 'parts'],
  ['Object', 'create fromEntries getOwnPropertyDescriptor getOwnPropertyNames getOwnPropertySymbols keys values', 'own'],
  ['Object', 'entries getOwnPropertyDescriptors groupBy', 'parts'],
  ['Reflect', 'getOwnPropertyDescriptor ownKeys', 'own'],
  ['RegExp.prototype', 'exec', 'parts'],
  ['String.prototype', 'match', 'parts'],
  ['String.prototype', 'split', 'own'],
  ['globalThis', 'structuredClone', 'all'],
];
