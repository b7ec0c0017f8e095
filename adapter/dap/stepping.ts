import type { Debugger } from 'node:inspector';
import { isBefore } from './position.js';
import { isInside, isPutIn } from './probes/unprobedTransport.js';
import { positionOf, type SourceLocation } from './script.js';
import type { SkipList } from './skipping.js';
import type { Target } from './target.js';

export type StepKind = 'over' | 'in' | 'out';

interface Step {
  readonly kind: StepKind;
  /** How many frames there were. */
  readonly depth: number;
  /** Where they were, innermost first. */
  readonly places: readonly Debugger.Location[];
  readonly start: SourceLocation | null;
  /** Breakpoints that end this step, and only this one. */
  readonly breakpoints: readonly string[];
  /** The call that is to be stepped into, when it is not the next one. */
  readonly callee: Debugger.Location | null;
  triesLeft: number;
}

const mostTries = 200;
/** How far, in lines and columns of generated text, a statement is looked through for calls. */
const statementLines = 1;
const statementColumns = 5_000;

/**
 * Steps by the user's sources. V8 steps by statements of the text that it runs: what a bundler made into one statement is taken apart
 * again, and what no source has is stepped over.
 */
export class Stepping {
  private readonly steps = new Map<Target, Step>();

  constructor(
    private readonly skipList: SkipList,
    private readonly isSmart: boolean,
  ) {}

  isStepping(target: Target): boolean {
    return this.steps.has(target);
  }

  async begin(target: Target, kind: StepKind, callee: Debugger.Location | null = null): Promise<void> {
    const [frame] = target.pause?.callFrames ?? [];
    const depth = target.pause?.callFrames.length ?? 0;
    const start = frame === undefined ? null : locationOf(target, frame);
    const places = kind === 'over' && frame !== undefined && start !== null ? await callsOfOtherLines(target, frame, start) : [];
    const breakpoints = await Promise.all(places.map((place) => setQuietly(target, place)));
    this.steps.set(target, {
      kind,
      depth,
      places: target.pause?.callFrames.map(({ location }) => location) ?? [],
      start,
      callee,
      breakpoints: breakpoints.filter((id) => id !== null),
      triesLeft: mostTries,
    });
    await send(target, kind);
  }

  /** At a pause that may end a step: whether it goes on instead. */
  async goesOn(target: Target, pause: Debugger.PausedEventDataType): Promise<boolean> {
    const step = this.steps.get(target);
    if (step === undefined) return false;
    const next = this.next(target, step, pause);
    await this.dropBreakpoints(target, step);
    if (next === null || step.triesLeft-- <= 0) {
      this.steps.delete(target);
      return false;
    }
    this.steps.set(target, { ...step, breakpoints: [] });
    await send(target, next);
    return true;
  }

  /** Interrupted where a module waits to run: leaves towards where the step began. False when none is under way. */
  async goesThrough(target: Target): Promise<boolean> {
    if (!this.steps.has(target)) return false;
    await send(target, 'out');
    return true;
  }

  /** Whatever ended it. */
  async end(target: Target): Promise<void> {
    const step = this.steps.get(target);
    this.steps.delete(target);
    if (step !== undefined) await this.dropBreakpoints(target, step);
  }

  private next(target: Target, step: Step, { callFrames }: Debugger.PausedEventDataType): StepKind | null {
    const [frame] = callFrames;
    if (frame === undefined) return null;
    const script = target.script(frame.location.scriptId);
    if (step.callee !== null) return towards(step.callee, step, callFrames);
    // A breakpoint of ours in a call has interrupted it.
    if (step.kind === 'over' && callFrames.length > step.depth) return 'out';
    if (step.kind === 'out' && callFrames.length >= step.depth && step.depth > 1) return 'out';
    if (isPutIn(frame.location)) return 'over';
    // A call of the program's has returned into one of ours around it, where V8 does not stop without that.
    const before = step.places[step.depth - callFrames.length];
    const isBack = callFrames.length < step.depth && before !== undefined && isSamePosition(before, frame.location);
    if (isBack && step.kind !== 'out' && isInside(frame.location)) return step.kind;
    const location = locationOf(target, frame);
    // A script that was loaded during the step.
    if (this.skipList.isSkipped((location ?? script)?.name ?? '') && !this.skipList.isSkipped(step.start?.name ?? '')) return 'out';
    if (location === null) return this.isSmart && script?.map !== null ? (step.kind === 'out' ? 'over' : step.kind) : null;
    const isSame = location.isMapped && callFrames.length === step.depth && isSamePlace(location, step.start);
    return isSame && step.kind !== 'out' ? step.kind : null;
  }

  private async dropBreakpoints(target: Target, { breakpoints }: Step): Promise<void> {
    await Promise.all(breakpoints.map((breakpointId) => target.client.send('Debugger.removeBreakpoint', { breakpointId }).catch(() => {})));
  }
}

/** Into one call of a statement: other calls are left again, until the statement is over. */
function towards(callee: Debugger.Location, { depth, start }: Step, callFrames: readonly Debugger.CallFrame[]): StepKind | null {
  const [frame, caller] = callFrames;
  if (callFrames.length > depth) {
    const isThere = callFrames.length === depth + 1 && caller !== undefined && isSamePosition(caller.location, callee);
    return isThere ? null : 'out';
  }
  const isSameStatement = frame !== undefined && start !== null && frame.location.scriptId === callee.scriptId;
  return isSameStatement && !isBefore(positionOf(callee), positionOf(frame.location)) ? 'in' : null;
}

function isSamePosition(a: Debugger.Location, b: Debugger.Location): boolean {
  return a.scriptId === b.scriptId && a.lineNumber === b.lineNumber && a.columnNumber === b.columnNumber;
}

/** The calls that can be stepped into from here: those of the statement at which the program waits. */
export async function callsAhead(target: Target, frame: Debugger.CallFrame): Promise<readonly Debugger.BreakLocation[]> {
  const script = target.script(frame.location.scriptId);
  if (script === undefined) return [];
  const at = positionOf(frame.location);
  const stops = await script.possible(at, endOfLook(at), true);
  const first = stops.findIndex((stop) => isBefore(at, positionOf(stop)) && stop.type !== 'call');
  return stops.slice(0, first < 0 ? undefined : first).filter(({ type }) => type === 'call');
}

function endOfLook({ line, column }: { line: number; column: number }) {
  return { line: line + statementLines, column: column + statementColumns };
}

/** In one statement of generated text, calls that other lines of the source are about. */
async function callsOfOtherLines(
  target: Target,
  frame: Debugger.CallFrame,
  start: SourceLocation,
): Promise<readonly Debugger.BreakLocation[]> {
  if (!start.isMapped) return [];
  const calls = await callsAhead(target, frame);
  return calls.filter((call) => {
    if (call.lineNumber !== frame.location.lineNumber) return false;
    const place = start.script.sourceOf(positionOf(call));
    return place !== null && place.name === start.name && place.line !== start.line;
  });
}

async function setQuietly(target: Target, { scriptId, lineNumber, columnNumber }: Debugger.Location): Promise<string | null> {
  try {
    return (await target.client.send('Debugger.setBreakpoint', { location: { scriptId, lineNumber, columnNumber } })).breakpointId;
  } catch {
    return null; // a breakpoint of the user's is there: it will do
  }
}

async function send(target: Target, kind: StepKind): Promise<void> {
  await target.go(kind === 'over' ? 'Debugger.stepOver' : kind === 'out' ? 'Debugger.stepOut' : 'Debugger.stepInto');
}

export function locationOf(target: Target, { location }: Debugger.CallFrame): SourceLocation | null {
  return target.script(location.scriptId)?.sourceOf(positionOf(location)) ?? null;
}

function isSamePlace(a: SourceLocation, b: SourceLocation | null): boolean {
  return b !== null && a.name === b.name && a.line === b.line && a.column === b.column;
}
