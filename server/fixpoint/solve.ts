import type { WtoElement } from './wto.js';

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
  widen(previous: T, next: T, node: number): T;
  narrow(previous: T, next: T): T;
}

/** Counts equation evaluations: machine independent, so that results are reproducible. Running out is a result. */
export class Budget {
  used = 0;
  constructor(readonly limit: number) {}
  get exhausted(): boolean {
    return this.used >= this.limit;
  }
}

export interface SolverOptions {
  /** Joins at a head before widening sets in. */
  readonly wideningDelay: number;
  /** Plain meets at a head before narrowing sets in, on the way down. */
  readonly narrowingDelay: number;
}

/** Bookkeeping of which equations have inputs that changed since they were last evaluated. */
class Dirty {
  private readonly flags: Uint8Array;
  constructor(private readonly system: EquationSystem<unknown>) {
    this.flags = new Uint8Array(system.count).fill(1);
  }
  take(node: number): boolean {
    if (this.flags[node] === 0) return false;
    this.flags[node] = 0;
    return true;
  }
  has(node: number): boolean {
    return this.flags[node] === 1;
  }
  changed(node: number): void {
    for (const dependent of this.system.dependents(node)) this.flags[dependent] = 1;
  }
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
}

/**
 * Bourdoncle's recursive strategy upwards: components are iterated to stability from the inside out, with widening at heads.
 * The result is a post-fixpoint; false when the budget ran out (then X means nothing).
 */
export function ascend<T>(
  system: EquationSystem<T>,
  order: readonly WtoElement[],
  states: T[],
  operations: StateOperations<T>,
  options: SolverOptions,
  budget: Budget,
): boolean {
  const dirty = new Dirty(system);
  const visits = new Visits(system.count);

  const update = (node: number, isHead: boolean): void => {
    if (!dirty.take(node)) return;
    budget.used++;
    const old = states[node] as T;
    let next = system.evaluate(node);
    if (isHead) {
      next = operations.join(old, next);
      if (next !== old && visits.next(node) > options.wideningDelay) next = operations.widen(old, next, node);
    }
    if (next === old || operations.equal(old, next)) return;
    states[node] = next;
    dirty.changed(node);
  };

  const iterate = (elements: readonly WtoElement[]): boolean => {
    for (const element of elements) {
      if (typeof element === 'number') {
        update(element, false);
        if (budget.exhausted) return false;
        continue;
      }
      do {
        update(element.head, true);
        if (budget.exhausted) return false;
        if (!iterate(element.body)) return false;
      } while (dirty.has(element.head));
    }
    return true;
  };
  return iterate(order);
}

/**
 * Downwards from a post-fixpoint: each equation is met with its old state; heads narrow once the plain meets are used up.
 * Any prefix of the descent is sound, so an exhausted budget only costs precision.
 */
export function descend<T>(
  system: EquationSystem<T>,
  order: readonly WtoElement[],
  states: T[],
  operations: StateOperations<T>,
  options: SolverOptions,
  budget: Budget,
): void {
  const dirty = new Dirty(system);
  const visits = new Visits(system.count);

  const update = (node: number, isHead: boolean): void => {
    if (!dirty.take(node)) return;
    budget.used++;
    const old = states[node] as T;
    let next = operations.meet(old, system.evaluate(node));
    if (next === old) return;
    if (isHead && visits.next(node) > options.narrowingDelay) next = operations.narrow(old, next);
    if (next === old || operations.equal(old, next)) return;
    states[node] = next;
    dirty.changed(node);
  };

  const iterate = (elements: readonly WtoElement[]): boolean => {
    for (const element of elements) {
      if (typeof element === 'number') {
        update(element, false);
        if (budget.exhausted) return false;
        continue;
      }
      do {
        update(element.head, true);
        if (budget.exhausted) return false;
        if (!iterate(element.body)) return false;
      } while (dirty.has(element.head));
    }
    return true;
  };
  iterate(order);
}
