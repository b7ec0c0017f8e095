import type { RootSolution } from '../analysis/rootSolution.js';
import type { Expression } from '../ir/expression.js';
import type { VariableId } from '../ir/program.js';
import type { PathTree } from '../execution/symbolic/followedTree.js';
import type { FollowedPaths } from '../execution/symbolic/symbolicExecution.js';
import { mentions, partsOf as operandsOf, type Quantities } from '../execution/symbolic/quantities.js';
import type { LiveState } from '../semantics/state.js';
import { all, any, compare, isNever, isRelational, literal, not, type ConditionTree, type Operand } from './conditionTree.js';
import { EntryNames } from './entryNames.js';
import { failingSideOf } from './failingSide.js';
import { withoutUnseenTypes } from './nothing.js';
import { pathCondition, type Asked, type PathCondition } from './pathTreeCondition.js';
import { printCondition } from './printCondition.js';
import { simplify } from './simplify.js';
import { conditionOver, impossible, type ScopeCondition } from './scopeConditions.js';

/** The condition that a root asks of its parameters at the entry: null if it asks nothing, or no run makes it; "false" if no input succeeds. */
export function requiresOf(solution: RootSolution): ScopeCondition {
  const { condition, failing, on } = withoutUnseenTypes(askedBy(solution), solution);
  return {
    condition: condition && simplify(withoutLeast(condition, false)),
    failing: failing && simplify(withoutLeast(failing, true)),
    on,
  };
}

/** Bounds closer to 0 than this are those that are left where a product is undone. */
const least = 1e-300;

/**
 * A condition without bounds that are next to 0, such as `n < 5e-324`: for `n <= 0` in its place less fails. `isFailing`: that is what it
 * says; else what does not fail, which is more then.
 */
function withoutLeast(tree: ConditionTree, isFailing: boolean): ConditionTree {
  switch (tree.kind) {
    case 'all':
      return all(...tree.of.map((part) => withoutLeast(part, isFailing)));
    case 'any':
      return any(...tree.of.map((part) => withoutLeast(part, isFailing)));
    case 'not':
      return not(withoutLeast(tree.of, !isFailing));
    case 'compare': {
      const bound = tree.other.literal === 'number' && isRelational(tree.operator) ? Number(tree.other.text) : 0;
      const isBelow = tree.operator.startsWith('<');
      // What fails may only shrink, and what does not may only grow.
      if (bound === 0 || Math.abs(bound) > least || bound > 0 !== (isBelow === isFailing)) return tree;
      return compare(tree.subject, isBelow ? (isFailing ? '<=' : '<') : isFailing ? '>=' : '>', literal(0));
    }
    default:
      return tree;
  }
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
  // All of it from the paths, where that says it shorter, or in the words of the source.
  const isToAsk = ofValues.condition !== null && (ofPaths !== null || isComputed(ofValues.condition));
  const ofAll = isToAsk ? of(solution.allPaths) : null;
  if (ofAll?.isWhole !== true) return combined;
  const whole = { ...ofValues, condition: ofAll.good, failing: ofAll.bad };
  if (isComputed(combined.condition) !== isComputed(whole.condition)) return isComputed(combined.condition) ? whole : combined;
  if (ofPaths !== null && testsOf(combined.condition) === testsOf(whole.condition)) return whole;
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
  const isNew = (part: ConditionTree): boolean => failing === null || !isRounded(part, failing);
  const condition = all(...(asked === null ? [] : [asked]), ...partsOf(ofPaths.good, 'all').filter((part) => isNew(failingSideOf(part))));
  if (isNever(condition)) return impossible;
  const bad = partsOf(ofPaths.bad, 'any').filter(isNew);
  return { condition, failing: any(...(failing === null ? [] : [failing]), ...bad), on: [...ofValues.on, ...on] };
}

const partsOf = (tree: ConditionTree, kind: 'all' | 'any'): readonly ConditionTree[] => (tree.kind === kind ? tree.of : [tree]);

/** Whether it says no more than one of these tests but for how numbers are rounded, as `n - 1 <= -1` beside `n <= 0`. */
function isRounded(part: ConditionTree, failing: ConditionTree): boolean {
  if (part.kind !== 'compare' || part.other.literal !== 'number' || !isRelational(part.operator)) return false;
  const { by, of: [left, right] = [] } = part.subject.made ?? {};
  if (left === undefined || right?.literal !== 'number' || (by !== '+' && by !== '-')) return false;
  const bound = Number(part.other.text) + (by === '-' ? 1 : -1) * Number(right.text);
  return partsOf(failing, 'any').some(
    (test) =>
      test.kind === 'compare' &&
      test.operator === part.operator &&
      test.subject.text === left.text &&
      test.other.literal === 'number' &&
      Number(test.other.text) === bound,
  );
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
      for (const part of operandsOf(quantity)) see(part);
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

function testsOf(condition: ConditionTree | null): number {
  if (condition === null) return 0;
  if (condition.kind === 'not') return testsOf(condition.of);
  return condition.kind === 'all' || condition.kind === 'any' ? condition.of.reduce((sum, part) => sum + testsOf(part), 0) : 1;
}

/** Whether it names a number as nobody writes one: what comes out where an operation is undone. */
function isComputed(condition: ConditionTree | null): boolean {
  if (condition === null) return false;
  if (condition.kind === 'not') return isComputed(condition.of);
  if (condition.kind === 'all' || condition.kind === 'any') return condition.of.some(isComputed);
  const isLong = ({ literal: is, text }: Operand): boolean => is === 'number' && (/\.\d{7}/.test(text) || text.includes('e-'));
  return condition.kind === 'compare' && isLong(condition.other);
}
