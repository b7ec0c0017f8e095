import { append, each, filtered, isIn, listFrom, withLast } from './ownLists.js';
import { KeptMap, KeptSet } from './keptCollections.js';
import { hole, Thing, type Bucket, type RuleValue } from './thing.js';

const noThings: readonly Thing[] = [];

/** Buckets up to this size are a list. */
const longestList = 8;

/** From values to things: the owners of a field's value, or the containers of an element. Undefined, null and holes are not looked up. */
export class ValueIndex {
  /** Those of primitives; those of a thing are kept in it. */
  private readonly buckets = new KeptMap<RuleValue, Bucket>();

  /** @param number Each index has one, `count` in all: what things lead to a thing is kept in it under the number. */
  constructor(
    private readonly number: number,
    private readonly count: number,
  ) {}

  static holds(value: RuleValue): boolean {
    return value !== undefined && value !== null && value !== hole;
  }

  add(value: RuleValue, thing: Thing): void {
    if (!ValueIndex.holds(value)) return;
    const bucket = this.bucketOf(value);
    if (bucket === undefined) this.put(value, thing);
    else if (bucket instanceof KeptSet) bucket.add(thing);
    else if (bucket instanceof Thing) {
      if (bucket !== thing) this.put(value, [bucket, thing]);
    } else if (!isIn(bucket, thing))
      this.put(value, bucket.length < longestList ? withLast(bucket, thing) : new KeptSet(each(withLast(bucket, thing))));
  }

  remove(value: RuleValue, thing: Thing): void {
    const bucket = this.bucketOf(value);
    if (bucket === undefined) return;
    if (bucket === thing) this.put(value, undefined);
    else if (bucket instanceof KeptSet) {
      bucket.delete(thing);
      if (bucket.size === 0) this.put(value, undefined);
    } else if (!(bucket instanceof Thing)) {
      const left = filtered(bucket, (other) => other !== thing);
      const only = left[0];
      if (only !== undefined) this.put(value, left.length === 1 ? only : left);
    }
  }

  /** How many things go with the value. */
  size(value: RuleValue): number {
    const bucket = this.bucketOf(value);
    if (bucket === undefined) return 0;
    return bucket instanceof Thing ? 1 : bucket instanceof KeptSet ? bucket.size : bucket.length;
  }

  /** Adds the things to a list. */
  collect(value: RuleValue, into: RuleValue[]): void {
    const bucket = this.bucketOf(value);
    if (bucket === undefined) return;
    if (bucket instanceof Thing) into[into.length] = bucket;
    else if (bucket instanceof KeptSet) for (const thing of each(bucket)) append(into, thing);
    else for (let at = 0; at < bucket.length; at++) append(into, bucket[at]);
  }

  /** The things, to be gone through before one comes or goes. */
  things(value: RuleValue): readonly Thing[] {
    const bucket = this.bucketOf(value);
    if (bucket === undefined) return noThings;
    return bucket instanceof Thing ? [bucket] : bucket instanceof KeptSet ? listFrom(each(bucket)) : bucket;
  }

  private bucketOf(value: RuleValue): Bucket | undefined {
    return value instanceof Thing ? value.holdersIn(this.number) : this.buckets.get(value);
  }

  private put(value: RuleValue, bucket: Bucket | undefined): void {
    if (value instanceof Thing) value.hold(this.number, bucket, this.count);
    else if (bucket === undefined) this.buckets.delete(value);
    else this.buckets.set(value, bucket);
  }
}
