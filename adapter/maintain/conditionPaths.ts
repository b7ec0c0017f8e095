import { each, flatMapped, mapped } from './ownLists.js';
import type { Expression } from './condition.js';

/** A variable, and the fields that lead from it to a value: `v.f.g`. A step may be that from a container to its elements. */
export interface Path {
  readonly variable: number;
  readonly slots: readonly number[];
}

/** In the place of a slot: from a container to its elements. */
export const toElements = -1;

/** The path that an expression is; null where it is something else. */
export function pathOf(expression: Expression): Path | null {
  if (expression.kind === 'variable') return { variable: expression.variable, slots: [] };
  const last = lastStep(expression);
  if (last === null) return null;
  const of = pathOf(last.of);
  return of === null ? null : { variable: of.variable, slots: [...each(of.slots), last.step] };
}

function lastStep(expression: Expression): { readonly of: Expression; readonly step: number } | null {
  if (expression.kind === 'field') return { of: expression.of, step: expression.slot };
  if (expression.kind === 'element') return { of: expression.of, step: toElements };
  return expression.kind === 'entry' ? { of: expression.view, step: toElements } : null;
}

/** Calls `visit` for an expression and all its parts. */
export function eachPart(expression: Expression, visit: (part: Expression) => void): void {
  visit(expression);
  for (const part of each(partsOf(expression))) eachPart(part, visit);
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
      return [];
    case 'field':
    case 'size':
    case 'element':
      return [expression.of];
    case 'entry':
      return [expression.view, expression.key];
    case 'quantified':
      return [expression.of, expression.test];
    case 'has':
      return [expression.of, expression.element];
    case 'pure':
      return expression.operands;
    case 'unary':
      return [expression.operand];
    case 'binary':
    case 'logical':
      return [expression.left, expression.right];
    case 'conditional':
      return [expression.test, expression.then, expression.otherwise];
  }
}

/** The variables of an expression, as a set of bits. */
export function variablesOf(expression: Expression): number {
  let mask = 0;
  eachPart(expression, (part) => {
    if (part.kind === 'variable') mask |= 1 << part.variable;
  });
  return mask;
}

/** Conditions with more alternatives are searched as one. */
const mostAlternatives = 8;

/**
 * The alternatives of a condition, each the tests that all pass when it holds (disjunctive normal form). One alternative without tests where there
 * would be too many.
 */
export function alternativesOf(condition: Expression): readonly (readonly Expression[])[] {
  const alternatives = expand(condition, true);
  return alternatives.length > mostAlternatives ? [[]] : alternatives;
}

function expand(condition: Expression, isTrue: boolean): readonly (readonly Expression[])[] {
  if (condition.kind === 'unary' && condition.operator === '!') return expand(condition.operand, !isTrue);
  if (condition.kind === 'logical' && condition.operator !== '??') {
    const left = expand(condition.left, isTrue);
    const right = expand(condition.right, isTrue);
    if ((condition.operator === '&&') !== isTrue) return [...each(left), ...each(right)];
    if (left.length * right.length > mostAlternatives) return [[]];
    return flatMapped(left, (some) => mapped(right, (others) => [...each(some), ...each(others)]));
  }
  if (isTrue) return [[condition]];
  // Of a test that fails only an inequality says where to look: a !== that fails is an equality.
  const isUnequal = condition.kind === 'binary' && condition.operator === '!==';
  return [isUnequal ? [{ ...condition, operator: '===' }] : []];
}
