import { append, each, eachKey, listFrom, listOf, newList, withLast, withoutAt } from './ownLists.js';
import { KeptMap, type KeptSet } from './keptCollections.js';
import { inRest, type ThingKind } from './thingKind.js';

/** A value as rules see it: a primitive, or what stands for an object. Functions are objects. */
export type RuleValue = undefined | null | boolean | number | string | bigint | symbol | Thing;

/** What an array has where an element was never put, or was deleted. Only contents have it: read, it is undefined. */
export const hole = Symbol('hole');

/** A value that nobody has told, as a recording does not tell secrets: what reads it is not known. */
export const untold = Symbol('not recorded');

let isAnyUntold = false;

/** A value is met that nobody has told. */
export function meetUntold(): symbol {
  isAnyUntold = true;
  return untold;
}

/** Whether one was met: programs that run tell all. */
export function hasUntold(): boolean {
  return isAnyUntold;
}

const sentences = new KeptMap<symbol, string>();
const thrown = new KeptMap<symbol, string>();

/** What a field has where the language throws for whoever reads it, with the sentence. */
export function throwing(sentence: string): symbol {
  const value = Symbol('throwing');
  thrown.set(value, sentence);
  return value;
}

/** What the language says to who reads a value; undefined where it can be read. */
export function whyThrown(value: symbol): string | undefined {
  return thrown.get(value);
}

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

/**
 * What is kept of one watched object: copies of the fields and contents that rules read, never the object. There may be millions, so it has places
 * for what most have: one field or the contents, and what leads to it by one index.
 */
export class Thing {
  /** The contents of a container; of others the first field. */
  private first: RuleValue | Contents = undefined;
  /** As the kind says: what leads to it by one index, or all that it has no place for. */
  private others: Bucket | Rest | undefined = undefined;

  /** @param number The identity of the object in its run. */
  constructor(
    readonly number: number,
    public kind: ThingKind,
  ) {}

  /** Whether the object is an array. */
  get isArray(): boolean {
    return this.kind.facts.isArray;
  }

  /** What `typeof` says of the object. */
  get type(): 'object' | 'function' {
    return this.kind.facts.type;
  }

  /** The elements of an array or a Set, the keys of a Map; null where it is no container, or no rule looks into it. */
  get contents(): Contents | null {
    if (this.kind.facts.isContainer) return this.first === undefined ? null : (this.first as Contents);
    return this.rest()?.contents ?? null;
  }

  /** The contents, to be changed; from now on it has some. */
  ownContents(): Contents {
    const known = this.contents;
    if (known !== null && known !== noContents) return known;
    return this.keep(new Contents());
  }

  /** From now on it is a container, be it empty. */
  beginContents(): void {
    if (this.contents === null) this.keep(noContents);
  }

  private keep(contents: Contents): Contents {
    if (this.kind.facts.isContainer) this.first = contents;
    else this.more().contents = contents;
    return contents;
  }

  /** The tuples that hold and that it is part of. */
  get tuples(): KeptSet<Tuple> | null {
    return this.kind.index === inRest ? (this.others as Rest).tuples : null;
  }

  set tuples(tuples: KeptSet<Tuple> | null) {
    if (tuples !== null || this.kind.index === inRest) this.more().tuples = tuples;
  }

  /** The value of a field, by slot; undefined until it is written. */
  field(slot: number): RuleValue {
    if (slot === 0 && !this.kind.facts.isContainer) return this.first as RuleValue;
    return this.rest()?.fields?.[slot];
  }

  /** @param slots How many fields rules read. */
  set(slot: number, value: RuleValue, slots: number): void {
    if (slot === 0 && !this.kind.facts.isContainer) this.first = value;
    else (this.more().fields ??= listOf<RuleValue>(slots, undefined))[slot] = value;
  }

  /** The things that lead to it, by the number of an index (`indexes.ts`). */
  holdersIn(index: number): Bucket | undefined {
    return this.kind.index === index ? (this.others as Bucket | undefined) : this.rest()?.holders?.[index];
  }

  /** @param indexes How many indexes there are. */
  hold(index: number, holders: Bucket | undefined, indexes: number): void {
    if (this.kind.canTake(index)) this.kind = this.kind.with(this.kind.sets, index);
    if (this.kind.index === index) this.others = holders;
    else (this.more().holders ??= listOf<Bucket | undefined>(indexes, undefined))[index] = holders;
  }

  private rest(): Rest | null {
    return this.kind.index === inRest ? (this.others as Rest) : null;
  }

  private more(): Rest {
    const { index, sets } = this.kind;
    if (index === inRest) return this.others as Rest;
    const rest: Rest = { fields: null, holders: null, tuples: null, contents: null };
    if (this.others !== undefined) {
      rest.holders = listOf<Bucket | undefined>(index + 1, undefined);
      rest.holders[index] = this.others as Bucket;
    }
    this.kind = this.kind.with(sets, inRest);
    this.others = rest;
    return rest;
  }
}

/** What a thing has no place for. */
interface Rest {
  fields: RuleValue[] | null;
  holders: (Bucket | undefined)[] | null;
  tuples: KeptSet<Tuple> | null;
  contents: Contents | null;
}

/** The things that go with a value: there are many values with one, some with a few, few with many. */
export type Bucket = Thing | Thing[] | KeptSet<Thing>;

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
    if (this.rule !== rule) return false;
    for (let at = 0; at < this.values.length; at++) if (!sameValueZero(this.values[at], values[at])) return false;
    return true;
  }
}

/** Contents up to this size are a list; larger ones count each value. */
const longestList = 12;

const { is } = Object;

const empty: readonly RuleValue[] = [];

/** What few contents have: many elements, which are counted, and what stands under a key. */
interface ManyContents {
  /** How often each value is there; null where the list has them. */
  counts: KeptMap<RuleValue, number> | null;
  /** How many counted elements there are, equal ones too. */
  size: number;
  /** By key, where rules ask for what stands under one. */
  entries: KeptMap<RuleValue, RuleValue> | null;
}

/** A multiset: an array may hold a value more than once. */
class Contents {
  private list: readonly RuleValue[] = empty;
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
    const { list } = this;
    for (let at = 0; at < list.length; at++) if (sameValueZero(list[at], value)) count++;
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

  /** Takes the place of all entries, by a map that is nobody else's. */
  arrange(entries: KeptMap<RuleValue, RuleValue>): void {
    this.more().entries = entries;
  }

  /** Whether under the keys stands this. */
  stands(entries: KeptMap<RuleValue, RuleValue>): boolean {
    if ((this.many?.entries?.size ?? 0) !== entries.size) return false;
    for (const key of eachKey(entries)) if (!is(this.under(key), entries.get(key))) return false;
    return true;
  }

  /** How often a value that passes a test is there, as far as `most`. */
  countWhere(test: (value: RuleValue) => boolean, skipsHoles: boolean, most: number): number {
    const counts = this.counts();
    let count = 0;
    for (const value of counts === null ? each(this.list) : eachKey(counts)) {
      if (count >= most) break;
      if (value === hole && skipsHoles) continue;
      if (test(value === hole ? undefined : value)) count += counts?.get(value) ?? 1;
    }
    return count;
  }

  /** The values as reading gives them, as `values` has them: holes are undefined, or left out. */
  read(skipsHoles: boolean): readonly RuleValue[] {
    const values = this.values();
    if (this.count(hole) === 0) return values;
    const read = newList<RuleValue>();
    for (let at = 0; at < values.length; at++)
      if (values[at] !== hole || !skipsHoles) append(read, values[at] === hole ? undefined : values[at]);
    return read;
  }

  /** Each value once for each time that a list holds it, once in all where they are counted. The list does not change with the contents. */
  values(): readonly RuleValue[] {
    const counts = this.counts();
    return counts === null ? this.list : listFrom(eachKey(counts));
  }

  add(value: RuleValue): void {
    const counts = this.counts() ?? (this.list.length < longestList ? null : this.counted());
    // A copy of the exact length: there are many short lists, and one that grows in place keeps room for sixteen more.
    if (counts === null) this.list = withLast(this.list, value);
    else {
      counts.set(value, (counts.get(value) ?? 0) + 1);
      this.more().size++;
    }
  }

  /** Removes one; false where there is none. */
  remove(value: RuleValue): boolean {
    const counts = this.counts();
    if (counts === null) {
      const { list } = this;
      let at = 0;
      while (at < list.length && !sameValueZero(list[at], value)) at++;
      if (at === list.length) return false;
      this.list = list.length === 1 ? empty : withoutAt(list, at);
      return true;
    }
    const count = counts.get(value) ?? 0;
    if (count === 0) return false;
    if (count === 1) counts.delete(value);
    else counts.set(value, count - 1);
    this.more().size--;
    return true;
  }

  private counts(): KeptMap<RuleValue, number> | null {
    return this.many === null ? null : this.many.counts;
  }

  private more(): ManyContents {
    return (this.many ??= { counts: null, size: 0, entries: null });
  }

  private counted(): KeptMap<RuleValue, number> {
    const counts = new KeptMap<RuleValue, number>();
    const many = this.more();
    many.counts = counts;
    many.size = this.list.length;
    const { list } = this;
    for (let at = 0; at < list.length; at++) counts.set(list[at], (counts.get(list[at]) ?? 0) + 1);
    this.list = empty;
    return counts;
  }
}

/** What containers have that nothing was put into: many are empty for ever. */
const noContents = new Contents();

/** The equality of `includes`, `Set` and `Map`: NaN is equal to itself, -0 to 0. */
export function sameValueZero(a: RuleValue, b: RuleValue): boolean {
  return a === b || (a !== a && b !== b);
}
