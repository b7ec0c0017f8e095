import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import * as values from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { objectAt } from '../evaluate.js';
import { isGivenObject, isTypedArray } from '../locations.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';
import { assignForm, boundsOf } from './assignment.js';
import type { Update } from './assignment.js';
import { dimensionForm, Forms } from './form.js';
import { openForm } from './open.js';
import type { OpenForm } from './open.js';
import { Oracle } from './oracle.js';
import { lengthOf, valueOf } from './packs.js';
import type { Dimension } from './packs.js';
import { isOpen, open, rangeOf } from './relations.js';
import type { Instruction } from '../../ir/instruction.js';

/** Where an index is, as far as it can be told. */
export type Position = 'inside' | 'atMostLength' | 'unknown';

/** Of a number as the index of the array that the object is. */
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

/** What is at most a length is an integer where the length is. */
function positionOfOpen(form: OpenForm, length: Dimension, oracle: Oracle): Position {
  if ((oracle.range(form.dimension)?.min ?? -Infinity) + form.constant < 0) return 'unknown';
  const beyond = oracle.bound(form.dimension, length) + form.constant;
  return beyond < 0 ? 'inside' : beyond === 0 ? 'atMostLength' : 'unknown';
}

/** What a load relates: a length, or the length of an array that was found where others may find it. */
export function loaded(
  instruction: Instruction & { kind: 'load' },
  object: Value,
  value: Value,
  before: LiveState,
  activation: Activation,
): Update | null {
  const packs = activation.program.packs.of(activation.function);
  if (packs.packOf.size === 0 || instruction.object.kind !== 'variable') return null;
  const { target, key } = instruction;
  const base = instruction.object.variable;
  if (key.kind === 'constant' && key.value.kind === 'string' && key.value.value === 'length') {
    if (!packs.packOf.has(valueOf(target)) || rangeOf(before, lengthOf(base)) === null || !hasData(object, before, activation)) return null;
    return assignForm(valueOf(target), dimensionForm(lengthOf(base)), new Oracle(before, activation), activation);
  }
  const path = packs.pathOf.get(instruction);
  if (path === undefined || target === base || !mayBeArray(value) || !isPlain(object, before, activation)) return null;
  return assignForm(lengthOf(target), dimensionForm(path), new Oracle(before, activation), activation);
}

/** Its `length` is data: of what is not known it is assumed; a tracked object may have any, and inherit it. */
function hasData(object: Value, state: LiveState, activation: Activation): boolean {
  const isTracked = (location: LocationId): boolean => {
    const described = objectAt(state, location, activation);
    return described === undefined || (described.brand !== 'array' && !described.escaped);
  };
  const isElsewhere = activation.program.accessorNames.has('length');
  const isUnknown = (location: LocationId): boolean => objectAt(state, location, activation)?.brand !== 'array' && !isTypedArray(location);
  if (isElsewhere && ((object.bits & values.Bit.UnknownObject) !== 0 || object.objects.some(isUnknown))) return false;
  return !object.objects.some(isTracked);
}

/** It has a length, or is undefined or null. */
const mayBeArray = (value: Value): boolean =>
  (value.bits & ~(values.Bit.Undefined | values.Bit.Null)) === 0 && !values.hasNumber(value) && !values.hasBigint(value);

/** Reading it gives what is there, again and again. */
function isPlain(object: Value, state: LiveState, activation: Activation): boolean {
  if (object.objects.length === 0 || (object.bits & values.Bit.UnknownObject) !== 0) return false;
  return object.objects.every((location) => isGivenObject(location) || objectAt(state, location, activation)?.escaped === false);
}

/** The length of the array in the variable is `form` from now on. */
export function lengthAssigned(variable: VariableId, key: Expression, before: LiveState, activation: Activation): Update | null {
  const length = lengthOf(variable);
  if (!activation.program.packs.of(activation.function).packOf.has(length)) return null;
  const oracle = new Oracle(before, activation);
  const form = new Forms(oracle, activation).of(key);
  return form === null ? null : assignForm(length, form, oracle, activation);
}
