import { builtinGlobals } from '../../builtins/facts.js';

/** Constructors of the language, which every program has. `Symbol` and `BigInt` make no objects. */
export const constructors: ReadonlySet<string> = new Set([
  ...[...builtinGlobals].filter(([name, kind]) => kind !== 'namespace' && name !== 'Symbol' && name !== 'BigInt').map(([name]) => name),
  // No engine knows more than the names of these.
  ...['Function', 'RegExp', 'Promise', 'ArrayBuffer', 'DataView', 'AggregateError', 'BigInt64Array', 'BigUint64Array'],
]);
