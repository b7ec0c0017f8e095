import type { Expression } from '../../ir/expression.js';
import * as maps from '../../base/intMap.js';
import { forEachRead } from '../../ir/visit.js';
import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import * as zones from '../../lattice/zone.js';
import type { Zone } from '../../lattice/zone.js';
import { read, restrict } from '../scope.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState, State } from '../state.js';
import { reduced } from './assignment.js';
import { difference, exactForm, Forms, lowerOf, lowerSum, upperOf } from './form.js';
import type { Form } from './form.js';
import { openForm, wholeForm } from './open.js';
import type { OpenForm } from './open.js';
import { Oracle } from './oracle.js';
import { isValue, limitOf, valueOf, variableOf, zero } from './packs.js';
import type { Dimension } from './packs.js';
import { integersOf, isOpen, open, withZone } from './relations.js';

/** The states in which the condition has this truth, with what it relates; null when there are none. */
export function assumeRelated(condition: Expression, truth: boolean, state: State, activation: Activation): State {
  if (state === null) return null;
  if (condition.kind === 'unary' && condition.operator === '!') return assumeRelated(condition.operand, !truth, state, activation);
  const { packOf, congruences } = activation.program.packs.of(activation.function);
  if (congruences.size === 0) return packOf.size === 0 ? state : relate(condition, truth, state, activation);
  // How far numbers are from each other says what is related.
  const before = rounded(condition, state, activation);
  return packOf.size === 0 || before === null ? before : rounded(condition, relate(condition, truth, before, activation), activation);
}

/** The compared number is one that its variable ever holds: from 0 in steps of 16, a number below 128 is at most 112. */
function rounded(condition: Expression, state: State, activation: Activation): State {
  const { congruences } = activation.program.packs.of(activation.function);
  let current = state;
  forEachRead(condition, (variable) => {
    const congruence = congruences.get(variable);
    const range = congruence === undefined || current === null ? null : integersOf(read(current, variable, activation));
    if (congruence === undefined || current === null || range === null) return;
    const { modulus, remainder } = congruence;
    const min = modulus * Math.ceil((range.min - remainder) / modulus) + remainder;
    const max = modulus * Math.floor((range.max - remainder) / modulus) + remainder;
    if (min === range.min && max === range.max) return;
    current = min > max ? null : restrict(current, variable, values.ofNumber(numbers.numberRange(min, max, true, false)), activation);
  });
  return current;
}

function relate(condition: Expression, truth: boolean, state: LiveState, activation: Activation): State {
  const { packOf } = activation.program.packs.of(activation.function);
  if (condition.kind === 'variable') {
    const dimension = valueOf(condition.variable);
    const pack = packOf.get(dimension);
    if (pack === undefined) return state;
    const oracle = new Oracle(state, activation);
    const isOpenNumber = isOpen(oracle.range(dimension) ?? open);
    const apart = truth && isOpenNumber ? apartFrom(0, { dimension, constant: 0 }, oracle) : state;
    return reduced(apart, new Set([pack]), activation);
  }
  if (condition.kind !== 'binary') return state;
  const test = testOf(condition.operator, truth);
  if (test === null || isNoNumber(condition.left) || isNoNumber(condition.right)) return state;
  const oracle = new Oracle(state, activation);
  const forms = new Forms(oracle, activation);
  const left = forms.of(condition.left);
  const right = left === null ? null : forms.of(condition.right);
  if (left === null || right === null) return assumeBelow(condition, test, oracle, activation);
  const between = difference(left, right);
  switch (test) {
    case 'less':
      return atMost(between, -between.divisor, oracle, activation);
    case 'atMost':
      return atMost(between, 0, oracle, activation);
    case 'more':
      return atMost(negated(between), -between.divisor, oracle, activation);
    case 'atLeast':
      return atMost(negated(between), 0, oracle, activation);
    case 'equal': {
      const after = atMost(between, 0, oracle, activation);
      return after === null ? null : atMost(negated(between), 0, new Oracle(after, activation), activation);
    }
    case 'different':
      // What is at most and not equal is less.
      if (upperOf(between, oracle) <= 0) return atMost(between, -between.divisor, oracle, activation);
      if (lowerOf(between, oracle) >= 0) return atMost(negated(between), -between.divisor, oracle, activation);
      return state;
  }
}

/** Most tests are for strings, null and undefined: those relate no numbers. */
const isNoNumber = (operand: Expression): boolean => operand.kind === 'constant' && operand.value.kind !== 'number';

/** Something whole is below what may be no number: then that is, if it is one, as much above it. */
function assumeBelow(condition: Expression & { kind: 'binary' }, test: Test, oracle: Oracle, activation: Activation): State {
  const { left, right } = condition;
  const { state } = oracle;
  if (test === 'different') return assumeDifferent(condition, oracle);
  if (test === 'equal') {
    const after = assumeBelow(condition, 'atMost', oracle, activation);
    const both = after === null ? null : assumeBelow(condition, 'atLeast', new Oracle(after, activation), activation);
    return both === null ? null : assumeSame(condition, new Oracle(both, activation));
  }
  const isLess = test === 'less' || test === 'atMost';
  const above = openForm(isLess ? right : left, oracle);
  const below = above === null ? null : lesserOf(isLess ? left : right, oracle, activation);
  if (above === null || below === null) return state;
  const pack = oracle.packs.packOf.get(above.dimension);
  if (pack === undefined) return state;
  if (below.dimension !== zero && oracle.packs.packOf.get(below.dimension) !== pack) return state;
  const zone = oracle.zone(pack);
  const limit = above.constant - below.constant - (test === 'less' || test === 'more' ? 1 : 0);
  if (zone === null) return state;
  const next = zones.constrain(zone, below.dimension, above.dimension, limit);
  if (next !== null) {
    const ceiling = limitOf(variableOf(above.dimension));
    // With NaN no comparison is true, and what is not below it may be anywhere.
    const isLimited = testOf(condition.operator, true) === test && above.constant === 0 && oracle.packs.packOf.get(ceiling) === pack;
    const limited = isLimited ? (zones.constrain(next, below.dimension, ceiling, limit) ?? next) : next;
    return states.withRelations(state, withZone(state.relations, pack, limited));
  }
  // Two that are both too large to be exact contradict nothing.
  return below.isExact ? null : state;
}

/** Two that are the same, whatever they are. `==` converts. */
function assumeSame({ left, right, operator }: Expression & { kind: 'binary' }, oracle: Oracle): State {
  const [x, y] = [openForm(left, oracle), openForm(right, oracle)];
  const isSame = x?.constant === 0 && y?.constant === 0 && (operator === '===' || operator === '!==');
  return isSame ? constrained([x.dimension, y.dimension, 0], [y.dimension, x.dimension, 0], oracle) : oracle.state;
}

/** If two numbers differ and one is at most the other, it is less. */
function assumeDifferent({ left, right }: Expression & { kind: 'binary' }, oracle: Oracle): State {
  const [x, y] = [openForm(left, oracle), openForm(right, oracle)];
  const [a, b] = [integerOf(left), integerOf(right)];
  if (x !== null && b !== null) return apartFrom(b, x, oracle);
  if (y !== null && a !== null) return apartFrom(a, y, oracle);
  if (x === null || y === null) return oracle.state;
  const between = y.constant - x.constant;
  if (oracle.bound(x.dimension, y.dimension) <= between) return constrained([x.dimension, y.dimension, between - 1], null, oracle);
  if (oracle.bound(y.dimension, x.dimension) <= -between) return constrained([y.dimension, x.dimension, -between - 1], null, oracle);
  return oracle.state;
}

/** A number that differs from an integer, and is at least as large if it is an integer, is more. */
function apartFrom(integer: number, { dimension, constant }: OpenForm, oracle: Oracle): LiveState {
  const least = integer - constant;
  // Less than 0 is only what is no `length`, and may become another number where it is converted.
  return least >= 0 && oracle.bound(zero, dimension) === -least ? constrained([zero, dimension, -least - 1], null, oracle) : oracle.state;
}

function integerOf(expression: Expression): number | null {
  if (expression.kind !== 'constant' || expression.value.kind !== 'number') return null;
  const { value } = expression.value;
  return Number.isInteger(value) && Math.abs(value) < zones.farApart ? value : null;
}

type Bound = readonly [Dimension, Dimension, number];

/** Where nothing satisfies them, both sides are too large to be exact. */
function constrained(first: Bound, second: Bound | null, oracle: Oracle): LiveState {
  const { state, packs } = oracle;
  const [x, y] = first;
  const pack = packs.packOf.get(x === zero ? y : x);
  if (pack === undefined || (x !== zero && y !== zero && packs.packOf.get(y) !== pack)) return state;
  let zone = oracle.zone(pack);
  for (const bound of [first, second]) if (zone !== null && bound !== null) zone = zones.constrain(zone, ...bound);
  return zone === null ? state : states.withRelations(state, withZone(state.relations, pack, zone));
}

/** A constant is so far from zero. A whole number without an upper bound is not what remains of a larger one. */
function lesserOf(expression: Expression, oracle: Oracle, activation: Activation): (OpenForm & { readonly isExact: boolean }) | null {
  const form = new Forms(oracle, activation).of(expression);
  if (form === null) {
    const whole = wholeForm(expression, oracle, activation);
    return whole === null || whole.constant < 0 ? null : { ...whole, isExact: false };
  }
  const constant = form.terms.size === 0 && form.divisor === 1 ? { dimension: zero, constant: form.min } : null;
  const exact = exactForm(form) ?? constant;
  return exact === null ? null : { ...exact, isExact: true };
}

type Test = 'less' | 'atMost' | 'more' | 'atLeast' | 'equal' | 'different';

function testOf(operator: string, truth: boolean): Test | null {
  switch (operator) {
    case '<':
      return truth ? 'less' : 'atLeast';
    case '<=':
      return truth ? 'atMost' : 'more';
    case '>':
      return truth ? 'more' : 'atMost';
    case '>=':
      return truth ? 'atLeast' : 'less';
    case '===':
    case '==':
      return truth ? 'equal' : 'different';
    case '!==':
    case '!=':
      return truth ? 'different' : 'equal';
    default:
      return null;
  }
}

function negated(form: Form): Form {
  return {
    divisor: form.divisor,
    terms: new Map([...form.terms].map(([dimension, coefficient]) => [dimension, -coefficient])),
    min: -form.max,
    max: -form.min,
  };
}

/**
 * The states in which divisor · E ≤ limit may hold, where E is the form's: every two dimensions that stand against each other, with
 * the others at their least.
 */
function atMost(form: Form, limit: number, oracle: Oracle, activation: Activation): State {
  const { state } = oracle;
  if (lowerSum(form, oracle) > limit) return null;
  const { packOf } = oracle.packs;
  const touched = new Set<number>();
  const updated = new Map<number, Zone>();
  let relations = state.relations;
  for (const [x, a] of form.terms) {
    if (a <= 0) continue;
    for (const [y, b] of form.terms) {
      const pack = packOf.get(x);
      if (b >= 0 || pack === undefined || pack !== packOf.get(y)) continue;
      const pairs = Math.min(a, -b);
      const rest = without(form, x, y, pairs);
      const c = Math.floor(zones.exact(limit - lowerSum(rest, oracle)) / pairs);
      const zone = updated.get(pack) ?? oracle.zone(pack);
      if (zone === null) return null;
      if (!Number.isFinite(c)) continue;
      const next = zones.constrain(zone, x, y, c);
      if (next === null) return null;
      updated.set(pack, next);
      relations = withZone(relations, pack, next);
      touched.add(pack);
    }
  }
  // The ranges of single dimensions have changed too.
  for (const dimension of form.terms.keys()) {
    const pack = packOf.get(dimension);
    if (pack !== undefined) touched.add(pack);
  }
  if (touched.size === 0) return state;
  const after = reduced(states.withRelations(state, relations), touched, activation);
  return after === null ? null : besideConstants(form.terms.keys(), after, activation);
}

/**
 * Relates compared variables to constants: they may have become numbers only now. A constant here may move along with them later, when
 * ranges no longer tell their relation.
 */
function besideConstants(compared: Iterable<Dimension>, state: LiveState, activation: Activation): LiveState {
  const oracle = new Oracle(state, activation);
  const { packOf, members } = oracle.packs;
  let { relations } = state;
  for (const dimension of compared) {
    const pack = packOf.get(dimension);
    const range = oracle.range(dimension);
    if (pack === undefined || range === null || isOpen(range)) continue;
    let zone: Zone | null = zones.close(maps.get(relations.zones, pack) ?? zones.unconstrained);
    for (const constant of members.get(pack) ?? []) {
      const value = constant === dimension || !isValue(constant) ? null : oracle.range(constant);
      if (zone === null || value === null || value.min !== value.max) continue;
      if (value.min - range.min < zones.farApart) zone = zones.constrain(zone, constant, dimension, value.min - range.min);
      if (zone !== null && range.max - value.min < zones.farApart) zone = zones.constrain(zone, dimension, constant, range.max - value.min);
    }
    if (zone !== null) relations = withZone(relations, pack, zone);
  }
  return states.withRelations(state, relations);
}

/** form - pairs · (x - y) */
function without(form: Form, x: Dimension, y: Dimension, pairs: number): Form {
  const terms = new Map(form.terms);
  for (const [dimension, part] of [
    [x, -pairs],
    [y, pairs],
  ] as const) {
    const coefficient = (terms.get(dimension) ?? 0) + part;
    if (coefficient === 0) terms.delete(dimension);
    else terms.set(dimension, coefficient);
  }
  return { ...form, terms };
}
