import * as maps from '../../base/intMap.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { prototypeMember } from '../../builtins/names.js';
import { both, converting, noEffects, throwing } from '../expression/convert.js';
import type { Evaluated } from '../expression/evaluate.js';
import { objectAt } from './objectAt.js';
import { brandName, constantKey, inBounds, indexOf, maxChain } from './heap.js';
import { keyOf } from './propertyNames.js';
import type { AbstractObject } from './object.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/** `key in object` */
export function hasProperty(key: Value, object: Value, state: LiveState, activation: Activation): Evaluated {
  // The right operand may be a Proxy, and a key that is an object is converted (transfer.ts).
  if (object.bits & Bit.UnknownObject || values.mayBeObject(key)) return unknown;
  const { value, effects } = object.objects.map((location) => hasAt(location, key, state, activation, 0)).reduce(either, nothing);
  return { value, effects: values.isBottom(values.primitivesOf(object)) ? effects : both(throwing, effects) };
}

const nothing: Evaluated = { value: values.bottom, effects: noEffects };
const certain: Evaluated = { value: values.trueValue, effects: noEffects };
const absent: Evaluated = { value: values.falseValue, effects: noEffects };
const open: Evaluated = { value: values.anyBoolean, effects: noEffects };
/** A Proxy may be asked. */
const unknown: Evaluated = { value: values.anyBoolean, effects: converting };

const either = (a: Evaluated, b: Evaluated): Evaluated => ({ value: values.join(a.value, b.value), effects: both(a.effects, b.effects) });

function hasAt(location: LocationId, key: Value, state: LiveState, activation: Activation, depth: number): Evaluated {
  const object = objectAt(state, location, activation);
  if (object === undefined || (object.escaped && !object.fixed) || depth > maxChain) {
    // An object that escaped is no Proxy, but the prototypes that it was given may be.
    return object === undefined || object.builtin === null ? unknown : open;
  }
  const own = hasOwn(object, key);
  if (own === values.trueValue) return certain;
  const inherited = hasInherited(object, key, state, activation, depth);
  return own === values.falseValue ? inherited : either(inherited, certain);
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

function hasInherited(object: AbstractObject, key: Value, state: LiveState, activation: Activation, depth: number): Evaluated {
  const name = constantKey(key);
  const { prototype } = object;
  if (prototype === null) {
    return name !== null && prototypeMember(brandName(object), name) === 'none' ? absent : open;
  }
  if (prototype.bits & ~Bit.Null) return unknown;
  const above = prototype.objects.map((location) => hasAt(location, key, state, activation, depth + 1));
  return above.reduce(either, prototype.bits & Bit.Null ? absent : nothing);
}
