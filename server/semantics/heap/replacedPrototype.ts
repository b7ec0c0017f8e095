import * as maps from '../../base/intMap.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { constantKey, maxChain } from './heap.js';
import type { AbstractObject } from './object.js';
import { objectAt } from './objectAt.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/** Whether the key, which is none that is known, may be `__proto__`, and the value a prototype. */
export function mayReplacePrototype(key: Value, value: Value): boolean {
  if (constantKey(key) !== null || !(values.mayBeObject(value) || (value.bits & Bit.Null) !== 0)) return false;
  return values.mayBeObject(key) || texts.contains(key.text, '__proto__');
}

/** The object, of which anything may be found that is not its own: in another prototype. */
export function withUnknownPrototype(object: AbstractObject): AbstractObject {
  const elements = object.brand === 'array' ? values.join(object.elements, values.top) : object.elements;
  return { ...object, others: values.join(object.others, values.top), elements };
}

/**
 * Whether more than reading follows where one of the objects is a prototype: it, or one above it, has accessors or refuses writes. Of
 * objects that are not seen it is assumed that they don't (docs/semantics.md, "Assumptions about unknown code").
 */
export function intercepts(prototypes: Value, state: LiveState, activation: Activation): boolean {
  return prototypes.objects.some((location) => interceptsAt(location, state, activation, 0));
}

function interceptsAt(location: LocationId, state: LiveState, activation: Activation, depth: number): boolean {
  const object = objectAt(state, location, activation);
  if (object === undefined || object.builtin !== null) return false;
  if (depth > maxChain || object.frozen || !maps.every(object.properties, null, (property) => property?.accessor !== true)) return true;
  return object.prototype?.objects.some((above) => interceptsAt(above, state, activation, depth + 1)) === true;
}
