import type { Expression } from '../../ir/expression.js';
import * as values from '../../lattice/value.js';
import * as zones from '../../lattice/zone.js';
import type { Zone } from '../../lattice/zone.js';
import { read } from '../scope.js';
import type { Activation } from '../scope.js';
import type { Oracle } from './oracle.js';
import { isLength, valueOf, zero } from './packs.js';
import type { Dimension } from './packs.js';

/**
 * A number that may be no exact integer, and then counts as infinite: a length of something unknown, a counter without a known limit.
 * It has no form (form.ts), only a variable and a constant.
 */
export interface OpenForm {
  readonly dimension: Dimension;
  readonly constant: number;
}

/** Constants are small: where a sum is not exact, it is on the side of zero. */
const mostConstant = 2 ** 16;

/** The form that the expression equals if the variable is an integer; otherwise the expression may be anything. */
export function openForm(expression: Expression, oracle: Oracle): OpenForm | null {
  if (expression.kind === 'variable') {
    const dimension = valueOf(expression.variable);
    return oracle.packs.packOf.has(dimension) ? { dimension, constant: 0 } : null;
  }
  if (expression.kind !== 'binary' || (expression.operator !== '-' && expression.operator !== '+')) return null;
  const { left, right, operator } = expression;
  if (left.kind !== 'variable' || right.kind !== 'constant') return null;
  const { value } = right;
  if (value.kind !== 'number' && value.kind !== 'bigint') return null;
  const dimension = valueOf(left.variable);
  // A bigint is no integer among numbers, before and after.
  const constant = Number(value.value) * (operator === '-' ? -1 : 1);
  return oracle.packs.packOf.has(dimension) && Number.isInteger(constant) && Math.abs(constant) < mostConstant
    ? { dimension, constant }
    : null;
}

/** The same of a number without a fraction, however large, that no operation of ours takes below what is exact. */
export function wholeForm(expression: Expression, oracle: Oracle, activation: Activation): OpenForm | null {
  const form = openForm(expression, oracle);
  const variable = expression.kind === 'binary' ? expression.left : expression;
  return form !== null && variable.kind === 'variable' && isWhole(read(oracle.state, variable.variable, activation)) ? form : null;
}

const isWhole = (value: values.Value): boolean =>
  values.isNumberOnly(value) && !value.number.nan && value.number.integer && value.number.min >= mostConstant - zones.largest;

/**
 * Something that is at most so much below a variable, where that is an integer: less than a number is a number, whatever the variable
 * holds, and what is converted to one was none.
 */
export function lesserForm(expression: Expression, oracle: Oracle): OpenForm | null {
  const isConverted = expression.kind === 'unary' && (expression.operator === 'toNumeric' || expression.operator === '+');
  const form = openForm(isConverted ? expression.operand : expression, oracle);
  return form === null || form.constant > 0 || (!isConverted && expression.kind === 'variable') ? null : form;
}

/**
 * dimension := at most form. What is converted, where that is a number, is at least 0 if the integers were: a `length` is assumed to be a
 * number of elements then, too, and other bounds come of comparisons, which convert.
 */
export function assignLesser(zone: Zone, dimension: Dimension, { dimension: source, constant }: OpenForm): Zone {
  if (source === dimension) return zones.shift(zone, dimension, -Infinity, constant);
  const rest = zones.forget(zone, dimension);
  const next = zones.constrain(rest, dimension, source, constant) ?? rest;
  return constant === 0 && zones.bound(zone, zero, source) <= 0 ? (zones.constrain(next, zero, dimension, 0) ?? next) : next;
}

/** dimension := form, whatever that is. */
export function assignSame(zone: Zone, dimension: Dimension, { dimension: source, constant }: OpenForm): Zone {
  return source === dimension ? zones.shift(zone, dimension, constant, constant) : zones.assign(zone, dimension, source, constant);
}

/**
 * A variable that counts down, and how far: of a length that is no integer, or of a bigint, no integer is left. Of other numbers one may be:
 * 5e-324 - 3 is -3. Of numbers that are too large to be exact it is assumed that none of them is a length.
 */
export function countedForm(value: Expression, zone: Zone, oracle: Oracle, activation: Activation): OpenForm | null {
  const form = value.kind === 'binary' ? openForm(value, oracle) : null;
  if (form === null || form.constant >= 0 || value.kind !== 'binary' || value.left.kind !== 'variable') return null;
  const counted = read(oracle.state, value.left.variable, activation);
  const isOfLength = zone.dimensions.some((other) => isLength(other) && zones.bound(zone, form.dimension, other) < Infinity);
  const isCounted = values.isNumberOnly(counted) && (counted.number.integer || isOfLength);
  const isNumber = isCounted && zones.bound(zone, zero, form.dimension) <= 0;
  return isNumber || values.isBigintOnly(counted) ? form : null;
}

/** A number or a bigint: converting it gives itself. */
const isNumeric = (value: values.Value): boolean => value.bits === 0 && value.objects.length === 0 && !values.hasText(value);

/** Whatever it is, it is the same in both variables. */
export function copiedFrom(value: Expression, oracle: Oracle, activation: Activation): Dimension | null {
  const isKept =
    value.kind === 'unary' &&
    value.operator === 'toNumeric' &&
    value.operand.kind === 'variable' &&
    isNumeric(read(oracle.state, value.operand.variable, activation));
  const copied = isKept ? value.operand : value;
  return copied.kind === 'variable' && oracle.packs.packOf.has(valueOf(copied.variable)) ? valueOf(copied.variable) : null;
}

/**
 * dimension := form, of a whole number. Where it is too large to be exact it may stay what it is, and a smaller one may become exact:
 * only what bounds it from above is kept whole.
 */
export function assignWhole(zone: Zone, dimension: Dimension, { dimension: source, constant }: OpenForm): Zone {
  const least = constant > 0 ? 0 : -Infinity;
  if (source === dimension) return constant === 0 ? zone : zones.shift(zone, dimension, least, constant);
  const above = zones.constrain(zones.forget(zone, dimension), dimension, source, constant);
  const both = above === null || constant < 0 ? above : zones.constrain(above, source, dimension, 0);
  return both ?? zones.forget(zone, dimension);
}
