import { concreteBuiltins } from '../builtins/concreteModels.js';
import { termModels } from '../builtins/termModels.js';
import { followPaths } from '../execution/symbolic/symbolicExecution.js';
import type { Followable, FollowedPaths } from '../execution/symbolic/symbolicExecution.js';
import * as values from '../lattice/value.js';
import { read } from '../semantics/scope.js';
import type { State } from '../semantics/state.js';
import type { AssertionId } from '../ir/program.js';
import { loopsOf } from './loops.js';
import type { RootAnalysis } from './root.js';
import type { Instance } from './unfolding.js';

/**
 * The paths of a root's runs from its entry states: what the entry decides, beyond what is known of each parameter by itself.
 * Null if there is nothing to learn: no run fails, or the root is too large.
 */
export function decideAtEntry(
  analysis: RootAnalysis,
  reachable: readonly State[],
  entry: State,
  sometimes: readonly AssertionId[],
  passesAssertions = false,
): Followable | null {
  const { context, unfolding } = analysis;
  if (entry === null || !mayFail(analysis, reachable, sometimes)) return null;
  if (context.effort.followed > maxFollowed) return null;
  const followed = followPaths({
    root: analysis.functionId,
    entry,
    activation: unfolding.root.activation,
    builtins,
    isTyped: !analysis.isOpaquelyCalled,
    isOnce: context.isOnceVariable,
    mayOverflow: (caller) => context.callGraph.mayOverflow(caller),
    valueAt: (node, variable) => {
      const state = reachable[unfolding.root.base + node] ?? null;
      return state === null ? values.bottom : read(state, variable, unfolding.root.activation);
    },
    unknownCalls: analysis.unknownCallsOf(sometimes),
    mustEnd: context.settings.termination,
    obligations: sometimes,
    passesAssertions,
  });
  if (followed === null) return null;
  const { known } = followed;
  context.effort.follow(known.steps);
  let further: FollowedPaths | null = null;
  const follow = (): FollowedPaths => {
    const found = followed.further();
    context.effort.follow(found.steps - known.steps);
    return found;
  };
  return { known, further: () => (further ??= follow()) };
}

const builtins = { concrete: concreteBuiltins, terms: termModels };

/** Instructions that paths may cost for one module: an interpreted instruction is some microseconds. */
export const maxFollowed = 1_000_000;

function mayFail({ unfolding, context }: RootAnalysis, reachable: readonly State[], sometimes: readonly AssertionId[]): boolean {
  if (context.settings.termination && unfolding.instances.some(mayGoOn)) return true;
  if (sometimes.length > 0 || (reachable[unfolding.root.throwExit] ?? null) !== null) return true;
  return unfolding.instances.some((instance) =>
    instance.indexed.body.nodes.some((node) => node.mark?.kind === 'violation' && (reachable[instance.base + node.id] ?? null) !== null),
  );
}

/** It has a loop, or calls itself. */
const mayGoOn = ({ indexed, callers, index }: Instance): boolean =>
  loopsOf(indexed).size > 0 || callers.some(({ caller }) => caller.index >= index);
