import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { ActivationSteps } from './activationSteps.js';
import type { Direction, Position, StepKind } from './recordedPosition.js';
import type { RecordedStack } from './stack.js';

/** Goes from one position to the next, forwards and back, as a debugger steps. */
export class Travel {
  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
    private readonly stack: RecordedStack,
  ) {}

  /** The position that a step leads to; null: the recording begins or ends there. */
  step(from: Position, direction: Direction, kind: StepKind): Position | null {
    if (direction === 'forward') return this.forward(from, kind);
    return this.back(from, kind);
  }

  /** The first statement of the recording. */
  first(): Position | null {
    return this.firstOfRoots(0, null);
  }

  /** The last statement of the recording. */
  last(): Position | null {
    return this.lastBefore(this.store.end, null);
  }

  /** The statement in which an event happens, right before it; of a call the statement that calls. */
  before(event: number): Position | null {
    const row = this.store.row(event);
    if (row === null) return null;
    // What Node itself calls is in no statement of the program: the first inside follows.
    if (row.activation === 0) return this.firstOfRoots(event, row.thread);
    return this.steps.at(row.activation, event) ?? this.onlyPlace(row);
  }

  /** The first statement of a call, or of the part of an activation that a row begins; null when nothing of it was recorded. */
  inside(began: TraceRow): Position | null {
    const step = this.steps.from(began.subject, began.event + 1);
    if (step === null || !this.stack.mayWait(began.subject, began.event)) return step;
    const end = this.stack.endOfPart(began.subject, began.event + 1);
    return end === null || step.time <= end.event ? step : null;
  }

  private forward(from: Position, kind: StepKind): Position | null {
    const next = kind === 'out' ? null : this.steps.after(from);
    if (kind === 'in') {
      const callee = this.firstCalled(from, next?.time ?? this.stack.endOfPart(from.activation, from.time)?.event ?? this.store.end);
      if (callee !== null) return callee;
    }
    return next ?? this.outForward(from);
  }

  /** The first statement of what an activation calls between a position and a time. */
  private firstCalled({ activation, time }: Position, until: number): Position | null {
    for (const row of this.store.rowsOf(activation, time, until - 1)) {
      if (row.kind !== Kind.call && row.kind !== Kind.resume) continue;
      const step = this.inside(row);
      if (step !== null) return step;
    }
    return null;
  }

  private outForward(from: Position): Position | null {
    const end = this.stack.endOfPart(from.activation, from.time);
    if (end === null) return null;
    const caller = this.stack.caller(from);
    if (caller === null) return this.firstOfRoots(end.event + 1, this.threadOf(from));
    const returned: Position = { ...caller, time: end.event + 1 };
    if (end.how !== 'thrown') return returned;
    // An exception has left the function: control goes on in a handler, of the caller or of one further out.
    return this.steps.after(returned) ?? this.outForward(returned);
  }

  private back(from: Position, kind: StepKind): Position | null {
    const previous = kind === 'out' ? null : this.steps.before(from);
    if (kind === 'in') {
      const callee = this.lastCalled(from, previous?.time ?? 0);
      if (callee !== null) return callee;
    }
    return previous ?? this.outBack(from, kind);
  }

  /** The last statement of what an activation called between a time and a position, and of what was called there. */
  private lastCalled(from: Position, since: number): Position | null {
    let last: Position | null = null;
    let [activation, time, after] = [from.activation, from.time, since];
    for (;;) {
      // Before its call an activation has done nothing.
      const called = this.callBefore(activation, time, Math.max(after, this.store.source.callOf(activation, time) ?? 0));
      if (called === null) return last;
      const until = Math.min(this.stack.endOfPart(called.subject, called.event + 1)?.event ?? time, time - 1);
      const step = this.steps.at(called.subject, until);
      if (step !== null && step.time > called.event) last = step;
      [activation, time, after] = [called.subject, until + 1, step?.time ?? called.event];
    }
  }

  /** The last call of an activation before a time, but after another, of which something was recorded. */
  private callBefore(activation: number, time: number, after: number): TraceRow | null {
    for (const row of this.store.rowsBefore(activation, time, after)) {
      if ((row.kind === Kind.call || row.kind === Kind.resume) && this.inside(row) !== null) return row;
    }
    return null;
  }

  private outBack(from: Position, kind: StepKind): Position | null {
    const began = this.stack.begunBy(from.activation, from.time);
    if (began === null) return null;
    const caller = this.stack.caller(from);
    if (caller === null) return this.lastBefore(began.event, began.thread);
    const step = this.steps.at(caller.activation, caller.time);
    // The same statement may have called something else before.
    const called = kind === 'in' ? this.lastCalled(caller, step?.time ?? 0) : null;
    return called ?? step ?? this.outBack(caller, kind);
  }

  /** The first statement of what Node itself calls from an event on. */
  private firstOfRoots(from: number, thread: number | null): Position | null {
    for (const row of this.store.rows(from)) {
      if ((row.kind !== Kind.call && row.kind !== Kind.resume) || row.activation !== 0 || (thread !== null && row.thread !== thread))
        continue;
      const step = this.inside(row);
      if (step !== null) return step;
    }
    return null;
  }

  /** The last statement before an event, whosever. */
  private lastBefore(event: number, thread: number | null): Position | null {
    let searched = 0;
    for (let at = event - 1; at >= 0 && searched < mostSearched; at--, searched++) {
      const row = this.store.row(at);
      if (row === null || (thread !== null && row.thread !== thread)) continue;
      const running = row.kind === Kind.call || row.kind === Kind.resume ? row.subject : row.activation;
      const step = running === 0 ? null : this.steps.at(running, at + 1);
      if (step !== null) return step;
    }
    return null;
  }

  private threadOf({ activation, time }: Position): number {
    const event = this.store.source.callOf(activation, time);
    return (event === null ? null : this.store.row(event))?.thread ?? 0;
  }

  /** Where an event is in its text, when no statement is known that it belongs to. */
  private onlyPlace(row: TraceRow): Position | null {
    const site = this.store.source.site(this.store.callSiteOf(row) ?? row.site)?.site;
    const home = this.steps.homeOf(row.activation, row.event);
    if (site === undefined || home === null) return null;
    const { offset, end } = site;
    return { activation: row.activation, text: home.text, offset, end, time: row.event, kind: 'event', isCertain: true };
  }
}

/** So many events without a statement of theirs are passed over. */
const mostSearched = 1_000_000;
