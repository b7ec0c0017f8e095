import type { KeptEvents } from '../../events/rows.js';
import { eventCount } from './events.js';
import { OwnMap } from '../realm/intrinsics.js';
import { beginBlock, Counter, following } from '../realm/numbers.js';

let newest = beginBlock(Counter.scopes);

/** For variables that a loop has made anew for an iteration: the scope that they were copied from, and the number of events before. */
const copies = new OwnMap<number, Copied>();

interface Copied {
  readonly from: number;
  readonly at: number;
}

/** Numbers of instances of scopes. */
export const scopeProbes = {
  __w_scope(): number {
    return (newest = following(Counter.scopes, newest));
  },
  /** The head of a loop: before what is done after each iteration, its variables are made anew. */
  __w_next(scope: number): number {
    newest = following(Counter.scopes, newest);
    copies.set(newest, { from: scope, at: eventCount() });
    return newest;
  },
  /** They are so before the first iteration too. */
  __w_first(scope: number): number {
    return copies.has(scope) ? scope : scopeProbes.__w_next(scope);
  },
};

/** The scopes that loops have made anew, for the adapter. */
export function allCopies(): KeptEvents['copies'] {
  const all: KeptEvents['copies'][number][] = [];
  copies.forEach(({ from, at }, scope) => void (all[all.length] = { scope, from, at }));
  return all;
}

/** The instances whose changes are those of a scope's variables, each with the number of events until which they are. */
export function sharersOf(scope: number): ReadonlyMap<number, number> {
  const sharers = new OwnMap<number, number>();
  sharers.set(scope, Infinity);
  for (let copy = copies.get(scope); copy !== undefined; copy = copies.get(copy.from)) sharers.set(copy.from, copy.at);
  return sharers;
}
