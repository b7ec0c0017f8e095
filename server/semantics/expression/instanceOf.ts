import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';
import { errorClassOfPrototype, isErrorClass } from '../../builtins/names.js';
import { objectAt } from '../heap/objectAt.js';
import { isGiven } from '../heap/locations.js';
import { brandName, maxChain } from '../heap/heap.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/** The values of `left` for which `instanceof` is true, and those for which it is false. */
export interface InstanceTest {
  readonly instances: Value;
  readonly others: Value;
}

/** Whether a method [Symbol.hasInstance] may answer, which may call anything an instance, primitives too. */
export const mayAskInstances = (right: Value, { program }: Activation): boolean =>
  (right.bits & Bit.UnknownObject) !== 0 || (program.asksInstances && right.objects.length > 0);

/** `left instanceof right`; null when `right` may be something whose instances are not known, or which refuses the question. */
export function testInstances(left: Value, right: Value, state: LiveState, activation: Activation): InstanceTest | null {
  // A method [Symbol.hasInstance] answers in place of the prototypes.
  if (activation.program.asksInstances || !values.isBottom(values.withObjects(right, [])) || right.objects.length === 0) return null;
  const prototypes: LocationId[] = [];
  for (const location of right.objects) {
    const prototype = prototypeOfClass(location, state, activation);
    if (prototype === null) return null;
    prototypes.push(prototype);
  }
  const certain = prototypes.length === 1 && isOnlyOne(prototypes[0], state, activation);
  const instances: LocationId[] = [];
  const others: LocationId[] = [];
  for (const location of left.objects) {
    const found = chainOf(location, prototypes, state, activation);
    if (found.mayHave) instances.push(location);
    if (found.mayLack || !certain) others.push(location);
  }
  const unknown = values.ofBits(left.bits & Bit.UnknownObject);
  return {
    instances: values.withObjects(unknown, instances),
    others: values.withObjects(values.withBits(values.primitivesOf(left), left.bits), others),
  };
}

/** Null when it is not a class whose prototype is known. */
function prototypeOfClass(location: LocationId, state: LiveState, activation: Activation): LocationId | null {
  const { locations } = activation.program;
  if (locations.isBuiltin(location)) {
    const name = locations.builtinName(location);
    return isErrorClass(name) ? locations.builtin(`${name}.prototype`) : null;
  }
  // The prototype of a class is the same for ever.
  return objectAt(state, location, activation)?.callable?.isClass === true ? locations.prototypeOf(locations.siteOf(location)) : null;
}

/** A class that is evaluated again and again has several prototypes at one address. */
function isOnlyOne(prototype: LocationId | undefined, state: LiveState, activation: Activation): boolean {
  if (prototype === undefined) return false;
  return activation.program.locations.isBuiltin(prototype) || objectAt(state, prototype, activation)?.summary === false;
}

interface Chain {
  readonly mayHave: boolean;
  readonly mayLack: boolean;
}

const either: Chain = { mayHave: true, mayLack: true };

/** Whether one of the prototypes is on the chain of the object. */
function chainOf(start: LocationId, prototypes: readonly LocationId[], state: LiveState, activation: Activation): Chain {
  const { locations } = activation.program;
  let mayHave = false;
  let mayLack = false;
  let level: readonly LocationId[] = [start];
  for (let depth = 0; depth < maxChain; depth++) {
    const next = new Set<LocationId>();
    for (const location of level) {
      const object = objectAt(state, location, activation);
      if (object === undefined || object.brand === 'mixed') return either;
      if (object.builtin !== null) {
        const above = builtinAbove(object.builtin);
        if (above === null) mayLack = true;
        else next.add(locations.builtin(above));
        continue;
      }
      if (object.escaped && !object.fixed) return either;
      // What is said of a given array is not what has become of it.
      if (isGiven(location) && activation.program.inheritsElements) return either;
      // What was stored under an unknown key may have become its prototype.
      if (values.mayBeObject(object.others)) return either;
      const { prototype } = object;
      if (prototype === null) next.add(locations.builtin(`${brandName(object)}.prototype`));
      else if (prototype.bits & ~Bit.Null) return either;
      else if (prototype.bits & Bit.Null) mayLack = true;
      for (const each of prototype?.objects ?? []) next.add(each);
    }
    if (next.size === 0) return { mayHave, mayLack };
    const rest = [...next].filter((location) => !prototypes.includes(location));
    if (rest.length < next.size) mayHave = true;
    level = rest;
  }
  return either;
}

/** The prototype of a built-in prototype; null behind the last one. */
function builtinAbove(name: string): string | null {
  if (name === 'Object.prototype') return null;
  const error = errorClassOfPrototype(name);
  return error !== null && error !== 'Error' ? 'Error.prototype' : 'Object.prototype';
}
