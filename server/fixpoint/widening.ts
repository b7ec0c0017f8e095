import { solve, Visits, type Task } from './solve.js';

/**
 * Bourdoncle's recursive strategy upwards: components are iterated to stability from the inside out, with widening
 * at heads: at thresholds first, then all the way. A head counts
 * its visits anew each time that its component is entered: it does not extrapolate what only changes outside. It ends, since a component
 * around it is left once its own head is stable, which counts on.
 * The result is a post-fixpoint; false when the budget ran out (then X means nothing).
 */
export function ascend<T>(
  task: Task<T>,
  states: T[],
  /** The nodes whose equations may give more than the states that are there already; null: all of them. */
  dirty: Iterable<number> | null = null,
): boolean {
  const { system, operations, options } = task;
  const visits = new Visits(system.count);
  const minorVisits = new Visits(system.count);
  return solve(task, states, dirty, (node, old, role) => {
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
