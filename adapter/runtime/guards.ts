import { types } from 'node:util';
import { isCalledByNode, siteBelow } from './callSites.js';
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
  /** What stands in, or did last. It keeps its value: code without probes may have copied it. */
  get: (() => unknown) | undefined;
}

const guards = emptyList<Guard>();

/** Whether nobody looks around: what is evaluated where the program waits must have no effects. */
let isOn = true;

export function guardAgain(isWaiting: boolean): void {
  isOn = !isWaiting;
}

type Probe = (...values: never[]) => unknown;

/** How the program came to where it was looked last. */
type Moment = 'calling' | 'called' | 'entered' | 'caught';
let lastMoment: Moment = 'entered';
let lastSite = 0;
/** How often it was looked. */
let looks = 0;

/** What has begun and, as far as it is known, not ended: a call, or (null: not a call) an activation of a function with probes. */
interface Begun {
  readonly site: number | null;
  /** Of an activation: its number. Of a call: 1 where it shows what properties are. */
  readonly number: number;
  /** Of an activation: whether code without probes has called it, if who has goes on although it has ended without a word. */
  readonly isFromOutside: boolean;
}

/** From the outermost to the innermost. What has ended by an exception that nobody with probes has caught may still be among them. */
let begun = emptyList<Begun>();
const mostBegun = 100_000;
let activations = 0;

function push(one: Begun): void {
  if (begun.length >= mostBegun) begun = emptyList();
  begun[begun.length] = one;
}

/**
 * Whether in a call that returns something has ended without a word that code without probes had called, so that this code has gone on, and
 * nobody looked.
 */
function isInterrupted(call: number): boolean {
  if (lastMoment === 'calling') return false;
  for (let at = call + 1; at < begun.length; at++) if (begun[at]?.isFromOutside === true) return true;
  return false;
}

/** The place of an activation among what has begun; -1: it has ended, or has been suspended. */
function placeOf(activation: number): number {
  for (let at = begun.length - 1; at >= 0; at--) if (begun[at]?.site === null && begun[at]?.number === activation) return at;
  return -1;
}

/** The place of a call; -1: it is not known to have begun. */
function placeOfCall(site: number): number {
  for (let at = begun.length - 1; at >= 0; at--) if (begun[at]?.site === site) return at;
  return -1;
}

/** From now on a property is looked at. The event that tells of the object has just been recorded, and may be a store that follows. */
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

/** What instrumented code calls around calls, and where control comes to it otherwise, and leaves it. */
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
    if (!isOn) return value;
    const at = placeOfCall(site);
    look('called', site, writerAt(site), at >= 0 && isInterrupted(at) ? site : 0);
    if (at >= 0) begun.length = at;
    return value;
  },
  /** Gives the activation's number. */
  __w_entered(isAsync = false): number {
    if (!isOn) return 0;
    const isFromOutside = lastMoment === 'calling' && (!isAsync || (guards.length > 0 && isCalledByNode(guardProbes.__w_entered)));
    look('entered', 0, -1, 0, guardProbes.__w_entered);
    push({ site: null, number: ++activations, isFromOutside });
    return activations;
  },
  /** An activation is about to end, or to wait, with a value. */
  __w_leaving(activation: number, value?: unknown): unknown {
    if (isOn && activation > 0) leave(activation);
    return value;
  },
  /** It goes on: by itself, when what it has waited for has come, */
  __w_resumed(activation: number, value: unknown): unknown {
    if (!isOn || activation === 0) return value;
    begun = emptyList();
    look('entered', 0, 0);
    push(activationOf(activation));
    return value;
  },
  /** by a call, */
  __w_again(activation: number, value: unknown): unknown {
    if (!isOn || activation === 0) return value;
    look('entered', 0, -1, 0, guardProbes.__w_again);
    push(activationOf(activation));
    return value;
  },
  /** or because there is something to be done at last: then this says so. */
  __w_atLast(activation: number): boolean {
    const left = lastLeft;
    if (!isOn || activation === 0 || left?.number !== activation) return false;
    look('entered', 0, 0);
    push(left);
    return true;
  },
  __w_caughtIn(activation: number): void {
    if (!isOn || activation === 0) return;
    const left = lastLeft;
    const at = placeOf(activation);
    const isInside = lastMoment === 'calling' && at >= 0 && at < begun.length - 1 && begun[begun.length - 1]?.site === lastSite;
    look('caught', 0, isInside ? lastSite : 0);
    if (at >= 0) begun.length = at + 1;
    else push(left?.number === activation ? left : activationOf(activation));
  },
};

function activationOf(number: number): Begun {
  return { site: null, number, isFromOutside: false };
}

/** The activation that was the last to leave; null: something else was met since. */
let lastLeft: Begun | null = null;

function leave(activation: number): void {
  const at = placeOf(activation);
  if (at < 0) return;
  const left = begun[at] ?? null;
  begun.length = at;
  const call = begun[at - 1];
  // Who has called it otherwise is looked at where that goes on.
  if (call !== undefined && call.site !== null) {
    look('called', call.site, writerAt(call.site));
    lastMoment = 'calling';
    if (call.number === 0) standInAll();
  }
  lastLeft = left;
}

/** Who has written in a call: where a call in it has thrown, and nobody with probes has caught that, it is not known which of them has. */
function writerAt(site: number): number {
  return lastMoment === 'calling' && lastSite !== site ? 0 : site;
}

/** A negative site: of a call that shows what properties are. */
function begin(site: number): void {
  const call = site < 0 ? -site : site;
  look('calling', call, 0);
  push({ site: call, number: site < 0 ? 1 : 0, isFromOutside: false });
  if (site > 0) standInAll();
}

/**
 * `writer`: the call that what has changed was changed by; 0: it is not known, -1: the stack tells, below what has called `probe`.
 * `interrupted`: the call in which somebody may have stored the same value again, unseen; 0: nobody.
 */
function look(moment: Moment, site: number, writer: number, interrupted = 0, probe: Probe = look): void {
  lastLeft = null;
  for (let at = 0; at < guards.length; at++) {
    const one = guards[at];
    if (one !== undefined) lookAt(one, site, writer, interrupted, probe);
  }
  lastMoment = moment;
  lastSite = site;
  looks++;
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
  // What was told of between explains it.
  const told = newestOf(idOf(owner), number, since);
  if (told !== undefined && holdsValue(told, now)) return;
  const by = writer === -1 ? siteBelow(probe) : writer;
  if (by === 0) return noteUncertain(site === 0 ? unknownSite : site, owner, 'unseen');
  beginCall();
  recordNative(by, owner, number, now?.value, now === undefined, held ?? null);
  one.since = eventCount();
}

/** No text has it. */
const unknownSite = -1;

function standInAll(): void {
  for (let at = 0; at < guards.length; at++) {
    const one = guards[at];
    if (one !== undefined) standIn(one);
  }
}

/** While code without probes runs, who stores the same value again is seen too. */
function standIn(one: Guard): void {
  const { owner, key } = one;
  // What natives write to arrays is told by itself.
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
  const isReplaced = get === undefined || get !== one.get;
  one.isStored ||= isReplaced || stores > 0;
  if (isReplaced) return;
  defineProperty(owner, key, { value: get(), writable: true, enumerable: descriptor?.enumerable === true, configurable: true });
}
