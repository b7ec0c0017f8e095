import type { Expression } from '../../ir/expression.js';
import { Term } from '../concrete/concreteValue.js';
import { addedTo, directionFrom } from './termComparison.js';
import { expressionOf } from './constants.js';
import { Return, Trail, changedVariables } from './endless.js';
import type { Moment, Station, Visit } from './endless.js';
import { sizeOf, textOf } from './quantities.js';
import { Unsettled } from './pathSignals.js';
import { standstill } from './standstill.js';
import { hasWitness } from './smallInputs.js';
import type { Decision } from './pathCondition.js';

/** At its moment a run is known never to end, or never to end if all conditions hold. */
export type Advice = 'endless' | readonly Expression[];

/** Told of the stations of a run: tests, and entries of functions. */
export interface Watch {
  /** Instructions that the run may take beyond those of any path. */
  readonly extraFuel: number;
  arrive(station: Station): void;
}

/** A path that goes on for long, and how often it came to each place. */
export interface LongPath {
  readonly decisions: readonly Decision[];
  readonly visits: ReadonlyMap<string, number>;
}

/** How a run under watch ended. */
export interface Run {
  readonly isEndless: boolean;
  readonly unsettled: Unsettled | null;
  readonly steps: number;
}

/** Runs once more, with these decisions first. */
export type RunAgain = (forced: readonly boolean[], watch: Watch) => Run;

export interface Search {
  readonly found: { readonly moment: Moment; readonly advice: Advice } | null;
  readonly steps: number;
}

/** Loops of a path that are tried, of each the first visits and the last ones, and how many visits away they are compared. */
const mostLoops = 3;
const mostStarts = 2;
const farthest = 2;
const largestCondition = 12;
/** Instructions of all tries. */
const searchFuel = 3_000;

/**
 * Whether a path that goes on for long never ends, perhaps only under a condition that is known at one of its moments. Of one loop this
 * is asked once: `asked` are the moments at which loops begin of which it was.
 */
export function findEndless({ decisions, visits }: LongPath, runAgain: RunAgain, asked: Set<Moment>): Search {
  const truths = decisions.map(({ truth }) => truth);
  const trail = new Trail(visits);
  let { steps } = runAgain(truths, trail);
  const attempt = ({ first, start, later }: Candidate, condition: Expression | null): Outcome => {
    const prober = new Prober(start, later, condition);
    const run = runAgain(truths.slice(0, start.decided), prober);
    steps += run.steps;
    return run.isEndless ? 'endless' : prober.supposable(run.unsettled, start === first);
  };
  for (const candidate of candidates(trail.visits)) {
    const { first, start } = candidate;
    if (steps > searchFuel) break;
    const outcome = attempt(candidate, null);
    if (outcome === 'endless') return { found: { moment: start.moment, advice: 'endless' }, steps };
    if (asked.has(first.moment)) continue;
    const condition = outcome.find((each) => attempt(candidate, each) === 'endless');
    if (condition === undefined) continue;
    asked.add(first.moment);
    return { found: { moment: start.moment, advice: [condition] }, steps };
  }
  return { found: standingStill(trail, decisions, asked), steps };
}

/** The first loop an iteration of which may change nothing, for some input that comes there. */
function standingStill({ visits, run }: Trail, decisions: readonly Decision[], asked: Set<Moment>): Search['found'] {
  if (run === null) return null;
  for (const { first, start, later } of candidates(visits)) {
    const key = `still ${later.moment}`;
    if (later.previous !== start || start !== first || asked.has(key)) continue;
    const conditions = standstill(start, later, run);
    if (conditions === null) continue;
    asked.add(key);
    const before = decisions.slice(0, later.decided).map(({ condition, truth }) => (truth ? condition : not(condition)));
    if (hasWitness([...before, ...conditions], run.terms)) return { moment: later.moment, advice: conditions };
  }
  return null;
}

const not = (operand: Expression): Expression => ({ kind: 'unary', operator: '!', operand });

/** Conditions under which another try may show more. */
type Outcome = 'endless' | readonly Expression[];

interface Candidate {
  /** The first visit of the loop. */
  readonly first: Visit;
  readonly start: Visit;
  readonly later: Visit;
}

/** Visits that may be followed by others like them for ever: those of the loops that went on last, outer ones too. */
function candidates(visits: readonly Visit[]): readonly Candidate[] {
  const next = new Map<Visit, Visit>();
  for (const visit of visits) if (visit.previous !== null) next.set(visit.previous, visit);
  const loops: Visit[][] = [];
  for (const visit of visits) {
    if (visit.previous !== null) continue;
    const loop = [visit];
    for (let other = next.get(visit); other !== undefined; other = next.get(other)) loop.push(other);
    if (loop.length > 1) loops.push(loop);
  }
  const place = new Map(visits.map((visit, i) => [visit, i]));
  const lastOf = (loop: readonly Visit[]): number => place.get(loop.at(-1) as Visit) ?? 0;
  const latest = loops.sort((a, b) => lastOf(b) - lastOf(a)).slice(0, mostLoops);
  return latest.flatMap((loop) => {
    const starts = loop.map((_, i) => i).filter((i) => i < mostStarts || i === loop.length - farthest - 1);
    const [first] = loop;
    return starts.flatMap((i) => {
      const start = loop[i];
      if (first === undefined || start === undefined) return [];
      let changes = Infinity;
      // What has come back farther away, and changes less.
      const laters = loop.slice(i + 1, i + 1 + farthest).filter((later) => {
        const before = changes;
        changes = changedVariables(start.scene, later.scene).length;
        return changes < before;
      });
      return laters.map((later) => ({ first, start, later }));
    });
  });
}

/** Lets a run go on from a visit with whatever the variables may hold that change. */
class Prober implements Watch {
  readonly extraFuel = 400;
  private back: Return | null = null;

  constructor(
    private readonly start: Visit,
    private readonly later: Visit,
    private readonly condition: Expression | null,
  ) {}

  arrive({ frame, place, terms, machine, moment }: Station): void {
    if (this.back !== null) {
      if (place === this.start.place) this.back.arrive(frame);
      return;
    }
    if (moment !== this.start.moment) return;
    if (this.condition !== null && !terms.suppose(this.condition)) throw new Unsettled(null);
    this.back = new Return(this.start, this.later, terms, machine, frame, this.condition);
    this.back.begin();
  }

  /**
   * The assumptions at the visit under which the run is settled. At a later visit only the step counts: other conditions there say how far
   * the loop was followed, which nobody wants to read.
   */
  supposable(unsettled: Unsettled | null, isFirst: boolean): readonly Expression[] {
    if (this.condition !== null) return [];
    const open = unsettled?.open ?? null;
    const asked = open === null || !isFirst ? null : (this.back?.atVisit(open) ?? null);
    const supposed = [...(asked === null ? [] : withDirection(asked)), ...this.directions(isFirst)];
    return supposed.filter((each) => sizeOf(each) <= largestCondition);
  }

  /** Whether a variable falls or rises. */
  private directions(isFirst: boolean): readonly Expression[] {
    const changed = changedVariables(this.start.scene, this.later.scene);
    return changed.flatMap((variable) => {
      const [before, after] = [this.start.scene.get(variable)?.value, this.later.scene.get(variable)?.value];
      if (!(after instanceof Term) || !(before instanceof Term || typeof before === 'number')) return [];
      const start = expressionOf(before);
      if (directionFrom(after.expression, textOf(start)) !== null) return [];
      const step = addedTo(after.expression, start);
      if (step === null && !isFirst) return [];
      const [left, right] = step === null ? [after.expression, start] : [step, nothing];
      return (['<=', '>='] as const).map((operator): Expression => ({ kind: 'binary', operator, left, right }));
    });
  }
}

const nothing: Expression = { kind: 'constant', value: { kind: 'number', value: 0 } };

/** The conditions with a direction: a changing variable may be on either side of what it is compared with. */
function withDirection(condition: Expression): readonly Expression[] {
  if (condition.kind !== 'binary') return [];
  const { operator } = condition;
  if (operator === '===' || operator === '==') return (['<', '>'] as const).map((order) => ({ ...condition, operator: order }));
  return [condition, { kind: 'unary', operator: '!', operand: condition }];
}
