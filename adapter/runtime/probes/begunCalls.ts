import { isCalledByNode } from '../traces/callSites.js';
import { hasGuards, lookAtAll, standInAll, type Probe } from './guards.js';
import { emptyList } from '../realm/intrinsics.js';
import { nothing } from '../realm/nothing.js';

/** Whether nobody looks around: what is evaluated where the program waits must have no effects. */
let isOn = true;

/** Guards are asked again, or, while the program waits, not asked. */
export function guardAgain(isWaiting: boolean): void {
  isOn = !isWaiting;
}

/** How the program came to where it was looked last. */
type Step = 'calling' | 'called' | 'entered' | 'caught';
let lastStep: Step = 'entered';
let lastSite = 0;

/** A call, or (null: not a call) an activation of a function with probes, that has begun and, as far as is known, not ended. */
interface Begun {
  readonly site: number | null;
  /** The number of an activation; for a call, 1 where it shows the values of properties. */
  readonly number: number;
  /** Whether code without probes has called the activation, if its caller goes on although it has ended without a word. */
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
  if (lastStep === 'calling') return false;
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

/** The functions that instrumented code calls around calls, and where control enters and leaves it otherwise. */
export const guardProbes = {
  /** The arguments of a call are evaluated. */
  __w_calling(site: number): Iterable<never> {
    if (isOn) begin(site);
    return nothing();
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
    const isFromOutside = lastStep === 'calling' && (!isAsync || (hasGuards() && isCalledByNode(guardProbes.__w_entered)));
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
    const isInside = lastStep === 'calling' && at >= 0 && at < begun.length - 1 && begun[begun.length - 1]?.site === lastSite;
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
    lastStep = 'calling';
    if (call.number === 0) standInAll();
  } else if (call === undefined) {
    // What Node goes on with may have no probes, as a timer's function that was made of a text.
    lookAtAll(0, 0, 0, look);
    standInAll();
  }
  lastLeft = left;
}

/** Who has written in a call: where a call in it has thrown, and nobody with probes has caught that, it is not known which of them has. */
function writerAt(site: number): number {
  return lastStep === 'calling' && lastSite !== site ? 0 : site;
}

/** A negative site: of a call that shows what properties are. */
function begin(site: number): void {
  const call = site < 0 ? -site : site;
  look('calling', call, 0);
  push({ site: call, number: site < 0 ? 1 : 0, isFromOutside: false });
  if (site > 0) standInAll();
}

/** Looks at all properties, and notes how the program came here. */
function look(moment: Step, site: number, writer: number, interrupted = 0, probe: Probe = look): void {
  lastLeft = null;
  lookAtAll(site, writer, interrupted, probe);
  lastStep = moment;
  lastSite = site;
}
