import { each, forEachOf, mapped, newList, someOf } from '../../maintain/ownLists.js';
import { types } from 'node:util';
import { fieldNeed, Needs, ofElements, type RulesToRun, type SlotToRun } from '../../events/rulesOfRun.js';
import type { Maintenance } from '../../maintain/maintenance.js';
import { throwing, unreadable, type RuleValue } from '../../maintain/thing.js';
import { isObject } from '../realm/identity.js';
import { apply, getOwnPropertyDescriptor, getPrototypeOf, isArray, OwnMap } from '../realm/intrinsics.js';
import { ContainerView, elementAt, entriesOf, followedView, isEmptyContainer, noView, viewed } from './containerViews.js';
import type { RuleClasses } from './ruleClasses.js';
import { sentenceOf } from './sentenceOf.js';
import {
  followPrototypes,
  followPrototypesOf,
  holdsElements,
  keepSecondFields,
  mark,
  markOf,
  markPlain,
  thingOf,
  type Family,
  type Watched,
} from './watchedThing.js';

/**
 * News for the engine that wait until all that values lead to is known: thing, slot and value, one after another. Closures would be garbage.
 */
type Deferred = unknown[];

/** In the place of a slot: an element comes to a container; the thing begins to be one. */
const isElement = -1;
const begins = -2;
/** All that stands under the keys of a view is told. */
const arranges = -3;

const { is } = Object;

/** Copies what rules read of objects into the engine: when an object is first followed, and at each change. */
export class RuleObjects {
  private readonly unreadValues = new OwnMap<string, symbol>();
  private readonly states = new OwnMap<number, (object: object) => unknown>();
  private readonly slotsByName = new OwnMap<string, number>();
  private readonly fieldSlots: readonly number[];
  private readonly slotsByNeeds = new OwnMap<number, readonly number[]>();
  /** The values that `begin` works with: they are none between two times. */
  private readonly begun: unknown[] = newList();
  private readonly slots: readonly SlotToRun[];
  /** The lists that `follow` works with: they are empty between two times. */
  private readonly deferred: Deferred = newList();
  private deferredCount = 0;
  private readonly pending: (object | null)[] = newList();
  private readonly pendingNeeds: number[] = newList();
  private pendingCount = 0;
  /** Whether rules ask for what stands under a key. */
  private readonly keepsEntries: boolean;
  /** The bits of a container whose view is followed. */
  readonly viewNeeds: number;

  constructor(
    run: RulesToRun,
    private readonly engine: Maintenance,
    private readonly classes: RuleClasses,
    private readonly failSlot: (slot: number, sentence: string) => void,
  ) {
    this.slots = run.slots;
    forEachOf(run.slots, ({ kind, name }, slot) => kind === 'field' && this.slotsByName.set(name, slot));
    this.fieldSlots = mapped(run.slots, (_, slot) => slot);
    this.keepsEntries = someOf(run.slots, ({ kind, name }) => kind === 'view' && (name === 'get()' || name === '[]'));
    let viewNeeds = 0;
    forEachOf(run.slots, ({ kind }, slot) => kind === 'view' && (viewNeeds |= fieldNeed(slot)));
    this.viewNeeds = viewNeeds;
    if (run.slots.length > 1) keepSecondFields();
  }

  /** From now on a slot has what a `state` of the rules file has for an object. */
  keepState(slot: number, read: (object: object) => unknown): void {
    this.states.set(slot, read);
  }

  slotOf(name: string): number | undefined {
    return this.slotsByName.get(name);
  }

  nameOf(slot: number): string {
    return this.slots[slot]?.name ?? '';
  }

  /** A value as the engine knows it. */
  valueOf(value: unknown): RuleValue {
    return isObject(value) ? markOf(value, this.classes.familyOf) : (value as RuleValue);
  }

  thing(object: object): Watched {
    return markOf(object, this.classes.familyOf);
  }

  /**
   * Follows an object that no rule has met and that is no Proxy, where that ends with it: what it leads to is followed, or empty. Else nothing is
   * done, and the result is null. No condition is asked.
   */
  begin(object: object, family: Family, needs: number): Watched | null {
    const slots = this.slotsIn(needs);
    const thing = this.canBegin(object, slots) ? markPlain(object, family, needs) : null;
    if (thing !== null && slots.length > 0) followPrototypesOf(family, object);
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const value = this.begun[at];
      // No object is held.
      this.begun[at] = undefined;
      if (value === undefined || thing === null) continue;
      this.engine.begin(thing, slot, isObject(value) ? this.begunValue(value, this.slots[slot]?.needs ?? 0) : (value as RuleValue));
    }
    return thing;
  }

  /** Reads the values of the slots, as far as they are such that `begin` may go on. */
  private canBegin(object: object, slots: readonly number[]): boolean {
    if (typeof object === 'function' || holdsElements(object)) return false;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const { name, kind, needs: inner } = this.slots[slot] ?? noSlot;
      // What code of the program or of a rule may tell is asked once.
      if (kind !== 'field' || name[0] === '#') return false;
      const value = fieldOf(object, name);
      this.begun[at] = value;
      if (isUnread(value) || (inner !== 0 && isObject(value) && !isFollowed(value, inner))) return false;
    }
    return true;
  }

  /** The mark of a value, which is followed, or an empty container. */
  private begunValue(value: object, needs: number): Watched {
    const known = thingOf(value);
    if (known !== undefined && (needs & ~known.needs) === 0) return known;
    if (needs === 0) return this.thing(value);
    const thing = mark(value, this.classes.familyOf(value), needs);
    this.engine.beginContents(thing);
    return thing;
  }

  /** The slots whose fields are followed. */
  private slotsIn(needs: number): readonly number[] {
    const fields = needs & Needs.fields;
    if (fields === 0) return noSlots;
    let slots = this.slotsByNeeds.get(fields);
    if (slots === undefined) {
      const found: number[] = newList();
      for (const slot of each(this.fieldSlots)) if ((fields & fieldNeed(slot)) !== 0) found[found.length] = slot;
      this.slotsByNeeds.set(fields, (slots = found));
    }
    return slots;
  }

  /** Follows an object with what rules read of it, and of what it leads to. */
  follow(object: object, needs: number, cause: unknown): void {
    const { deferred, pending, pendingNeeds } = this;
    this.follows(object, needs);
    for (let at = 0; at < this.pendingCount; at++) {
      this.copy(pending[at] ?? object, pendingNeeds[at] ?? 0);
      pending[at] = null;
    }
    this.pendingCount = 0;
    // What is deepest comes first: no condition sees an object of which not all is known.
    for (let at = this.deferredCount - 3; at >= 0; at -= 3) {
      const thing = deferred[at] as Watched;
      const slot = deferred[at + 1] as number;
      const value = deferred[at + 2];
      // No object is held.
      deferred[at] = deferred[at + 2] = null;
      if (slot === arranges) this.engine.arrange(thing, this.entries(value as ContainerView), nothingChanged, cause);
      else if (slot === begins) this.engine.beginContents(thing);
      else if (slot === isElement) this.engine.add(thing, this.valueOf(value), cause);
      else this.engine.write(thing, slot, this.valueOf(value), cause);
    }
    this.deferredCount = 0;
    if (deferred.length > longestKept) deferred.length = pending.length = pendingNeeds.length = 0;
  }

  /** A field has a value now, which is followed as far as rules read it. */
  write(thing: Watched, slot: number, value: unknown, cause: unknown): void {
    const needs = this.slots[slot]?.needs ?? 0;
    if (needs !== 0 && isObject(value)) this.follow(value, needs, cause);
    this.engine.write(thing, slot, this.valueOf(value), cause);
  }

  /** An element has come to a container. */
  add(thing: Watched, value: unknown, cause: unknown): void {
    const needs = ofElements(thing.needs);
    if (needs !== 0 && isObject(value)) this.follow(value, needs, cause);
    this.engine.add(thing, this.valueOf(value), cause);
  }

  /** Elements have gone and come at once. */
  exchange(thing: Watched, gone: readonly unknown[], come: readonly unknown[], cause: unknown): void {
    if (gone.length === 0 && come.length === 1) return this.add(thing, come[0], cause);
    const needs = ofElements(thing.needs);
    if (needs !== 0) for (let at = 0; at < come.length; at++) if (isObject(come[at])) this.follow(come[at] as object, needs, cause);
    this.engine.exchange(thing, this.valuesOf(gone), this.valuesOf(come), cause);
  }

  /** The followed view of a container; null: it has none. */
  viewOf(container: object): Watched | null {
    if (this.viewNeeds === 0) return null;
    const view = followedView(container);
    return (view === undefined ? undefined : thingOf(view)) ?? null;
  }

  /** Under a key of a view stands another value; `undefined`: nothing. */
  place(view: Watched, key: unknown, value: unknown, { gone, come }: ElementChange, cause: unknown): void {
    const needs = ofElements(view.needs);
    if (needs !== 0) for (let at = 0; at < come.length; at++) if (isObject(come[at])) this.follow(come[at] as object, needs, cause);
    const change = { gone: this.valuesOf(gone), come: this.valuesOf(come) };
    if (this.keepsEntries) this.engine.place(view, this.valueOf(key), this.valueOf(value), change, cause);
    else this.engine.exchange(view, change.gone, change.come, cause);
  }

  /** Brings the followed view of a container up to date, if there is one; whether it was not. */
  mendView(container: object, cause: unknown): boolean {
    const view = this.viewNeeds === 0 ? undefined : followedView(container);
    const thing = view === undefined ? undefined : thingOf(view);
    return view !== undefined && thing !== undefined && this.mendContents(view, thing, cause);
  }

  private entries(view: ContainerView): OwnMap<RuleValue, RuleValue> {
    return entriesOf(view, (value) => this.valueOf(value));
  }

  private valuesOf(list: readonly unknown[]): readonly RuleValue[] {
    const values: RuleValue[] = newList();
    for (let at = 0; at < list.length; at++) values[at] = this.valueOf(elementAt(list, at));
    return values;
  }

  /** A followed object has got another prototype. */
  moved(object: object): void {
    if (((thingOf(object)?.needs ?? 0) & Needs.fields) !== 0) followPrototypes(object);
    this.mend(object, null);
  }

  /** Holds what is kept against what the object holds now; whether something was changed. */
  mend(object: object, cause: unknown): boolean {
    const thing = thingOf(object);
    if (thing === undefined) return false;
    let isChanged = false;
    if ((thing.needs & Needs.fields) !== 0) {
      for (const slot of each(this.fieldSlots)) {
        if ((thing.needs & fieldNeed(slot)) === 0) continue;
        const value = this.followable(object, slot, thing);
        if (is(this.valueOf(value), thing.field(slot))) continue;
        isChanged = true;
        this.write(thing, slot, value, cause);
      }
    }
    if ((thing.needs & Needs.contents) !== 0 && thing.isContainer) isChanged = this.mendContents(object, thing, cause) || isChanged;
    if (this.mendView(object, cause)) isChanged = true;
    return isChanged;
  }

  /** Brings the kept contents of a container up to date; whether they were not. */
  mendContents(object: object, thing: Watched, cause: unknown): boolean {
    const left = new OwnMap<RuleValue, number>();
    for (const value of each(thing.contents?.values() ?? [])) left.set(value, thing.contents?.count(value) ?? 0);
    const more: unknown[] = newList();
    this.elements(object, (element) => {
      const value = this.valueOf(element);
      const count = left.get(value) ?? 0;
      if (count > 0) left.set(value, count - 1);
      else more[more.length] = element;
    });
    const gone: RuleValue[] = newList();
    left.forEach((count, value) => {
      for (let n = 0; n < count; n++) gone[gone.length] = value;
    });
    const entries = this.keepsEntries && ContainerView.is(object) ? this.entries(object) : null;
    const isSame = more.length === 0 && gone.length === 0;
    if (isSame && (entries === null || thing.contents?.stands(entries) === true)) return false;
    const needs = ofElements(thing.needs);
    if (needs !== 0) for (let at = 0; at < more.length; at++) if (isObject(more[at])) this.follow(more[at] as object, needs, cause);
    if (entries === null) this.engine.exchange(thing, gone, this.valuesOf(more), cause);
    else this.engine.arrange(thing, entries, { gone, come: this.valuesOf(more) }, cause);
    return true;
  }

  /** Each element of an array or a Set, each key of a Map, as the language has it; what a view shows. Holes are `hole`. */
  elements(object: object, visit: (element: unknown) => void): void {
    if (ContainerView.is(object)) object.each((_key, element) => visit(element));
    else if (isArray(object)) for (let at = 0; at < object.length; at++) visit(elementAt(object, at));
    else if (types.isSet(object)) apply(forEachOfSet, object, [(element: unknown) => visit(element)]);
    else if (types.isMap(object)) apply(forEachOfMap, object, [(_value: unknown, key: unknown) => visit(key)]);
  }

  /** The objects that a followed object leads to. */
  leadsTo(object: object): readonly object[] {
    const thing = thingOf(object);
    const found: object[] = newList();
    if (thing === undefined) return found;
    if ((thing.needs & Needs.fields) !== 0)
      for (const slot of each(this.fieldSlots)) {
        const value = (thing.needs & fieldNeed(slot)) === 0 ? undefined : this.read(object, slot, thing);
        if (isObject(value)) found[found.length] = value;
      }
    if ((thing.needs & Needs.contents) !== 0) this.elements(object, (element) => isObject(element) && (found[found.length] = element));
    return found;
  }

  private follows(object: object, needs: number): void {
    this.pending[this.pendingCount] = object;
    this.pendingNeeds[this.pendingCount++] = needs;
  }

  private defer(thing: Watched, slot: number, value: unknown): void {
    const { deferred, deferredCount: at } = this;
    deferred[at] = thing;
    deferred[at + 1] = slot;
    deferred[at + 2] = value;
    this.deferredCount = at + 3;
  }

  private copy(object: object, needs: number): void {
    const thing = this.thing(object);
    const more = needs & ~thing.needs;
    if (more === 0) return;
    thing.needs |= needs;
    if ((more & Needs.fields) !== 0) {
      followPrototypes(object);
      for (const slot of each(this.fieldSlots)) {
        if ((more & fieldNeed(slot)) === 0) continue;
        const value = this.read(object, slot, thing);
        if (value === undefined) continue;
        if (isUnread(value)) {
          this.defer(thing, slot, this.unread(slot, thing, value));
          continue;
        }
        const inner = this.slots[slot]?.needs ?? 0;
        if (inner !== 0 && isObject(value)) this.follows(value, inner);
        this.defer(thing, slot, value);
      }
    }
    if (!thing.isContainer) return;
    const elementNeeds = ofElements(thing.needs);
    const isNew = (more & Needs.contents) !== 0;
    this.elements(object, (element) => {
      if (elementNeeds !== 0 && isObject(element)) this.follows(element, elementNeeds);
      if (isNew) this.defer(thing, isElement, element);
    });
    if (isNew) this.defer(thing, begins, null);
    if (isNew && this.keepsEntries && ContainerView.is(object)) this.defer(thing, arranges, object);
  }

  private followable(object: object, slot: number, thing: Watched): unknown {
    const value = this.read(object, slot, thing);
    return isUnread(value) ? this.unread(slot, thing, value) : value;
  }

  private unread(slot: number, thing: Watched, why: symbol): symbol {
    const sentence = this.notFollowed(slot, thing.family.name, why);
    const known = this.unreadValues.get(sentence) ?? (why === lacking ? throwing(sentence) : unreadable(sentence));
    this.unreadValues.set(sentence, known);
    return known;
  }

  private notFollowed(slot: number, family: string, why: symbol): string {
    const name = this.slots[slot]?.name ?? '';
    if (why === noView)
      return name === 'keys()'
        ? 'keys() of an array gives its indexes, which are not followed: range over the elements.'
        : 'The entries of a Map are pairs, which are not followed: range over its keys() or its values().';
    if (why === lacking) return `"${name}" was read of ${family}, which has no such private field`;
    return why === accessor
      ? `The field "${name}" of ${family} is an accessor: when what it gives changes is not seen.`
      : `The field "${name}" is read of a Proxy: when it changes is not seen.`;
  }

  /** The value of a field when the object itself has it no more. */
  inherited(object: object, slot: number): unknown {
    const prototype = getPrototypeOf(object);
    return prototype === null ? undefined : this.followable(prototype, slot, this.thing(object));
  }

  /** The value of a private field; `lacking` where the object can have none of the name. */
  private privateOf(object: object, name: string): unknown {
    const value = this.classes.private_(object, name);
    return value === undefined && !this.classes.mayHavePrivate(object, name) ? lacking : value;
  }

  private stateOf(object: object, slot: number): unknown {
    try {
      return this.states.get(slot)?.(object);
    } catch (error) {
      this.failSlot(slot, `What "${this.slots[slot]?.name ?? ''}" has at first can't be computed: ${sentenceOf(error)}`);
      return undefined;
    }
  }

  /** The value of a field, read without running code of the program; `accessor` or `proxied` where that can't be. */
  private read(object: object, slot: number, thing: Watched): unknown {
    const { name, kind } = this.slots[slot] ?? noSlot;
    if (kind === 'view') return viewed(object, name);
    if (kind === 'state') return this.stateOf(object, slot);
    if (name[0] === '#') return this.privateOf(object, name);
    if (thing.isContainer && (name === 'length' || name === 'size')) return undefined;
    return types.isProxy(object) ? proxied : fieldOf(object, name);
  }
}

/** The value of a field of what is no Proxy; `accessor` or `proxied` where only code of the program would tell. */
function fieldOf(object: object, name: string): unknown {
  for (let at = object; ;) {
    const descriptor = getOwnPropertyDescriptor(at, name);
    if (descriptor !== undefined) return 'value' in descriptor ? descriptor.value : accessor;
    const prototype = getPrototypeOf(at);
    if (prototype === null) return undefined;
    if (types.isProxy(prototype)) return proxied;
    at = prototype;
  }
}

const noSlots: readonly number[] = [];
const noSlot = { name: '', kind: 'field', needs: 0 } as const;

/** Whether so much of a value is followed, or there is nothing to be followed: it is a container, and empty. */
function isFollowed(value: object, needs: number): boolean {
  const thing = thingOf(value);
  if (thing !== undefined) return (needs & ~thing.needs) === 0;
  return (needs & (Needs.contents | Needs.fields)) === Needs.contents && isEmptyContainer(value);
}

/** A longer list of news is let go when it has been told. */
const longestKept = 1000;

/** The mark of a field that only code of the program could read. */
const accessor = Symbol('accessor');

/** That of a field which a Proxy would be asked for. */
const proxied = Symbol('proxied');

/** That of a private field which the object has not. */
const lacking = Symbol('lacking');

const isUnread = (value: unknown): value is symbol => value === accessor || value === proxied || value === noView || value === lacking;

/** Elements that have left a container, and such that have come to it. */
export interface ElementChange {
  readonly gone: readonly unknown[];
  readonly come: readonly unknown[];
}

const nothingChanged = { gone: [], come: [] } as const;

type Method = (this: unknown, ...values: unknown[]) => unknown;
const forEachOfSet = Reflect.get(Set.prototype, 'forEach') as Method;
const forEachOfMap = Reflect.get(Map.prototype, 'forEach') as Method;
