import type { FrameReport } from '../../events/rows.js';
import { newIntegers, OwnSet } from '../realm/intrinsics.js';
import { siteCapacity } from '../rows/sites.js';
import { stackFrames } from '../traces/stackFrames.js';

/** The event that made a tuple hold. */
export interface Cause {
  /** 0: nobody's, or not known. */
  readonly site: number;
  /** The how-many-th passage of the site. */
  readonly hit: number;
  /** Frames of the program, innermost first; null where they are not known. */
  readonly stack: readonly FrameReport[] | null;
}

export const noCause: Cause = { site: 0, hit: 0, stack: null };

/** Gives the site of the native that is being called. */
export type NativeSite = () => number;

/** More events than these carry no stack: to ask for it takes microseconds. */
const mostStacks = 10_000;

/** By site: how often it was passed. */
export const passages = newIntegers(siteCapacity);

let stacks = 0;

/** The cause that the event under way is. */
export function causeOf(site: number, native: NativeSite | null): Cause {
  const found = site === 0 && native !== null ? native() : site;
  const stack = stacks < mostStacks ? programFrames() : null;
  stacks++;
  return { site: found, hit: found === 0 ? 0 : Math.max(passages[found] ?? 0, 1), stack };
}

const rulesFiles = new OwnSet<string>();

/** A file whose frames are none of the program's. */
export function leaveOutFile(path: string): void {
  rulesFiles.add(path);
}

function programFrames(): readonly FrameReport[] | null {
  const frames = stackFrames();
  return frames === null ? null : Array.from(frames).filter(({ path }) => !rulesFiles.has(path));
}

/** A frame of the program that runs; null where it is not known. */
export function frameAt(depth: number): FrameReport | null {
  return programFrames()?.[depth] ?? null;
}
