import * as maps from '../../base/intMap.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { prototypeMember } from '../../builtins/names.js';
import type { Effects } from '../expression/convert.js';
import { objectAt } from './objectAt.js';
import { brandName, constantKey, inBounds, indexOf, maxChain } from './heap.js';
import { keyOf } from './propertyNames.js';
import type { AbstractObject } from './object.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/** `key in object` */
export function hasProperty(key: Value, object: Value, state: LiveState, activation: Activation, effects: Effects): Value {
  if (!values.isBottom(values.primitivesOf(object))) effects.throws = true;
  // The right operand may be a Proxy, and a key that is an object is converted (transfer.ts).
  if (object.bits & Bit.UnknownObject || values.mayBeObject(key)) {
    effects.throws = effects.converts = true;
    return values.anyBoolean;
  }
  return object.objects.map((location) => hasAt(location, key, state, activation, effects, 0)).reduce(values.join, values.bottom);
}

function hasAt(location: LocationId, key: Value, state: LiveState, activation: Activation, effects: Effects, depth: number): Value {
  const object = objectAt(state, location, activation);
  if (object === undefined || (object.escaped && !object.fixed) || depth > maxChain) {
    // An object that escaped is no Proxy, but the prototypes that it was given may be.
    if (object === undefined || object.builtin === null) effects.throws = effects.converts = true;
    return values.anyBoolean;
  }
  const own = hasOwn(object, key);
  if (own === values.trueValue) return own;
  const inherited = hasInherited(object, key, state, activation, effects, depth);
  return own === values.falseValue ? inherited : values.join(inherited, values.trueValue);
}

/** True, false or either. */
function hasOwn(object: AbstractObject, key: Value): Value {
  const index = object.brand === 'array' ? indexOf(key) : null;
  if (index !== null) return inBounds(index, object.length) && !object.holes ? values.trueValue : values.anyBoolean;
  const name = constantKey(key);
  if (name === null || object.brand === 'function') return values.anyBoolean;
  if (name === 'length' && object.brand === 'array') return values.trueValue;
  const property = maps.get(object.properties, keyOf(name));
  if (property !== undefined) return property.optional ? values.anyBoolean : values.trueValue;
  return values.isBottom(object.others) && values.isBottom(object.elements) ? values.falseValue : values.anyBoolean;
}

function hasInherited(
  object: AbstractObject,
  key: Value,
  state: LiveState,
  activation: Activation,
  effects: Effects,
  depth: number,
): Value {
  const name = constantKey(key);
  const { prototype } = object;
  if (prototype === null) {
    if (name === null) return values.anyBoolean;
    return prototypeMember(brandName(object), name) === 'none' ? values.falseValue : values.anyBoolean;
  }
  if (prototype.bits & ~Bit.Null) {
    effects.throws = effects.converts = true;
    return values.anyBoolean;
  }
  const above = prototype.objects.map((location) => hasAt(location, key, state, activation, effects, depth + 1));
  if (prototype.bits & Bit.Null) above.push(values.falseValue);
  return above.reduce(values.join, values.bottom);
}
