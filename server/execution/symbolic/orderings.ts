import type { Expression } from '../../ir/expression.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { Differences } from './differences.js';
import { textOf } from './quantities.js';

/** How two numbers, or two texts, may compare: a < b, a = b, a > b; with NaN they do not. */
type Outcome = 'less' | 'equal' | 'greater' | 'unordered';
const outcomes: readonly Outcome[] = ['less', 'equal', 'greater', 'unordered'];

const outcomesOf: Readonly<Record<string, readonly Outcome[]>> = {
  '<': ['less'],
  '<=': ['less', 'equal'],
  '>': ['greater'],
  '>=': ['greater', 'equal'],
  '===': ['equal'],
  '==': ['equal'],
};
const turned: Readonly<Record<Outcome, Outcome>> = { less: 'greater', equal: 'equal', greater: 'less', unordered: 'unordered' };

interface Comparison {
  readonly pair: string;
  /** Those for which it is true. */
  readonly whenTrue: readonly Outcome[];
}

/** The decisions of a path about pairs of quantities: after `a <= b` nothing is left to decide about `b >= a` and `a > b`. */
export class Orderings {
  private readonly left = new Map<string, readonly Outcome[]>();
  private readonly differences = new Differences((expression) => this.valueOf(expression));

  constructor(private readonly valueOf: (expression: Expression) => Value) {}

  /** The result of the comparison; null where it is open. */
  resultOf(condition: Expression): boolean | null {
    const told = this.differences.resultOf(condition);
    if (told !== null) return told;
    const comparison = this.comparisonOf(condition);
    if (comparison === null) return null;
    const { pair, whenTrue } = comparison;
    const possible = this.possible(condition, pair);
    if (possible.every((outcome) => whenTrue.includes(outcome))) return true;
    return possible.some((outcome) => whenTrue.includes(outcome)) ? null : false;
  }

  note(condition: Expression, truth: boolean): void {
    this.differences.note(condition, truth);
    const comparison = this.comparisonOf(condition);
    if (comparison === null) return;
    const { pair, whenTrue } = comparison;
    const possible = this.possible(condition, pair);
    this.left.set(
      pair,
      possible.filter((outcome) => whenTrue.includes(outcome) === truth),
    );
  }

  /** Only NaN does not compare. */
  private possible(condition: Expression, pair: string): readonly Outcome[] {
    const left = this.left.get(pair) ?? outcomes;
    const mayBeNan = condition.kind === 'binary' && [condition.left, condition.right].some((side) => this.valueOf(side).number.nan);
    return mayBeNan ? left : left.filter((outcome) => outcome !== 'unordered');
  }

  /** Null where something is converted before it is compared. */
  private comparisonOf(condition: Expression): Comparison | null {
    if (condition.kind !== 'binary') return null;
    const whenTrue = outcomesOf[condition.operator];
    if (whenTrue === undefined || isNeither(condition.left) || isNeither(condition.right)) return null;
    const operands = [condition.left, condition.right].map(this.valueOf);
    const areAlike = operands.every(values.isNumberOnly) || operands.every(values.isTextOnly);
    if (!areAlike) return null;
    const [left, right] = [textOf(condition.left), textOf(condition.right)];
    return left <= right
      ? { pair: `${left} ${right}`, whenTrue }
      : { pair: `${right} ${left}`, whenTrue: whenTrue.map((outcome) => turned[outcome]) };
  }
}

/** Whether the expression is plainly no number and no text. */
const isNeither = (expression: Expression): boolean =>
  expression.kind === 'constant' && expression.value.kind !== 'number' && expression.value.kind !== 'string';
