import { apply, emptyList, newIntegers, OwnMap, OwnSet } from '../realm/intrinsics.js';
import { ownWork } from '../realm/ownWork.js';
import { entryAround } from '../rows/functionExtents.js';
import { isImplicit, siteCapacity } from '../rows/sites.js';
import { calledMethod, type Site } from '../../instrument/site.js';
import { addSiteAt, placeBelow, type CallingPlace } from '../traces/callSites.js';

/**
 * The places from which the language and natives call functions of a recorded program: getters, conversions, traps, iterators, callbacks. No
 * probe stands there, so the stack is asked, as often as a budget allows: that takes some ten microseconds.
 */

type Probe = (...values: never[]) => unknown;

/**
 * How a function is called: by the language, so that each of its calls may be from another place; by what was called before, which must be a
 * native, as what is called last mostly is; or by a call of the text. `resumed`: a generator goes on for whoever asks it.
 */
export type Calling = 'asked' | 'again' | 'direct' | 'resumed';

/** How often the stack is asked for one function. */
const most: Readonly<Record<Calling, number>> = { asked: 500, again: 50, direct: 2, resumed: 500 };
/** How often it is asked in all. */
const left: Record<Calling, number> = { asked: 20_000, again: 10_000, direct: 5_000, resumed: 20_000 };
/** The frames that are looked at: those of natives are among them. */
const mostFrames = 8;
/** The same where generators may hand over to one another. */
const mostHanding = 32;
/** The same where an exception may have ended what ran. */
const mostBelow = 64;

/** How often it was asked, by the site of an entry. */
const asked = new OwnMap<number, number>();
/** The entries of functions that something else has called than the call before. */
const surprising = new OwnSet<number>();

/** Where the probed calls are, by the numbers of their sites. */
let starts: Int32Array | undefined;
let ends: Int32Array | undefined;

/** The texts that have sites, with the first of them and the one behind the last. */
const textsOfSites = emptyList<{ readonly path: string; readonly first: number; readonly end: number }>();

/** The sites of a text become known. */
export function knowCallers(path: string, first: number, sites: readonly Site[]): void {
  let isAny = false;
  for (let at = 0; at < sites.length; at++) {
    const site = sites[at];
    if (site === undefined || !placedKinds.has(site.kind)) continue;
    isAny = true;
    if (site.kind === 'caller' && site.key !== null && site.key[0] === calledMethod) methodsCalled.set(first + at, site.key);
    (starts ??= newIntegers(siteCapacity))[first + at] = site.offset;
    (ends ??= newIntegers(siteCapacity))[first + at] = site.end;
  }
  if (isAny) textsOfSites[textsOfSites.length] = { path, first, end: first + sites.length };
}

/** Where control is when it calls, begins or goes on, and where objects come in. */
const placedKinds: ReadonlySet<Site['kind']> = new OwnSet(['caller', 'call', 'resume', 'catch', 'last', 'allocation', 'spread'] as const);

/** Where a call is, what begins or goes on, or where an object comes in; null where that is not known. */
export function placeOfControl(site: number): { readonly path: string; readonly offset: number } | null {
  for (let at = 0; at < textsOfSites.length; at++) {
    const one = textsOfSites[at];
    if (one !== undefined && one.first <= site && site < one.end) return { path: one.path, offset: starts?.[site] ?? 0 };
  }
  return null;
}

/** The methods that calls name, with a dot before, by the sites of the calls. */
const methodsCalled = new OwnMap<number, string>();

/** The name of the method that a call names; null: it names none. */
export function methodCalledAt(site: number): string | null {
  const key = methodsCalled.get(site);
  return key === undefined ? null : (apply(sliceOfText, key, [1]) as string);
}

const sliceOfText = Reflect.get(String.prototype, 'slice') as (this: unknown, ...values: unknown[]) => unknown;

const sites = new OwnMap<string, number>();

/**
 * The site of the place in the running activation that calls the function which has called `probe`. `entry` is where that is entered, or goes
 * on; `caller` the site of the call that the activation made last, 0: of none; `runs` where the activation was entered; `hasBegun` whether a
 * function runs, or waits, that is entered at a site. null: it is not known, and may be the call; 0: it is no call. `nobody`: no function of the program
 * runs any more.
 */
export function seenCaller(
  probe: Probe,
  entry: number,
  caller: number,
  runs: number,
  calling: Calling,
  hasBegun: (entry: number) => boolean,
): number | 'nobody' | null {
  const how = surprising.has(entry) ? 'asked' : calling;
  const count = asked.get(entry) ?? 0;
  if (count >= most[how] || left[how] <= 0 || runs === 0) return null;
  left[how]--;
  asked.set(entry, count + 1);
  // Fields, and defaults of functions that begin behind them, are evaluated by who constructs or calls. What hands over by `yield*` waits.
  const isOfOther = (one: CallingPlace): boolean => {
    const around = entryAt(one);
    return around !== runs && !one.isField && hasBegun(around);
  };
  const isAgain = calling === 'resumed';
  const place = isAgain ? placeBelow(probe, mostHanding, isOfOther) : placeBelow(probe, mostFrames);
  if (place === 'nobody') return place;
  // The call that was made last has nothing to do with who asks through generators that hand over.
  if (place === null) return isAgain ? 0 : null;
  if (isOfOther(place)) return null;
  const around = entryAt(place);
  // A constructor that no text writes calls its base in no place of its own.
  if (around === runs && !place.isField && isImplicit(runs)) return null;
  if (calling !== 'asked' && !isAgain && caller !== 0 && isWithin(place, caller)) return caller;
  surprising.add(entry);
  return siteAt(place);
}

/** Where control is below the function that has called `probe`, by the site of the entry there and one of the place; see `placeBelow`. */
export function runningBelow(probe: Probe): { readonly entry: number; readonly site: number } | 'nobody' | null {
  const place = placeBelow(probe, mostBelow);
  if (place === null || place === 'nobody') return place;
  return place.isField ? null : { entry: entryAt(place), site: siteAt(place) };
}

/** Whether a place is in a call, whose arguments have been evaluated. */
function isWithin({ offset }: CallingPlace, call: number): boolean {
  return (starts?.[call] ?? 0) <= offset && offset < (ends?.[call] ?? 0);
}

const entries = new OwnMap<string, number>();

/** The site of the entry of the function that a place is in. */
function entryAt({ path, offset }: CallingPlace): number {
  const id = `${path}:${offset}`;
  let entry = entries.get(id);
  if (entry === undefined) entries.set(id, (entry = entryAround(path, offset)));
  return entry;
}

function siteAt({ path, offset }: CallingPlace): number {
  const id = `${path}:${offset}`;
  let site = sites.get(id);
  if (site === undefined) {
    site = ownWork(() => addSiteAt(path, { kind: 'caller', offset, end: offset + 1, key: 'seen', declaration: null, isAfter: false }));
    sites.set(id, site);
  }
  return site;
}
