import { visited } from '../base/intMap.js';

/** Visits of nodes of maps that take as long as one evaluation of an equation with small states (measured on eight bundles of 0.3 to 3 MB). */
const visitsPerEvaluation = 250;

/** A part of the work whose evaluations are counted by itself. */
interface Counted {
  readonly evaluations: number;
}

/**
 * The work that one module has taken, in evaluations of equations with small states. It is counted and not timed: an analysis that is
 * given up is given up on every machine.
 */
export class Effort {
  /** The most that may be spent for now, in evaluations. */
  limit = Infinity;
  private done = 0;
  private running: { readonly part: Counted; readonly evaluations: number; readonly visits: number } | null = null;
  /** Instructions of paths that were followed. */
  followed = 0;

  get spent(): number {
    return this.done + this.cost;
  }

  get isUsedUp(): boolean {
    return this.spent >= this.limit;
  }

  /** Instructions of paths were followed: each takes about as long as an evaluation. */
  follow(steps: number): void {
    this.followed += steps;
    this.done += steps;
  }

  /** Adds a cost that is known from before, in evaluations. */
  add(cost: number): void {
    this.done += cost;
  }

  /** Counts what a part of the work takes. */
  measure<T>(part: Counted, work: () => T): T {
    if (this.running !== null) return work();
    this.running = { part, evaluations: part.evaluations, visits: visited() };
    try {
      return work();
    } finally {
      const { cost } = this;
      this.running = null;
      this.done += cost;
    }
  }

  /** Does work that counts for nothing. */
  without<T>(work: () => T): T {
    const { done, followed } = this;
    try {
      return work();
    } finally {
      Object.assign(this, { done, followed });
    }
  }

  private get cost(): number {
    if (this.running === null) return 0;
    const { part, evaluations, visits } = this.running;
    return part.evaluations - evaluations + Math.floor((visited() - visits) / visitsPerEvaluation);
  }
}
