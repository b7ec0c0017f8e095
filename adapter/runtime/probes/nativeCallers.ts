import { OwnMap } from '../realm/intrinsics.js';
import { callSite } from '../traces/callSites.js';

/** The site of the call that the running activation is making, as far as a recording knows it; 0: nobody's, or not known. */
let callInProgress = (): number => 0;

/** Sets who knows which call is being made. */
export function onCallAsked(answer: typeof callInProgress): void {
  callInProgress = answer;
}

/** The site of the call that is being made, in a recorded run; 0: it is not known. */
export function callBeingMade(): number {
  return callInProgress();
}

type Native = (...values: never[]) => unknown;

/** A number for each native that was seen. */
const natives = new OwnMap<Native, number>();
const sites = new OwnMap<number, number>();
const mostNatives = 1 << 12;

/**
 * As `callSite`. In a recorded run it is known which call is being made: to look at the stack takes microseconds, and is done once for each
 * call and native.
 */
export function siteOfNative(native: Native, kind: 'native' | 'result' = 'native'): number {
  const call = callInProgress();
  if (call === 0) return callSite(native, kind);
  let number = natives.get(native);
  if (number === undefined) natives.set(native, (number = natives.size));
  if (number >= mostNatives) return callSite(native, kind);
  const id = (call * mostNatives + number) * 2 + (kind === 'native' ? 0 : 1);
  let site = sites.get(id);
  if (site === undefined) sites.set(id, (site = callSite(native, kind)));
  return site;
}
