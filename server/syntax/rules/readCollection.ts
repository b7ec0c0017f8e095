import ts from 'typescript';
import type { RuleExpression } from '../../rules/ruleExpression.js';
import { skipTypes } from '../source.js';
import { RuleProblem } from './ruleScope.js';

/** What an expression over a container gives: those of its elements that pass all tests, each as `value` has it. */
export interface Collection {
  readonly of: RuleExpression;
  readonly isOptional: boolean;
  readonly tests: readonly OfElement[];
  /** What is made of each element; null: the element itself. */
  readonly value: OfElement | null;
}

/** An expression over one element. */
export type OfElement = (element: RuleExpression) => RuleExpression;

/** How the parts of a condition are lowered, for what is said of elements. */
export interface ElementLowering {
  expression(node: ts.Expression): RuleExpression;
  /** What a function of one element returns. */
  ofElement(given: ts.Expression, name: string): OfElement;
}

/** Methods that give the elements of a container. */
const views: readonly string[] = ['keys', 'values'];

/** Reads `x.values()`, `[...x]`, `Array.from(x)`, `x.filter(…)` and `x.map(…)` of these; null where an expression is nothing of that. */
export function readCollection(given: ts.Expression, lowering: ElementLowering): Collection | null {
  const node = skipTypes(given);
  const of = spreadOf(node);
  if (of !== null)
    return readCollection(of, lowering) ?? plain({ kind: 'view', of: lowering.expression(of), name: 'each', isOptional: false });
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { expression: callee, arguments: values } = node;
  const name = callee.name.text;
  const isOptional = (callee.flags & ts.NodeFlags.OptionalChain) !== 0;
  const [first, ...others] = values;
  if (views.includes(name) && first === undefined)
    return plain({ kind: 'view', of: lowering.expression(callee.expression), name: name as 'keys' | 'values', isOptional });
  if ((name !== 'filter' && name !== 'map') || first === undefined || others.length > 0) return null;
  const inner = readCollection(callee.expression, lowering) ?? { ...plain(lowering.expression(callee.expression)), isOptional };
  const own = lowering.ofElement(first, name);
  const { value } = inner;
  const applied: OfElement = value === null ? own : (element) => own(value(element));
  return name === 'map' ? { ...inner, value: applied } : { ...inner, tests: [...inner.tests, applied] };
}

/** A collection as one expression. Throws a `RuleProblem` where it is none: its elements are chosen or changed. */
export function wholeOf({ of, tests, value }: Collection, what: string, node: ts.Node): RuleExpression {
  if (tests.length === 0 && value === null) return of;
  throw new RuleProblem(
    `${what} reads a list that is made anew each time: of filter and map it can read length, includes, some and every.`,
    node,
  );
}

/** Whether functions over the elements of a collection leave out the holes of an array: those of another view of it are undefined elements. */
export function skipsHoles({ of }: Collection): boolean {
  return of.kind !== 'view';
}

/** Whether all tests of a collection pass for an element; null where it has none. */
export function passes({ tests }: Collection, element: RuleExpression): RuleExpression | null {
  return tests.reduce<RuleExpression | null>((all, test) => both(all, test(element)), null);
}

/** Both conditions, the first one first. */
export function both(left: RuleExpression | null, right: RuleExpression): RuleExpression {
  return left === null ? right : { kind: 'logical', operator: '&&', left, right };
}

/** What is spread into a list of its own: `[...x]`, `Array.from(x)`. */
function spreadOf(node: ts.Expression): ts.Expression | null {
  if (ts.isArrayLiteralExpression(node)) {
    const [only, ...others] = node.elements;
    return only !== undefined && others.length === 0 && ts.isSpreadElement(only) ? only.expression : null;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null;
  const { expression: holder, name } = node.expression;
  const [only, ...others] = node.arguments;
  const isFrom = ts.isIdentifier(holder) && holder.text === 'Array' && name.text === 'from';
  return isFrom && only !== undefined && others.length === 0 ? only : null;
}

const plain = (of: RuleExpression): Collection => ({ of, isOptional: false, tests: [], value: null });
