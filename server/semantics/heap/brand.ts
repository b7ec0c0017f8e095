import * as maps from '../../base/intMap.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { objectAt } from './objectAt.js';
import { keyOf } from './propertyNames.js';
import type { AccessInstruction } from '../access.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';

/**
 * Whether the access is one by a private name that the object may not have: a TypeError then. Of what is unknown it is known anyway that
 * its access may throw.
 */
export function mayLackBrand({ brand }: AccessInstruction, object: Value, state: LiveState, activation: Activation): boolean {
  if (brand === undefined) return false;
  const others = values.withBits(object, object.bits & ~(Bit.Undefined | Bit.Null));
  if (!values.isBottom(values.primitivesOf(others))) return true;
  return object.objects.some((location) => {
    const property = maps.get(objectAt(state, location, activation)?.properties ?? null, keyOf(brand));
    return property === undefined || property.optional;
  });
}
