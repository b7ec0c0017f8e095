import type { ReplayStep } from '../../instrument/plan.js';
import type { FrameReport } from '../../events/rows.js';
import { frames, pauseFor } from './pause.js';

/** The steps of a stop replay, as far as a run has taken them. */
export class ReplayedSteps {
  /** The step that is awaited. */
  private at = 0;
  private hits = 0;
  /** The passages of the last step. */
  private passages = 0;

  constructor(private readonly steps: readonly ReplayStep[]) {}

  /** A step's place is passed: how often the last one's was until now, if this is the stop; null when it is not. */
  passed(step: number, when: (() => unknown) | null): number | null {
    if (step === this.steps.length - 1) this.passages++;
    const awaited = this.steps[this.at];
    if (step !== this.at || awaited?.kind !== 'passage') return null;
    // Frames are counted last: it takes V8 more time than a condition.
    if ((when !== null && !holds(when)) || (awaited.depth !== null && depth() !== awaited.depth)) return null;
    return this.isHit(awaited) ? this.passages : null;
  }

  /** Whether one of the steps is an exception that nobody catches. */
  awaitsUncaught(): boolean {
    for (let at = 0; at < this.steps.length; at++) {
      const step = this.steps[at];
      if (step?.kind === 'throw' && step.isUncaught) return true;
    }
    return false;
  }

  awaitsThrow(): boolean {
    return this.steps[this.at]?.kind === 'throw';
  }

  /** Something is thrown; `frame`: the innermost of the program. Whether this is the stop. */
  threw(frame: FrameReport | undefined, isUncaught: boolean, isOutside: boolean): boolean {
    const awaited = this.steps[this.at];
    if (awaited?.kind !== 'throw' || frame === undefined) return false;
    if (awaited.path !== frame.path || awaited.line !== frame.line || (awaited.isUncaught && !isUncaught)) return false;
    if (awaited.isOutside !== isOutside) return false;
    return this.isHit(awaited);
  }

  private isHit({ hit }: ReplayStep): boolean {
    if (++this.hits < hit) return false;
    this.hits = 0;
    this.at++;
    return this.at === this.steps.length;
  }
}

/** How many frames of the program are on the stack. It costs a third of a millisecond. */
function depth(): number {
  let count = 0;
  pauseFor(() => (count = frames().length));
  return count;
}

/** A condition that throws does not hold. */
export function holds(when: () => unknown): boolean {
  try {
    return Boolean(when());
  } catch {
    return false;
  }
}
