import { types } from 'node:util';
import { siteBelow } from '../traces/callSites.js';
import { eventCount, newestOf } from '../record/events.js';
import { idOf } from '../realm/identity.js';
import { apply, defineProperty, emptyList, getOwnPropertyDescriptor, isArray, isView } from '../realm/intrinsics.js';
import { recordNative } from '../record/keyed.js';
import { wrap } from './natives.js';
import { beginCall, resumeCall } from '../record/nativePassages.js';
import { ownWork } from '../realm/ownWork.js';
import { inEachRealm } from '../realm/realms.js';
import { holdsValue } from '../record/select.js';
import { noteUncertain } from '../record/uncertain.js';
import { keyNumber } from '../rows/values.js';

/**
 * A property of one object that code without probes may write. It is looked at before and after each call: who had the call made is known
 * then. While a call is on, an accessor may stand in for it, which sees writes of the value that was there before; code with probes
 * never meets it.
 */
interface Guard {
  readonly owner: object;
  readonly key: string;
  readonly number: number;
  /** Its value when it was looked at last; undefined where it was absent. */
  held: { readonly value: unknown } | undefined;
  /** How many events there were then. */
  since: number;
  /** How often the accessor that stands in was set; -1: none stands in. */
  stores: number;
  /** Whether something was stored while one did. */
  isStored: boolean;
  /** The stand-in, now or last. It keeps its value: code without probes may have copied it. */
  get: (() => unknown) | undefined;
}

const guards = emptyList<Guard>();

/** A function that instrumented code calls: the stack tells its caller. */
export type Probe = (...values: never[]) => unknown;

/** From now on a property is looked at. The event that reports the object has just been recorded, and may be a store that follows. */
export function guard(owner: object, key: string): void {
  for (let at = 0; at < guards.length; at++) if (guards[at]?.owner === owner && guards[at]?.key === key) return;
  if (types.isProxy(owner)) return;
  const since = eventCount() - 1;
  const held = ownValue(owner, key);
  guards[guards.length] = { owner, key, number: keyNumber(key), held, since, stores: -1, isStored: false, get: undefined };
}

function ownValue(owner: object, key: string): Guard['held'] {
  const descriptor = getOwnPropertyDescriptor(owner, key);
  return descriptor !== undefined && 'value' in descriptor ? { value: descriptor.value as unknown } : undefined;
}

/** The call that is told of in the look that is on; 0: of none yet. */
let callOfLook = 0;

/** How often it was looked. */
let looks = 0;

/**
 * `writer`: the call that what has changed was changed by; 0: it is not known, -1: the stack tells, below what has called `probe`.
 * `interrupted`: the call in which somebody may have stored the same value again, unseen; 0: nobody.
 */
export function lookAtAll(site: number, writer: number, interrupted: number, probe: Probe): void {
  callOfLook = 0;
  for (let at = 0; at < guards.length; at++) {
    const one = guards[at];
    if (one !== undefined) lookAt(one, site, writer, interrupted, probe);
  }
  looks++;
}

/** Whether some property is looked at. */
export function hasGuards(): boolean {
  return guards.length > 0;
}

/** At every call: it calls nothing that is watched, but where there is something to tell. */
function lookAt(one: Guard, site: number, writer: number, interrupted: number, probe: Probe): void {
  standBack(one);
  const { isStored, owner, key, held, since } = one;
  one.isStored = false;
  const now = ownValue(owner, key);
  const isSame = now === undefined ? held === undefined : held !== undefined && Object.is(now.value, held.value);
  one.held = now;
  one.since = eventCount();
  if (!isSame || isStored) ownWork(() => tell(one, held, since, site, writer, probe));
  else if (interrupted !== 0) ownWork(() => noteUncertain(interrupted, owner, 'unseen'));
}

/** Something was stored since; `held` and `since` are what it held before, and from when on. */
function tell(one: Guard, held: Guard['held'], since: number, site: number, writer: number, probe: Probe): void {
  const { owner, number, held: now } = one;
  // What was reported in between explains it.
  const told = newestOf(idOf(owner), number, since);
  if (told !== undefined && holdsValue(told, now)) return;
  const by = writer === -1 ? siteBelow(probe) : writer;
  if (by === 0) return noteUncertain(site === 0 ? unknownSite : site, owner, 'unseen');
  // However many properties a call has changed, it is one passage.
  if (callOfLook === 0) callOfLook = beginCall();
  else resumeCall(callOfLook);
  recordNative(by, owner, number, now?.value, now === undefined, held ?? null);
  one.since = eventCount();
}

/** No text has it. */
const unknownSite = -1;

/** While code without probes may run, something stands in for each property. */
export function standInAll(): void {
  for (let at = 0; at < guards.length; at++) {
    const one = guards[at];
    if (one !== undefined) standIn(one);
  }
}

/** While code without probes runs, who stores the same value again is seen too. */
function standIn(one: Guard): void {
  const { owner, key } = one;
  // What natives write to arrays is reported by itself.
  if (isArray(owner) || isView(owner)) return;
  const descriptor = getOwnPropertyDescriptor(owner, key);
  if (descriptor?.configurable !== true || descriptor.writable !== true) return;
  let value: unknown = descriptor.value;
  one.stores = 0;
  const accessor = {
    get: () => value,
    set(this: unknown, stored: unknown) {
      if (this === owner) {
        one.stores++;
        value = stored;
      } else apply(define, Object, [this, key, { value: stored, writable: true, enumerable: true, configurable: true }]);
    },
    enumerable: descriptor.enumerable === true,
    configurable: true,
  };
  one.get = accessor.get;
  if (!defineProperty(owner, key, accessor)) one.stores = -1;
}

const define = Object.defineProperty as (this: unknown, ...values: unknown[]) => unknown;

/** A native is called that is seen: it finds the properties as they are. For `standInAgain`: the moment; -1 where nothing stood in. */
export function standBackAll(): number {
  let isAny = false;
  for (let at = 0; at < guards.length; at++) {
    const one = guards[at];
    if (one === undefined || one.stores < 0) continue;
    standBack(one);
    isAny = true;
  }
  return isAny ? looks : -1;
}

/** The native has returned. Who called it goes on: code without probes, if no other was met meanwhile. */
export function standInAgain(moment: number): void {
  if (moment === looks) standInAll();
}

/** Natives that say what a property is. */
export function watchDescriptors(): void {
  inEachRealm((realm) => {
    for (const [path, names] of [
      ['Object', ['getOwnPropertyDescriptor', 'getOwnPropertyDescriptors']],
      ['Reflect', ['getOwnPropertyDescriptor']],
      ['Object.prototype', ['__lookupGetter__', '__lookupSetter__']],
    ] as const)
      for (const name of names) wrap(realm.own(path), name, (_self, _values, call) => call());
  });
}

function standBack(one: Guard): void {
  const { owner, key, stores } = one;
  one.stores = -1;
  if (stores < 0) return;
  const descriptor = getOwnPropertyDescriptor(owner, key);
  const get = descriptor?.get;
  // Something else took its place.
  const isReplaced = get === undefined || get !== one.get;
  one.isStored ||= isReplaced || stores > 0;
  if (isReplaced) return;
  defineProperty(owner, key, { value: get(), writable: true, enumerable: descriptor?.enumerable === true, configurable: true });
}
