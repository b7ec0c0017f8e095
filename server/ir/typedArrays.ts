/** Classes of typed arrays of numbers. Their length never changes. */
export const typedArrayClasses: readonly string[] = [
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array'],
];
