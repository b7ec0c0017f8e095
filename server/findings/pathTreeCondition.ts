import type { Expression, Intrinsic } from '../ir/expression.js';
import type { TypeAssumption } from '../ir/program.js';
import { isForeseenBehind, type PathTree } from '../execution/symbolic/followedTree.js';
import type { Quantities } from '../execution/symbolic/quantities.js';
import { withoutAbsent } from './absentArgument.js';
import type { EntryNames } from './entryNames.js';
import { all, always, any, never, not } from './conditionTree.js';
import type { ConditionTree } from './conditionTree.js';
import { Known } from './known.js';
import { operandOf, testOf } from './expressionText.js';
import { failingSideOf } from './failingSide.js';
import { printCondition } from './printCondition.js';
import { simplify } from './simplify.js';
import { atomsOf, sameTree, simplified, withoutKnown } from './pathTree.js';
import type { Against, Among, Order, Tree } from './pathTree.js';

/** Longer conditions are not printed: what lies deeper in the tree is left open. */
const mostAtoms = 8;

/** In longer ones it is not asked what earlier tests say about later ones. */
const mostTests = 60;

/** A condition with its failing side. */
export interface BothSides {
  readonly good: ConditionTree;
  readonly bad: ConditionTree;
}

export interface PathCondition extends BothSides {
  /** Nothing of the tree was left out. */
  readonly isWhole: boolean;
  /** The condition without tests that only keep out entries which fail otherwise. */
  readonly shortly: BothSides;
}

/** An end of runs that are no good. */
export type BadEnd = PathTree & { readonly kind: 'bad' | 'covered' };

/**
 * Whether it is asked about, is beside that, or counts as good. `isForeseen`: the entry itself decides, right before, that runs come to it.
 */
export type Asked = (end: BadEnd, isForeseen: boolean) => 'asked' | 'beside' | 'open';

/**
 * The condition that the tree asks of the entry; null if it asks nothing. `isAsked`: of the entries all of whose runs fail, those are
 * asked about of which some run comes to such an end.
 */
export function pathCondition(tree: PathTree, names: EntryNames, isAsked: Asked): PathCondition | null {
  const whole = depthOf(tree);
  for (let depth = whole; depth > 0; depth--) {
    const all = cutAt(tree, depth, names, isAsked);
    const cut = shortened(withBeside(all, open));
    if (cut.kind === 'open') return null;
    if (atomsOf(cut) > mostAtoms) continue;
    const sides = sidesOf(cut);
    return {
      ...sides,
      isWhole: depth === whole && isPrintable(tree, names),
      shortly: hasBeside(all) ? sidesOf(shortened(withoutBeside(all))) : sides,
    };
  }
  const none = { good: never, bad: always };
  return tree.kind === 'bad' && isAsked(tree, true) === 'asked' ? { ...none, isWhole: true, shortly: none } : null;
}

const sidesOf = (tree: Tree): BothSides => ({ good: simplify(formulaOf(tree, 'open')), bad: simplify(formulaOf(tree, 'bad')) });

function shortened(tree: Tree): Tree {
  const short = simplified(tree);
  return atomsOf(short) > mostTests ? short : simplified(withoutKnown(short, Known.nothing));
}

function isPrintable(tree: PathTree, names: EntryNames): boolean {
  if (tree.kind !== 'decision') return true;
  if (!tree.isNameable || testOf(tree.condition, names) === null) return false;
  return isPrintable(tree.whenTrue, names) && isPrintable(tree.whenFalse, names);
}

const mirrored: Readonly<Record<Order, Order>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function against(condition: Expression, names: EntryNames): Against | null {
  if (condition.kind !== 'binary' || !(condition.operator in mirrored)) return null;
  const order = condition.operator as Order;
  const { left, right } = condition;
  const isMirrored = left.kind === 'constant';
  const [of, bound] = isMirrored ? [right, left] : [left, right];
  if (bound.kind !== 'constant' || bound.value.kind !== 'number') return null;
  const subject = operandOf(of, names);
  return subject === null ? null : { subject, operator: isMirrored ? mirrored[order] : order, bound: bound.value.value };
}

/** Values that are no number, such as NaN, are left alone. */
function among(condition: Expression, names: EntryNames): Among | null {
  if (condition.kind !== 'binary' || condition.operator !== '===') return null;
  const [constant, of] = condition.left.kind === 'constant' ? [condition.left, condition.right] : [condition.right, condition.left];
  // What something is, `typeof` tells by itself.
  if (of.kind === 'unary' && of.operator === 'typeof') return null;
  if (constant.kind !== 'constant' || (constant.value.kind !== 'number' && constant.value.kind !== 'string')) return null;
  const { value } = constant.value;
  const subject = typeof value === 'string' || Number.isFinite(value) ? operandOf(of, names) : null;
  return subject === null ? null : { subject, values: [value] };
}

const open: Tree = { kind: 'open' };
const bad: Tree = { kind: 'bad' };
const beside: Tree = { kind: 'beside' };
const ends = { asked: bad, beside, open } as const;

/** The tree with other ends for those that are beside what is asked. */
function withBeside(tree: Tree, end: Tree): Tree {
  if (tree.kind !== 'branch') return tree.kind === 'beside' ? end : tree;
  return { ...tree, whenTrue: withBeside(tree.whenTrue, end), whenFalse: withBeside(tree.whenFalse, end) };
}

const hasBeside = (tree: Tree): boolean =>
  tree.kind === 'branch' ? hasBeside(tree.whenTrue) || hasBeside(tree.whenFalse) : tree.kind === 'beside';

/** The tree without ends that are beside what is asked, and without tests that lead to nothing else. */
function withoutBeside(tree: Tree): Tree {
  if (tree.kind !== 'branch') return tree;
  const whenTrue = withoutBeside(tree.whenTrue);
  const whenFalse = withoutBeside(tree.whenFalse);
  if (whenTrue.kind === 'beside') return whenFalse;
  return whenFalse.kind === 'beside' ? whenTrue : { ...tree, whenTrue, whenFalse };
}

/** Decisions that cannot be written are left out: an entry may be good if one of their ways is. */
function cutAt(tree: PathTree, depth: number, names: EntryNames, isAsked: Asked, isForeseen = true): Tree {
  if (tree.kind === 'open') return open;
  if (tree.kind !== 'decision') return ends[isAsked(tree, isForeseen)];
  if (depth === 0) return open;
  const whenTrue = cutAt(tree.whenTrue, depth - 1, names, isAsked, isForeseenBehind(tree, true, isForeseen));
  const whenFalse = cutAt(tree.whenFalse, depth - 1, names, isAsked, isForeseenBehind(tree, false, isForeseen));
  const told = withoutAbsent(tree, names);
  if (told !== null) return told === tree.whenTrue ? whenTrue : whenFalse;
  const asked = tree.isNameable ? askedBy(tree.condition, names) : null;
  if (asked === null) return eitherOf(whenTrue, whenFalse);
  return {
    kind: 'branch',
    test: asked,
    negation: negationOf(asked),
    key: printCondition(asked),
    size: 1,
    against: against(tree.condition, names),
    among: among(tree.condition, names),
    whenTrue,
    whenFalse,
  };
}

/** Trees with more tests are left open where two are put together. */
const mostMerged = 40;

/** The tree that is good where one of two trees is good; where none is, it is bad where one of them is, and not beside. */
function eitherOf(a: Tree, b: Tree): Tree {
  if (a.kind === 'open' || b.kind === 'beside') return a;
  if (b.kind === 'open' || a.kind === 'beside') return b;
  if (b.kind === 'bad') return withBeside(a, bad);
  if (a.kind === 'bad') return withBeside(b, bad);
  if (a.kind !== 'branch' || b.kind !== 'branch') return open;
  const whenTrue = eitherOf(a.whenTrue, decided(b, a.key, true));
  const whenFalse = eitherOf(a.whenFalse, decided(b, a.key, false));
  if (sameTree(whenTrue, whenFalse)) return whenTrue;
  const merged = { ...a, whenTrue, whenFalse };
  return atomsOf(merged) > mostMerged ? open : merged;
}

/** What the tree leaves to ask where one of its tests is known. */
function decided(tree: Tree, key: string, truth: boolean): Tree {
  if (tree.kind !== 'branch') return tree;
  if (tree.key === key) return decided(truth ? tree.whenTrue : tree.whenFalse, key, truth);
  const whenTrue = decided(tree.whenTrue, key, truth);
  const whenFalse = decided(tree.whenFalse, key, truth);
  return whenTrue === tree.whenTrue && whenFalse === tree.whenFalse ? tree : { ...tree, whenTrue, whenFalse };
}

function depthOf(tree: PathTree): number {
  return tree.kind === 'decision' ? 1 + Math.max(depthOf(tree.whenTrue), depthOf(tree.whenFalse)) : 0;
}

/** The entries whose leaf is of the kind. A later test is only evaluated where the program comes to it. */
function formulaOf(tree: Tree, wanted: 'open' | 'bad'): ConditionTree {
  if (tree.kind !== 'branch') return tree.kind === wanted ? always : never;
  const { test, negation, whenTrue, whenFalse } = tree;
  const isAlways = (part: Tree): boolean => part.kind === wanted;
  const isNever = (part: Tree): boolean => part.kind !== wanted && part.kind !== 'branch';
  const a = formulaOf(whenTrue, wanted);
  const b = formulaOf(whenFalse, wanted);
  if (isAlways(whenTrue)) return isNever(whenFalse) ? test : any(test, b);
  if (isAlways(whenFalse)) return isNever(whenTrue) ? negation : any(negation, a);
  if (isNever(whenTrue)) return all(negation, b);
  if (isNever(whenFalse)) return all(test, a);
  return any(all(test, a), all(negation, b));
}

const predicates: ReadonlySet<string> = new Set<Intrinsic>([
  'Boolean',
  'isNaN',
  'isFinite',
  'Number.isInteger',
  'Number.isSafeInteger',
  'Number.isFinite',
  'Number.isNaN',
  'Array.isArray',
  'Object.is',
]);
const textPredicates: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'includes']);

/** The condition as an expression that gives true or false. */
function askedBy(condition: Expression, names: EntryNames): ConditionTree | null {
  if (condition.kind === 'unary' && condition.operator === '!') {
    const negated = askedBy(condition.operand, names);
    return negated === null ? null : negationOf(negated);
  }
  const asked = testOf(condition, names);
  if (asked?.kind !== 'test' || isBoolean(condition, names.quantities)) return asked;
  return { ...asked, isTruth: true };
}

/** NaN goes where the condition does not send it. */
function negationOf(asked: ConditionTree): ConditionTree {
  const isExact = asked.kind !== 'compare' || !/[<>]/.test(asked.operator);
  return isExact ? failingSideOf(asked) : not(asked);
}

/** Whether the expression gives true or false, and nothing that only counts as such. */
function isBoolean(condition: Expression, quantities: Quantities): boolean {
  switch (condition.kind) {
    case 'variable': {
      const quantity = quantities.all[condition.variable];
      if (quantity?.kind === 'parameter' || quantity?.kind === 'member' || quantity?.kind === 'copied')
        return quantity.assumption !== null && isTruth(quantity.assumption);
      if (quantity?.kind === 'test' || quantity?.kind === 'instance' || quantity?.kind === 'has' || quantity?.kind === 'among') return true;
      return quantity?.kind === 'method' && textPredicates.has(quantity.name);
    }
    case 'binary':
      return condition.operator === 'in' || condition.operator === 'instanceof';
    case 'intrinsic':
      return predicates.has(condition.name);
    default:
      return false;
  }
}

function isTruth(assumption: TypeAssumption): boolean {
  if (assumption.kind === 'union') return assumption.of.length > 0 && assumption.of.every(isTruth);
  return assumption.kind === 'boolean' || (assumption.kind === 'literal' && typeof assumption.value === 'boolean');
}
