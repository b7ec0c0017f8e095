import type { RootSolution } from '../analysis/rootSolution.js';
import type { Expression } from '../ir/expression.js';
import type { VariableId } from '../ir/program.js';
import type { PathTree } from '../execution/symbolic/followedTree.js';
import type { FollowedPaths } from '../execution/symbolic/symbolicExecution.js';
import { mentions, partsOf, type Quantities } from '../execution/symbolic/quantities.js';
import type { LiveState } from '../semantics/state.js';
import { all, any, isNever, type ConditionTree } from './conditionTree.js';
import { EntryNames } from './entryNames.js';
import { withoutUnseenTypes } from './nothing.js';
import { pathCondition, type Asked, type PathCondition } from './pathTreeCondition.js';
import { printCondition } from './printCondition.js';
import { simplify } from './simplify.js';
import { conditionOver, impossible, type ScopeCondition } from './scopeConditions.js';

/** The condition that a root asks of its parameters at the entry: null if it asks nothing, or no run makes it; "false" if no input succeeds. */
export function requiresOf(solution: RootSolution): ScopeCondition {
  const { condition, failing, on } = withoutUnseenTypes(askedBy(solution), solution);
  return { condition: condition && simplify(condition), failing: failing && simplify(failing), on };
}

function askedBy(solution: RootSolution): ScopeCondition {
  const { analysis, reachable } = solution;
  const { root } = analysis.unfolding;
  const before = reachable[root.entry] ?? null;
  if (before === null || !solution.complete || solution.isUnmade) return { condition: null, failing: null, on: [] };
  const ofValues = askedByValues(solution, before);
  if (isNone(ofValues.condition)) return ofValues;
  const of = (paths: FollowedPaths | null): PathCondition | null => (paths === null ? null : conditionOf(paths, solution));
  const ofPaths = of(solution.paths);
  const combined = both(ofValues, ofPaths, solution.paths === null ? [] : parametersIn(solution.paths.tree, solution.paths.quantities));
  // All of it from the paths, where that says it shorter.
  const ofAll = ofPaths === null || ofValues.condition === null ? null : of(solution.allPaths);
  if (ofAll?.isWhole !== true) return combined;
  const whole = { ...ofValues, condition: ofAll.good, failing: ofAll.bad };
  return sizeOf(combined.condition) <= sizeOf(whole.condition) ? combined : whole;
}

/** The condition that these paths ask; null if they ask nothing. `isAsked`: the ends that runs are not to come to. */
export function conditionOf(
  { quantities, tree }: FollowedPaths,
  { analysis }: RootSolution,
  isAsked: Asked = () => 'asked',
): PathCondition | null {
  const { context, unfolding } = analysis;
  return pathCondition(tree, new EntryNames(quantities, context.program.module, unfolding.root.indexed.body), isAsked);
}

/** All paths from the good states of the entry are known, and what they ask is said. */
export function decidesAll(solution: RootSolution): boolean {
  const { paths } = solution;
  if (paths?.isExact !== true) return false;
  return conditionOf(paths, solution)?.isWhole === true;
}

/** The conditions on each parameter by itself. */
export function askedByValues({ analysis, good }: RootSolution, before: LiveState): ScopeCondition {
  const { root } = analysis.unfolding;
  return conditionOver(root.indexed.body.parameters, good[root.entry] ?? null, before, root);
}

function both(ofValues: ScopeCondition, ofPaths: PathCondition | null, on: readonly VariableId[]): ScopeCondition {
  if (ofPaths === null) return ofValues;
  const { condition: asked, failing } = ofValues;
  const condition = asked === null ? ofPaths.good : all(asked, ofPaths.good);
  if (isNever(condition)) return impossible;
  return { condition, failing: failing === null ? ofPaths.bad : any(failing, ofPaths.bad), on: [...ofValues.on, ...on] };
}

/** The parameters that a tree asks about. */
function parametersIn(tree: PathTree, { all: quantities }: Quantities): readonly VariableId[] {
  const found = new Set<VariableId>();
  const seen = new Set<VariableId>();
  const see = (condition: Expression): void => {
    mentions(condition, (id) => {
      if (seen.has(id)) return false;
      seen.add(id);
      const quantity = quantities[id];
      if (quantity?.kind === 'parameter') found.add(quantity.variable);
      for (const part of partsOf(quantity)) see(part);
      return false;
    });
  };
  const walk = (part: PathTree): void => {
    if (part.kind !== 'decision') return;
    see(part.condition);
    walk(part.whenTrue);
    walk(part.whenFalse);
  };
  walk(tree);
  return [...found];
}

const isNone = (condition: ConditionTree | null): boolean => condition !== null && isNever(condition);

const sizeOf = (condition: ConditionTree | null): number => (condition === null ? 0 : printCondition(condition).length);
