import { filtered, firstWhere } from './ownLists.js';
import { KeptMap } from './keptCollections.js';
import { sameValueZero, Thing, type RuleValue, type Tuple } from './thing.js';

const { isArray } = Array;
const { imul } = Math;

/** The tuples of one rule, found by their values. */
export class TupleIndex {
  private readonly buckets = new KeptMap<number, Tuple | Tuple[]>();

  add(tuple: Tuple): void {
    const key = keyOf(tuple.values);
    const bucket = this.buckets.get(key);
    if (bucket === undefined) this.buckets.set(key, tuple);
    else if (isArray(bucket)) bucket[bucket.length] = tuple;
    else this.buckets.set(key, [bucket, tuple]);
  }

  remove(tuple: Tuple): void {
    const key = keyOf(tuple.values);
    const bucket = this.buckets.get(key);
    if (bucket === tuple) this.buckets.delete(key);
    else if (isArray(bucket)) {
      const left = filtered(bucket, (other) => other !== tuple);
      const only = left[0];
      if (only === undefined) this.buckets.delete(key);
      else this.buckets.set(key, left.length === 1 ? only : left);
    }
  }

  /** The tuple with these values; null where none is held. */
  find(values: readonly RuleValue[]): Tuple | null {
    const bucket = this.buckets.get(keyOf(values));
    if (bucket === undefined) return null;
    if (!isArray(bucket)) return areSame(bucket.values, values) ? bucket : null;
    return firstWhere(bucket, (tuple) => areSame(tuple.values, values)) ?? null;
  }
}

/** Tuples of the same objects, in the same places, have the same key. */
function keyOf(values: readonly RuleValue[]): number {
  let key = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    key = (imul(key, 0x01000193) + (value instanceof Thing ? value.number : 0)) | 0;
  }
  return key;
}

function areSame(some: readonly RuleValue[], others: readonly RuleValue[]): boolean {
  for (let at = 0; at < some.length; at++) if (!sameValueZero(some[at], others[at])) return false;
  return true;
}
