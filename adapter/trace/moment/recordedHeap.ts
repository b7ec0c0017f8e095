import type { Evaluated, ValueReport } from '../../events/rows.js';
import type { ClassTexts } from './classTexts.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import { unreadable, type PropertyKeyReport } from './evaluate.js';
import type { Listing } from './listExpressions.js';
import { isGivenToSetter } from './setterWrites.js';
import { isGone, isIndex, isStore, placesOf } from './placesOfObject.js';
import { notRecorded, recordedOf, type Recorded } from './recordedOperators.js';

type RecordedObject = Extract<ValueReport, { kind: 'object' }>;

const unknown: Evaluated = { error: notRecorded };
const absent: Evaluated = { value: { kind: 'absent' } };

/** So many stores to one property are looked through for one that has made it. */
const mostStores = 100;

/** What objects hold before an event of a recording. */
export class RecordedHeap {
  constructor(
    private readonly store: TraceStore,
    private readonly classes: ClassTexts,
    private readonly time: number,
  ) {}

  /** A property of an object, its own or an inherited one. Where the recording does not have it, that it is none is said only of what was made in sight. */
  property(object: RecordedObject, key: PropertyKeyReport): Evaluated {
    if (object.type === 'proxy') return this.propertyOfProxy(object, key);
    const own = this.own(object, key);
    if (own !== null) return own;
    const count = key.kind === 'name' && isIndex(key.name) ? this.store.memory.countOf(object.id) : null;
    if (key.kind === 'name' && count !== null) return Number(key.name) < count ? this.element(object, key.name) : absent;
    if (key.kind === 'name' && isOfSearch(object, key.name) && this.store.creationOf(object.id) !== null) return { value: recordedOf(0) };
    if (key.kind === 'name' && this.store.isAccessorOfNode(object.className, key.name)) return { error: unreadable };
    if (key.kind === 'name' && this.classes.mayInheritAccessor(object.className, key.name))
      return this.classes.memberOf(object.className, key.name) === 'accessor' || this.hasSetter(object, key)
        ? { error: unreadable }
        : unknown;
    if (!this.isWhole(object) || key.kind === 'symbol') return unknown;
    const { name } = key;
    // `Error.captureStackTrace` gives it to any object.
    if (name === 'stack') return unknown;
    const accessor = this.accessorOf(object, name);
    if (accessor !== null) return accessor === 'unknown' ? unknown : { error: unreadable };
    if (this.store.counted.mayHaveWritten(name, this.store.source.firstSightOf(object.id), this.time)) return unknown;
    if (this.store.unseen.mayHaveWrittenAny(object.id, -1, this.time)) return unknown;
    if (name === 'length' && object.type === 'array') return this.lengthOf(object);
    if (name.startsWith('#')) return absent;
    const member = this.classes.memberOf(object.className, name);
    if (member === 'accessor') return { error: unreadable };
    if (member !== null || isOfLanguage(object, name)) return unknown;
    return this.mayBeInherited(object, name) ? unknown : absent;
  }

  /** To read of a Proxy may run a trap; without one its target is read. */
  private propertyOfProxy({ id, holder }: RecordedObject, key: PropertyKeyReport): Evaluated {
    const target = holder === undefined ? null : this.store.source.object(holder);
    if (target === null) return unknown;
    if (!this.store.source.isReadThrough(id)) return { error: unreadable };
    // Their accessors of the language refuse a Proxy.
    return target.type === 'map' || target.type === 'set' ? unknown : this.property(target, key);
  }

  /** An own property as its last change left it; null: no change is known. */
  private own(object: RecordedObject, key: PropertyKeyReport): Evaluated | null {
    for (const number of this.keyNumbers(object, key)) {
      const row = this.store.lastChange(object.id, number, this.timeOf(object));
      if (this.store.counted.mayHaveChanged(number, row?.event ?? this.store.source.firstSightOf(object.id), this.time)) return unknown;
      if (this.store.counted.mayBeUnwatched(object.id, row?.event ?? -1, this.time)) return unknown;
      if (this.store.unseen.mayHaveWritten(object.id, number, row?.event ?? -1, this.time)) return unknown;
      if (row === null) continue;
      const value = this.store.valueOf(row);
      if (value === null) return unknown;
      if (key.kind === 'name' && this.isForSetter(object, key.name, row)) continue;
      // What is deleted may be inherited.
      if (value.kind === 'absent') continue;
      // Another view of the same memory was written.
      if (key.kind === 'name' && isIndex(key.name) && this.store.memory.otherWrite(object.id, Number(key.name), row.event, this.time))
        return this.element(object, key.name);
      if (key.kind === 'name' && isIndex(key.name) && object.type === 'array' && !this.isWithin(object, Number(key.name))) continue;
      return { value };
    }
    return null;
  }

  /**
   * What a property held before a row changed it for which no row tells it: an array is as long as its elements reach, views of new memory hold noughts,
   * and an expression that was never used begins to search at its start. Absent: it may have had none; null: it is not known.
   */
  static bornWith(store: TraceStore, classes: ClassTexts, row: TraceRow): ValueReport | null {
    const object = store.source.object(row.subject);
    const name = store.source.keyOf(row.key);
    if (object?.kind !== 'object') return { kind: 'absent' };
    if (isBornWithOther(store, object, name, row)) return null;
    if (isIndex(name) && store.memory.countOf(object.id) !== null) return store.memory.elementBefore(object.id, Number(name), row.event);
    const heap = new RecordedHeap(store, classes, store.beginOfPassage(row));
    const isLength = name === 'length' && object.type === 'array' && heap.isWhole(object);
    const held = isLength ? heap.lengthOf(object) : isOfSearch(object, name) ? { value: recordedOf(0) } : absent;
    return 'value' in held ? held.value : null;
  }

  /** The moment, or behind what an object came into being with, when that is told just behind. */
  private timeOf({ id }: Pick<RecordedObject, 'id'>): number {
    return this.store.untilBorn(id, this.time - 1) + 1;
  }

  /** An element of a view, as its bytes tell. */
  private element({ id }: RecordedObject, index: string): Evaluated {
    const value = this.store.memory.elementBefore(id, Number(index), this.time);
    return value === null ? unknown : { value };
  }

  /** Whether a property has only been assigned to, and is a setter's: what was written there is no place of the object. */
  private isForSetter(object: RecordedObject, name: string, written: TraceRow): boolean {
    const isAccessor =
      (this.accessorOf(object, name) ?? 'unknown') !== 'unknown' ||
      this.classes.memberOf(object.className, name) === 'accessor' ||
      (this.classes.mayInheritAccessor(object.className, name) && isGivenToSetter(this.store, written)) ||
      this.store.isAccessorOfNode(object.className, name);
    if (!isAccessor) return false;
    let row: TraceRow | null = written;
    for (let count = 0; row !== null && count < mostStores; count++, row = this.store.changeBefore(row))
      if (!isStore(this.store, row)) return false;
    return true;
  }

  /** Whether a setter was seen to get what was last written to a property. */
  private hasSetter(object: RecordedObject, key: PropertyKeyReport): boolean {
    return this.keyNumbers(object, key).some((number) => {
      const row = this.store.lastChange(object.id, number, this.timeOf(object));
      return row !== null && isGivenToSetter(this.store, row);
    });
  }

  /** The getter of a property that an object came into being with, by the literal that made it. */
  accessorOf({ id }: RecordedObject, name: string): ReturnType<ClassTexts['accessorOfLiteral']> {
    const made = this.store.creationOf(id) === 'literal' ? this.store.madeBy(id) : null;
    const found = made === null ? undefined : this.store.source.site(made.site);
    return found === undefined ? null : this.classes.accessorOfLiteral(found.path, found.site.offset, name);
  }

  private keyNumbers(object: RecordedObject, key: PropertyKeyReport): readonly number[] {
    const { source } = this.store;
    if (key.kind === 'symbol') return [key.symbol];
    if (key.name.startsWith('#')) {
      const owner = this.classes.privateKey(object.className, key.name);
      const number = owner === null ? null : source.keyNumber(owner);
      return number === null ? [] : [number];
    }
    const number = source.keyNumber(key.name);
    return number === null ? [] : [number];
  }

  /** An array is as long as its last `length` or its last element says, whichever came later. */
  private lengthOf(object: RecordedObject): Evaluated {
    const key = this.store.source.keyNumber('length');
    const row = key === null ? null : this.store.lastChange(object.id, key, this.timeOf(object));
    const told = row === null ? null : this.store.valueOf(row);
    if (this.store.counted.mayAnyHaveChanged(row?.event ?? this.store.source.firstSightOf(object.id), this.time)) return unknown;
    if (this.store.unseen.mayHaveWrittenAny(object.id, row?.event ?? -1, this.time)) return unknown;
    if (row !== null && (told?.kind !== 'primitive' || told.type !== 'number')) return unknown;
    let length = told?.kind === 'primitive' ? Number(told.text) : 0;
    for (const change of this.store.changesOfObject(object.id, row === null ? 0 : row.event, this.timeOf(object) - 1)) {
      const name = this.store.source.keyOf(change.key);
      if (isIndex(name) && this.store.valueOf(change)?.kind !== 'absent') length = Math.max(length, Number(name) + 1);
    }
    return { value: recordedOf(length) };
  }

  private isWithin(object: RecordedObject, index: number): boolean {
    const length = this.lengthOf(object);
    return !('value' in length) || length.value.kind !== 'primitive' || index < Number(length.value.text);
  }

  /** How many entries a Map or Set has. */
  size(object: RecordedObject): Evaluated {
    if (!this.isWhole(object) || this.store.counted.mayAnyHaveChanged(-1, this.time)) return unknown;
    return { value: recordedOf(this.entries(object).length) };
  }

  /** What a Map holds under a key, `true` of a Set; absent where there is no such entry. */
  entry(object: RecordedObject, key: Recorded): Evaluated {
    if (object.type !== 'map' && object.type !== 'set') return unknown;
    if (this.classes.memberOf(object.className, 'get') !== null || this.classes.memberOf(object.className, 'has') !== null) return unknown;
    const number = this.store.source.keyNumber(entryText(key));
    const row = number === null ? null : this.store.lastChange(object.id, number, this.timeOf(object));
    if (number !== null && this.store.counted.mayHaveChanged(number, row?.event ?? -1, this.time)) return unknown;
    const value = row === null ? null : this.store.valueOf(row);
    if (row !== null && value !== null) {
      if (value.kind === 'absent' || object.type === 'map') return { value };
      return isGone(this.store.source.keyOf(row.key), value) ? absent : { value: recordedOf(true) };
    }
    return this.isWhole(object) && row === null ? absent : unknown;
  }

  entries(object: RecordedObject): ReturnType<typeof placesOf> {
    return placesOf(this.store, object.id, this.time - 1).filter(({ key }) => key.startsWith('entry '));
  }

  /** Keys, values or names of an object that was made in sight, and that no native has written; null: not known. */
  listed(object: RecordedObject, what: Listing): readonly Recorded[] | null {
    const isEntries = what === 'keys' || what === 'values';
    const isKnown = isEntries
      ? /^(?:Map|Set)$/.test(object.className) && this.classes.isOfNative(object.className)
      : object.type === 'object';
    if (!isKnown || !this.isWhole(object) || this.store.counted.mayAnyHaveChanged(-1, this.time)) return null;
    if (!isEntries && this.store.unseen.mayHaveWrittenAny(object.id, -1, this.time)) return null;
    const places = isEntries ? this.entries(object) : placesOf(this.store, object.id, this.time - 1);
    const listed: Recorded[] = [];
    for (const { key, value, row } of places) {
      if (!isEntries && (/^(?:private|symbol|entry) /.test(key) || !this.isEnumerable(row.site))) return null;
      const one = what === 'names' ? recordedOf(key) : what === 'keys' || object.type === 'set' ? this.keyOfEntry(key) : value;
      if (one === null || one.kind === 'absent') return null;
      listed.push(one);
    }
    return isEntries || !this.mayHaveAccessors(object) ? listed : null;
  }

  /** A key as the value that it is. */
  private keyOfEntry(key: string): Recorded | null {
    const [, type = '', text = ''] = /^entry (\w+) ([\s\S]*)$/.exec(key) ?? [];
    if (type === 'object') return text === 'null' ? recordedOf(null) : this.store.source.object(Number(text));
    if (type === 'number') return recordedOf(Number(text));
    if (type === 'string') return recordedOf(text);
    if (type === 'boolean') return recordedOf(text === 'true');
    return type === 'undefined' ? recordedOf(undefined) : null;
  }

  /** Whether the property that a store has made is enumerable: natives may define others. */
  private isEnumerable(site: number): boolean {
    return /^(?:write|define|spread|delete)$/.test(this.store.source.site(site)?.site.kind ?? '');
  }

  /** Whether an object came into being with getters, which no row tells. */
  private mayHaveAccessors({ id }: RecordedObject): boolean {
    const made = this.store.madeBy(id);
    const found = made === null ? undefined : this.store.source.site(made.site);
    return found === undefined || this.classes.hasAccessors(found.path, found.site.offset);
  }

  /** Whether an object is an instance of a class; null: the recording does not say. */
  isInstance(): boolean | null {
    return null;
  }

  /**
   * Whether all that an object holds is in the recording: it was made by an expression that was recorded, of nothing native; or by a native of which
   * the recording tells what it has made.
   */
  isWhole(object: RecordedObject): boolean {
    const how = this.store.creationOf(object.id);
    if (how === null) return this.isTold(object);
    // What natives do to entries is recorded.
    const hasEntries = object.type === 'map' || object.type === 'set';
    return how !== 'new' || hasEntries || !this.classes.isOfNative(object.className);
  }

  /** Whether a plain object or array came into being with contents that were told: of those, all are. */
  private isTold({ id, type, className }: RecordedObject): boolean {
    if (className !== (type === 'array' ? 'Array' : 'Object') || !/^(?:array|object)$/.test(type)) return false;
    for (const { kind } of this.store.changesOfObject(id, 0, this.timeOf({ id }) - 1)) return kind === Kind.content;
    return false;
  }

  /** Whether some object has had a property of this name that others may inherit it from. */
  private mayBeInherited(object: RecordedObject, name: string): boolean {
    const isLiteral = object.className === 'Object' && this.store.creationOf(object.id) === 'literal';
    if (isLiteral ? this.classes.changesPrototypesOfLiterals : this.classes.changesPrototypes) return true;
    const key = this.store.source.keyNumber(name);
    if (key === null) return false;
    for (const row of this.store.changesUnder(key, 0, this.time - 1)) {
      // A literal inherits of what the language has made.
      if (isLiteral && this.store.creationOf(row.subject) === 'literal') continue;
      const owner = this.store.source.object(row.subject);
      if (
        row.subject !== object.id &&
        owner !== null &&
        owner.className === object.className &&
        this.classes.isFunctionClass(owner.className)
      )
        return true;
    }
    return false;
  }
}

/** Whether an object that was not made in sight may have had a property before a native wrote it. */
function isBornWithOther(store: TraceStore, { id, type, className }: RecordedObject, name: string, { site }: TraceRow): boolean {
  const found = store.source.site(site);
  if (found?.site.kind !== 'native' || store.creationOf(id) !== null) return false;
  if (type === 'function') return /^(?:name|length|prototype)$/.test(name);
  // What a reviver returns takes the place of what was there.
  if (className !== 'Object' && className !== 'Array') return true;
  return store.source.texts.find(({ path }) => path === found.path)?.source.startsWith('parse', found.site.offset) === true;
}

/** Whether a property is where an expression begins to search. */
function isOfSearch({ className }: RecordedObject, name: string): boolean {
  return className === 'RegExp' && name === 'lastIndex';
}

/** The key of an entry as a text (`keyText`). */
function entryText(key: Recorded): string {
  if (key.kind === 'object') return `entry object ${key.id}`;
  if (key.symbol !== undefined) return `entry symbol ${key.symbol}`;
  return `entry ${key.type === 'null' ? 'object' : key.type} ${key.text === '-0' ? '0' : key.text}`;
}

/** Whether every object of this kind has a property of this name from the language, whatever the program does. */
function isOfLanguage({ type }: RecordedObject, name: string): boolean {
  const prototypes: Readonly<Record<string, object>> = {
    array: Array.prototype,
    map: Map.prototype,
    set: Set.prototype,
    function: Function.prototype,
    error: Error.prototype,
  };
  return name in (prototypes[type] ?? Object.prototype);
}
