import { ConcreteObject, uninitialised, type ConcreteValue, type Nature, type Property } from './concreteValue.js';

/** Objects that are looked at; behind more of them everything counts as reached. */
const mostLookedAt = 2_000;

/** Whether code that has the values may come to the object: as a property, an element, or through a function that has it. */
export function mayReach(from: Iterable<ConcreteValue>, wanted: ConcreteObject): boolean {
  const pending = [...from];
  const seen = new Set<ConcreteObject>();
  for (let value = pending.pop(); value !== undefined || pending.length > 0; value = pending.pop()) {
    if (value === wanted) return true;
    if (!(value instanceof ConcreteObject) || seen.has(value)) continue;
    seen.add(value);
    if (seen.size > mostLookedAt || value.knownNature.kind === 'generator') return true;
    pending.push(value.prototype);
    for (const property of value.properties.values()) pending.push(...valuesIn(property));
    // One by one: a list may have more elements than a call may have arguments.
    for (const held of heldBy(value.knownNature)) pending.push(held);
  }
  return false;
}

const valuesIn = (property: Property): readonly ConcreteValue[] =>
  property.kind === 'data' ? [property.value] : [property.getter, property.setter];

function heldBy(nature: Nature): readonly ConcreteValue[] {
  switch (nature.kind) {
    case 'array':
    case 'map':
    case 'set':
      return containedIn(nature);
    case 'bound':
      return [nature.target, nature.self, ...nature.args];
    case 'promise':
      return [nature.value];
    case 'closure':
      return [...nature.closure.cells.values()].flatMap(({ value }) => (value === uninitialised ? [] : [value]));
    default:
      return [];
  }
}

/** The elements of a container; of a map keys, then values. */
export function containedIn(nature: Nature): readonly ConcreteValue[] {
  switch (nature.kind) {
    case 'array':
      return nature.elements;
    case 'map':
      return [...nature.entries.keys(), ...nature.entries.values()];
    case 'set':
      return [...nature.entries];
    default:
      return [];
  }
}
