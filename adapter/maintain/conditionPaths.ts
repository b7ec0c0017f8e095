import type { Expression } from './condition.js';

/** A variable, and the fields that lead from it to a value: `v.f.g`. */
export interface Path {
  readonly variable: number;
  readonly slots: readonly number[];
}

/** The path that an expression is; null where it is something else. */
export function pathOf(expression: Expression): Path | null {
  if (expression.kind === 'variable') return { variable: expression.variable, slots: [] };
  if (expression.kind !== 'field') return null;
  const of = pathOf(expression.of);
  return of === null ? null : { variable: of.variable, slots: [...of.slots, expression.slot] };
}

/** Calls `visit` for an expression and all its parts. */
export function eachPart(expression: Expression, visit: (part: Expression) => void): void {
  visit(expression);
  for (const part of partsOf(expression)) eachPart(part, visit);
}

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
      return [];
    case 'field':
    case 'size':
      return [expression.of];
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
    if ((condition.operator === '&&') !== isTrue) return [...left, ...right];
    if (left.length * right.length > mostAlternatives) return [[]];
    return left.flatMap((some) => right.map((others) => [...some, ...others]));
  }
  if (isTrue) return [[condition]];
  // Of a test that fails only an inequality says where to look: a !== that fails is an equality.
  const isUnequal = condition.kind === 'binary' && condition.operator === '!==';
  return [isUnequal ? [{ ...condition, operator: '===' }] : []];
}
