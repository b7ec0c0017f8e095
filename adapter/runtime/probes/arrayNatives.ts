import { emptyList } from '../realm/intrinsics.js';

const { max, min, trunc } = Math;

/** Indices from `start` to before `end`; `except`: one between them that is none of these. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
  readonly except?: number;
}

const nothing: IndexRange = { start: 0, end: 0 };

/**
 * The indices that an array method writes or deletes, by ECMA-262, of an array of `length` elements. Equal values count; what is
 * written is read after the call.
 */
export const keysWritten: Readonly<Record<string, (length: number, values: readonly unknown[]) => IndexRange>> = {
  push: (length, values) => between(length, length + values.length),
  pop: (length) => between(length - 1, length),
  shift: (length) => between(0, length),
  unshift: (length, values) => (values.length === 0 ? nothing : between(0, length + values.length)),
  splice(length, values) {
    if (values.length === 0) return nothing;
    const start = relative(values[0], length, 0);
    const deleted = values.length === 1 ? length - start : min(max(integer(values[1]), 0), length - start);
    const inserted = max(values.length - 2, 0);
    return between(start, inserted === deleted ? start + inserted : max(length, length + inserted - deleted));
  },
  sort: (length) => between(0, length),
  // The element in the middle stays where it is.
  reverse: (length) => (length % 2 === 0 ? between(0, length) : { start: 0, end: length, except: (length - 1) / 2 }),
  fill: (length, values) => between(relative(values[1], length, 0), relative(values[2], length, length)),
  copyWithin(length, values) {
    const to = relative(values[0], length, 0);
    const from = relative(values[1], length, 0);
    return between(to, to + min(relative(values[2], length, length) - from, length - to));
  },
};

/** The indices from `start` to before `end`. */
export function between(start: number, end: number): IndexRange {
  const first = max(start, 0);
  return { start: first, end: max(end, first) };
}

/** The indices of a range, of its first so many. */
export function indicesOf({ start, end, except }: IndexRange, most: number): readonly number[] {
  const indices = emptyList<number>();
  for (let index = start; index < end && indices.length < most; index++) if (index !== except) indices[indices.length] = index;
  return indices;
}

/** How many indices a range has. */
export function sizeOf({ start, end, except }: IndexRange): number {
  return end - start - (except === undefined ? 0 : 1);
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
