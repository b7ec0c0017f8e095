import { emptyList } from '../realm/intrinsics.js';

const { max, min, trunc } = Math;

/**
 * The indices that an array method writes or deletes, by ECMA-262, of an array of `length` elements. Equal values count; what is
 * written is read after the call.
 */
export const keysWritten: Readonly<Record<string, (length: number, values: readonly unknown[]) => readonly number[]>> = {
  push: (length, values) => between(length, length + values.length),
  pop: (length) => between(length - 1, length),
  shift: (length) => between(0, length),
  unshift: (length, values) => (values.length === 0 ? [] : between(0, length + values.length)),
  splice(length, values) {
    if (values.length === 0) return [];
    const start = relative(values[0], length, 0);
    const deleted = values.length === 1 ? length - start : min(max(integer(values[1]), 0), length - start);
    const inserted = max(values.length - 2, 0);
    return between(start, inserted === deleted ? start + inserted : max(length, length + inserted - deleted));
  },
  sort: (length) => between(0, length),
  reverse: (length) => (length % 2 === 0 ? between(0, length) : withoutMiddle(length)),
  fill: (length, values) => between(relative(values[1], length, 0), relative(values[2], length, length)),
  copyWithin(length, values) {
    const to = relative(values[0], length, 0);
    const from = relative(values[1], length, 0);
    return between(to, to + min(relative(values[2], length, length) - from, length - to));
  },
};

/** The indices from `start` to before `end`. */
export function between(start: number, end: number): readonly number[] {
  const indices = emptyList<number>();
  for (let index = max(start, 0); index < end; index++) indices[indices.length] = index;
  return indices;
}

/** The element in the middle stays where it is. */
function withoutMiddle(length: number): readonly number[] {
  const indices = emptyList<number>();
  for (let index = 0; index < length; index++) if (index !== (length - 1) / 2) indices[indices.length] = index;
  return indices;
}

/** An index that counts from the end when it is negative. */
function relative(value: unknown, length: number, otherwise: number): number {
  if (value === undefined) return otherwise;
  const index = integer(value);
  return index < 0 ? max(length + index, 0) : min(index, length);
}

/** An argument that is an object is converted by the native alone: what it writes is then not known, and none is claimed. */
function integer(value: unknown): number {
  if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') return 0;
  const number = trunc(Number(value));
  return Number.isNaN(number) ? 0 : number;
}
