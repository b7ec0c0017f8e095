import { Thing, type RuleValue } from './thing.js';

/** The things that go with a value: there are many values with one, some with a few, few with many. */
type Bucket = Thing | Thing[] | Set<Thing>;

/** Buckets up to this size are a list. */
const longestList = 8;

/** From values to things: the owners of a field's value, or the containers of an element. Undefined and null are not looked up. */
export class ValueIndex {
  private readonly buckets = new Map<RuleValue, Bucket>();

  static holds(value: RuleValue): boolean {
    return value !== undefined && value !== null;
  }

  add(value: RuleValue, thing: Thing): void {
    if (!ValueIndex.holds(value)) return;
    const bucket = this.buckets.get(value);
    if (bucket === undefined) this.buckets.set(value, thing);
    else if (bucket instanceof Set) bucket.add(thing);
    else if (bucket instanceof Thing) {
      if (bucket !== thing) this.buckets.set(value, [bucket, thing]);
    } else if (!bucket.includes(thing))
      this.buckets.set(value, bucket.length < longestList ? bucket.concat(thing) : new Set([...bucket, thing]));
  }

  remove(value: RuleValue, thing: Thing): void {
    const bucket = this.buckets.get(value);
    if (bucket === undefined) return;
    if (bucket === thing) this.buckets.delete(value);
    else if (bucket instanceof Set) {
      bucket.delete(thing);
      if (bucket.size === 0) this.buckets.delete(value);
    } else if (!(bucket instanceof Thing)) {
      const [first, ...others] = bucket.filter((each) => each !== thing);
      if (first !== undefined) this.buckets.set(value, others.length === 0 ? first : [first, ...others]);
    }
  }

  /** How many things go with the value. */
  size(value: RuleValue): number {
    const bucket = this.buckets.get(value);
    if (bucket === undefined) return 0;
    return bucket instanceof Thing ? 1 : bucket instanceof Set ? bucket.size : bucket.length;
  }

  /** Adds the things to a list. */
  collect(value: RuleValue, into: RuleValue[]): void {
    const bucket = this.buckets.get(value);
    if (bucket === undefined) return;
    if (bucket instanceof Thing) into.push(bucket);
    else for (const thing of bucket) into.push(thing);
  }
}
