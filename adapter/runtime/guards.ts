import { types } from 'node:util';
import { siteBelow } from './callSites.js';
import { eventCount, newestOf } from './events.js';
import { idOf } from './identity.js';
import { apply, defineProperty, emptyList, getOwnPropertyDescriptor, isArray, isView } from './intrinsics.js';
import { recordNative } from './keyed.js';
import { nothing } from './lasts.js';
import { wrap } from './natives.js';
import { beginCall } from './nativePassages.js';
import { ownWork } from './ownWork.js';
import { holdsValue } from './select.js';
import { noteUncertain } from './uncertain.js';
import { keyNumber } from './values.js';

/**
 * A property of one object that code without probes may write. It is looked at before and after each call: who had the call made is known
 * then. While a call is on, an accessor may stand in for it, which sees writes of the value that was there before; code with probes
 * never meets it.
 */
interface Guard {
  readonly owner: object;
  readonly key: string;
  readonly number: number;
  /** What it held when it was looked at last; undefined where it was absent. */
  held: { readonly value: unknown } | undefined;
  /** How many events there were then. */
  since: number;
  /** How often the accessor that stands in was set; -1: none stands in. */
  stores: number;
  /** Whether something was stored while one did. */
  isStored: boolean;
}

const guards = emptyList<Guard>();

/** Whether there are any, and nobody looks around: what is evaluated where the program waits must have no effects. */
let isOn = false;

export function guardAgain(isWaiting: boolean): void {
  isOn = guards.length > 0 && !isWaiting;
}

/** How the program came to where it was looked last. */
type Moment = 'calling' | 'called' | 'entered' | 'caught';
let lastMoment: Moment = 'entered';
let lastSite = 0;

/** From now on a property is looked at. The event that tells of the object has just been recorded, and may be a store that follows. */
export function guard(owner: object, key: string): void {
  for (let at = 0; at < guards.length; at++) if (guards[at]?.owner === owner && guards[at]?.key === key) return;
  if (types.isProxy(owner)) return;
  const since = eventCount() - 1;
  guards[guards.length] = { owner, key, number: keyNumber(key), held: ownValue(owner, key), since, stores: -1, isStored: false };
}

function ownValue(owner: object, key: string): Guard['held'] {
  const descriptor = getOwnPropertyDescriptor(owner, key);
  return descriptor !== undefined && 'value' in descriptor ? { value: descriptor.value as unknown } : undefined;
}

/** What instrumented code calls around calls, and where control comes to it otherwise. */
export const guardProbes = {
  /** The arguments of a call are evaluated. */
  __w_calling(site: number): Iterable<never> {
    if (isOn) begin(site);
    return nothing;
  },
  __w_callingWith(site: number, value: unknown): unknown {
    if (isOn) begin(site);
    return value;
  },
  __w_called(site: number, value: unknown): unknown {
    // Where a call in it has thrown, and nobody with probes has caught that, it is not known which of them has written.
    if (isOn) look('called', site, lastMoment === 'calling' && lastSite !== site ? 0 : site);
    return value;
  },
  __w_entered(): void {
    if (isOn) look('entered', 0, -1);
  },
  __w_caught(): void {
    if (isOn) look('caught', 0, lastMoment === 'calling' ? lastSite : 0);
  },
};

/** A negative site: of a call that shows what properties are. */
function begin(site: number): void {
  look('calling', site < 0 ? -site : site, 0);
  for (let at = 0; site > 0 && at < guards.length; at++) {
    const one = guards[at];
    if (one !== undefined) ownWork(() => standIn(one));
  }
}

/** `writer`: the call that what has changed was changed by; 0: it is not known, -1: the stack tells. */
function look(moment: Moment, site: number, writer: number): void {
  ownWork(() => {
    for (let at = 0; at < guards.length; at++) {
      const one = guards[at];
      if (one !== undefined) lookAt(one, site, writer);
    }
  });
  lastMoment = moment;
  lastSite = site;
}

function lookAt(one: Guard, site: number, writer: number): void {
  standBack(one);
  const { isStored } = one;
  one.isStored = false;
  const { owner, key, number, held, since } = one;
  const now = ownValue(owner, key);
  const isSame = now === undefined ? held === undefined : held !== undefined && Object.is(now.value, held.value);
  one.held = now;
  one.since = eventCount();
  if (isSame && !isStored) return;
  // What was told of between explains it.
  const told = newestOf(idOf(owner), number, since);
  if (told !== undefined && holdsValue(told, now)) return;
  const by = writer === -1 ? siteBelow(guardProbes.__w_entered) : writer;
  if (by === 0) return noteUncertain(site === 0 ? unknownSite : site, owner, 'unseen');
  beginCall();
  recordNative(by, owner, number, now?.value, now === undefined, held ?? null);
  one.since = eventCount();
}

/** No text has it. */
const unknownSite = -1;

/** While code without probes runs, who stores the same value again is seen too. */
function standIn(one: Guard): void {
  // What natives write to arrays is told by itself.
  if (isArray(one.owner) || isView(one.owner)) return;
  const descriptor = getOwnPropertyDescriptor(one.owner, one.key);
  if (descriptor?.configurable !== true || descriptor.writable !== true) return;
  let value: unknown = descriptor.value;
  one.stores = 0;
  const { owner, key } = one;
  const accessor = {
    get: () => value,
    set(this: unknown, stored: unknown) {
      if (this === owner) {
        one.stores++;
        value = stored;
      } else apply(define, Object, [this, key, { value: stored, writable: true, enumerable: true, configurable: true }]);
    },
  };
  standIns.set(accessor.get, one);
  if (!defineProperty(owner, key, { ...accessor, enumerable: descriptor.enumerable === true, configurable: true })) one.stores = -1;
}

const define = Object.defineProperty as (this: unknown, ...values: unknown[]) => unknown;
const standIns = new WeakMap<() => unknown, Guard>();

/** A native is called that is seen: it finds the properties as they are. */
export function standBackAll(): void {
  for (let at = 0; at < guards.length; at++) {
    const one = guards[at];
    if (one !== undefined && one.stores >= 0) standBack(one);
  }
}

/** Natives that tell what a property is. */
export function watchDescriptors(): void {
  for (const [owner, names] of [
    [Object, ['getOwnPropertyDescriptor', 'getOwnPropertyDescriptors']],
    [Reflect, ['getOwnPropertyDescriptor']],
    [Object.prototype, ['__lookupGetter__', '__lookupSetter__']],
  ] as const)
    for (const name of names) wrap(owner, name, (_self, _values, call) => call());
}

function standBack(one: Guard): void {
  const { owner, key, stores } = one;
  one.stores = -1;
  if (stores < 0) return;
  const descriptor = getOwnPropertyDescriptor(owner, key);
  const get = descriptor?.get;
  // Something else took its place.
  const isReplaced = get === undefined || standIns.get(get) !== one;
  one.isStored ||= isReplaced || stores > 0;
  if (isReplaced) return;
  defineProperty(owner, key, { value: get(), writable: true, enumerable: descriptor?.enumerable === true, configurable: true });
}
