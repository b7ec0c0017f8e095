import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';

/** The functions behind a property; undefined stands for one that is missing. */
export interface AccessorPair {
  readonly getter: Value;
  readonly setter: Value;
}

export interface Property {
  /** Its value where it is a data property. */
  readonly value: Value;
  /** The object may lack it. */
  readonly optional: boolean;
  /** It may be a getter or setter: reading or writing it calls one of `pair`, and unknown code where there is none. */
  readonly accessor: boolean;
  readonly pair?: AccessorPair;
}

/** A property that certainly is an accessor, with these functions. */
export function accessorProperty(pair: AccessorPair): Property {
  return { value: values.bottom, optional: false, accessor: true, pair };
}

export type ValueOperation = (a: Value, b: Value) => Value;

export function mergePair(a: AccessorPair, b: AccessorPair, merge: ValueOperation): AccessorPair {
  const getter = merge(a.getter, b.getter);
  const setter = merge(a.setter, b.setter);
  if (getter === a.getter && setter === a.setter) return a;
  return getter === b.getter && setter === b.setter ? b : { getter, setter };
}

export function mergeProperty(
  a: Property,
  b: Property,
  merge: ValueOperation,
  optional: boolean,
  pairOf: (a: Property, b: Property) => AccessorPair | undefined,
): Property {
  const value = merge(a.value, b.value);
  const accessor = a.accessor || b.accessor;
  const pair = accessor ? pairOf(a, b) : undefined;
  if (value === a.value && optional === a.optional && accessor === a.accessor && pair === a.pair) return a;
  if (value === b.value && optional === b.optional && accessor === b.accessor && pair === b.pair) return b;
  return pair === undefined ? { value, optional, accessor } : { value, optional, accessor, pair };
}

/** Either property is there: the functions are known when they are known of both. */
export function joinedPair(a: Property, b: Property, merge: ValueOperation): AccessorPair | undefined {
  if (!a.accessor) return b.pair;
  if (!b.accessor) return a.pair;
  return a.pair === undefined || b.pair === undefined ? undefined : mergePair(a.pair, b.pair, merge);
}

/** Both describe the property: what one of them knows holds. */
export function commonPair(a: Property, b: Property, refine: ValueOperation): AccessorPair | undefined {
  return a.pair === undefined || b.pair === undefined ? (a.pair ?? b.pair) : mergePair(a.pair, b.pair, refine);
}

export function accessorLeq(a: Property, b: Property): boolean {
  if (!a.accessor || a.pair === b.pair) return b.accessor || !a.accessor;
  if (b.pair === undefined) return b.accessor;
  return a.pair !== undefined && values.leq(a.pair.getter, b.pair.getter) && values.leq(a.pair.setter, b.pair.setter);
}
