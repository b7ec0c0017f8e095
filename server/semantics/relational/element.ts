import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { mayBeOwnAccessor, mayBeOwnElement } from '../heap/accessors.js';
import { valueIn } from '../expression/evaluate.js';
import { objectAt } from '../heap/objectAt.js';
import * as zones from '../../lattice/zone.js';
import type { Zone } from '../../lattice/zone.js';
import { isGiven, isGivenObject, isTypedArray } from '../heap/locations.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState } from '../state.js';
import { assignForm, boundsOf } from './assignment.js';
import type { Update } from './assignment.js';
import { constantForm, difference, dimensionForm, Forms, lowerOf, upperOf } from './form.js';
import { openForm } from './open.js';
import type { OpenForm } from './open.js';
import { Oracle } from './oracle.js';
import { isLength, isPath, isValue, lengthOf, valueOf, zero } from './packs.js';
import type { Dimension } from './packs.js';
import { isOpen, open, rangeOf, withZone } from './relations.js';
import type { Instruction } from '../../ir/instruction.js';

/** Where an index is, as far as it can be told. */
export type Position = 'inside' | 'atMostLength' | 'unknown';

/** Whether a number, as an index, is inside of the array that the object is. */
export function positionOf(object: Expression, key: Expression, state: LiveState, activation: Activation): Position {
  if (object.kind !== 'variable') return 'unknown';
  const length = lengthOf(object.variable);
  if (rangeOf(state, length) === null) return 'unknown';
  const oracle = new Oracle(state, activation);
  const bounds = boundsOf(key, new Forms(oracle, activation), activation);
  const form = openForm(key, oracle);
  const isOpenKey = form !== null && isOpen(oracle.range(form.dimension) ?? open);
  if (form !== null && (bounds === null || isOpenKey)) return positionOfOpen(form, length, oracle);
  if (bounds === null || bounds.lower(null) < 0) return 'unknown';
  const beyond = bounds.upper(dimensionForm(length));
  return beyond < 0 ? 'inside' : beyond === 0 ? 'atMostLength' : 'unknown';
}

/** A number that is at most a length is an integer where the length is. */
function positionOfOpen(form: OpenForm, length: Dimension, oracle: Oracle): Position {
  if ((oracle.range(form.dimension)?.min ?? -Infinity) + form.constant < 0) return 'unknown';
  const beyond = oracle.bound(form.dimension, length) + form.constant;
  return beyond < 0 ? 'inside' : beyond === 0 ? 'atMostLength' : 'unknown';
}

/** The dimension that a load relates: a length, or the length of an array that others may find, too. */
export function loaded(
  instruction: Instruction & { kind: 'load' },
  object: Value,
  before: LiveState,
  activation: Activation,
): Update | null {
  const packs = activation.program.packs.of(activation.function);
  if (packs.packOf.size === 0 || instruction.object.kind !== 'variable') return null;
  const { target, key } = instruction;
  const base = instruction.object.variable;
  if (key.kind === 'constant' && key.value.kind === 'string' && key.value.value === 'length') {
    const pack = packs.packOf.get(valueOf(target));
    const range = rangeOf(before, lengthOf(base));
    if (pack === undefined || range === null || !hasData(object, before, activation)) return null;
    const relate = assignForm(valueOf(target), dimensionForm(lengthOf(base)), new Oracle(before, activation), activation);
    return range.min >= 0 || !packs.asked.has(target) || !hasCountedElements(object, before, activation)
      ? relate
      : notNegative(relate, valueOf(target), pack, activation);
  }
  const path = packs.pathOf.get(instruction);
  if (path === undefined || target === base || !isPlain(object, key, before, activation)) return null;
  return assignForm(lengthOf(target), dimensionForm(path), new Oracle(before, activation), activation);
}

/** Whether the variable holds the length of something, or a value read under that name: no object with methods of the module's own. */
export function isSomeLength(variable: VariableId, state: LiveState, activation: Activation): boolean {
  const oracle = new Oracle(state, activation);
  const dimension = valueOf(variable);
  const pack = oracle.packs.packOf.get(dimension);
  const zone = pack === undefined ? null : oracle.zone(pack);
  if (zone === null) return false;
  const isEqual = (other: Dimension): boolean => zones.bound(zone, dimension, other) <= 0 && zones.bound(zone, other, dimension) <= 0;
  return zone.dimensions.some((other) => (isLength(other) || isPath(other)) && isEqual(other));
}

/** Its `length` is data: of what is not known it is assumed; a tracked object may have any, and inherit it. */
function hasData(object: Value, state: LiveState, activation: Activation): boolean {
  const isTracked = (location: LocationId): boolean => {
    const described = objectAt(state, location, activation);
    return described === undefined || (described.brand !== 'array' && !described.escaped);
  };
  const isElsewhere = mayBeOwnAccessor('length', activation.program);
  const isUnknown = (location: LocationId): boolean => objectAt(state, location, activation)?.brand !== 'array' && !isTypedArray(location);
  if (isElsewhere && ((object.bits & values.Bit.UnknownObject) !== 0 || object.objects.some(isUnknown))) return false;
  return !object.objects.some(isTracked);
}

/**
 * Whether the value is an array, a text or the like where it is an object at all: its `length` is a number of elements. Other objects, and so
 * unknown ones, may have any number there.
 */
export function hasCountedElements(object: Value, state: LiveState, activation: Activation): boolean {
  if ((object.bits & values.Bit.UnknownObject) !== 0) return false;
  return object.objects.every((location) => isTypedArray(location) || objectAt(state, location, activation)?.brand === 'array');
}

/** Applied after `update`: the number is at least 0, if it is an integer. */
function notNegative(update: Update | null, dimension: Dimension, pack: number, activation: Activation): Update {
  return (after) => {
    const state = update === null ? after : update(after);
    const zone = new Oracle(state, activation).zone(pack);
    const next = zone === null ? null : zones.constrain(zone, zero, dimension, 0);
    return next === null ? state : states.withRelations(state, withZone(state.relations, pack, next));
  };
}

/** Reading it gives what is there, again and again. Of what is not known, properties are data unless the module itself has such a getter. */
function isPlain(object: Value, key: Expression, state: LiveState, activation: Activation): boolean {
  const isKept = (location: LocationId): boolean => isGivenObject(location) || objectAt(state, location, activation)?.escaped === false;
  return ((object.bits & values.Bit.UnknownObject) === 0 && object.objects.every(isKept)) || isForeign(key, state, activation);
}

function isForeign(key: Expression, state: LiveState, activation: Activation): boolean {
  const { program } = activation;
  if (key.kind === 'constant') return key.value.kind === 'string' && !mayBeOwnAccessor(key.value.value, program);
  return values.isNumberOnly(valueIn(key, state, activation)) && !mayBeOwnElement(program);
}

/** Applied to the state after a write of an element of a tracked array: its length is the larger one of what it was and the index plus 1. */
export function elementStored(
  instruction: Instruction & { kind: 'store' },
  object: Value,
  position: Position,
  before: LiveState,
  activation: Activation,
): Update | null {
  if (instruction.object.kind !== 'variable' || instruction.access === null) return null;
  const packs = activation.program.packs.of(activation.function);
  const length = lengthOf(instruction.object.variable);
  const pack = packs.packOf.get(length);
  if (pack === undefined || !isOwnArray(object, before, activation)) return null;
  const oracle = new Oracle(before, activation);
  const index = new Forms(oracle, activation).of(instruction.key);
  if (index === null && position !== 'unknown') return storedAtOpen(openForm(instruction.key, oracle), length, pack, activation);
  if (index === null || lowerOf(index, oracle) < 0) return null;
  // No memory holds so many elements that the next one has no index.
  if (upperOf(index, oracle) > 2 ** 32 - 2 && position === 'unknown') return null;
  const numbers = [zero, ...(packs.members.get(pack) ?? [])].filter((dimension) => isValue(dimension) || dimension === zero);
  const bounds = numbers.flatMap((dimension) => {
    if (dimension !== zero && !oracle.isAlive(dimension)) return [];
    const form = dimension === zero ? constantForm(0) : dimensionForm(dimension);
    const grown = upperOf(difference(index, form), oracle) + 1;
    const kept = upperOf(difference(dimensionForm(length), form), oracle);
    return [{ dimension, below: upperOf(difference(form, index), oracle) - 1, above: Math.max(grown, kept) }];
  });
  return (after) => {
    let zone: Zone | null = new Oracle(after, activation).zone(pack);
    for (const { dimension, below, above } of bounds) {
      if (zone !== null && below < zones.farApart) zone = zones.constrain(zone, dimension, length, below);
      if (zone !== null && above < zones.farApart) zone = zones.constrain(zone, length, dimension, above);
    }
    return zone === null ? after : states.withRelations(after, withZone(after.relations, pack, zone));
  };
}

/** A number that is at most a length is the index of an element that exists afterwards. */
function storedAtOpen(index: OpenForm | null, length: Dimension, pack: number, activation: Activation): Update | null {
  if (index === null || activation.program.packs.of(activation.function).packOf.get(index.dimension) !== pack) return null;
  return (after) => {
    const zone = new Oracle(after, activation).zone(pack);
    const next = zone === null ? null : zones.constrain(zone, index.dimension, length, -1 - index.constant);
    return next === null ? after : states.withRelations(after, withZone(after.relations, pack, next));
  };
}

function isOwnArray(object: Value, state: LiveState, activation: Activation): boolean {
  if (object.objects.length === 0 || !values.isBottom(values.withObjects(object, []))) return false;
  return object.objects.every((location) => {
    const array = objectAt(state, location, activation);
    return array?.brand === 'array' && !array.escaped && !isGiven(location);
  });
}
