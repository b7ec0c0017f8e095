import { newIntegers } from '../realm/intrinsics.js';
import { siteCapacity } from '../rows/sites.js';

let begun = 0;
let current = 0;
/** For each site, the last call that wrote there, and how many calls have. */
const lastCall = newIntegers(siteCapacity);
const writingCalls = newIntegers(siteCapacity);

/** A native is called: what it writes, as many events as that may be, is one passage. Returns the call's number. */
export function beginCall(): number {
  return (current = begun = (begun + 1) | 0);
}

/** A function that a native had called has returned to it. */
export function resumeCall(call: number): void {
  current = call;
}

/** Counts the call of a native as a writing one of the site, once for each call. */
export function noteNativeWrite(site: number): void {
  if (lastCall[site] === current) return;
  lastCall[site] = current;
  writingCalls[site] = (writingCalls[site] ?? 0) + 1;
}

/** The how-many-th call that wrote at a site is under way; null where no native writes. */
export function nativePassage(site: number): number | null {
  const count = writingCalls[site] ?? 0;
  return count === 0 ? null : count;
}
