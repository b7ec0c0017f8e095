import * as maps from '../../base/intMap.js';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import * as zones from '../../lattice/zone.js';
import type { Range, Zone } from '../../lattice/zone.js';
import { evaluate, valueIn } from '../expression/evaluate.js';
import { isGiven } from '../heap/locations.js';
import { read, restrict } from '../scope.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState, State } from '../state.js';
import { constantForm, constantOf, difference, dimensionForm, exactForm, Forms, lowerOf, upperOf } from './form.js';
import type { Form } from './form.js';
import { assignLesser, assignSame, assignWhole, copiedFrom, countedForm, lesserForm, openForm, wholeForm } from './open.js';
import type { OpenForm } from './open.js';
import { Oracle } from './oracle.js';
import { isLength, isPath, isValue, lengthOf, limitOf, valueOf, variableOf, zero } from './packs.js';
import type { Dimension, Sum } from './packs.js';
import { isOpen, rangeOf, withZone } from './relations.js';

/** Applied to the state after the instruction, which has forgotten what it wrote. */
export type Update = (after: LiveState) => LiveState;

/** The knowledge about a number. */
interface Bounds {
  /** The least number that it is not above, or that its difference to a form is not above. */
  upper(against: Form | null): number;
  /** The greatest that it is not below; or the least that the form's difference to it is not above. */
  lower(against: Form | null): number;
  /** The form that it is equal to. */
  readonly form: Form | null;
}

/** The relations of `target := value`; null when there are none. */
export function assigned(target: VariableId, value: Expression, before: LiveState, activation: Activation): Update | null {
  const { packOf } = activation.program.packs.of(activation.function);
  const updates: Update[] = [];
  const [number, length] = [valueOf(target), lengthOf(target)];
  if (packOf.has(number)) {
    const oracle = new Oracle(before, activation);
    const forms = new Forms(oracle, activation);
    const sums = new Map([...sumsAssigned(target, value, forms), ...multiplesAssigned(target, value, forms)]);
    const update =
      assignBounds(number, boundsOf(value, forms, activation), oracle, activation, sums) ?? assignOpen(number, value, oracle, activation);
    if (update !== null) updates.push(update);
    if (packOf.has(limitOf(target))) updates.push(...limitAssigned(target, value, oracle, activation));
  }
  if (packOf.has(length) && value.kind === 'variable' && value.variable !== target) {
    // One zone may have both: what is related to the length is added to what the number has got.
    const form = dimensionForm(lengthOf(value.variable));
    updates.push((after) => assignForm(length, form, new Oracle(after, activation), activation)?.(after) ?? after);
  }
  return updates.length === 0 ? null : (after) => updates.reduce((state, update) => update(state), after);
}

/** A number below a minimum is below each operand that is an integer. Applied after the relations of the target itself. */
function limitAssigned(target: VariableId, value: Expression, oracle: Oracle, activation: Activation): Update[] {
  const pack = oracle.packs.packOf.get(limitOf(target));
  if (pack === undefined || value.kind !== 'intrinsic' || value.name !== 'Math.min') return [];
  const forms = value.operands.flatMap((operand) => openForm(operand, oracle) ?? []);
  const others = forms.filter(
    ({ dimension, constant }) => constant <= 0 && oracle.packs.packOf.get(dimension) === pack && dimension !== valueOf(target),
  );
  const constrain = (zone: Zone, { dimension, constant }: OpenForm): Zone =>
    zones.constrain(zone, limitOf(target), dimension, constant) ?? zone;
  return [
    (after) => {
      const zone = new Oracle(after, activation).zone(pack);
      return zone === null ? after : states.withRelations(after, withZone(after.relations, pack, others.reduce(constrain, zone)));
    },
  ];
}

/** The zone without what the variable of the number limits, has as its length, or leads to: it is another one there. */
function withoutPlaces(zone: Zone, number: Dimension, { packs }: Oracle): Zone {
  const variable = variableOf(number);
  const places = (packs.dimensionsOf.get(variable) ?? []).filter((dimension) => isLength(dimension) || isPath(dimension));
  return places.reduce(zones.forget, zones.forget(zone, limitOf(variable)));
}

/** dimension := value, which may be no integer. */
function assignOpen(dimension: Dimension, value: Expression, oracle: Oracle, activation: Activation): Update | null {
  const pack = oracle.packs.packOf.get(dimension);
  const known = pack === undefined ? null : oracle.zone(pack);
  if (pack === undefined || known === null) return null;
  const source = copiedFrom(value, oracle, activation);
  if (source === dimension) return null;
  const exact = source === null ? countedForm(value, known, oracle, activation) : { dimension: source, constant: 0 };
  const whole = exact ?? wholeForm(value, oracle, activation);
  const form = whole ?? lesserForm(value, oracle);
  if (form === null || oracle.packs.packOf.get(form.dimension) !== pack) return null;
  const zone = [...oracle.packs.sums.keys(), ...oracle.packs.multiples.keys()]
    .filter((sum) => oracle.packs.dimensionsOf.get(variableOf(dimension))?.includes(sum))
    .reduce(zones.forget, withoutPlaces(known, dimension, oracle));
  const assign = exact !== null ? assignSame : whole === null ? assignLesser : assignWhole;
  const next = assign(zone, dimension, form);
  return (after) => states.withRelations(after, withZone(after.relations, pack, next));
}

/** Sums with the target, by their forms before the assignment: for j := i - gap the sum of j and gap becomes i. */
function sumsAssigned(target: VariableId, value: Expression, forms: Forms): ReadonlyMap<Dimension, Form> {
  const found = new Map<Dimension, Form>();
  for (const [sum, [x, y]] of forms.oracle.packs.sums) {
    if (x !== target && y !== target) continue;
    const other: Expression = { kind: 'variable', variable: x === target ? y : x };
    const form = forms.of({ kind: 'binary', operator: '+', left: value, right: other });
    if (form !== null) found.set(sum, form);
  }
  return found;
}

/** A multiple of what is assigned, in a zone in which it is what it was: null where it may be no integer that doubles hold exactly. */
function assignMultiple(zone: Zone, dimension: Dimension, form: Form | null, oracle: Oracle): Zone {
  const multiple = oracle.packs.multiples.get(dimension);
  if (form === null || multiple === undefined) return zones.forget(zone, dimension);
  const isStep = form.divisor === 1 && form.terms.size === 1 && form.terms.get(valueOf(multiple.variable)) === multiple.factor;
  if (isStep) return zones.shift(zone, dimension, form.min, form.max);
  const constant = constantOf(form, oracle);
  let next: Zone | null = zones.forget(zone, dimension);
  if (constant === null) return next;
  // What is constant now moves along with others later.
  for (const other of oracle.packs.members.get(oracle.packs.packOf.get(dimension) ?? -1) ?? []) {
    const isOther = other !== dimension && other !== valueOf(multiple.variable) && (isValue(other) || isLength(other));
    const range = isOther ? oracle.range(other) : null;
    if (range === null || isOpen(range) || next === null) continue;
    if (constant - range.min < zones.farApart) next = zones.constrain(next, dimension, other, constant - range.min);
    if (next !== null && range.max - constant < zones.farApart) next = zones.constrain(next, other, dimension, range.max - constant);
  }
  return next ?? zones.forget(zone, dimension);
}

/** The multiples of the target, by their forms before the assignment. */
function multiplesAssigned(target: VariableId, value: Expression, forms: Forms): ReadonlyMap<Dimension, Form> {
  const found = new Map<Dimension, Form>();
  for (const [dimension, { variable, factor }] of forms.oracle.packs.multiples) {
    if (variable !== target) continue;
    const scaled: Expression = { kind: 'constant', value: { kind: 'number', value: factor } };
    const form = forms.of({ kind: 'binary', operator: '*', left: value, right: scaled });
    if (form !== null) found.set(dimension, form);
  }
  return found;
}

/** dimension := form. */
export function assignForm(dimension: Dimension, form: Form, oracle: Oracle, activation: Activation): Update | null {
  return assignBounds(dimension, ofForm(form, oracle), oracle, activation);
}

/** dimension := a number from `lower` to `upper`. */
export function assignBetween(dimension: Dimension, lower: Form, upper: Form, oracle: Oracle, activation: Activation): Update | null {
  const bounds = { upper: ofForm(upper, oracle).upper, lower: ofForm(lower, oracle).lower, form: null };
  return assignBounds(dimension, bounds, oracle, activation);
}

function ofForm(form: Form, oracle: Oracle): Bounds {
  return {
    form,
    upper: (against) => (against === null ? upperOf(form, oracle) : upperOf(difference(form, against), oracle)),
    lower: (against) => (against === null ? lowerOf(form, oracle) : upperOf(difference(against, form), oracle)),
  };
}

/** The knowledge about an expression. Null: it may be no integer. Inside of minima and maxima (`isPart`) only the chosen operand has to be one. */
export function boundsOf(expression: Expression, forms: Forms, activation: Activation, isPart = false): Bounds | null {
  const form = forms.of(expression);
  const { oracle } = forms;
  if (expression.kind === 'intrinsic' && (expression.name === 'Math.min' || expression.name === 'Math.max')) {
    const isMin = expression.name === 'Math.min';
    const operands = expression.operands.map(
      (operand) => boundsOf(operand, forms, activation, true) ?? byRange(operand, oracle, activation),
    );
    if ((form === null && !isPart) || operands.length === 0) return null;
    const all = (of: (operand: Bounds) => number, isLeast: boolean): number => {
      const known = operands.map(of);
      return isLeast ? Math.min(...known) : Math.max(...known);
    };
    return {
      form: null,
      upper: (against) => all((operand) => operand.upper(against), isMin),
      // Differences to it grow as it gets smaller.
      lower: (against) => all((operand) => operand.lower(against), against === null ? isMin : !isMin),
    };
  }
  if (expression.kind === 'binary' && expression.operator === '%') {
    const dividend = forms.of(expression.left);
    const divisor = forms.of(expression.right);
    if (dividend === null || divisor === null) return null;
    if (lowerOf(dividend, oracle) < 0 || lowerOf(divisor, oracle) < 1) return null;
    const below = ofForm({ ...divisor, min: divisor.min - divisor.divisor, max: divisor.max - divisor.divisor }, oracle);
    const whole = ofForm(dividend, oracle);
    return {
      form: null,
      upper: (against) => Math.min(below.upper(against), whole.upper(against)),
      lower: ofForm(constantForm(0), oracle).lower,
    };
  }
  return partOf(expression, forms, activation) ?? (form === null ? null : ofForm(form, oracle));
}

/** `Math.floor(Math.random() * n)`: a product with less than one, which is rounded to less than n, is at most n - 1 rounded down. */
function partOf(expression: Expression, forms: Forms, activation: Activation): Bounds | null {
  if (expression.kind !== 'intrinsic' || (expression.name !== 'Math.floor' && expression.name !== 'Math.trunc')) return null;
  const [product] = expression.operands;
  if (product?.kind !== 'binary' || product.operator !== '*') return null;
  const { oracle } = forms;
  for (const [factor, whole] of [
    [product.left, product.right],
    [product.right, product.left],
  ] as const) {
    const value = valueIn(factor, oracle.state, activation);
    const isPart = values.isNumberOnly(value) && !value.number.nan && value.number.min >= 0 && value.number.max < 1;
    const form = isPart ? forms.of(whole) : null;
    if (form === null || lowerOf(form, oracle) < 1 || upperOf(form, oracle) > 2 ** 52) continue;
    const below = { ...form, min: form.min - form.divisor, max: form.max - form.divisor };
    return { form: null, upper: ofForm(below, oracle).upper, lower: ofForm(constantForm(0), oracle).lower };
  }
  return null;
}

/** A number that may have a fraction; NaN makes it unknown. */
function byRange(expression: Expression, oracle: Oracle, activation: Activation): Bounds {
  const { value, effects } = evaluate(expression, oracle.state, activation);
  const isNumber = values.isNumberOnly(value) && !value.number.nan && !effects.converts;
  const [min, max] = isNumber ? [value.number.min, value.number.max] : [-Infinity, Infinity];
  return {
    form: null,
    upper: (against) => (against === null ? max : zones.exact(Math.floor(max) - lowerOf(against, oracle))),
    lower: (against) => (against === null ? min : zones.exact(upperOf(against, oracle) - Math.ceil(min))),
  };
}

/** `sums` are assigned at the same moment. */
function assignBounds(
  dimension: Dimension,
  bounds: Bounds | null,
  oracle: Oracle,
  activation: Activation,
  sums: ReadonlyMap<Dimension, Form> = new Map(),
): Update | null {
  const pack = oracle.packs.packOf.get(dimension);
  const known = pack === undefined ? null : oracle.zone(pack);
  if (pack === undefined || known === null || bounds === null) return null;
  let before = isValue(dimension) ? withoutPlaces(known, dimension, oracle) : known;
  for (const sum of oracle.packs.sums.keys()) {
    if (!oracle.packs.dimensionsOf.get(variableOf(dimension))?.includes(sum) || !isValue(dimension)) continue;
    const form = sums.get(sum);
    const equal = form === undefined ? null : exactForm(form);
    const isKnown = equal !== null && oracle.packs.packOf.get(equal.dimension) === pack && oracle.packs.packOf.get(sum) === pack;
    if (form !== undefined && isStepOf(form, oracle.packs.sums.get(sum))) before = zones.shift(before, sum, form.min, form.max);
    else if (!isKnown || equal.dimension === sum) before = zones.forget(before, sum);
    else before = zones.assign(before, sum, equal.dimension, equal.constant);
  }
  for (const [multiple, { variable }] of oracle.packs.multiples) {
    if (isValue(dimension) && variable === variableOf(dimension) && oracle.packs.packOf.get(multiple) === pack)
      before = assignMultiple(before, multiple, sums.get(multiple) ?? null, oracle);
  }
  const { form } = bounds;
  const equal = form === null ? null : exactForm(form);
  const replace =
    (zone: Zone): Update =>
    (after) =>
      tightened(states.withRelations(after, withZone(after.relations, pack, zone)), dimension, activation);
  if (equal !== null && oracle.packs.packOf.get(equal.dimension) === pack) {
    const { dimension: source, constant } = equal;
    if (source === dimension) return replace(zones.shift(before, dimension, constant, constant));
    if (oracle.range(source) !== null || isLength(source) || isPath(source))
      return replace(zones.assign(before, dimension, source, constant));
  }
  // What is constant now may move along with others: later their ranges no longer say what relates them.
  const isConstant = form !== null && constantOf(form, oracle) !== null;
  const related = new Set(isConstant ? [...known.dimensions, ...(oracle.packs.members.get(pack) ?? [])] : known.dimensions);
  for (const member of oracle.packs.members.get(pack) ?? []) if (oracle.isAlive(member)) related.add(member);
  const upper = bounds.upper(null);
  const lower = bounds.lower(null);
  let zone: Zone | null = zones.forget(before, dimension);
  for (const other of related) {
    const isOwn = oracle.packs.multiples.get(other)?.variable === variableOf(dimension) && isValue(dimension);
    if (other === dimension || zone === null || isOwn || oracle.packs.sums.has(other)) continue;
    const range = other === zero ? { min: 0, max: 0 } : oracle.range(other);
    if (range === null) continue;
    const against = dimensionForm(other);
    const above = bounds.upper(against);
    const below = bounds.lower(against);
    if (isConstant ? above < zones.farApart : above < upper - range.min) zone = zones.constrain(zone, dimension, other, above);
    if (zone === null) continue;
    if (isConstant ? below < zones.farApart : below < range.max - lower) zone = zones.constrain(zone, other, dimension, below);
  }
  if (zone === null) return null;
  const related2 = replace(zone);
  if (!isValue(dimension)) return related2;
  return (after) => within(related2(after), dimension, lower, upper, activation);
}

/** Whether the form is what the sum was, and something more. */
const isStepOf = ({ divisor, terms }: Form, sum: Sum | undefined): boolean =>
  sum !== undefined && divisor === 1 && terms.size === 2 && sum.every((variable) => terms.get(valueOf(variable)) === 1);

/** The variable's number is between these; without an upper bound it may be none. */
function within(state: LiveState, dimension: Dimension, min: number, max: number, activation: Activation): LiveState {
  if (max === Infinity) return state;
  const variable = variableOf(dimension);
  const value = read(state, variable, activation);
  if (!values.isNumberOnly(value)) return state;
  const number = numbers.meet(value.number, numbers.numberRange(min, max, true, false));
  if (numbers.isEmpty(number)) return state;
  return restrict(state, variable, values.ofNumber(number), activation) ?? state;
}

function tightened(state: LiveState, dimension: Dimension, activation: Activation): LiveState {
  if (!isValue(dimension)) return state;
  const range = new Oracle(state, activation).range(dimension);
  return range === null ? state : within(state, dimension, range.min, range.max, activation);
}

function hasOpen(pack: number, state: LiveState, activation: Activation): boolean {
  const members = activation.program.packs.of(activation.function).members.get(pack) ?? [];
  return members.some((dimension) => {
    const range = rangeOf(state, dimension);
    return range !== null && isOpen(range);
  });
}

/** The bounds that zones imply for each number of the packs, and the ranges of numbers for lengths. Null when there is no such state. */
export function reduced(state: LiveState, packs: ReadonlySet<number>, activation: Activation): State {
  let current: State = state;
  for (const pack of packs) {
    const before = new Oracle(current, activation);
    const zone = before.zone(pack);
    // What is infinite in all of them contradicts nothing.
    if (zone === null) return hasOpen(pack, current, activation) ? current : null;
    for (const dimension of zone.dimensions) {
      const range = isValue(dimension) ? before.range(dimension) : null;
      if (range === null || range.min === Infinity) continue;
      if (range.min > range.max) return null;
      if (isOpen(range)) continue;
      const number = values.ofNumber(numbers.numberRange(range.min, range.max, true, false));
      current = restrict(current, variableOf(dimension), number, activation);
      if (current === null) return null;
    }
    const summed = withSums(zone, current === state ? before : new Oracle(current, activation));
    if (summed === null) return null;
    if (summed !== zone) current = states.withRelations(current, withZone(current.relations, pack, summed));
    const after = current === state ? before : new Oracle(current, activation);
    let next: Zone | null = summed;
    for (const dimension of summed.dimensions) {
      const range = isValue(dimension) || dimension === zero ? null : after.range(dimension);
      if (range === null || range.min === Infinity) continue;
      if (range.min > range.max) return null;
      if (isLength(dimension)) current = withLength(current, variableOf(dimension), range, activation);
      if (range.max < 2 ** 32 - 1) next = zones.constrain(next, dimension, zero, range.max);
      if (next !== null && range.min > 0) next = zones.constrain(next, zero, dimension, -range.min);
      if (next === null) return null;
    }
    current = states.withRelations(current, withZone(current.relations, pack, next));
  }
  return current;
}

/** A sum is as far from one of its parts as the other part is from zero. */
function withSums(zone: Zone, oracle: Oracle): Zone | null {
  let next: Zone | null = zone;
  for (const [sum, [x, y]] of oracle.packs.sums) {
    if (!zone.dimensions.includes(sum)) continue;
    for (const [part, other] of [
      [valueOf(x), valueOf(y)],
      [valueOf(y), valueOf(x)],
    ] as const) {
      const range = zone.dimensions.includes(part) && oracle.isAlive(part) ? oracle.range(other) : null;
      if (range === null || isOpen(range) || next === null) continue;
      next = zones.constrain(next, sum, part, range.max);
      if (next !== null) next = zones.constrain(next, part, sum, -range.min);
    }
  }
  return next;
}

/** The bounds of the length of the one array that the variable holds, if nobody else may change it. */
function withLength(state: LiveState, variable: VariableId, { min, max }: Range, activation: Activation): LiveState {
  const value = read(state, variable, activation);
  const [location] = value.objects;
  if (location === undefined || value.objects.length > 1 || value.bits !== 0 || !values.isBottom(values.primitivesOf(value))) return state;
  const object = maps.get(state.heap, location);
  if (object?.brand !== 'array' || object.escaped || isGiven(location) || !activation.program.locations.isRecent(location)) return state;
  if (min <= object.length.min && max >= object.length.max) return state;
  const length = numbers.meet(object.length, numbers.numberRange(min, max, true, false));
  return numbers.isEmpty(length) ? state : states.setObject(state, location, { ...object, length });
}
