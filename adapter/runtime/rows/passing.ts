import { newIntegers, OwnSet } from '../realm/intrinsics.js';
import { countdown, isDue, isLookedAt, setCountdown, siteCapacity } from './sites.js';

/** For each site, the number of events that nobody asks about since the last one with a row. */
const passed = newIntegers(siteCapacity);

/** An event of an element or entry that is not asked about. */
export function pass(site: number): void {
  if (site === 0) return; // Node's own code is no program
  passed[site] = (passed[site] ?? 0) + 1;
  if (isLookedAt(site)) isDue(site);
}

/** For each site, the stores under numbers that its text has counted by itself, since the last one under a name. */
export const underNumbers = newIntegers(siteCapacity);

/** These have been passages of the site before the one that comes now. `isCounted`: events are only counted. */
export function passNumbers(site: number, isCounted: boolean): void {
  const count = underNumbers[site] ?? 0;
  if (count === 0) return;
  underNumbers[site] = 0;
  const left = countdown(site);
  if (isCounted) return setCountdown(site, left - count);
  passed[site] = (passed[site] ?? 0) + count;
  // Nobody waits at a store under a number.
  if (left > 0) setCountdown(site, left > count ? left - count : 1);
}

/** The next event of a site belongs to the passage of the last one: its occurrence stays. */
export function unpass(site: number): void {
  passed[site] = (passed[site] ?? 0) - 1;
}

/** How many there were since the last one that has a row. */
export function passedSince(site: number): number {
  return passed[site] ?? 0;
}

/** How many there were since this was asked last. */
export function takePassed(site: number): number {
  const count = passed[site] ?? 0;
  passed[site] = 0;
  return count;
}

let areOnlySome = false;
let first = -1;
let others: ReadonlySet<number> | null = null;

/** The elements that are asked about, by index; null: all. */
export function askForIndices(indices: readonly number[] | null): void {
  areOnlySome = indices !== null;
  first = indices?.[0] ?? -1;
  others = indices !== null && indices.length > 1 ? new OwnSet(indices) : null;
}

/** The one index that is asked about; -1: there are others, or none. */
export function onlyIndex(): number {
  return areOnlySome && others === null ? first : -1;
}

/** Whether a number is an index at which nobody asks about elements of arrays. What else has elements may share its memory with others. */
export function isLeftOut(index: number): boolean {
  if (!areOnlySome || index === first || (index | 0) !== index || index < 0 || index === 0x7fffffff) return false;
  return others?.has(index) !== true;
}

let areOnlySomeEntries = false;
let firstKey: unknown = null;
let otherKeys: ReadonlySet<unknown> | null = null;

/** The keys of entries that are asked about; null: all. */
export function askForEntries(keys: readonly (string | number)[] | null): void {
  areOnlySomeEntries = keys !== null;
  firstKey = keys?.[0] ?? null;
  otherKeys = keys !== null && keys.length > 1 ? new OwnSet<unknown>(keys) : null;
}

/** Whether nobody asks about entries under a key. */
export function isEntryLeftOut(key: unknown): boolean {
  if (!areOnlySomeEntries || key === firstKey) return false;
  return otherKeys?.has(key) !== true;
}
