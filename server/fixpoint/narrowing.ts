import { solve, Visits, type Task } from './solve.js';
import { headsOf } from './weakTopologicalOrder.js';

/**
 * Downwards from a post-fixpoint: each equation is met with its old state; heads narrow once the plain meets are used up.
 * Any prefix of the descent is sound, so an exhausted budget only costs precision. What `ascend` leaves in this order solves each
 * equation but those of heads, so that a descent from there (`from` is `heads`) has nothing else to begin with.
 */
export function descend<T>(task: Task<T>, states: T[], from: 'everything' | 'heads' = 'everything'): void {
  const { system, order, operations, options } = task;
  const visits = new Visits(system.count);
  const minorVisits = new Visits(system.count);
  const dirty = from === 'everything' ? null : headsOf(order);
  solve(task, states, dirty, (node, old, role) => {
    // What both have is taken from the old state: unchanged parts stay shared.
    const next = operations.meet(system.evaluate(node), old);
    if (role === 'body' || next === old) return next;
    if (operations.isMinor?.(old, next) === true) return minorVisits.next(node) > options.maxDescents ? old : next;
    const count = visits.next(node);
    if (count > options.maxDescents) return old;
    return count > options.narrowingDelay ? operations.narrow(old, next) : next;
  });
}
