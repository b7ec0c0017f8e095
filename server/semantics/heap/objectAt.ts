import * as maps from '../../base/intMap.js';
import { isBuiltinFunction } from '../../builtins/names.js';
import type { LocationId } from '../../lattice/value.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';
import { describeGiven } from './given.js';
import { isGiven } from './locations.js';
import { builtinObject } from './object.js';
import type { AbstractObject } from './object.js';

/** The object at an address; built-ins are not in the heap. */
export function objectAt(state: LiveState, location: LocationId, activation: Activation): AbstractObject | undefined {
  const locations = activation.program.locations;
  if (isGiven(location)) return describeGiven(location, state.relations.changes, locations);
  if (locations.isBuiltin(location)) {
    const name = locations.builtinName(location);
    return builtinObject(name, isBuiltinFunction(name));
  }
  return maps.get(state.heap, location);
}

/** Whether the object at the address can be called; null when it may or may not. */
export function isFunctionAt(state: LiveState, location: LocationId, activation: Activation): boolean | null {
  const object = objectAt(state, location, activation);
  if (object === undefined || object.brand === 'mixed') return null;
  return object.brand === 'function';
}
