import { Schedule, type Role } from './schedule.js';
import type { WtoElement } from './weakTopologicalOrder.js';

/** X(v) = evaluate(v), which reads X of other nodes; `dependents(v)` are the nodes whose equations read X(v). */
export interface EquationSystem<T> {
  readonly count: number;
  evaluate(node: number): T;
  dependents(node: number): readonly number[];
}

/** The operations on states that the solver needs. `join` and the others return one of their arguments, by reference, when it is the result. */
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

/** Equations, the order in which they are solved, and how. */
export interface Task<T> {
  readonly system: EquationSystem<T>;
  readonly order: readonly WtoElement[];
  readonly operations: StateOperations<T>;
  readonly options: SolverOptions;
  readonly budget: Budget;
}

/** How often each head has changed. */
export class Visits {
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
 * Evaluates equations in order until none changes its state; `improve` says what a node's next state is. `dirty`: the nodes to begin with;
 * null: all. False when the budget ran out.
 */
export function solve<T>(
  { system, order, operations, budget }: Task<T>,
  states: T[],
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
