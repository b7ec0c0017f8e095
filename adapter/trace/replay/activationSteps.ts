import { pathTo, type AnyNode } from '../../instrument/tree.js';
import { stoppable } from '../../instrument/stoppable.js';
import { isClass } from '../../querypoints/text/frameName.js';
import type { LoadedText, RunTexts } from '../../querypoints/text/texts.js';
import type { Home } from '../steps/home.js';
import { ownRowsOf } from '../steps/ownRows.js';
import { walkActivation, walkFromLoop } from '../steps/walkActivation.js';
import { callOfSite } from '../store/callOfSite.js';
import { functionAt } from '../store/functionAt.js';
import { Kind } from '../store/rowMeaning.js';
import type { TraceRow, TraceStore } from '../store/traceStore.js';
import { isTruthyRow } from './forkWay.js';
import { LoopsOfHome } from './loops.js';
import type { Position } from './recordedPosition.js';

/** Steps of one activation that follow each other. */
interface Stretch {
  readonly steps: readonly Position[];
  /** The first event that it is made of; null: it begins where the activation does. */
  readonly from: number | null;
  /** Whether the activation has no step behind it. */
  readonly isToEnd: boolean;
}

/** Ends a walk that has gone far enough. */
class FarEnough extends Error {}

/** How many stretches are kept, and how many steps they reach beyond what is asked. */
const mostStretches = 32;
const stepsAhead = 64;

/**
 * The statements that an activation came to. A long activation is followed from a loop near the time that is asked about, so that a step
 * costs as much in a recording of millions of events as in one of hundreds.
 */
export class ActivationSteps {
  private readonly homes = new Map<number, Home | null>();
  private readonly loops = new Map<AnyNode, LoopsOfHome>();
  private readonly statements = new Map<LoadedText, ReadonlySet<AnyNode>>();
  private readonly kept: { readonly activation: number; readonly stretch: Stretch }[] = [];

  constructor(
    private readonly store: TraceStore,
    private readonly texts: RunTexts,
  ) {}

  /** The text at a path; undefined where it was not recorded. */
  textAt(path: string): LoadedText | undefined {
    return this.texts.text(path);
  }

  /** The function whose activation it is; null when its text is not known or only its calls were recorded. */
  homeOf(activation: number, near?: number): Home | null {
    const known = this.homes.get(activation);
    if (known !== undefined) return known;
    const event = this.store.source.callOf(activation, near);
    const row = event === null ? null : this.store.row(event);
    const home = row === null ? null : this.homeOfSite(row.site);
    if (this.homes.size > mostHomes) this.homes.clear();
    this.homes.set(activation, home);
    return home;
  }

  /** The class without a constructor of its own that an activation is of; null when it is none. */
  implicitConstructorOf(activation: number, near?: number): Home | null {
    const event = this.store.source.callOf(activation, near);
    const row = event === null ? null : this.store.row(event);
    const found = row === null ? undefined : this.store.source.site(row.site);
    const text = found === undefined ? undefined : this.texts.text(found.path);
    const node = text === undefined ? undefined : pathTo(text.program, found?.site.offset ?? 0).findLast(isClass);
    const isImplicit = found?.site.key !== 'program' && node?.start === found?.site.offset;
    return text === undefined || node === undefined || !isImplicit ? null : { text, node };
  }

  private homeOfSite(site: number): Home | null {
    const found = this.store.source.site(site);
    const text = found === undefined ? undefined : this.texts.text(found.path);
    const node = found === undefined || text === undefined ? null : functionAt(found, text.program);
    return text === undefined || node === null ? null : { text, node };
  }

  /** Where the call ends that a site stands for; null where it stands for none. */
  endOfCall(site: number): number | null {
    const found = this.store.source.site(site);
    const text = found === undefined ? undefined : this.texts.text(found.path);
    return found === undefined || text === undefined ? null : (callOfSite(text.program, found.site)?.end ?? null);
  }

  /** The step that follows a position in its activation; null when there is none, or the recording does not say. */
  after(position: Position): Position | null {
    const { steps } = this.around(position.activation, position.time, stepsAhead);
    const own = indexOf(steps, position);
    if (own >= 0) return steps[own + 1] ?? null;
    return steps.find(({ time }) => time >= position.time) ?? null;
  }

  /** The step before a position in its activation; null when there is none. */
  before(position: Position): Position | null {
    return this.lookBack(position.activation, position.time, ({ steps }) => {
      const own = indexOf(steps, position);
      return own >= 0 ? (steps[own - 1] ?? null) : (steps.findLast(({ time }) => time < position.time) ?? null);
    });
  }

  /** The last step of an activation at or before a time; null when there is none. */
  at(activation: number, time: number): Position | null {
    return this.lookBack(activation, time, ({ steps }) => steps.findLast((step) => step.time <= time) ?? null);
  }

  /** The first step of an activation at or after a time. */
  from(activation: number, time: number): Position | null {
    return this.around(activation, time, 1).steps.find((step) => step.time >= time) ?? null;
  }

  /** Steps of an activation from a time on, as far as they are wanted: until `visit` gives false. */
  follow(activation: number, time: number, visit: (step: Position) => boolean): void {
    this.walk(activation, this.checkpoint(activation, time, 1), (step) => step.time < time || visit(step));
  }

  private lookBack(activation: number, time: number, find: (stretch: Stretch) => Position | null): Position | null {
    for (let loops = 1; ; loops *= 4) {
      const stretch = this.around(activation, time, 0, loops);
      const found = find(stretch);
      if (found !== null || stretch.from === null) return found;
    }
  }

  /** Steps around a time: from a loop before it (the last, or one of those before) to some behind it. */
  private around(activation: number, time: number, ahead: number, loops = 1): Stretch {
    const known = this.kept.find((one) => one.activation === activation && holds(one.stretch, time, ahead));
    if (known !== undefined && loops === 1) return known.stretch;
    const steps: Position[] = [];
    const start = this.checkpoint(activation, time, loops);
    let behind = 0;
    const isToEnd = this.walk(activation, start, (step) => {
      steps.push(step);
      if (step.time > time) behind++;
      return behind <= ahead;
    });
    const stretch: Stretch = { steps, from: start?.event ?? null, isToEnd };
    this.kept.unshift({ activation, stretch });
    this.kept.splice(mostStretches);
    return stretch;
  }

  /** Follows an activation from a checkpoint, or from its begin; says whether it was followed to its end. */
  private walk(activation: number, start: Checkpoint | null, visit: (step: Position) => boolean): boolean {
    const home = this.homeOf(activation, start?.event);
    if (home === null) return true;
    const { text, node } = home;
    const statements = this.statementsOf(text);
    const onStep = (at: AnyNode, time: number, isCertain: boolean) => {
      if (!statements.has(at)) return;
      if (!visit({ activation, text, offset: at.start, end: at.end, time, kind: 'step', isCertain })) throw new FarEnough();
    };
    try {
      if (start === null) {
        const call = this.store.source.callOf(activation) ?? -1;
        walkActivation(node, ownRowsOf(this.store, home, activation, Math.max(call, 0)), call + 1, onStep);
      } else {
        const rows = ownRowsOf(this.store, home, activation, start.event);
        const after = rows.peek()?.after ?? start.event + 1;
        rows.advance();
        walkFromLoop(start.path, rows, after, onStep);
      }
      return true;
    } catch (error) {
      if (error instanceof FarEnough) return false;
      throw error;
    }
  }

  /** A passage of a loop before a time: the last, or the `loops`-th from there; null: the activation's begin. */
  private checkpoint(activation: number, time: number, loops: number): Checkpoint | null {
    const home = this.homeOf(activation, time);
    if (home === null) return null;
    const known = this.loopsOf(home);
    if (known.isEmpty) return null;
    let count = 0;
    for (const row of this.store.rowsBefore(activation, time, this.store.source.callOf(activation, time) ?? 0)) {
      if (row.kind !== Kind.fork) continue;
      const site = this.store.source.site(row.site)?.site;
      const path = site === undefined ? undefined : known.pathOf(site.offset, site.end);
      if (path === undefined || !this.goesOn(row, path)) continue;
      if (++count >= loops) return { event: row.event, path };
    }
    return null;
  }

  /** Whether the body of the loop follows a fork. A test that is not known says nothing. */
  private goesOn(row: TraceRow, path: readonly AnyNode[]): boolean {
    const loop = path.at(-1);
    if (loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement') return true;
    return isTruthyRow(this.store, row) === true;
  }

  private loopsOf({ node }: Home): LoopsOfHome {
    let loops = this.loops.get(node);
    if (loops === undefined) this.loops.set(node, (loops = new LoopsOfHome(node)));
    return loops;
  }

  /** What a user's step stops before: statements, and the bodies of short arrow functions, that the user has written. */
  private statementsOf(text: LoadedText): ReadonlySet<AnyNode> {
    let found = this.statements.get(text);
    if (found === undefined) {
      const wanted = stoppable(text.program).filter(
        ({ node, kind }) =>
          ((kind === 'statement' && node.type !== 'LabeledStatement') || kind === 'arrow' || (kind === 'part' && text.isMapped)) &&
          text.userPosition(node.start, node.end) !== null,
      );
      this.statements.set(text, (found = new Set(wanted.map(({ node }) => node))));
    }
    return found;
  }
}

const mostHomes = 10_000;

interface Checkpoint {
  readonly event: number;
  readonly path: readonly AnyNode[];
}

function holds({ steps, from, isToEnd }: Stretch, time: number, ahead: number): boolean {
  if (from !== null && from >= time) return false;
  const first = steps[0];
  if (from !== null && (first === undefined || first.time >= time)) return false;
  return isToEnd || (steps.at(-Math.max(1, Math.min(ahead, 2)))?.time ?? -1) > time;
}

function indexOf(steps: readonly Position[], { kind, offset, end, time }: Position): number {
  return kind === 'step' ? steps.findIndex((step) => step.time === time && step.offset === offset && step.end === end) : -1;
}
