import { KeptMap, listOf, type KeptSet } from './keptCollections.js';

/** A value as rules see it: a primitive, or what stands for an object. Functions are objects. */
export type RuleValue = undefined | null | boolean | number | string | bigint | symbol | Thing;

/** What an array has where an element was never put, or was deleted. Only contents have it: read, it is undefined. */
export const hole = Symbol('hole');

const sentences = new KeptMap<symbol, string>();

/** What a field has that can't be followed: who reads it is at fault, with the sentence. */
export function unreadable(sentence: string): symbol {
  const value = Symbol('unreadable');
  sentences.set(value, sentence);
  return value;
}

/** Why a value can't be read; undefined where it can. */
export function whyUnreadable(value: symbol): string | undefined {
  return sentences.get(value);
}

/** What is kept of one watched object: copies of the fields and contents that rules read, never the object. There may be millions. */
export class Thing {
  /** The first two of its fields; a list costs more than both, and most rules read no more. */
  private field0: RuleValue = undefined;
  private field1: RuleValue = undefined;
  /** The elements of an array or a Set, the keys of a Map; null where it is no container, or no rule looks into it. */
  contents: Contents | null = null;
  /** What leads to it, by the numbers of indexes: the first two. */
  private holder0: Bucket | undefined = undefined;
  private holder1: Bucket | undefined = undefined;
  /** What most things have nothing of. */
  private rest: Rest | null = null;
  /** The sets that it is in, as bits, as far as their numbers are small. */
  sets = 0;

  /** @param number The identity of the object in its run. */
  constructor(readonly number: number) {}

  /** Whether the object is an array. */
  get isArray(): boolean {
    return false;
  }

  /** What `typeof` says of the object. */
  get type(): 'object' | 'function' {
    return 'object';
  }

  /** The tuples that hold and that it is part of. */
  get tuples(): KeptSet<Tuple> | null {
    return this.rest === null ? null : this.rest.tuples;
  }

  set tuples(tuples: KeptSet<Tuple> | null) {
    if (tuples !== null || this.rest !== null) this.more().tuples = tuples;
  }

  /** The value of a field, by slot; undefined until it is written. */
  field(slot: number): RuleValue {
    if (slot === 0) return this.field0;
    return slot === 1 ? this.field1 : this.rest?.fields?.[slot - 2];
  }

  /** @param slots How many fields rules read. */
  set(slot: number, value: RuleValue, slots: number): void {
    if (slot === 0) this.field0 = value;
    else if (slot === 1) this.field1 = value;
    else (this.more().fields ??= listOf<RuleValue>(slots - 2, undefined))[slot - 2] = value;
  }

  /** The things that lead to it, by the number of an index (`indexes.ts`). */
  holdersIn(index: number): Bucket | undefined {
    if (index === 0) return this.holder0;
    return index === 1 ? this.holder1 : this.rest?.holders?.[index - 2];
  }

  /** @param indexes How many indexes there are. */
  hold(index: number, holders: Bucket | undefined, indexes: number): void {
    if (index === 0) this.holder0 = holders;
    else if (index === 1) this.holder1 = holders;
    else (this.more().holders ??= listOf<Bucket | undefined>(indexes - 2, undefined))[index - 2] = holders;
  }

  private more(): Rest {
    return (this.rest ??= { fields: null, holders: null, tuples: null });
  }
}

/** The fields, and what leads to a thing, beyond those that it has places for, and its tuples. */
interface Rest {
  fields: RuleValue[] | null;
  holders: (Bucket | undefined)[] | null;
  tuples: KeptSet<Tuple> | null;
}

/** The things that go with a value: there are many values with one, some with a few, few with many. */
export type Bucket = Thing | Thing[] | KeptSet<Thing>;

/** A function, or a class. */
export class FunctionThing extends Thing {
  override get type(): 'object' | 'function' {
    return 'function';
  }
}

/** Objects, one for each variable of a rule, for which its condition holds. */
export class Tuple {
  /** Whether it was reported since a check last found that it does not hold. */
  isTold = false;
  /** The number of the search that last found it. */
  foundBy = 0;

  /**
   * @param rule The number of the rule.
   * @param cause The event that made it hold, as the caller named it.
   */
  constructor(
    readonly rule: number,
    readonly values: readonly RuleValue[],
    public cause: unknown,
  ) {}

  isOf(rule: number, values: readonly RuleValue[]): boolean {
    return this.rule === rule && this.values.every((value, i) => sameValueZero(value, values[i]));
  }
}

/** Contents up to this size are a list; larger ones count each value. */
const longestList = 12;

const empty: RuleValue[] = [];

/** What few contents have: many elements, which are counted, and what stands under a key. */
interface ManyContents {
  /** How often each value is there; null where the list has them. */
  counts: Map<RuleValue, number> | null;
  /** How many counted elements there are, equal ones too. */
  size: number;
  /** By key, where rules ask for what stands under one. */
  entries: Map<RuleValue, RuleValue> | null;
}

/** A multiset: an array may hold a value more than once. */
export class Contents {
  private list: RuleValue[] = empty;
  private many: ManyContents | null = null;

  /** How many elements there are, equal ones counted. */
  get size(): number {
    return this.many !== null && this.many.counts !== null ? this.many.size : this.list.length;
  }

  /** How often a value is there as reading gives it; undefined also for each hole, unless these are left out. */
  countRead(value: RuleValue, skipsHoles: boolean): number {
    return this.count(value) + (value === undefined && !skipsHoles ? this.count(hole) : 0);
  }

  count(value: RuleValue): number {
    const counts = this.counts();
    if (counts !== null) return counts.get(value) ?? 0;
    let count = 0;
    for (const each of this.list) if (sameValueZero(each, value)) count++;
    return count;
  }

  /** What stands under a key, where entries were told. */
  under(key: RuleValue): RuleValue {
    return this.many?.entries?.get(key);
  }

  place(key: RuleValue, value: RuleValue): void {
    if (value === undefined) this.many?.entries?.delete(key);
    else (this.more().entries ??= new KeptMap()).set(key, value);
  }

  /** Takes the place of all entries. */
  arrange(entries: ReadonlyMap<RuleValue, RuleValue>): void {
    this.more().entries = new KeptMap(entries);
  }

  /** Whether under the keys stands this. */
  stands(entries: ReadonlyMap<RuleValue, RuleValue>): boolean {
    if ((this.many?.entries?.size ?? 0) !== entries.size) return false;
    for (const [key, value] of entries) if (!Object.is(this.under(key), value)) return false;
    return true;
  }

  /** How often a value that passes a test is there, as far as `most`. */
  countWhere(test: (value: RuleValue) => boolean, skipsHoles: boolean, most: number): number {
    const counts = this.counts();
    let count = 0;
    for (const value of this.values()) {
      if (count >= most) break;
      if (value === hole && skipsHoles) continue;
      if (test(value === hole ? undefined : value)) count += counts?.get(value) ?? 1;
    }
    return count;
  }

  /** The values as reading gives them, as `values` has them: holes are undefined, or left out. */
  read(skipsHoles: boolean): Iterable<RuleValue> {
    if (this.count(hole) === 0) return this.values();
    const read: RuleValue[] = [];
    for (const value of this.values()) if (value !== hole || !skipsHoles) read[read.length] = value === hole ? undefined : value;
    return read;
  }

  /** Each value once for each time that a list holds it, once in all where they are counted. */
  values(): Iterable<RuleValue> {
    return this.counts()?.keys() ?? this.list;
  }

  add(value: RuleValue): void {
    const counts = this.counts() ?? (this.list.length < longestList ? null : this.counted());
    // A copy of the exact length: there are many short lists, and one that grows in place keeps room for sixteen more.
    if (counts === null) this.list = this.list.concat([value]);
    else {
      counts.set(value, (counts.get(value) ?? 0) + 1);
      this.more().size++;
    }
  }

  /** Removes one; false where there is none. */
  remove(value: RuleValue): boolean {
    const counts = this.counts();
    if (counts === null) {
      const at = this.list.findIndex((each) => sameValueZero(each, value));
      if (at < 0) return false;
      this.list = this.list.length === 1 ? empty : this.list.filter((_, index) => index !== at);
      return true;
    }
    const count = counts.get(value) ?? 0;
    if (count === 0) return false;
    if (count === 1) counts.delete(value);
    else counts.set(value, count - 1);
    this.more().size--;
    return true;
  }

  private counts(): Map<RuleValue, number> | null {
    return this.many === null ? null : this.many.counts;
  }

  private more(): ManyContents {
    return (this.many ??= { counts: null, size: 0, entries: null });
  }

  private counted(): Map<RuleValue, number> {
    const counts = new KeptMap<RuleValue, number>();
    const many = this.more();
    many.counts = counts;
    many.size = this.list.length;
    for (const value of this.list) counts.set(value, (counts.get(value) ?? 0) + 1);
    this.list = empty;
    return counts;
  }
}

/** The equality of `includes`, `Set` and `Map`: NaN is equal to itself, -0 to 0. */
export function sameValueZero(a: RuleValue, b: RuleValue): boolean {
  return a === b || (a !== a && b !== b);
}
