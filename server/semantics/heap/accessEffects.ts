import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { LocationId, Value } from '../../lattice/value.js';

/** The effects of a property access besides its value. */
export interface AccessEffects {
  /** The object may be undefined or null: a TypeError. */
  readonly throws: boolean;
  /** A getter, setter or Proxy of unknown code may run (and throw). */
  readonly runsUnknown: boolean;
  /** By the object that they are called on: the getters or setters of the program that run. */
  readonly calls: ReadonlyMap<LocationId, Value>;
}

const noCalls: ReadonlyMap<LocationId, Value> = new Map();

export const noAccessEffects: AccessEffects = { throws: false, runsUnknown: false, calls: noCalls };
export const accessThrows: AccessEffects = { throws: true, runsUnknown: false, calls: noCalls };
export const accessRunsUnknown: AccessEffects = { throws: false, runsUnknown: true, calls: noCalls };

/** The effects where one of these functions is called on the object. */
export const callOf = (functions: Value, receiver: LocationId): AccessEffects => ({
  ...noAccessEffects,
  calls: new Map([[receiver, values.withBits(functions, functions.bits & ~Bit.Undefined)]]),
});

/** The effects of both. */
export function bothAccesses(a: AccessEffects, b: AccessEffects): AccessEffects {
  if (a === b || b === noAccessEffects) return a;
  if (a === noAccessEffects) return b;
  return { throws: a.throws || b.throws, runsUnknown: a.runsUnknown || b.runsUnknown, calls: bothCalls(a.calls, b.calls) };
}

function bothCalls(a: AccessEffects['calls'], b: AccessEffects['calls']): AccessEffects['calls'] {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const calls = new Map(a);
  for (const [receiver, functions] of b) {
    const known = calls.get(receiver);
    calls.set(receiver, known === undefined ? functions : values.join(known, functions));
  }
  return calls;
}
