import { stackFrames } from '../traces/stackFrames.js';
import { ownWork } from '../realm/ownWork.js';
import { frames, pauseFor } from './pause.js';

/** The conditions that a run is held against: how often each was broken. */
export class BrokenConditions {
  /** By condition. */
  private readonly passages: Record<number, number> = {};
  private counted = 0;

  /** `hit`: which of all times counts, from 1. */
  constructor(private readonly hit: number) {}

  /** A condition is broken where control is: how often it was until now, if this is the time that was asked for; else null. */
  met(condition: number, isFromOutside: boolean): number | null {
    const passage = (this.passages[condition] ?? 0) + 1;
    this.passages[condition] = passage;
    if (isFromOutside && isInside()) return null;
    return ++this.counted === this.hit ? passage : null;
  }
}

/** Whether something of the innermost function's file is in the middle of a call. */
function isInside(): boolean {
  const stack = ownWork(stackFrames) ?? heldFrames();
  const path = stack[0]?.path;
  for (let at = 1; at < stack.length; at++) if (stack[at]?.path === path && stack[at]?.isAsync === false) return true;
  return false;
}

function heldFrames(): ReturnType<typeof frames> {
  let found: ReturnType<typeof frames> = [];
  pauseFor(() => (found = frames()));
  return found;
}
