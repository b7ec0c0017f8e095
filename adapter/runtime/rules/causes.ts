import { filtered } from '../../maintain/ownLists.js';
import type { FrameReport } from '../../events/rows.js';
import { newIntegers, OwnMap, OwnSet } from '../realm/intrinsics.js';
import { endOfSites, siteCapacity } from '../rows/sites.js';
import { siteOfFrames } from '../traces/callSites.js';
import { stackForLater, stackOf } from '../traces/stack.js';
import { stackFrames } from '../traces/stackFrames.js';

/** The event that made a tuple hold. */
export interface Cause {
  /** 0: nobody's, or not known. */
  readonly site: number;
  /** The how-many-th passage of the site. */
  readonly hit: number;
  /** Frames of the program, innermost first; null where they are not known. */
  readonly stack: readonly FrameReport[] | null;
  /** Its number in a recording. */
  readonly event?: number;
}

/** A cause that is worked out when it is first asked for: most tuples are over before they are told. */
export interface LaterCause {
  /** The cause, which is told to somebody. */
  readonly told: () => Cause;
  /** The innermost frame of the program at it; null where none is known. */
  readonly frame: () => FrameReport | null;
}

/** Gives the cause of what is under way, while it is: to take it costs more than most of what it would be the cause of. */
export type TakesCause = () => LaterCause;

export const noCause: LaterCause = { told: () => ({ site: 0, hit: 0, stack: null }), frame: () => null };

/** The native that is being called, whose call is the event. */
export type Native = (...values: never[]) => unknown;

/** Deeper frames of an event are not told. */
const deepest = 16;

/** By site: how often it was passed. */
export const passages = newIntegers(siteCapacity);

/** How often probes of rules have run. */
export function passedProbes(): number {
  let sum = 0;
  for (let site = 0, end = endOfSites(); site < end; site++) sum += passages[site] ?? 0;
  return sum;
}

/** The call of a method of the language that has begun last, among those that are counted. */
let called = 0;

/** A call that is counted is about to be made. */
export function beginCall(site: number): void {
  called = site;
  passages[site] = (passages[site] ?? 0) + 1;
}

/** The call of a method of the language has ended: what comes next is not its doing. */
export function endCall(): void {
  called = 0;
}

/** By site: how many stacks were taken in a row without being told. */
const fruitless = newIntegers(siteCapacity);

/** At a site whose tuples are over before they are told, no stack is taken after so many: it costs more than all the rest. */
const mostFruitless = 64;

/** Not even then: the call that has begun last is not always the one that changes the container. */
const never = -(1 << 30);

/** By site: the frame that every passage of it has. */
const frames = new OwnMap<number, FrameReport>();

/**
 * The cause that the event under way is. `native`: where the site is not known, the function whose call it is. Where nothing that the site has
 * caused was ever told, the cause has the innermost frame alone.
 */
export function causeOf(site: number, native: Native | null): LaterCause {
  const key = site === 0 ? called : site;
  const hit = passages[key] ?? 0;
  if (key === 0 || (site === 0 && native === null)) return whole(site, hit, native, native !== null);
  const count = fruitless[key] ?? 0;
  if (count >= mostFruitless) return short(key, hit);
  fruitless[key] = count + 1;
  const { told, frame } = whole(site, hit, native, native !== null);
  if (count < 0) return { told, frame };
  check(key, told());
  return {
    told: () => {
      fruitless[key] = 0;
      return told();
    },
    frame,
  };
}

function check(key: number, { site, stack }: Cause): void {
  const frame = stack?.[0];
  if (site !== key || frame === undefined) fruitless[key] = never;
  else frames.set(key, frame);
}

function short(site: number, hit: number): LaterCause {
  const frame = frames.get(site) ?? null;
  const told = (): Cause => {
    fruitless[site] = 0;
    return { site, hit: max(hit, 1), stack: frame === null ? null : [frame] };
  };
  return { told, frame: () => frame };
}

/** The same for a site that is passed, to be taken within `underWay`. */
export function causeUnderWay(site: number): TakesCause {
  const hit = passages[site] ?? 0;
  let taken: LaterCause | null = null;
  return () => (taken ??= whole(site, hit, underWay, false));
}

/** Does something during which causes can be taken: their stacks begin below it. */
export function underWay<T>(action: () => T): T {
  return action();
}

/** The innermost frame of the program wherever a site is passed, asked by a function that it has called; null where none is known. */
export function frameOfSite(site: number): FrameReport | null {
  let frame = frames.get(site) ?? null;
  if (frame === null) {
    frame = whole(site, 1, frameOfSite, false).frame();
    if (frame !== null) frames.set(site, frame);
  }
  return frame;
}

function whole(site: number, hit: number, below: Native | null, isNative: boolean): LaterCause {
  let read: (() => ReturnType<typeof stackOf>) | null = stackForLater(deepest, below ?? undefined) ?? eager(below);
  const likely = site === 0 ? called : site;
  let known: Cause | null = null;
  const told = (): Cause => {
    known ??= resolved(site, read?.() ?? [], likely, hit, isNative);
    // A trace holds functions and receivers of the program.
    read = null;
    return known;
  };
  return { told, frame: () => told().stack?.[0] ?? null };
}

function eager(native: Native | null): () => ReturnType<typeof stackOf> {
  const sites = stackOf(deepest, native ?? undefined);
  return () => sites;
}

function resolved(site: number, sites: ReturnType<typeof stackOf>, likely: number, hit: number, isNative: boolean): Cause {
  const found = site === 0 && isNative ? siteOfFrames(sites) : site;
  const stack = programFrames(sites);
  if (found === 0) return { site: 0, hit: 0, stack };
  return { site: found, hit: max(found === likely ? hit : (passages[found] ?? 0), 1), stack };
}

const { max } = Math;

const rulesFiles = new OwnSet<string>();

/** A file whose frames are none of the program's. */
export function leaveOutFile(path: string): void {
  rulesFiles.add(path);
}

function programFrames(sites?: ReturnType<typeof stackOf>): readonly FrameReport[] | null {
  const frames = sites === undefined ? stackFrames() : stackFrames(sites);
  return frames === null ? null : filtered(frames, ({ path }) => !rulesFiles.has(path));
}

/** A frame of the program that runs; null where it is not known. */
export function frameAt(depth: number): FrameReport | null {
  return programFrames()?.[depth] ?? null;
}
