import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { forEachRead } from '../../ir/visit.js';
import * as values from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import * as zones from '../../lattice/zone.js';
import type { Zone } from '../../lattice/zone.js';
import { isGiven, isGivenArray, isTypedArray } from '../heap/locations.js';
import { read } from '../scope.js';
import type { Activation } from '../scope.js';
import * as states from '../state.js';
import type { LiveState } from '../state.js';
import { objectAt } from '../heap/objectAt.js';
import { isLength, isLimit, isPath, isSum, isValue, variableOf, variablesOf } from './packs.js';
import type { Dimension, FunctionPacks } from './packs.js';
import { Change, mapZones, withChanges } from './relations.js';
import type { Relations } from './relations.js';

/** The variable is written: what was related to it, and to what is reached from it, is no longer what it was. */
export function forgetVariable(state: LiveState, variable: VariableId, activation: Activation): LiveState {
  const { relations } = state;
  if (relations.zones === null) return state;
  const dimensions = activation.program.packs.of(activation.function).dimensionsOf.get(variable);
  if (dimensions === undefined) return state;
  return states.withRelations(
    state,
    mapZones(relations, (zone) => dimensions.reduce(zones.forget, zone)),
  );
}

/** The names through which an access may lead to another array than before. */
export type Rewired = 'nothing' | 'elements' | 'everything' | { readonly name: string };

/** By a write to that key. */
export function rewiredBy(key: Value): Rewired {
  const { text } = key;
  if (values.isNumberOnly(key)) return 'elements';
  const name = values.isTextOnly(key) && text.values?.length === 1 ? text.values[0] : undefined;
  if (name === undefined) return 'everything';
  return isElementName(name) ? 'elements' : { name };
}

const isElementName = (name: string): boolean => /^-?\d/.test(name);

/** Whether the path may lead elsewhere. */
function isRewired(dimension: Dimension, rewired: Rewired, state: LiveState, activation: Activation): boolean {
  if (rewired === 'nothing' || !isPath(dimension)) return false;
  const key = activation.program.packs.of(activation.function).paths.get(dimension)?.key;
  if (rewired === 'everything' || key === undefined) return true;
  const isElement = typeof key === 'string' ? isElementName(key) : values.isNumberOnly(read(state, key, activation));
  if (rewired === 'elements') return isElement || typeof key === 'number';
  return typeof key === 'string' ? key === rewired.name : !isElement;
}

/** The effect on the lengths of arrays. */
export type LengthEffect = 'same' | 'grown' | 'any';

const everywhere: Readonly<Record<LengthEffect, number>> = { same: 0, grown: Change.Grown, any: Change.Grown | Change.Shrunk };

/** An object at the address is changed: of an array the length, of any object what leads to arrays. */
export function objectChanged(
  state: LiveState,
  location: LocationId,
  length: LengthEffect,
  rewired: Rewired,
  activation: Activation,
): LiveState {
  const { relations } = state;
  const changes = relations.changes | everywhere[length] | (rewired === 'nothing' ? 0 : Change.Rewired);
  if (relations.zones === null) return states.withRelations(state, withChanges(relations, changes));
  const isAffected = (dimension: Dimension): boolean =>
    isLength(dimension) && length !== 'same' && mayHold(read(state, variableOf(dimension), activation), location, state, activation);
  const next = mapZones(relations, (zone) => {
    let current = zone;
    for (const dimension of zone.dimensions) {
      if (isRewired(dimension, rewired, state, activation)) current = zones.forget(current, dimension);
      else if (isPath(dimension) || isAffected(dimension)) current = resized(current, dimension, length);
    }
    return current;
  });
  return states.withRelations(state, withChanges(next, changes));
}

function resized(zone: Zone, dimension: Dimension, length: LengthEffect): Zone {
  if (length === 'same') return zone;
  return length === 'grown' ? zones.shift(zone, dimension, 0, Infinity) : zones.forget(zone, dimension);
}

/** Whether the variable may hold one of the arrays that the value is. */
export function mayShare(variable: VariableId, array: Value, state: LiveState, activation: Activation): boolean {
  const value = read(state, variable, activation);
  return (array.bits & values.Bit.UnknownObject) !== 0 || array.objects.some((location) => mayHold(value, location, state, activation));
}

/** Two arrays that were given may be one, and whatever is unknown may be any array that is known outside. */
function mayHold(value: Value, location: LocationId, state: LiveState, activation: Activation): boolean {
  if (value.objects.includes(location)) return true;
  if ((value.bits & values.Bit.UnknownObject) !== 0) return isGiven(location) || objectAt(state, location, activation)?.escaped !== false;
  if (!isGivenArray(location) || isTypedArray(location)) return false;
  return value.objects.some((held) => !isTypedArray(held) && (isGivenArray(held) || objectAt(state, held, activation)?.escaped !== false));
}

/** Unknown code ran: it may have changed every array that it can reach, and every variable that is shared. */
export function unknownRan(state: LiveState, activation: Activation): LiveState {
  const changed = withChanges(state.relations, state.relations.changes | Change.Ran | Change.Rewired | Change.Polluted);
  if (changed.zones === null) return states.withRelations(state, changed);
  const packs = activation.program.packs.of(activation.function);
  const isKept = (dimension: Dimension): boolean => {
    if (isPath(dimension) || variablesOf(dimension, packs).some((variable) => isSharedAndRewritten(variable, activation))) return false;
    return !isLength(dimension) || isPrivate(read(state, variableOf(dimension), activation), state, activation);
  };
  return states.withRelations(state, keep(changed, isKept));
}

/** A getter of unknown code may have run: it may have called what writes shared variables, but it changes no array. */
export function getterRan(state: LiveState, activation: Activation): LiveState {
  if (state.relations.zones === null) return state;
  const packs = activation.program.packs.of(activation.function);
  const isKept = (dimension: Dimension): boolean =>
    !variablesOf(dimension, packs).some((variable) => isSharedAndRewritten(variable, activation));
  return states.withRelations(state, keep(state.relations, isKept));
}

/**
 * A property was written or deleted of an object that is not known, or a setter of unknown code has run: like a getter, it changes no
 * array. Null: a property of any name.
 */
export function propertyWritten(state: LiveState, name: string | null, activation: Activation): LiveState {
  const after = getterRan(state, activation);
  const changes = after.relations.changes | Change.Rewired | Change.Polluted;
  const next = mapZones(withChanges(after.relations, changes), (zone) =>
    zone.dimensions
      .filter((dimension) => isRewired(dimension, name === null ? 'everything' : { name }, state, activation))
      .reduce((current, dimension) => zones.forget(current, dimension), zone),
  );
  return states.withRelations(after, next);
}

/** An element was written of an object that is not known, at an index that may be behind its end. */
export function elementWritten(state: LiveState, activation: Activation): LiveState {
  const after = getterRan(state, activation);
  const changes = after.relations.changes | Change.Grown | Change.Rewired | Change.Polluted | Change.Stretched;
  const next = mapZones(withChanges(after.relations, changes), (zone) => {
    let current = zone;
    for (const dimension of zone.dimensions) {
      if (isRewired(dimension, 'elements', state, activation)) current = zones.forget(current, dimension);
      else if (isPath(dimension) || (isLength(dimension) && !isPrivate(read(state, variableOf(dimension), activation), state, activation)))
        current = zones.shift(current, dimension, 0, Infinity);
    }
    return current;
  });
  return states.withRelations(after, next);
}

/** Whatever runs, the expression is what it was. */
export function staysAsRead(expression: Expression, activation: Activation): boolean {
  let stays = true;
  forEachRead(expression, (variable) => (stays &&= !isSharedAndRewritten(variable, activation)));
  return stays;
}

/** Unknown code may write the variable, by a function that it knows. */
export function isSharedAndRewritten(variable: VariableId, activation: Activation): boolean {
  return activation.program.captured[variable] !== 0 && activation.program.module.variables[variable]?.reassigned !== false;
}

/** Only strings, and arrays that unknown code neither knows nor can have changed. */
export function isPrivate(value: Value, state: LiveState, activation: Activation): boolean {
  if ((value.bits & values.Bit.UnknownObject) !== 0 || (value.objects.length === 0 && !values.hasText(value))) return false;
  return value.objects.every((location) => {
    const object = objectAt(state, location, activation);
    if (isTypedArray(location)) return true;
    return object !== undefined && !isGiven(location) && !object.escaped && (!object.shared || !activation.outside.mayChange(location));
  });
}

function keep(relations: Relations, isKept: (dimension: Dimension) => boolean): Relations {
  return mapZones(relations, (zone) => {
    let current = zone;
    for (const dimension of zone.dimensions) if (dimension >= 0 && !isKept(dimension)) current = zones.forget(current, dimension);
    return current;
  });
}

/** Dead temporaries take their relations with them. */
export function dropVariables(state: LiveState, variables: readonly VariableId[], activation: Activation): LiveState {
  if (state.relations.zones === null) return state;
  let current = state;
  for (const variable of variables) current = forgetVariable(current, variable, activation);
  return current;
}

/** The relations of the caller once the callee has come back with `after`. `isWritten`: the callee may have written the variable. */
export function comeBack(
  caller: Relations,
  callee: Relations,
  isWritten: (variable: VariableId) => boolean,
  /** The variable holds only arrays whose length never changes; that no unknown code can change. */
  isFixed: (variable: VariableId) => boolean,
  isOwn: (variable: VariableId) => boolean,
  packs: FunctionPacks,
): Relations {
  const { changes } = callee;
  const joined = withChanges(caller, caller.changes | changes);
  if (joined.zones === null) return joined;
  return mapZones(joined, (zone) => {
    let current = zone;
    for (const dimension of zone.dimensions) {
      if (dimension < 0) continue;
      if (variablesOf(dimension, packs).some(isWritten)) current = zones.forget(current, dimension);
      else if (isPath(dimension) && (changes & Change.Rewired) !== 0) current = zones.forget(current, dimension);
      else if (isValue(dimension) || isSum(dimension) || isLimit(dimension) || (isLength(dimension) && isFixed(variableOf(dimension))))
        continue;
      else if ((changes & Change.Shrunk) !== 0 || ((changes & Change.Ran) !== 0 && !(isLength(dimension) && isOwn(variableOf(dimension)))))
        current = zones.forget(current, dimension);
      else if ((changes & Change.Grown) !== 0) current = zones.shift(current, dimension, 0, Infinity);
    }
    return current;
  });
}
