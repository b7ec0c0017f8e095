import { all, any, compare, isAlways, isNever, literal, not, test } from './conditionTree.js';
import type { ConditionTree, Operand } from './conditionTree.js';
import type { Known } from './known.js';
import { printOperand } from './printCondition.js';
import { simplify } from './simplify.js';

/** The tests that a condition at the entry makes one after the other, and the end of the runs. `beside`: they fail, but not as is asked. */
export type Tree = { readonly kind: 'open' | 'bad' | 'beside' } | Branch;
export interface Branch {
  readonly kind: 'branch';
  readonly test: ConditionTree;
  readonly negation: ConditionTree;
  readonly key: string;
  /** Comparisons that it is written with. */
  readonly size: number;
  /** The test, where it holds a quantity against a number. */
  readonly against: Against | null;
  /** The test, where it asks whether a quantity is one of some values. */
  readonly among: Among | null;
  readonly whenTrue: Tree;
  readonly whenFalse: Tree;
}

export type Order = '<' | '<=' | '>' | '>=';

export interface Against {
  readonly subject: Operand;
  readonly operator: Order;
  readonly bound: number;
}

/** Numbers, or strings. */
export interface Among {
  readonly subject: Operand;
  readonly values: readonly (number | string)[];
}

/** From so many values on, consecutive integers are printed as a range, others as a list. */
const fewestInRange = 4;
const fewestInList = 3;

/** An equivalent tree with fewer tests. */
export function simplified(tree: Tree): Tree {
  if (tree.kind !== 'branch') return tree;
  const whenTrue = simplified(tree.whenTrue);
  const whenFalse = simplified(tree.whenFalse);
  if (sameTree(whenTrue, whenFalse)) return whenTrue;
  // A loop asks again and again: i < n for i = 0, 1, 2.
  if (whenTrue.kind === 'branch' && implies(whenTrue, tree) && sameTree(whenTrue.whenFalse, whenFalse)) return whenTrue;
  if (whenFalse.kind === 'branch' && implies(tree, whenFalse) && sameTree(whenFalse.whenTrue, whenTrue)) return whenFalse;
  const values = whenFalse.kind === 'branch' && sameTree(whenFalse.whenTrue, whenTrue) ? inBoth(tree.among, whenFalse.among) : null;
  if (values !== null && whenFalse.kind === 'branch')
    return { kind: 'branch', against: null, among: values, ...asking(values), whenTrue, whenFalse: whenFalse.whenFalse };
  return { ...tree, whenTrue, whenFalse };
}

/** The tree without tests that those before them decide. */
export function withoutKnown(tree: Tree, known: Known): Tree {
  if (tree.kind !== 'branch') return tree;
  const asked = simplify(tree.test, known);
  if (isAlways(asked)) return withoutKnown(tree.whenTrue, known);
  if (isNever(asked)) return withoutKnown(tree.whenFalse, known);
  return {
    ...tree,
    whenTrue: withoutKnown(tree.whenTrue, known.with(tree.test, true)),
    whenFalse: withoutKnown(tree.whenFalse, known.with(tree.test, false)),
  };
}

export function atomsOf(tree: Tree): number {
  return tree.kind === 'branch' ? tree.size + atomsOf(tree.whenTrue) + atomsOf(tree.whenFalse) : 0;
}

/** Whether the test of one is never true without that of the other, because it holds the same quantity against another number. */
function implies(one: Branch, other: Branch): boolean {
  if (one.against === null || other.against === null || one.against.subject.text !== other.against.subject.text) return false;
  const { operator: p, bound: a } = one.against;
  const { operator: q, bound: b } = other.against;
  if (p.charAt(0) !== q.charAt(0)) return false;
  const isWithin = p.startsWith('<') ? a <= b : a >= b;
  return isWithin && (a !== b || p === q || q.endsWith('='));
}

function inBoth(a: Among | null, b: Among | null): Among | null {
  return a === null || b?.subject.text !== a.subject.text ? null : { subject: a.subject, values: [...a.values, ...b.values] };
}

/** The test whether the quantity is one of the values. */
function asking({ subject, values }: Among): Pick<Branch, 'test' | 'negation' | 'key' | 'size'> {
  const key = `${subject.text} among ${JSON.stringify(values)}`;
  if (values.length < fewestInList) {
    const each = (operator: '===' | '!=='): ConditionTree[] => values.map((value) => compare(subject, operator, literal(value)));
    return { test: any(...each('===')), negation: all(...each('!==')), key, size: values.length };
  }
  const numbers = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const [least = 0] = numbers;
  const isRange = numbers.length === values.length && numbers.every((value, i) => Number.isInteger(value) && value === least + i);
  if (isRange && values.length >= fewestInRange) {
    const most = least + values.length - 1;
    const isInteger: ConditionTree = { kind: 'isInteger', subject };
    return {
      test: all(isInteger, compare(subject, '>=', literal(least)), compare(subject, '<=', literal(most))),
      negation: any(not(isInteger), compare(subject, '<', literal(least)), compare(subject, '>', literal(most))),
      key,
      size: 2,
    };
  }
  const isOfNumbers = numbers.length === values.length && !numbers.includes(NaN);
  const listed = isOfNumbers ? { list: { subject: subject.text, least, most: numbers.at(-1) ?? least } } : {};
  const text = test(`[${values.map((value) => literal(value).text).join(', ')}].includes(${printOperand(subject, 1)})`);
  const list: ConditionTree = { ...text, ...listed };
  return { test: list, negation: not(list), key, size: 1 };
}

/** Whether the trees ask the same, and end alike. */
export function sameTree(a: Tree, b: Tree): boolean {
  if (a.kind !== 'branch' || b.kind !== 'branch') return a.kind === b.kind;
  return a.key === b.key && sameTree(a.whenTrue, b.whenTrue) && sameTree(a.whenFalse, b.whenFalse);
}
