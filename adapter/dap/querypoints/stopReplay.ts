import type { Debugger } from 'node:inspector';
import type { PassageStep, ThrowStep } from '../../instrument/plan.js';
import { pathOfFrame, programFrames } from './frames.js';
import { ownScript } from '../skipping.js';
import type { Target } from '../target.js';

/** A passage of a stop replay as V8 has reported it. */
export interface SeenPassage extends Pick<PassageStep, 'kind' | 'when' | 'hit'> {
  readonly location: Debugger.Location;
  /** How many frames of the program there were. */
  readonly depth: number;
  /** Whether only passages with as many frames count. */
  readonly isDepthChecked: boolean;
  /** Where it was called from here, when a function was left: the statement around that has begun before. */
  readonly returnedFrom: Debugger.Location | null;
  /** Code that ran since the last pause, and at none of them, had at least so many frames of the program. */
  readonly silentDepth: number;
}

/** The steps from the start of the program to a stop. */
export type StepsToStop = readonly (SeenPassage | ThrowStep)[];

/** Why the steps to a stop are not known. */
export interface LostStop {
  readonly reason: string;
  /** Whether another run comes to the same stop, too, which is told by what is seen there. */
  readonly isRepeated: boolean;
}

/** What a breakpoint asks for beside its place, as far as its passages are counted. */
export interface CountedBreakpoint {
  readonly id: number;
  readonly condition: string | null;
  readonly hitCondition: string | null;
}

/** Why V8 has stopped, as the rest of the adapter sees it. */
export interface Cause {
  readonly breakpoints: readonly CountedBreakpoint[];
  readonly isStep: boolean;
  /** Whether it may be a pause that the user has asked for. */
  readonly isInterrupt: boolean;
  /** Which exceptions V8 stops at. */
  readonly exceptions: 'all' | 'uncaught' | 'none';
  /** Whether the pause is none of the program's: it has a reason of ours. */
  readonly isOwn: boolean;
}

/** Longer replays are not followed. */
const mostSteps = 500;

/**
 * The steps by which a program came to where it waits, so that another run can be brought to the same stop. A breakpoint that was there from the
 * start is passed for the how-many-th time, which is counted; a step ends at the first passage, with as many frames, after the stop
 * where it began. Either way no passage between goes unnoticed. Where one might, the stop is not known, and the reason is given.
 */
export class WatchedSteps {
  private steps: StepsToStop | null;
  /** At the last pause: all frames, and how many were the program's. */
  private frames: readonly Debugger.CallFrame[] = [];
  private depth = 0;
  private silentDepth = Infinity;
  private lostFor: LostStop = { reason: '', isRepeated: false };
  private readonly breakpoints = new Map<number, { readonly since: StepsToStop | null; readonly pauses: Map<string, number> }>();
  private readonly throws = new Map<string, number>();
  private isAltered = false;
  private isInStatement = false;
  /** What V8 stopped at from the start; null when that has changed. */
  private exceptions: Cause['exceptions'] | null | undefined = undefined;

  /** `isFromStart`: whether all of the run is seen. */
  constructor(private readonly isFromStart: boolean) {
    this.steps = isFromStart ? [] : null;
    if (!isFromStart) this.lost('Whence runs again what it has launched: this program was attached.', false);
  }

  /** The steps to where the program waits; or why they are not known. */
  get current(): StepsToStop | LostStop {
    return this.steps ?? { ...this.lostFor, isRepeated: this.lostFor.isRepeated && !this.isInStatement };
  }

  /** A breakpoint is set: before any of the code at its place has run, while the program waits, or while it runs. */
  bound(id: number, when: 'before' | 'waiting' | 'running'): void {
    if (this.breakpoints.has(id) || !this.isFromStart) return;
    this.breakpoints.set(id, { since: when === 'before' ? [] : when === 'waiting' ? this.steps : null, pauses: new Map() });
  }

  /** The program was brought to a passage of a place; breakpoints count from here. */
  arrived({ callFrames }: Debugger.PausedEventDataType, depth: number, passage: number): void {
    const location = callFrames[0]?.location;
    if (location === undefined) return;
    const step = {
      kind: 'passage',
      location,
      when: null,
      depth,
      isDepthChecked: false,
      returnedFrom: null,
      silentDepth: Infinity,
    } as const;
    this.steps = [{ ...step, hit: passage }];
    this.frames = callFrames;
    this.depth = depth;
    this.exceptions = null; // those before were not counted
    for (const [id] of this.breakpoints) this.breakpoints.set(id, { since: this.steps, pauses: new Map() });
  }

  exceptionsApplied(state: Cause['exceptions']): void {
    if (this.exceptions === undefined) this.exceptions = state;
    else if (this.exceptions !== state) this.exceptions = null;
  }

  /** No steps lead to where the program waits. `isRepeated`: unless it was changed by hand in a way that no run repeats. */
  lost(reason: string, isRepeated: boolean): void {
    this.steps = null;
    if (!this.isFromStart && this.lostFor.reason !== '') return;
    this.lostFor = { reason, isRepeated: isRepeated && this.isFromStart && !this.isAltered };
    if (!isRepeated) this.isAltered = true;
  }

  /** Called at every pause of V8, shown or not. */
  paused(target: Target, pause: Debugger.PausedEventDataType, cause: Cause): void {
    const frames = programFrames(target, pause.callFrames);
    const left = this.frames.length - pause.callFrames.length;
    const returnedFrom = left > 0 ? (this.frames[left]?.location ?? null) : null;
    const silentDepth = Math.min(this.silentDepth, silentSince(target, this.depth));
    this.frames = pause.callFrames;
    this.depth = frames.length;
    this.silentDepth = cause.isOwn ? silentDepth : Infinity;
    // A step that came back from a call ends in the middle of its statement.
    this.isInStatement = cause.isStep && left > 0;
    if (cause.isOwn) return;
    const [frame] = frames;
    if (pause.reason === 'exception' || pause.reason === 'promiseRejection')
      return this.threw(target, frame, pause.callFrames[0] !== frame, cause);
    const location = pause.callFrames[0]?.location;
    if (location === undefined || target.script(location.scriptId)?.url === ownScript)
      return this.lost(
        'The program waits at a value that is watched, at no moment that another run could be brought to. Set a breakpoint on the line.',
        true,
      );
    const step = {
      kind: 'passage',
      location,
      when: null,
      depth: frames.length,
      isDepthChecked: true,
      returnedFrom: null,
      silentDepth,
      hit: 1,
    } as const;
    const counted = this.count(cause.breakpoints, location.scriptId);
    if (counted !== null) {
      const { since, hit, when } = counted;
      this.steps = [...since, { ...step, when, isDepthChecked: false, hit }];
    } else if (cause.isInterrupt)
      this.lost('The program was interrupted, at no moment that another run could be brought to. Set a breakpoint on the line.', true);
    else if (cause.isStep) this.append({ ...step, returnedFrom });
    else if ((pause.hitBreakpoints ?? []).length > 0)
      this.lost(
        'How often the breakpoint was passed before is not known: it is a function breakpoint, or was set while the program ran. Set one on a line, and start again.',
        true,
      );
    else this.append({ ...step, isDepthChecked: false });
  }

  /** Of the breakpoints that were hit, one whose passages are all known. */
  private count(
    hit: readonly CountedBreakpoint[],
    scriptId: string,
  ): { readonly since: StepsToStop; readonly hit: number; readonly when: string | null } | null {
    const counted = hit.flatMap(({ id, condition, hitCondition }) => {
      const known = this.breakpoints.get(id);
      if (known === undefined) return [];
      const pauses = (known.pauses.get(scriptId) ?? 0) + 1;
      known.pauses.set(scriptId, pauses);
      const passages = passagesAt(hitCondition, pauses);
      return known.since === null || passages === null ? [] : [{ since: known.since, hit: passages, when: condition }];
    });
    // From the start, and without a condition that must be evaluated again, where there is such a one.
    return counted.sort((a, b) => a.since.length - b.since.length || Number(a.when !== null) - Number(b.when !== null))[0] ?? null;
  }

  private threw(target: Target, frame: Debugger.CallFrame | undefined, isOutside: boolean, { exceptions }: Cause): void {
    const path = frame === undefined ? null : pathOfFrame(target, frame);
    if (path === null || frame === undefined) return this.lost('The exception comes from outside of the program.', false);
    if (!this.isFromStart) return;
    const line = frame.location.lineNumber + 1;
    const key = `${path}:${line}:${isOutside}`;
    const hit = (this.throws.get(key) ?? 0) + 1;
    this.throws.set(key, hit);
    if (this.exceptions !== exceptions)
      return this.lost('At which exceptions the program stops was changed while it ran: how many there were before is not known.', true);
    this.steps = [{ kind: 'throw', path, line, isUncaught: exceptions === 'uncaught', isOutside, hit }];
  }

  private append(step: SeenPassage): void {
    if (this.steps === null) return;
    const last = this.steps.at(-1);
    const isAgain =
      last?.kind === 'passage' &&
      last.when === null &&
      step.returnedFrom === null &&
      last.returnedFrom === null &&
      last.isDepthChecked === step.isDepthChecked &&
      isSame(last, step);
    this.steps = isAgain
      ? [...this.steps.slice(0, -1), { ...last, silentDepth: Math.min(last.silentDepth, step.silentDepth), hit: last.hit + 1 }]
      : [...this.steps, step];
    if (this.steps.length > mostSteps) this.lost('So many steps led here that they are not followed. Set a breakpoint on the line.', true);
  }
}

/** With how many frames at least code has run since a pause with `depth` frames. */
function silentSince({ lastGo }: Target, depth: number): number {
  return lastGo === 'Debugger.resume' ? 0 : lastGo === 'Debugger.stepOut' ? depth : depth + 1;
}

function isSame(a: SeenPassage, b: SeenPassage): boolean {
  const [from, to] = [a.location, b.location];
  const isPlace = from.scriptId === to.scriptId && from.lineNumber === to.lineNumber && from.columnNumber === to.columnNumber;
  return isPlace && (!a.isDepthChecked || a.depth === b.depth);
}

/** The how-many-th passage a breakpoint has stopped at, from how often it has stopped; null when that cannot be told. */
function passagesAt(hitCondition: string | null, pauses: number): number | null {
  if (hitCondition === null) return pauses;
  const [, operator = '==', number = ''] = /^\s*(>=|>|<=|<|={1,3}|%)?\s*(\d{1,15})\s*$/.exec(hitCondition) ?? [];
  const limit = Number(number);
  switch (operator) {
    case '>':
      return limit + pauses;
    case '>=':
      return Math.max(limit, 1) - 1 + pauses;
    case '%':
      return limit * pauses;
    case '<':
    case '<=':
      return pauses;
    default:
      return pauses === 1 ? limit : null;
  }
}
