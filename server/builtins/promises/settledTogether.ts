import { known } from '../../execution/concrete/members.js';
import { isPromise } from '../../execution/concrete/promiseJobs.js';
import { findProperty } from '../../execution/concrete/properties.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, Opaque, type ConcreteValue } from '../../execution/concrete/concreteValue.js';

/** What a promise comes to, or a value that is none; `open`: that is not known. */
export type Outcome =
  | { readonly kind: 'open' }
  | { readonly kind: 'fulfilled'; readonly value: ConcreteValue }
  | { readonly kind: 'rejected'; readonly value: ConcreteValue; readonly promise: ConcreteObject };

type Rejected = Outcome & { readonly kind: 'rejected' };

/** What an element of many comes to, in a run that does not wait for promises. */
export function outcomeOf(value: ConcreteValue, realm: Realm): Outcome {
  known(value);
  if (isPromise(value)) {
    const { nature } = value;
    nature.isHandled = true;
    if (nature.isOpen === true) return { kind: 'open' };
    return nature.rejected ? { kind: 'rejected', value: nature.value, promise: value } : { kind: 'fulfilled', value: nature.value };
  }
  if (value instanceof ConcreteObject && findProperty(value, 'then', realm) !== undefined) throw new Unmodelled('a thenable');
  return { kind: 'fulfilled', value };
}

export const isRejected = (outcome: Outcome): outcome is Rejected => outcome.kind === 'rejected';

/** A promise that is fulfilled with the value. */
export const fulfilled = (realm: Realm, value: ConcreteValue): ConcreteObject =>
  new ConcreteObject(realm.prototypeOf('Promise'), { kind: 'promise', rejected: false, value });

/** A promise that is rejected as one of these is: which of several is the first is not known. `reason`: it has one of its own. */
export function rejectedAs(realm: Realm, outcomes: readonly Rejected[], reason?: Opaque): ConcreteObject {
  const [first, another] = outcomes;
  // The program's own reason says more than what unknown code throws.
  const own = outcomes.find((each) => !(each.value instanceof Opaque));
  const told = own ?? first;
  const one = another === undefined || own === undefined ? first?.value : new Opaque('the reason of one of several promises');
  const value = reason ?? one;
  const origin = told !== undefined && isPromise(told.promise) ? (told.promise.nature.origin ?? null) : null;
  return new ConcreteObject(realm.prototypeOf('Promise'), { kind: 'promise', rejected: true, value, origin });
}
