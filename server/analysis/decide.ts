import { followPaths } from '../semantics/paths/follow.js';
import type { FollowedPaths } from '../semantics/paths/follow.js';
import type { State } from '../semantics/state.js';
import type { AssertionId } from '../ir/program.js';
import type { RootAnalysis } from './root.js';

/**
 * What the entry of a root decides, beyond what is known of each parameter by itself: the paths of its runs from these states.
 * Null where nothing is to be learnt: no run fails, or the root is too large.
 */
export function decideAtEntry(
  analysis: RootAnalysis,
  reachable: readonly State[],
  entry: State,
  sometimes: readonly AssertionId[],
): FollowedPaths | null {
  const { context, unfolding } = analysis;
  if (entry === null || !mayFail(analysis, reachable, sometimes)) return null;
  if (context.effort.followed > maxFollowed) return null;
  const followed = followPaths({
    root: analysis.functionId,
    entry,
    activation: unfolding.root.activation,
    isTyped: !analysis.isOpaquelyCalled,
    isOnce: context.isOnceVariable,
    mayOverflow: (caller) => context.callGraph.mayOverflow(caller),
    obligations: sometimes,
  });
  context.effort.followed += followed?.steps ?? 0;
  return followed;
}

/** Instructions that paths may cost for one module: an interpreted instruction is some microseconds. */
export const maxFollowed = 1_000_000;

function mayFail({ unfolding }: RootAnalysis, reachable: readonly State[], sometimes: readonly AssertionId[]): boolean {
  if (sometimes.length > 0 || (reachable[unfolding.root.throwExit] ?? null) !== null) return true;
  return unfolding.instances.some((instance) =>
    instance.indexed.body.nodes.some((node) => node.mark?.kind === 'violation' && (reachable[instance.base + node.id] ?? null) !== null),
  );
}
