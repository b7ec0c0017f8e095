import type { StatementPlace } from '../steps/recordedPassages.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import type { ActivationSteps } from './activationSteps.js';
import { callSites } from './anchors.js';
import type { Breathe, PassageSearch } from './passageSearch.js';
import type { Direction, Position } from './recordedPosition.js';
import type { Travel } from './travel.js';

/** What a recording that goes on may stop at. */
export type StopPoint =
  | { readonly kind: 'statement'; readonly statement: StatementPlace }
  /** `node` is a function: each call stops before its first statement. */
  | { readonly kind: 'function'; readonly functions: readonly StatementPlace[] }
  /** A place of an object or of a scope: each change stops right behind it. */
  | { readonly kind: 'change'; readonly subject: number; readonly key: number }
  | { readonly kind: 'throw'; readonly isUncaught: boolean };

/** Where a stop point lies, and which. */
export interface FoundStop<P> {
  readonly position: Position;
  /** All that lie there. */
  readonly points: readonly P[];
}

/** Goes on through a recording, either way, to the next of some stop points. */
export class StopSearch {
  constructor(
    private readonly store: TraceStore,
    private readonly steps: ActivationSteps,
    private readonly travel: Travel,
    private readonly passages: PassageSearch,
  ) {}

  /** The nearest stops in a direction, one after the other. */
  async *stops<P extends { readonly stop: StopPoint }>(
    from: Position,
    direction: Direction,
    points: readonly P[],
    breathe: Breathe,
  ): AsyncGenerator<FoundStop<P>> {
    const next: { readonly point: P; position: Position | null }[] = [];
    for (const point of points) next.push({ point, position: await this.nearest(point.stop, from, direction, breathe) });
    for (;;) {
      let best: Position | null = null;
      for (const { position } of next)
        if (position !== null && (best === null || this.isNearer(position, best, direction))) best = position;
      if (best === null) return;
      const here: Position = best;
      const found = next.filter(({ position }) => position !== null && isSame(position, here));
      yield { position: here, points: found.map(({ point }) => point) };
      for (const one of found) one.position = await this.nearest(one.point.stop, here, direction, breathe);
    }
  }

  private nearest(stop: StopPoint, from: Position, direction: Direction, breathe: Breathe): Promise<Position | null> {
    const isForward = direction === 'forward';
    switch (stop.kind) {
      case 'statement':
        return isForward ? this.passages.next(stop.statement, from, breathe) : this.passages.previous(stop.statement, from, breathe);
      case 'function':
        return Promise.resolve(this.nearestCall(stop.functions, from, isForward));
      case 'change':
        return Promise.resolve(this.nearestChange(stop, from, isForward));
      case 'throw':
        return this.nearestThrow(stop.isUncaught, from, isForward, breathe);
    }
  }

  private nearestCall(functions: readonly StatementPlace[], from: Position, isForward: boolean): Position | null {
    let best: Position | null = null;
    for (const site of functions.flatMap((one) => callSites(this.store, one))) {
      for (const row of isForward ? this.store.passagesOf(site, from.time) : this.store.passagesBefore(site, from.time)) {
        const inside = row.kind === Kind.call ? this.travel.inside(row) : null;
        if (inside === null || isSame(inside, from) || (!isForward && inside.time > from.time)) continue;
        if (best === null || (isForward ? inside.time < best.time : inside.time > best.time)) best = inside;
        break;
      }
    }
    return best;
  }

  private nearestChange({ subject, key }: StopPoint & { kind: 'change' }, from: Position, isForward: boolean): Position | null {
    const rows = isForward ? this.store.changesOf(subject, key, from.time) : this.store.changesBefore(subject, key, from.time - 1);
    for (const row of rows) {
      const place = this.placeOf(row, row.event + 1);
      if (place !== null) return place;
    }
    return null;
  }

  private async nearestThrow(isUncaught: boolean, from: Position, isForward: boolean, breathe: Breathe): Promise<Position | null> {
    for (const row of isForward ? this.store.ofKind(Kind.throw, from.time) : this.store.ofKindBefore(Kind.throw, from.time)) {
      await breathe();
      const place = this.placeOf(row, row.event);
      if (place === null || isSame(place, from) || (isUncaught && this.store.caughtAt(row) !== null)) continue;
      return place;
    }
    return null;
  }

  /** Where a row is in its text. */
  private placeOf(row: TraceRow, time: number): Position | null {
    const site = this.store.source.site(row.site)?.site;
    const home = this.steps.homeOf(row.activation, row.event);
    if (site === undefined || home === null) return null;
    return { activation: row.activation, text: home.text, offset: site.offset, end: site.end, time, kind: 'event', isCertain: true };
  }

  private isNearer(a: Position, b: Position, direction: Direction): boolean {
    return direction === 'forward' ? this.isBefore(a, b) : this.isBefore(b, a);
  }

  private isBefore(a: Position, b: Position): boolean {
    if (a.time !== b.time) return a.time < b.time;
    if (a.kind !== b.kind) return a.kind === 'step';
    if (a.kind === 'event' || a.activation !== b.activation) return a.activation < b.activation;
    for (let step = this.steps.after(a); step !== null && step.time === a.time; step = this.steps.after(step))
      if (isSame(step, b)) return true;
    return false;
  }
}

/** Whether two positions are one. */
function isSame(a: Position, b: Position): boolean {
  return a.activation === b.activation && a.time === b.time && a.offset === b.offset && a.end === b.end && a.kind === b.kind;
}
