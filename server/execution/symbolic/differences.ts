import type { BinaryOperator, Expression } from '../../ir/expression.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { textOf } from './quantities.js';

/** Larger numbers are not distinguished from their neighbours. */
const largest = 2 ** 52;

/** An integer as what it is beside a constant: `i + 1`. */
interface Shifted {
  readonly base: Expression | null;
  readonly by: number;
}

/** How far one integer is from another: at least `min`, at most `max`. */
interface Range {
  readonly min: number;
  readonly max: number;
}

interface Distance {
  readonly pair: string;
  /** Both are the same quantity, but for a constant. */
  readonly isOfOne: boolean;
  /** The distances, right minus left, for which the comparison is true. */
  readonly told: Range;
  /** Those for which it is false; null where they are no range. */
  readonly denied: Range | null;
}

const everywhere: Range = { min: -Infinity, max: Infinity };
/** A number is not far from itself. */
const nowhere: Range = { min: 0, max: 0 };

/** The distances of integers that a path has decided: after `i < n` nothing is left to decide about `i + 1 <= n`. */
export class Differences {
  private readonly known = new Map<string, Range>();

  constructor(private readonly valueOf: (expression: Expression) => Value) {}

  /** The truth of the comparison; null where that is open. */
  resultOf(condition: Expression): boolean | null {
    const distance = this.distanceOf(condition);
    if (distance === null) return null;
    const { min, max } = distance.isOfOne ? nowhere : (this.known.get(distance.pair) ?? everywhere);
    const { told } = distance;
    if (min >= told.min && max <= told.max) return true;
    return max < told.min || min > told.max ? false : null;
  }

  note(condition: Expression, truth: boolean): void {
    const distance = this.distanceOf(condition);
    const range = truth ? distance?.told : distance?.denied;
    if (distance === null || range === null || range === undefined) return;
    const { min, max } = this.known.get(distance.pair) ?? everywhere;
    this.known.set(distance.pair, { min: Math.max(min, range.min), max: Math.min(max, range.max) });
  }

  private distanceOf(condition: Expression): Distance | null {
    if (condition.kind !== 'binary') return null;
    const ranges = rangesOf(condition.operator);
    if (ranges === null || isNoNumber(condition.left) || isNoNumber(condition.right)) return null;
    const left = this.shifted(condition.left);
    const right = left === null ? null : this.shifted(condition.right);
    if (left === null || right === null || left.base === null || right.base === null) return null;
    const [one, other] = [textOf(left.base), textOf(right.base)];
    const by = left.by - right.by;
    const moved = (range: Range): Range => ({ min: range.min + by, max: range.max + by });
    const turned = ({ min, max }: Range): Range => ({ min: -max, max: -min });
    const told = moved(ranges.told);
    const denied = ranges.denied === null ? null : moved(ranges.denied);
    const isOfOne = one === other;
    if (one <= other) return { pair: `${one} ${other}`, isOfOne, told, denied };
    return { pair: `${other} ${one}`, isOfOne, told: turned(told), denied: denied === null ? null : turned(denied) };
  }

  /** Null for what may be no integer, or too large for one to be added. */
  private shifted(expression: Expression): Shifted | null {
    if (expression.kind === 'binary' && (expression.operator === '+' || expression.operator === '-')) {
      const { left, right } = expression;
      const by = right.kind === 'constant' && right.value.kind === 'number' ? right.value.value : NaN;
      if (!Number.isInteger(by) || Math.abs(by) > largest || !this.isInteger(left)) return null;
      return { base: left, by: expression.operator === '+' ? by : -by };
    }
    return this.isInteger(expression) ? { base: expression, by: 0 } : null;
  }

  private isInteger(expression: Expression): boolean {
    const value = this.valueOf(expression);
    const { integer, nan, min, max } = value.number;
    return values.isNumberOnly(value) && integer && !nan && min >= -largest && max <= largest;
  }
}

const isNoNumber = (expression: Expression): boolean => expression.kind === 'constant' && expression.value.kind !== 'number';

/** The distances, right minus left, for which a comparison is true, and for which it is false. */
function rangesOf(operator: BinaryOperator): { readonly told: Range; readonly denied: Range | null } | null {
  const above = { min: 1, max: Infinity };
  const notBelow = { min: 0, max: Infinity };
  const below = { min: -Infinity, max: -1 };
  const notAbove = { min: -Infinity, max: 0 };
  switch (operator) {
    case '<':
      return { told: above, denied: notAbove };
    case '<=':
      return { told: notBelow, denied: below };
    case '>':
      return { told: below, denied: notBelow };
    case '>=':
      return { told: notAbove, denied: above };
    case '===':
    case '==':
      return { told: { min: 0, max: 0 }, denied: null };
    default:
      return null;
  }
}
