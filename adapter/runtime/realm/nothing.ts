const { iterator } = Symbol;
const list = Array.prototype as unknown as Readonly<Record<symbol, unknown>>;
const iterate = list[iterator];
const iterating = Object.getPrototypeOf([][Symbol.iterator]()) as { readonly next: unknown };
const { next } = iterating;

/** Spreading it runs nothing of the program, whatever becomes of arrays. */
const noArguments: Iterable<never> = Object.freeze({
  __proto__: null,
  [Symbol.iterator]: () =>
    ({ __proto__: null, next: () => ({ __proto__: null, done: true, value: undefined }) }) as unknown as Iterator<never>,
});
const noElements: readonly never[] = [];

/**
 * No values, to be spread. As long as the program leaves the iterators of arrays as they are, it is an array: to spread anything else takes 200
 * nanoseconds longer.
 */
export function nothing(): Iterable<never> {
  return list[iterator] === iterate && iterating.next === next ? noElements : noArguments;
}
