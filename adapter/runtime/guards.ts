import { types } from 'node:util';
import { siteBelow } from './callSites.js';
import { eventCount, newestOf } from './events.js';
import { idOf } from './identity.js';
import { apply, defineProperty, emptyList, getOwnPropertyDescriptor } from './intrinsics.js';
import { recordNative } from './keyed.js';
import { nothing } from './lasts.js';
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
}

const guards = emptyList<Guard>();

/** How the program came to where it was looked last. */
type Moment = 'calling' | 'called' | 'entered' | 'caught';
let lastMoment: Moment = 'entered';
let lastSite = 0;

/** From now on a property is looked at. The event that tells of the object has just been recorded, and may be a store that follows. */
export function guard(owner: object, key: string): void {
  for (let at = 0; at < guards.length; at++) if (guards[at]?.owner === owner && guards[at]?.key === key) return;
  if (types.isProxy(owner)) return;
  const since = eventCount() - 1;
  guards[guards.length] = { owner, key, number: keyNumber(key), held: ownValue(owner, key), since, stores: -1 };
}

function ownValue(owner: object, key: string): Guard['held'] {
  const descriptor = getOwnPropertyDescriptor(owner, key);
  return descriptor !== undefined && 'value' in descriptor ? { value: descriptor.value as unknown } : undefined;
}

/** What instrumented code calls around calls, and where control comes to it otherwise. */
export const guardProbes = {
  /** The arguments of a call are evaluated. */
  __w_calling(site: number): Iterable<never> {
    if (guards.length > 0) begin(site);
    return nothing;
  },
  __w_callingWith(site: number, value: unknown): unknown {
    if (guards.length > 0) begin(site);
    return value;
  },
  __w_called(site: number, value: unknown): unknown {
    // Where a call in it has thrown, and nobody with probes has caught that, it is not known which of them has written.
    if (guards.length > 0) look('called', site, lastMoment === 'calling' && lastSite !== site ? 0 : site);
    return value;
  },
  __w_entered(): void {
    if (guards.length > 0) look('entered', 0, -1);
  },
  __w_caught(): void {
    if (guards.length > 0) look('caught', 0, lastMoment === 'calling' ? lastSite : 0);
  },
};

function begin(site: number): void {
  look('calling', site, 0);
  for (let at = 0; at < guards.length; at++) {
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
  const isStored = standBack(one);
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

/** Whether something was stored, or took the place of what stood in. */
function standBack(one: Guard): boolean {
  const { owner, key, stores } = one;
  one.stores = -1;
  if (stores < 0) return false;
  const descriptor = getOwnPropertyDescriptor(owner, key);
  const get = descriptor?.get;
  if (get === undefined || standIns.get(get) !== one) return true;
  defineProperty(owner, key, { value: get(), writable: true, enumerable: descriptor?.enumerable === true, configurable: true });
  return stores > 0;
}
