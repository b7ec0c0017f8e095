import type { Expression } from '../../ir/expression.js';
import * as zones from '../../lattice/zone.js';
import { evaluate } from '../expression/evaluate.js';
import type { Activation } from '../scope.js';
import { valueOf } from './packs.js';
import type { Dimension } from './packs.js';
import type { Oracle, Terms } from './oracle.js';
import { integersOf, isOpen } from './relations.js';

/**
 * An integer E by what it is computed of (Miné's linearisation): divisor · E lies in Σ terms + [min, max]. Operations on doubles are
 * exact here: every part of the expression is an integer of at most 2^53 in magnitude, or the expression has no form.
 */
export interface Form {
  readonly divisor: number;
  readonly terms: Terms;
  readonly min: number;
  readonly max: number;
}

const noTerms: Terms = new Map();
export const constantForm = (value: number): Form => ({ divisor: 1, terms: noTerms, min: value, max: value });
export const dimensionForm = (dimension: Dimension): Form => ({ divisor: 1, terms: new Map([[dimension, 1]]), min: 0, max: 0 });

/** The one dimension (and constant) that the form is equal to; null when it is something else. */
export function exactForm(form: Form): { readonly dimension: Dimension; readonly constant: number } | null {
  if (form.divisor !== 1 || form.min !== form.max || form.terms.size !== 1) return null;
  const [[dimension, coefficient] = [0, 0]] = form.terms;
  return coefficient === 1 ? { dimension, constant: form.min } : null;
}

/** divisor(a) · divisor(b) · (a - b), as terms and the range of the rest. */
export function difference(a: Form, b: Form): Form {
  return combine(scale(a, b.divisor), scale(b, a.divisor), -1, a.divisor * b.divisor);
}

function scale(form: Form, factor: number): Form {
  if (factor === 1) return form;
  const terms = new Map([...form.terms].map(([dimension, coefficient]) => [dimension, coefficient * factor]));
  const [x, y] = factor > 0 ? [form.min * factor, form.max * factor] : [form.max * factor, form.min * factor];
  return { divisor: form.divisor, terms, min: atLeast(x), max: zones.exact(y) };
}

function combine(a: Form, b: Form, sign: 1 | -1, divisor: number): Form {
  const terms = new Map(a.terms);
  for (const [dimension, coefficient] of b.terms) {
    const sum = (terms.get(dimension) ?? 0) + sign * coefficient;
    if (sum === 0) terms.delete(dimension);
    else terms.set(dimension, sum);
  }
  return {
    divisor,
    terms,
    min: atLeast(a.min + (sign > 0 ? b.min : -b.max)),
    max: zones.exact(a.max + (sign > 0 ? b.max : -b.min)),
  };
}

/** A lower bound that doubles hold exactly. */
const atLeast = (bound: number): number => -zones.exact(-bound);

/** The least number that the expression cannot be above. */
export const upperOf = (form: Form, oracle: Oracle): number => Math.floor(upperSum(form, oracle) / form.divisor);
export const lowerOf = (form: Form, oracle: Oracle): number => Math.ceil(lowerSum(form, oracle) / form.divisor);
/** The greatest value of divisor · E; `lowerSum`: the least. */
const upperSum = (form: Form, oracle: Oracle): number => zones.exact(oracle.upper(form.terms) + form.max);
export const lowerSum = (form: Form, oracle: Oracle): number => atLeast(oracle.lower(form.terms) + form.min);

/** Forms of expressions in one state. */
export class Forms {
  constructor(
    readonly oracle: Oracle,
    private readonly activation: Activation,
  ) {}

  /** Null when the expression may be no integer, or an inexact one. */
  of(expression: Expression): Form | null {
    // Each part that has no form is evaluated: of thousands of texts in one template that would take their square.
    const form = partsLeft(expression, mostParts) < 0 ? null : this.exactOf(expression);
    return form === null ? this.byValue(expression) : form;
  }

  private exactOf(expression: Expression): Form | null {
    switch (expression.kind) {
      case 'constant': {
        const { value } = expression;
        return value.kind === 'number' && isExact(value.value) && Number.isInteger(value.value) ? constantForm(value.value + 0) : null;
      }
      case 'variable':
        return this.ofVariable(expression.variable);
      case 'unary':
        return this.ofUnary(expression);
      case 'binary':
        return this.checked(this.ofBinary(expression));
      case 'intrinsic': {
        const [operand, ...others] = expression.operands;
        if (operand === undefined || others.length > 0) return null;
        const mode = roundings.get(expression.name);
        return mode === undefined ? null : this.rounded(operand, mode);
      }
      default:
        return null;
    }
  }

  private ofVariable(variable: number): Form | null {
    const dimension = valueOf(variable);
    const range = this.oracle.range(dimension);
    if (range === null || isOpen(range)) return null;
    if (this.oracle.packs.packOf.has(dimension)) return dimensionForm(dimension);
    return { divisor: 1, terms: noTerms, min: range.min, max: range.max };
  }

  private ofUnary(expression: Expression & { kind: 'unary' }): Form | null {
    const { operator, operand } = expression;
    if (operator === '~' && operand.kind === 'unary' && operand.operator === '~') return this.rounded(operand.operand, 'truncate32');
    if (operator !== '-' && operator !== '+' && operator !== 'toNumeric') return null;
    const form = this.of(operand);
    if (form === null || operator !== '-') return form;
    return scale(form, -1);
  }

  private ofBinary(expression: Expression & { kind: 'binary' }): Form | null {
    const { operator, left, right } = expression;
    switch (operator) {
      case '+':
      case '-': {
        const a = this.of(left);
        const b = a === null ? null : this.of(right);
        if (a === null || b === null) return null;
        return combine(scale(a, b.divisor), scale(b, a.divisor), operator === '+' ? 1 : -1, a.divisor * b.divisor);
      }
      case '*': {
        const a = this.of(left);
        const b = a === null ? null : this.of(right);
        if (a === null || b === null) return null;
        const factor = constantOf(b, this.oracle);
        if (factor !== null) return scale(a, factor);
        const other = constantOf(a, this.oracle);
        return other === null ? null : scale(b, other);
      }
      case '>>':
      case '>>>': {
        const shift = this.of(right);
        const count = shift === null ? null : constantOf(shift, this.oracle);
        if (count === null || count < 0 || count > 30) return null;
        const form = this.of(left);
        if (form === null || !this.isWithin(form, operator === '>>' ? -(2 ** 31) : 0, operator === '>>' ? 2 ** 31 - 1 : 2 ** 32 - 1))
          return null;
        return divided(form, 2 ** count, 'floor', true);
      }
      case '|': {
        const zero = this.of(right);
        return zero !== null && constantOf(zero, this.oracle) === 0 ? this.rounded(left, 'truncate32') : null;
      }
      default:
        return null;
    }
  }

  /** Math.floor(expression) and the like. */
  private rounded(expression: Expression, mode: Rounding): Form | null {
    const form = this.roundedQuotient(expression, mode);
    if (form === null) return null;
    return mode !== 'truncate32' || this.isWithin(form, -(2 ** 31), 2 ** 31 - 1) ? form : null;
  }

  private roundedQuotient(expression: Expression, mode: Rounding): Form | null {
    const whole = this.exactOf(expression);
    if (whole !== null) return whole;
    const quotient = this.quotientOf(expression);
    if (quotient === null) return null;
    const { divisor, terms, min, max } = quotient;
    const isPositive = lowerSum(quotient, this.oracle) >= 0;
    return rounding(divisor, terms, min, max, mode, isPositive);
  }

  /**
   * A quotient of whole numbers as they are, unrounded: divisor · E = Σ terms + [min, max]. A division by k alone is rounded to a
   * double below the next integer as long as it is below 2^53, since it is 1/k away; sums have to leave room for both roundings.
   */
  private quotientOf(expression: Expression): Form | null {
    if (expression.kind !== 'binary') return null;
    const { operator, left, right } = expression;
    if (operator === '/' || operator === '*') {
      const isLeft = operator === '*' && left.kind === 'constant';
      const divisor = divisorOf(operator, isLeft ? left : right);
      const dividend = divisor === null ? null : this.exactOf(isLeft ? right : left);
      if (divisor === null || dividend === null || dividend.divisor !== 1 || !this.isWithin(dividend, -(2 ** 52), 2 ** 52)) return null;
      return { ...dividend, divisor };
    }
    if (operator !== '+' && operator !== '-') return null;
    const parts = [left, right].map((side) => this.exactOf(side) ?? this.quotientOf(side));
    const [a, b] = parts;
    if (a === null || a === undefined || b === null || b === undefined || a.divisor * b.divisor > 2 ** 16) return null;
    if (!parts.every((part) => part !== null && this.isWithin(part, -(2 ** 33), 2 ** 33))) return null;
    return combine(scale(a, b.divisor), scale(b, a.divisor), operator === '+' ? 1 : -1, a.divisor * b.divisor);
  }

  private isWithin(form: Form, min: number, max: number): boolean {
    return lowerOf(form, this.oracle) >= min && upperOf(form, this.oracle) <= max;
  }

  private checked(form: Form | null): Form | null {
    return form !== null && this.isWithin(form, -zones.largest, zones.largest) ? form : null;
  }

  /** Only the range of the value is known. */
  private byValue(expression: Expression): Form | null {
    const { value, effects } = evaluate(expression, this.oracle.state, this.activation);
    const range = integersOf(value);
    return range === null || effects.converts ? null : { divisor: 1, terms: noTerms, min: range.min, max: range.max };
  }
}

/** Parts of an expression whose form is computed of theirs. */
const mostParts = 100;

/** The rest of so many parts without those of the expression; below 0: it has more. */
function partsLeft(expression: Expression, most: number): number {
  if (most < 0) return most;
  switch (expression.kind) {
    case 'unary':
      return partsLeft(expression.operand, most - 1);
    case 'binary':
      return partsLeft(expression.right, partsLeft(expression.left, most - 1));
    case 'intrinsic':
      return expression.operands.reduce((left, operand) => partsLeft(operand, left), most - 1);
    default:
      return most - 1;
  }
}

type Rounding = 'floor' | 'ceil' | 'truncate' | 'truncate32' | 'round';
const roundings: ReadonlyMap<string, Rounding> = new Map([
  ['Math.floor', 'floor'],
  ['Math.ceil', 'ceil'],
  ['Math.trunc', 'truncate'],
  ['Math.round', 'round'],
]);

const isExact = (value: number): boolean => Math.abs(value) <= zones.largest;

/** The only number that the form can be; null when there are several. */
export function constantOf(form: Form, oracle: Oracle): number | null {
  const min = lowerOf(form, oracle);
  return min === upperOf(form, oracle) ? min : null;
}

/** `/ 2` and `* 0.5`: the whole number that the other operand is divided by. */
function divisorOf(operator: '/' | '*', expression: Expression): number | null {
  if (expression.kind !== 'constant' || expression.value.kind !== 'number') return null;
  const { value } = expression.value;
  if (operator === '*') return value === 0.5 ? 2 : value === 0.25 ? 4 : null;
  return Number.isInteger(value) && value > 0 && value <= 2 ** 31 ? value : null;
}

/** The form over the divisor k, rounded. */
function divided(form: Form, k: number, mode: Rounding, isPositive: boolean): Form {
  const divisor = form.divisor * k;
  // What was rounded before has left its own error in the form.
  const rounded = rounding(divisor, form.terms, form.min, form.max, mode, isPositive);
  return rounded;
}

/** N / divisor for N in Σ terms + [min, max], rounded: divisor times that lies within divisor - 1 of N, below it for floor. */
function rounding(divisor: number, terms: Terms, min: number, max: number, mode: Rounding, isPositive: boolean): Form {
  const error = divisor - 1;
  const isBelow = mode === 'floor' || (isPositive && (mode === 'truncate' || mode === 'truncate32'));
  return { divisor, terms, min: atLeast(min - (mode === 'ceil' ? 0 : error)), max: zones.exact(max + (isBelow ? 0 : error)) };
}
