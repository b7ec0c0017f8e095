import type { StatementPlace } from '../steps/recordedPassages.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { ActivationSteps } from './activationSteps.js';
import { anchorsOf, type Anchors } from './anchors.js';
import { isTruthyRow } from './forkWay.js';
import type { Position } from './recordedPosition.js';
import type { RecordedStack } from './stack.js';

/** Lets others have a turn now and then; throws when the search is ended. */
export type Breathe = () => Promise<void>;

/** The part of an activation that is gone through: from a time, until another, for a search that begins at a position. */
interface Stretch {
  readonly activation: number;
  readonly time: number;
  readonly until: number;
  readonly from: Position;
}

/** Finds the next and the previous time that control came to a statement, from anywhere in a recording. */
export class PassageSearch {
  private readonly anchors = new Map<StatementPlace['node'], Anchors>();

  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
    private readonly stack: RecordedStack,
  ) {}

  /** The first passage behind a position. */
  async next(statement: StatementPlace, from: Position, breathe: Breathe): Promise<Position | null> {
    const anchors = this.anchorsOf(statement);
    let best: Position | null = null;
    const take = (activation: number, time: number) => {
      const found = this.firstIn(statement, anchors, { activation, time, until: best?.time ?? Infinity, from });
      if (found !== null && (best === null || found.time < best.time)) best = found;
    };
    for (const frame of this.stack.frames(from)) if (this.isUnderWay(frame, anchors)) take(frame.activation, from.time);
    const followed = new Map<number, number>();
    for (const row of merged(
      anchors.sites.map(({ site, way }) => this.wanted(this.store.passagesOf(site, from.time), way)),
      false,
    )) {
      await breathe();
      const bound: Position | null = best;
      if (bound !== null && row.event > (bound as Position).time) break;
      const activation = activationOf(row);
      if ((followed.get(activation) ?? -1) >= row.event) continue;
      const stretch = { activation, time: row.event + 1, until: (bound as Position | null)?.time ?? Infinity, from };
      const seen = this.firstIn(statement, anchors, stretch, (time) => followed.set(activation, time));
      if (seen !== null && (best === null || seen.time < (best as Position).time)) best = seen;
    }
    return best;
  }

  /** The last passage before a position. */
  async previous(statement: StatementPlace, from: Position, breathe: Breathe): Promise<Position | null> {
    const anchors = this.anchorsOf(statement);
    const newer = new Map<number, number>();
    let best: Position | null = null;
    for (const row of merged(
      anchors.sites.map(({ site, way }) => this.wanted(this.store.passagesBefore(site, from.time), way)),
      true,
    )) {
      await breathe();
      const activation = activationOf(row);
      const found = this.lastIn(statement, anchors, { activation, time: row.event + 1, until: newer.get(activation) ?? Infinity, from });
      newer.set(activation, row.event);
      if (found === null) continue;
      best = found;
      break;
    }
    if (best === null) return null;
    // Functions that called this one may have come to the statement after it ended.
    let latest: Position = best;
    for (const frame of this.stack.frames(best)) {
      if (frame.activation === best.activation || !this.isUnderWay(frame, anchors)) continue;
      const found = this.lastIn(statement, anchors, { activation: frame.activation, time: best.time, until: Infinity, from });
      if (found !== null && found.time > latest.time) latest = found;
    }
    return latest;
  }

  private firstIn(
    { node }: StatementPlace,
    { region }: Anchors,
    { activation, time, until, from }: Stretch,
    seen: (time: number) => void = () => {},
  ): Position | null {
    let found: Position | null = null;
    // Steps of the same time that come before the position are behind us.
    let isBehind = activation === from.activation && from.kind === 'step' && time <= from.time;
    this.steps.follow(activation, time, (step) => {
      if (isBehind && step.time <= from.time) {
        if (step.time === from.time && step.offset === from.offset && step.end === from.end) isBehind = false;
        return true;
      }
      seen(step.time - 1);
      if (step.time > until || !isWithin(step, region)) return false;
      if (step.isCertain && step.offset === node.start && step.end === node.end) found = step;
      return found === null;
    });
    return found;
  }

  private lastIn({ node }: StatementPlace, { region }: Anchors, { activation, time, until, from }: Stretch): Position | null {
    let found: Position | null = null;
    this.steps.follow(activation, time, (step) => {
      if (step.time > from.time || step.time > until || !isWithin(step, region)) return false;
      if (step.time === from.time) {
        // Of the same time only what stands before the position in its own activation has been.
        if (activation !== from.activation || (from.kind === 'step' && step.offset === from.offset && step.end === from.end)) return false;
        if (from.kind === 'event' && !(step.offset <= from.offset && step.end >= from.end)) return false;
      }
      if (step.isCertain && step.offset === node.start && step.end === node.end) found = step;
      return true;
    });
    return found;
  }

  /** Whether a frame may come to the statement without passing an anchor before. */
  private isUnderWay(frame: Position, { home, region }: Anchors): boolean {
    return this.steps.homeOf(frame.activation, frame.time)?.node === home && isWithin(frame, region);
  }

  private *wanted(rows: Iterable<TraceRow>, way: boolean | null): Generator<TraceRow> {
    for (const row of rows) {
      if (row.kind === Kind.none) continue;
      // A way that is not known may be the wanted one.
      if (way === null || (isTruthyRow(this.store, row) ?? way) === way) yield row;
    }
  }

  private anchorsOf(statement: StatementPlace): Anchors {
    let anchors = this.anchors.get(statement.node);
    if (anchors === undefined) this.anchors.set(statement.node, (anchors = anchorsOf(this.store, statement)));
    return anchors;
  }
}

/** The activation that runs behind a row. */
function activationOf({ kind, subject, activation }: TraceRow): number {
  return kind === Kind.call || kind === Kind.resume ? subject : activation;
}

function isWithin({ offset }: { readonly offset: number }, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return start <= offset && offset < end;
}

/** Rows of several sources in the order of their events, the newest first when `isBackwards`. */
function* merged(sources: readonly Iterator<TraceRow>[], isBackwards: boolean): Generator<TraceRow> {
  const open = sources.map((source) => ({ source, row: source.next() }));
  for (;;) {
    let best: (typeof open)[number] | null = null;
    for (const one of open) {
      if (one.row.done === true) continue;
      const event = one.row.value.event;
      if (best === null || best.row.done === true || (isBackwards ? event > best.row.value.event : event < best.row.value.event))
        best = one;
    }
    if (best === null || best.row.done === true) return;
    yield best.row.value;
    best.row = best.source.next();
  }
}
