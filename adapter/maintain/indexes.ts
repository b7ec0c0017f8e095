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
    else if (bucket instanceof Set) bucket.add(thing);
    else if (bucket instanceof Thing) {
      if (bucket !== thing) this.put(value, [bucket, thing]);
    } else if (!bucket.includes(thing))
      this.put(value, bucket.length < longestList ? bucket.concat(thing) : new KeptSet([...bucket, thing]));
  }

  remove(value: RuleValue, thing: Thing): void {
    const bucket = this.bucketOf(value);
    if (bucket === undefined) return;
    if (bucket === thing) this.put(value, undefined);
    else if (bucket instanceof Set) {
      bucket.delete(thing);
      if (bucket.size === 0) this.put(value, undefined);
    } else if (!(bucket instanceof Thing)) {
      const [first, ...others] = bucket.filter((each) => each !== thing);
      if (first !== undefined) this.put(value, others.length === 0 ? first : [first, ...others]);
    }
  }

  /** How many things go with the value. */
  size(value: RuleValue): number {
    const bucket = this.bucketOf(value);
    if (bucket === undefined) return 0;
    return bucket instanceof Thing ? 1 : bucket instanceof Set ? bucket.size : bucket.length;
  }

  /** Adds the things to a list. */
  collect(value: RuleValue, into: RuleValue[]): void {
    const bucket = this.bucketOf(value);
    if (bucket === undefined) return;
    if (bucket instanceof Thing) into[into.length] = bucket;
    else for (const thing of bucket) into[into.length] = thing;
  }

  /** The things, to be gone through before one comes or goes. */
  things(value: RuleValue): Iterable<Thing> {
    const bucket = this.bucketOf(value);
    if (bucket === undefined) return noThings;
    return bucket instanceof Thing ? [bucket] : bucket;
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
