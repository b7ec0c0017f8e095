import { newIntegers } from '../realm/intrinsics.js';
import { nothing } from '../realm/nothing.js';
import type { PassagesOfRun } from '../../events/rows.js';
import { countdown, isLookedAt, isNext, passages, setCountdown, siteCapacity } from '../rows/sites.js';
import type { Earlier } from '../rows/watch.js';

/**
 * The passage from which on a site reports here, if activations keep its last event (`instrument/hiddenLocals.ts`). Until a run is long that is
 * the first, and every passage is an event as elsewhere; then only those report at which the adapter looks.
 * The stop is counted as site 0.
 */
const limits = newIntegers(siteCapacity);

/** How many scopes have begun, by the first site of a variable in them. */
const scopes = newIntegers(siteCapacity);

/** Passages of more than these are not distinguished. */
const most = 0x7fffffff;

type Happen = (site: number, subject: number, value: unknown, before: Earlier) => void;

let happen: Happen = () => {};
let eventCount = (): number => 0;

/** Sets what is done at a passage that is an event, and who knows how many events there were. */
export function onPassage(action: Happen, countEvents: () => number): void {
  happen = action;
  eventCount = countEvents;
}

let from = Infinity;
let isLong = false;
let isOverflown = false;

/** From this event on, passages are only counted. */
export function useLocalsFrom(event: number): void {
  from = event;
}

/** The passage of the stop at which the program waits. */
export function stopAtPassage(hit: number): void {
  limits[0] = hit;
}

/** How often each of some sites was passed. */
export function passagesOfRun(sites: readonly number[]): PassagesOfRun {
  const counts = isOverflown ? null : sites.map((site) => passages[site] ?? 0);
  return { isLong, counts, scopes: scopes[sites[0] ?? 0] ?? 0 };
}

/** Whether passages are only counted. */
export function areEventsOnlyCounted(): boolean {
  return isLong;
}

function tell(site: number, subject: number, value: unknown, passage: number, before: Earlier): void {
  if (!isLong && eventCount() < from) return happen(site, subject, value, before);
  isLong = true;
  if (passage === most) isOverflown = true;
  if (isLookedAt(site) && isNext(site)) {
    happen(site, subject, value, before);
    limits[site] = nextLimit(passage, countdown(site));
  } else limits[site] = nextLimit(passage - 1, countdown(site));
  if (countdown(site) > 0) setCountdown(site, 1);
}

/** `left`: how many passages after this one the next is that is looked at; 0: none is; -1: each is. */
function nextLimit(passage: number, left: number): number {
  return left === 0 ? most : left < 0 ? 0 : passage + left;
}

/** The functions that instrumented code calls, with more arguments than are named: those are evaluated in the activation. */
export const localProbes = {
  __w_passages: passages,
  __w_limits: limits,
  __w_scopes: scopes,
  __w_never: false,
  /** Stored in a hidden variable. */
  __w_same(value: unknown): unknown {
    return value;
  },
  /** Counts in a hidden variable that may have no value yet. */
  __w_more(count: number | undefined): number {
    return (count ?? 0) + 1;
  },
  /** A variable that had no value gets one. */
  __w_bindLast(site: number, scope: number, value: unknown, passage: number): unknown {
    if (passage >= (limits[site] ?? 0)) tell(site, scope, value, passage, undefined);
    return value;
  },
  __w_rebindLast(site: number, scope: number, value: unknown, passage: number, before: unknown): unknown {
    if (passage >= (limits[site] ?? 0)) tell(site, scope, value, passage, { value: before });
    return value;
  },
  __w_forkLast(site: number, activation: number, value: unknown, passage: number): unknown {
    if (passage >= (limits[site] ?? 0)) tell(site, activation, value, passage, undefined);
    return value;
  },
  __w_hereLast(site: number, activation: number, value: unknown, passage: number): Iterable<never> {
    if (passage >= (limits[site] ?? 0)) tell(site, activation, value, passage, undefined);
    return nothing();
  },
};
