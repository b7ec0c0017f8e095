import { matchIn } from '../../maintain/ownTexts.js';
import { newList } from '../../maintain/ownLists.js';
import { types } from 'node:util';
import { hole } from '../../maintain/thing.js';
import { fieldNeed, Needs } from '../../events/rulesOfRun.js';
import { isArray, getOwnPropertyDescriptor, isIndexText, newIntegers, OwnMap } from '../realm/intrinsics.js';
import { isObject } from '../realm/identity.js';
import { beginOwnWork, endOwnWork, ownWork } from '../realm/ownWork.js';
import { behind } from '../realm/proxies.js';
import { isRefused, isRefusedAnywhere } from '../realm/stores.js';
import { keyOfSite, siteCapacity } from '../rows/sites.js';
import { textOfKey } from '../rows/keyTexts.js';
import { textOf } from '../rows/values.js';
import type { Native } from './causes.js';
import { elementAt } from './containerViews.js';
import type { ElementChange } from './ruleObjects.js';
import type { RunningRules } from './runningRules.js';
import { thingOf, type Watched } from './watchedThing.js';

const { isInteger } = Number;

/** Tells the view of a container what becomes of it. */
export type PlaceInView = (view: Watched) => void;

/** Tells the engine of stores to watched objects. They come before the store, so that what was there can be read. */
export class RuleUpdates {
  private readonly names = new OwnMap<number, string>();
  /** By site of a store: the slot of its name, plus 2; 1: rules read nothing under it; 0: not looked up yet. */
  private readonly slots = newIntegers(siteCapacity);

  constructor(private readonly rules: RunningRules) {}

  /** A store under the name that the site has. */
  put(site: number, owner: object, thing: Watched, value: unknown): void {
    const slot = (this.slots[site] ?? 0) - 2;
    if (slot >= 0) this.putField(site, owner, thing, slot, value);
    else if (slot === unknownSlot || this.rules.run.isPruningChecked) this.putFirst(site, owner, thing, value);
  }

  /** The same where it is not known what is read under the name. */
  private putFirst(site: number, owner: object, thing: Watched, value: unknown): void {
    const name = this.nameOf(keyOfSite(site));
    // An element, or a length, is not a field alone.
    if (typeof propertyOf(name) === 'string' && name !== 'length') this.slots[site] = (this.rules.objects.slotOf(name) ?? -1) + 2;
    this.putUnder(site, owner, thing, name, value);
  }

  /** A store under a key that only the event tells. */
  putUnder(site: number, owner: object, thing: Watched, key: unknown, value: unknown): void {
    const property = propertyOf(key);
    if (property === null) return;
    if (property === unknownProperty) return this.rules.changesUnseen(owner, site);
    const isList = isArray(owner);
    if ((thing.needs & Needs.changes) !== 0 && isList && (typeof property === 'number' || property === 'length'))
      this.rules.contentsChanged(owner, thing, site, null);
    if (typeof property === 'number') {
      if (isList) this.putElement(site, owner, thing, property, value);
      return;
    }
    if (property === 'length' && isList) return this.resize(site, owner, thing, value);
    const slot = this.rules.objects.slotOf(property);
    if (slot === undefined) {
      if (this.rules.run.isPruningChecked && thing.needs !== 0) this.rules.checkPruned(owner, property);
      return;
    }
    this.putField(site, owner, thing, slot, value);
  }

  private putField(site: number, owner: object, thing: Watched, slot: number, value: unknown): void {
    if (thing.family.hasHeirs) this.rules.inheritedChanges(owner, site, null);
    if ((thing.needs & fieldNeed(slot)) === 0) return;
    beginOwnWork();
    try {
      const name = this.rules.objects.nameOf(slot);
      if (name[0] === '#' ? !this.rules.classes.isMeant(owner, name, keyOfSite(site)) : isRefusedAnywhere(owner, name)) return;
      this.rules.dispatches++;
      this.rules.objects.write(thing, slot, value, null);
      this.rules.settled(site);
    } finally {
      endOwnWork();
    }
  }

  /** An access to an object that is not followed: it may be a Proxy, without a trap for it, of one that is. */
  through(site: number, owner: object, traps: readonly string[]): void {
    if (!types.isProxy(owner)) return;
    const target = ownWork(() => behind(owner, traps));
    if (target === null || thingOf(target) === undefined) return;
    this.rules.changesUnseen(target, site);
  }

  /** A `delete`: what the prototypes have is seen then. */
  delete(site: number, owner: object, thing: Watched, key: unknown): void {
    if (types.isProxy(owner)) return;
    ownWork(() => {
      const property = propertyOf(key);
      if (property === null) return;
      if (property === unknownProperty) return this.rules.changesUnseen(owner, site);
      const descriptor = getOwnPropertyDescriptor(owner, property);
      if (descriptor?.configurable !== true) return;
      this.rules.dispatches++;
      if (isArray(owner) && typeof property === 'number') {
        if ((thing.needs & Needs.changes) !== 0) this.rules.contentsChanged(owner, thing, site, null);
        const change = { gone: [descriptor.value], come: [hole] };
        this.change(owner, thing, change, (view) => this.rules.objects.place(view, property, undefined, change, null));
      } else {
        const slot = typeof property === 'number' ? undefined : this.rules.objects.slotOf(property);
        if (slot !== undefined && thing.family.hasHeirs) this.rules.inheritedChanges(owner, site, null);
        if (slot === undefined || (thing.needs & fieldNeed(slot)) === 0) return;
        this.rules.objects.write(thing, slot, this.rules.objects.inherited(owner, slot), null);
      }
      this.rules.settled(site);
    });
  }

  /** An object has become what it is by other means: all of it is looked at. */
  renew(owner: object, native: Native): void {
    const thing = thingOf(owner);
    if (thing?.family.hasHeirs === true) this.rules.inheritedChanges(owner, 0, native);
    if (thing?.needs === 0) return;
    this.rules.checks++;
    this.rules.dispatches++;
    this.rules.objects.mend(owner, null);
    this.rules.settled(0, native);
  }

  /** Elements have come and gone. `place`: what that does to a view of the container, where not all of it has to be looked at. */
  exchange(owner: object, thing: Watched, change: ElementChange, native: Native, place?: PlaceInView): void {
    if ((thing.needs & (Needs.contents | this.rules.objects.viewNeeds)) === 0) return;
    this.rules.dispatches++;
    this.change(owner, thing, change, place ?? (() => this.rules.objects.mendView(owner, null)));
    this.rules.settled(0, native);
  }

  /** Changes a container, and what its view shows: what grows first, so that no condition finds less under a key than there is. */
  private change(owner: object, thing: Watched, { gone, come }: ElementChange, place: PlaceInView): void {
    const { objects } = this.rules;
    const view = objects.viewOf(owner);
    if (view !== null && come.length >= gone.length) place(view);
    if ((thing.needs & Needs.contents) !== 0) objects.exchange(thing, gone, come, null);
    if (view !== null && come.length < gone.length) place(view);
  }

  /** Whether a rule looks into a container. */
  private isLookedInto({ needs }: Watched): boolean {
    return (needs & (Needs.contents | this.rules.objects.viewNeeds)) !== 0;
  }

  nameOf(key: number): string {
    if (key < 0) return String(-key - 1);
    let name = this.names.get(key);
    if (name === undefined) {
      const text = textOf(key);
      name = matchIn(/^private .*(#\S+)$/, text)?.[1] ?? text;
      this.names.set(key, name);
    }
    return name;
  }

  private putElement(site: number, owner: readonly unknown[], thing: Watched, index: number, value: unknown): void {
    if (!this.isLookedInto(thing) || types.isProxy(owner)) return;
    ownWork(() => {
      if (isRefusedAnywhere(owner, index) || (index >= owner.length && isRefused(owner, 'length'))) return;
      const { objects } = this.rules;
      this.rules.dispatches++;
      const come: unknown[] = newList();
      for (let at = owner.length; at < index && at < owner.length + mostHoles; at++) come[come.length] = hole;
      come[come.length] = value;
      const change = { gone: index < owner.length ? [elementAt(owner, index)] : [], come };
      this.change(owner, thing, change, (view) => objects.place(view, index, value, change, null));
      this.rules.settled(site);
    });
  }

  private resize(site: number, owner: readonly unknown[], thing: Watched, value: unknown): void {
    if (!this.isLookedInto(thing) || types.isProxy(owner)) return;
    // Its conversion is code of the program.
    if (isObject(value)) return this.rules.changesUnseen(owner, site);
    const asked = typeof value === 'symbol' || typeof value === 'bigint' ? NaN : Number(value);
    if (!(isInteger(asked) && asked >= 0 && asked <= mostElements)) return; // the store throws
    ownWork(() => {
      if (isRefused(owner, 'length')) return;
      const { objects } = this.rules;
      const length = lengthGiven(owner, asked);
      this.rules.dispatches++;
      const gone: unknown[] = newList();
      const come: unknown[] = newList();
      for (let at = length; at < owner.length; at++) gone[gone.length] = elementAt(owner, at);
      for (let at = owner.length; at < length && at < owner.length + mostHoles; at++) come[come.length] = hole;
      this.change(owner, thing, { gone, come }, (view) => {
        for (let at = owner.length - 1; at >= length; at--)
          objects.place(view, at, undefined, { gone: [elementAt(owner, at)], come: [] }, null);
        if (come.length > 0) objects.place(view, length - 1, undefined, { gone: [], come }, null);
      });
      this.rules.settled(site);
    });
  }
}

/** The length that an array gets where another is asked for: an element that can't be deleted stays, with those before it. */
function lengthGiven(owner: readonly unknown[], asked: number): number {
  for (let at = owner.length - 1; at >= asked; at--) if (getOwnPropertyDescriptor(owner, at)?.configurable === false) return at + 1;
  return asked;
}

/** The slot of a store whose name was not looked up yet. */
const unknownSlot = -2;

/** The greatest length of an array. */
const mostElements = 0xffffffff;

/** The property that a key means where only code of the program would tell. */
const unknownProperty = Symbol('unknown property');

/** The property that a key means, by its number where it may be an element's; null for symbols, under which rules read nothing. */
function propertyOf(key: unknown): string | number | null | typeof unknownProperty {
  switch (typeof key) {
    case 'number':
      // -0 means 0.
      return isInteger(key) && key >= 0 && key < mostElements ? key + 0 : String(key);
    case 'string':
      return isIndexText(key) && Number(key) < mostElements ? Number(key) : key;
    case 'symbol':
      return null;
    default: {
      const text = isObject(key) ? textOfKey(key) : String(key);
      return text === null ? unknownProperty : propertyOf(text);
    }
  }
}

/** Arrays with more holes than these are no lists. */
const mostHoles = 1 << 20;
