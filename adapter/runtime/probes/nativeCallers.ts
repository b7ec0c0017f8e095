import { Returned } from '../realm/identity.js';
import { getOwnPropertyDescriptor, OwnMap } from '../realm/intrinsics.js';
import { isBeyond } from '../rows/sites.js';
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

/** The number of a native. Those of all realms that have one name share it, and none is kept alive. */
class Numbered extends Returned {
  #number: number;

  private constructor(native: Native) {
    super(native);
    const name: unknown = getOwnPropertyDescriptor(native, 'name')?.value;
    const known = numbers.get(name);
    this.#number = known ?? numbers.size;
    if (known === undefined) numbers.set(name, this.#number);
  }

  static numberOf(native: Native): number {
    if (!(#number in native)) new Numbered(native);
    return (native as unknown as Numbered).#number;
  }
}

/** By the names of natives. */
const numbers = new OwnMap<unknown, number>();
const sites = new OwnMap<number, number>();
const mostNatives = 1 << 12;

/**
 * As `callSite`. In a recorded run it is known which call is being made: to look at the stack takes microseconds, and is done once for each
 * call and native.
 */
export function siteOfNative(native: Native, kind: 'native' | 'result' = 'native'): number {
  const call = callInProgress();
  if (call === 0) return callSite(native, kind);
  const number = Numbered.numberOf(native);
  if (number >= mostNatives) return callSite(native, kind);
  const id = idOfCall(call, number, kind);
  let site = sites.get(id);
  if (site === undefined) sites.set(id, (site = callSite(native, kind)));
  return site;
}

function idOfCall(call: number, number: number, kind: 'native' | 'result'): number {
  return (call * mostNatives + number) * 2 + (kind === 'native' ? 0 : 1);
}

/** The site of the call of a native that is being made in a recorded run, where it has used its budget; 0: it has not, or is not known. */
export function spentSiteOfNative(native: Native): number {
  const call = callInProgress();
  if (call === 0) return 0;
  const site = sites.get(idOfCall(call, Numbered.numberOf(native), 'native')) ?? 0;
  return site !== 0 && isBeyond(site) ? site : 0;
}
