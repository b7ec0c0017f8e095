import { Schedule, type Role } from './schedule.js';
import { headsOf, type WtoElement } from './weakTopologicalOrder.js';

/** X(v) = evaluate(v), which reads X of other nodes; `dependents(v)` are the nodes whose equations read X(v). */
export interface EquationSystem<T> {
  readonly count: number;
  evaluate(node: number): T;
  dependents(node: number): readonly number[];
}

/** What the solver needs of states. `join` and the others return one of their arguments, by reference, when it is the result. */
export interface StateOperations<T> {
  equal(a: T, b: T): boolean;
  join(a: T, b: T): T;
  meet(a: T, b: T): T;
  widen(previous: T, next: T, atThresholds: boolean): T;
  narrow(previous: T, next: T): T;
  /**
   * Whether the two differ only in a part that is extrapolated by itself, and quickly: such changes do not use up the steps that the
   * rest is given. Without it there is no such part.
   */
  isMinor?(previous: T, next: T): boolean;
}

/** Counts equation evaluations: machine independent, so that results are reproducible. Running out is a result. */
export class Budget {
  private count = 0;
  private wasUsedUp = false;
  constructor(
    readonly limit: number,
    /** Asked now and then; when it says yes, the budget is used up. May throw `AnalysisCancelled`. */
    private readonly isUsedUp: () => boolean = () => false,
  ) {}
  get used(): number {
    return this.count;
  }
  get exhausted(): boolean {
    return this.count >= this.limit || this.wasUsedUp;
  }
  spend(): void {
    if (++this.count % evaluationsBetweenQuestions === 0 && this.isUsedUp()) this.wasUsedUp = true;
  }
}

const evaluationsBetweenQuestions = 64;

/** Thrown when whoever asked for the analysis does not want it any more. */
export class AnalysisCancelled extends Error {
  override readonly name = 'AnalysisCancelled';
}

export interface SolverOptions {
  /** Joins at a head before widening sets in. */
  readonly wideningDelay: number;
  /** Widenings at a head that stop at thresholds; later ones go all the way. */
  readonly thresholdSteps: number;
  /** Plain meets at a head before narrowing sets in, on the way down. */
  readonly narrowingDelay: number;
  /** Changes of one head on the way down, after which it is left as it is. */
  readonly maxDescents: number;
}

/** How often each head changed. */
class Visits {
  private readonly counts: Uint32Array;
  constructor(count: number) {
    this.counts = new Uint32Array(count);
  }
  next(node: number): number {
    return (this.counts[node] = (this.counts[node] ?? 0) + 1);
  }
  forget(node: number): void {
    this.counts[node] = 0;
  }
}

/**
 * Bourdoncle's recursive strategy upwards: components are iterated to stability from the inside out, with widening at heads. A head counts
 * its visits anew each time that its component is entered: it does not extrapolate what only changes outside. It ends, since a component
 * around it is left once its own head is stable, which counts on.
 * The result is a post-fixpoint; false when the budget ran out (then X means nothing).
 */
export function ascend<T>(
  system: EquationSystem<T>,
  order: readonly WtoElement[],
  states: T[],
  operations: StateOperations<T>,
  options: SolverOptions,
  budget: Budget,
  /** The nodes whose equations may give more than the states that are there already; null: all of them. */
  dirty: Iterable<number> | null = null,
): boolean {
  const visits = new Visits(system.count);
  const minorVisits = new Visits(system.count);
  return solve(system, order, states, operations, budget, dirty, (node, old, role) => {
    const next = system.evaluate(node);
    if (role === 'body') return next;
    if (role === 'entered head') visits.forget(node);
    const joined = operations.join(old, next);
    if (joined === old) return old;
    if (operations.isMinor?.(old, joined) === true)
      return minorVisits.next(node) > options.wideningDelay ? operations.widen(old, joined, true) : joined;
    const count = visits.next(node);
    return count > options.wideningDelay ? operations.widen(old, joined, count <= options.wideningDelay + options.thresholdSteps) : joined;
  });
}

/**
 * Downwards from a post-fixpoint: each equation is met with its old state; heads narrow once the plain meets are used up.
 * Any prefix of the descent is sound, so an exhausted budget only costs precision. What `ascend` leaves in this order solves each
 * equation but those of heads, so that a descent from there (`from` is `heads`) has nothing else to begin with.
 */
export function descend<T>(
  system: EquationSystem<T>,
  order: readonly WtoElement[],
  states: T[],
  operations: StateOperations<T>,
  options: SolverOptions,
  budget: Budget,
  from: 'everything' | 'heads' = 'everything',
): void {
  const visits = new Visits(system.count);
  const minorVisits = new Visits(system.count);
  const dirty = from === 'everything' ? null : headsOf(order);
  solve(system, order, states, operations, budget, dirty, (node, old, role) => {
    // What both have is taken from the old state: unchanged parts stay shared.
    const next = operations.meet(system.evaluate(node), old);
    if (role === 'body' || next === old) return next;
    if (operations.isMinor?.(old, next) === true) return minorVisits.next(node) > options.maxDescents ? old : next;
    const count = visits.next(node);
    if (count > options.maxDescents) return old;
    return count > options.narrowingDelay ? operations.narrow(old, next) : next;
  });
}

function solve<T>(
  system: EquationSystem<T>,
  order: readonly WtoElement[],
  states: T[],
  operations: StateOperations<T>,
  budget: Budget,
  dirty: Iterable<number> | null,
  improve: (node: number, old: T, role: Role) => T,
): boolean {
  const schedule = new Schedule(system.count, order, dirty);
  return schedule.run((node, role) => {
    budget.spend();
    const old = states[node] as T;
    const next = improve(node, old, role);
    if (next !== old && !operations.equal(old, next)) {
      states[node] = next;
      for (const dependent of system.dependents(node)) schedule.invalidate(dependent);
    }
    return !budget.exhausted;
  });
}
