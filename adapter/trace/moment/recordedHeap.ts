import { unseenKey } from '../../instrument/site.js';
import { Inherits } from '../../events/inherits.js';
import type { Evaluated, TextPosition, ValueReport } from '../../events/rows.js';
import type { ClassTexts } from './classTexts.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import { unreadable, type PropertyKeyReport } from './evaluate.js';
import type { Listing } from './listExpressions.js';
import { isGivenToSetter, setterCalledBy } from './setterWrites.js';
import { isGone, isIndex, isStore, placesOf } from './placesOfObject.js';
import { notRecorded, recordedOf, type Recorded } from './recordedOperators.js';

type RecordedObject = Extract<ValueReport, { kind: 'object' }>;

/** A property, and whose it is. */
export interface HeldProperty {
  readonly outcome: Evaluated;
  /** The object that it is inherited from; absent: it is the object's own, or nobody's who was seen. */
  readonly holder?: RecordedObject;
  /** Where the getter is that computes it, if it does. */
  readonly getter?: TextPosition | null;
}

/** The properties that natives give to objects of classes of the language, which a class of the program may extend. */
const givenByNatives: Readonly<Record<string, RegExp>> = {
  Array: /^length$/,
  ...Object.fromEntries(
    ['', 'Type', 'Range', 'Syntax', 'Reference', 'URI', 'Eval', 'Aggregate'].map((kind) => [
      `${kind}Error`,
      /^(?:message|stack|cause|errors)$/,
    ]),
  ),
  ...Object.fromEntries(['Object', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Promise'].map((name) => [name, /^$/])),
};

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
    return this.held(object, key).outcome;
  }

  /** The same, with whose property it is. */
  held(object: RecordedObject, key: PropertyKeyReport): HeldProperty {
    if (object.type === 'proxy') return { outcome: this.propertyOfProxy(object, key) };
    const own = this.own(object, key);
    if (own !== null) return { outcome: own };
    return (key.kind === 'name' ? this.inherited(object, key.name) : null) ?? { outcome: this.otherProperty(object, key) };
  }

  /** A property that no change of the object tells, by what it inherits from; null: that says nothing. */
  private inherited(object: RecordedObject, name: string): HeldProperty | null {
    // `Error.captureStackTrace` gives `stack` to any object.
    if (name.startsWith('#') || name === 'stack' || isIndex(name) || isOfSearch(object, name) || this.mayHoldUntold(object, name))
      return null;
    const own = this.accessorAt(object.id, object.className, name);
    if (own !== null) return own === 'unknown' ? { outcome: unknown } : { outcome: { error: unreadable }, getter: own.position };
    const { ancestors, end } = this.store.prototypes.chainOf(object.id, this.time);
    for (const { object: number, className } of ancestors) {
      const report = number === null ? null : this.store.source.object(number);
      const holder = report === null ? {} : { holder: report };
      const accessor = this.accessorAt(number, className, name);
      if (accessor === 'unknown') return { outcome: unknown };
      if (accessor !== null) return { outcome: { error: unreadable }, getter: accessor.position, ...holder };
      const held = report === null ? null : this.own(report, { kind: 'name', name });
      if (held !== null) return { outcome: held, ...holder };
      if (this.hasOther(number, className, name)) return { outcome: unknown };
    }
    if (end === 'unknown' || isOfLanguage(object, name)) return end === 'unknown' ? null : { outcome: unknown };
    if ((end === 'language' && this.mayLanguageHold(object, name)) || this.classes.accessorsDefined.has(name)) return { outcome: unknown };
    return { outcome: absent };
  }

  /** Whether an object may have a property of its own of which the recording does not tell. */
  private mayHoldUntold(object: RecordedObject, name: string): boolean {
    const { id, type, className } = object;
    if (this.store.counted.mayHaveWritten(name, this.store.source.firstSightOf(id), this.time)) return true;
    if (this.store.unseen.mayHaveWrittenAny(id, -1, this.time) || this.store.isAccessorOfNode(className, name)) return true;
    if (type === 'array' && name === 'length') return true;
    if (type === 'function') return this.hasOther(id, className, name);
    if (this.isWhole(object) || this.isCreated(object)) return false;
    const isNew = this.store.creationOf(id) === 'new';
    // Its constructor's `prototype` names none.
    if (isNew && className === 'Object' && this.store.prototypes.chainOf(id, this.time).end !== 'unknown') return false;
    // An object of a class that extends one of the language's has what that gives it, and what was seen.
    const base = isNew ? this.classes.nativeBaseOf(className) : null;
    return base === null || !Object.hasOwn(givenByNatives, base) || givenByNatives[base]?.test(name) === true;
  }

  /** Whether `Object.create` made an object where it was seen first: what that gave it is told. */
  private isCreated({ id }: RecordedObject): boolean {
    const made = this.store.madeBy(id);
    const found = made === null ? undefined : this.store.source.site(made.site);
    if (made === null || found?.site.key !== 'call' || this.store.source.firstSightOf(id) < made.event - 1) return false;
    return this.classes.isObjectCreate(found.path, found.site.offset, found.site.end);
  }

  /** The getter or setter that an object, or what instances of a class inherit from, has itself and no change of a value tells. */
  private accessorAt(
    object: number | null,
    className: string,
    name: string,
  ): { readonly position: TextPosition | null } | 'unknown' | null {
    const report = object === null ? null : this.store.source.object(object);
    const number = report === null ? null : this.store.source.keyNumber(name);
    let row = report === null || number === null ? null : this.store.lastChange(report.id, number, this.time);
    for (let count = 0; row !== null && isStore(this.store, row) && count < mostStores; count++) row = this.store.changeBefore(row);
    const defined = report === null ? null : this.accessorGiven(report.id, name);
    if (defined !== null) return { position: defined };
    if (row !== null && !isSeenWithAccessor(this.store, row)) return null;
    if (report !== null && this.store.creationOf(report.id) === 'literal') return this.accessorOf(report, name);
    const declared = this.declaredAt(report, className, name);
    if (declared === null || declared === 'unknown') return declared;
    return declared.kind === 'accessor' ? { position: declared.getter } : null;
  }

  /** Where the getter is of a property that `defineProperty` has defined, as the last assignment has called its setter; null: it has not. */
  private accessorGiven(object: number, name: string): TextPosition | null {
    const definitions = this.classes.accessorsDefined.get(name) ?? [];
    const row = definitions.length === 0 ? null : this.lastGiven(object, name);
    const call = row === null || !isStore(this.store, row) ? null : setterCalledBy(this.store, row);
    const called = call === null ? undefined : this.store.source.site(call.site);
    const found = definitions.find(({ path, setter }) => path === called?.path && setter === called.site.offset);
    return found === undefined ? null : found.getter;
  }

  /** What a text declares: of a function by its class, of what instances inherit from by theirs. */
  private declaredAt(report: RecordedObject | null, className: string, name: string): ReturnType<ClassTexts['declaredBy']> {
    if (report?.type === 'function') {
      const own = this.store.nameBoundTo(report.id) ?? this.store.source.functionName(report.id);
      return this.classes.declaredBy(own, name, true);
    }
    const isMade = report !== null && this.store.creationOf(report.id) !== null;
    return isMade ? null : this.classes.declaredBy(className, name, false);
  }

  /** Whether what an object has under a name itself is no field: a method, or what every function has. */
  private hasOther(object: number | null, className: string, name: string): boolean {
    const report = object === null ? null : this.store.source.object(object);
    if (report?.type === 'function' && /^(?:name|length|prototype|arguments|caller)$/.test(name)) return true;
    const declared = this.declaredAt(report, className, name);
    return declared === 'unknown' || declared?.kind === 'method' || (name === 'constructor' && report?.type !== 'function');
  }

  /** Whether a prototype of the language may have been given a property of this name. */
  private mayLanguageHold(object: RecordedObject, name: string): boolean {
    const { source } = this.store;
    const key = source.keyNumber(name);
    if (key === null) return false;
    for (const { subject } of this.store.changesUnder(key, 0, this.time - 1)) {
      const owner = subject === object.id ? null : source.object(subject);
      if (owner === null || this.classes.declares(owner.className) || this.store.creationOf(subject) !== null) continue;
      const inherits = source.inheritsOf(subject);
      const isOfClass = inherits === Inherits.language && owner.className !== 'Object';
      if (owner.type === 'function' ? source.hasNoText(subject) : inherits === Inherits.nothing || isOfClass) return true;
    }
    return false;
  }

  /** A property as what was made in sight tells it, whose ancestors are not known. */
  private otherProperty(object: RecordedObject, key: PropertyKeyReport): Evaluated {
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
      const isRefused = key.kind === 'name' ? this.isRefused(object, key.name, row) : false;
      if (isRefused === 'unknown') return unknown;
      if (isRefused) continue;
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
      this.store.isAccessorOfNode(object.className, name) ||
      this.isAccessorAbove(object, name);
    return isAccessor && this.isOnlyStored(written);
  }

  /** Whether a property was never given to its object but by assignments. */
  private isOnlyStored(written: TraceRow): boolean {
    let row: TraceRow | null = written;
    for (let count = 0; row !== null && count < mostStores; count++, row = this.store.changeBefore(row))
      if (!isStore(this.store, row)) return false;
    return true;
  }

  /** Whether an object has a getter or setter itself that was defined, or inherits one that no nearer field hides. */
  private isAccessorAbove(object: RecordedObject, name: string): boolean {
    const own = this.accessorAt(object.id, object.className, name);
    if (own !== null) return own !== 'unknown';
    for (const { object: number, className } of this.store.prototypes.chainOf(object.id, this.time).ancestors) {
      const accessor = this.accessorAt(number, className, name);
      if (accessor !== null) return accessor !== 'unknown';
      if (this.lastGiven(number, name) !== null) return false;
    }
    return false;
  }

  /** Whether an assignment was refused, as what the object inherits is read-only. */
  private isRefused(object: RecordedObject, name: string, written: TraceRow): boolean | 'unknown' {
    if (!isStore(this.store, written)) return false;
    for (const { object: number } of this.store.prototypes.chainOf(object.id, this.time).ancestors) {
      const row = this.lastGiven(number, name);
      if (row === null) continue;
      const found = this.store.source.site(row.site);
      const isDefined = found?.site.kind === 'native' && this.isOnlyStored(written);
      return isDefined ? this.classes.definesReadOnly(found.path, found.site.offset) : false;
    }
    return false;
  }

  /** The last change of an object's own property. */
  private lastGiven(object: number | null, name: string): TraceRow | null {
    const key = this.store.source.keyNumber(name);
    return object === null || key === null ? null : this.store.lastChange(object, key, this.time);
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
    if (!this.hasEntries(object)) return unknown;
    if (this.classes.memberOf(object.className, 'get') !== null || this.classes.memberOf(object.className, 'has') !== null) return unknown;
    const number = this.store.source.keyNumber(entryText(key));
    const row = number === null ? null : this.store.lastChange(object.id, number, this.timeOf(object));
    if (number !== null && this.store.counted.mayHaveChanged(number, row?.event ?? -1, this.time)) return unknown;
    const value = row === null ? null : this.store.valueOf(row);
    if (row !== null && value !== null) {
      if (value.kind === 'absent' || object.type === 'map' || object.className === 'WeakMap') return { value };
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
    return how !== 'new' || this.hasEntries(object) || !this.classes.isOfNative(object.className);
  }

  private hasEntries({ type, className }: RecordedObject): boolean {
    return type === 'map' || type === 'set' || (/^Weak(?:Map|Set)$/.test(className) && this.classes.isOfNative(className));
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
  if (className !== 'Object' && className !== 'Array') return !isSeenWhole(store, id);
  return store.source.texts.find(({ path }) => path === found.path)?.source.startsWith('parse', found.site.offset) === true;
}

/** Whether all that an object held was told when it was seen first. */
function isSeenWhole(store: TraceStore, object: number): boolean {
  for (const { kind, site } of store.changesOfObject(object, 0, Infinity))
    return kind === Kind.content && store.source.site(site)?.site.key === unseenKey;
  return false;
}

/** Whether a row says that an object had a property when it was seen first, and not which value: it has a getter. */
function isSeenWithAccessor(store: TraceStore, row: TraceRow): boolean {
  return store.valueOf(row) === null && store.source.site(row.site)?.site.key === unseenKey;
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
