/** Constructors of the language, which every program has. */
export const constructors: ReadonlySet<string> = new Set([
  ...['Object', 'Function', 'Array', 'Date', 'RegExp', 'Promise', 'Map', 'Set', 'WeakMap', 'WeakSet', 'ArrayBuffer', 'DataView'],
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'String', 'Number', 'Boolean'],
]);
