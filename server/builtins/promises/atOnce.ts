import { findProperty } from '../../execution/concrete/properties.js';
import type { Stopped } from '../../execution/concrete/failure.js';
import { known } from '../../execution/concrete/members.js';
import { isPromise, type PromiseObject } from '../../execution/concrete/promiseJobs.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Thrown, Unmodelled } from '../../execution/concrete/signals.js';
import {
  ConcreteObject,
  Opaque,
  Term,
  isCallable,
  type BuiltinSteps,
  type Callable,
  type ConcreteValue,
} from '../../execution/concrete/concreteValue.js';

/** Promises in a run without jobs: what is put off by them is waited for before anything else goes on, or is not seen. */

/**
 * `new Promise(executor)`: it is settled while its executor runs, or later by what the executor leaves to others. Until then it is open. One
 * that is resolved with what settles elsewhere stays open.
 */
export function constructAtOnce(realm: Realm, executor: ConcreteObject): BuiltinSteps {
  // Its body may go on later.
  if (executor.nature.kind === 'closure' && executor.nature.closure.function.isAsync) throw new Unmodelled('an executor that waits');
  const promise = realm.openPromise();
  const settlers = settlersOf(promise, realm);
  function* steps(): BuiltinSteps {
    try {
      yield { callee: executor, self: undefined, args: [settlers.resolve, settlers.reject], isCaught: true };
    } catch (signal) {
      if (!(signal instanceof Thrown)) throw signal;
      yield { callee: settlers.reject, self: undefined, args: [signal.value] };
    }
    return promise;
  }
  return steps();
}

/** What settles a promise: the first call does, if nobody else may have done it. */
function settlersOf(promise: PromiseObject, realm: Realm): { readonly resolve: ConcreteObject; readonly reject: ConcreteObject } {
  const { nature } = promise;
  const once = (act: (value: ConcreteValue) => void): ConcreteObject =>
    realm.settler(promise, (value) => {
      if (nature.isOpen === true && nature.isSettledElsewhere !== true) act(value);
    });
  return {
    resolve: once((value) => {
      if (isSettled(value)) {
        value.nature.isHandled = true;
        settle(promise, value.nature.rejected, value.nature.value, value.nature.origin ?? null);
      } else {
        refuseThenable(value, realm);
        settle(promise, false, value, null);
      }
    }),
    reject: once((reason) => settle(promise, true, reason, originOf(reason, realm))),
  };
}

function settle({ nature }: PromiseObject, rejected: boolean, value: ConcreteValue, origin: Stopped | null): void {
  nature.isOpen = false;
  nature.rejected = rejected;
  nature.value = value;
  nature.origin = origin;
}

const originOf = (reason: ConcreteValue, realm: Realm): Stopped | null => realm.originOf?.(reason) ?? null;

const isSettled = (value: ConcreteValue): value is PromiseObject => isPromise(value) && value.nature.isOpen !== true && isPlain(value);

/** A promise of the program's own making may behave in any way. */
const isPlain = ({ properties, isExposed }: ConcreteObject): boolean => properties.size === 0 && !isExposed;

/** Refuses what may be an object with a method `then`, as promises that are open are. */
function refuseThenable(value: ConcreteValue, realm: Realm): void {
  if (value instanceof Term) value.algebra.refuseObject(value);
  else known(value);
  if (value instanceof ConcreteObject && (value.isExposed || isPromise(value) || findProperty(value, 'then', realm) !== undefined))
    throw new Unmodelled('a thenable');
}

/** `promise.then(onFulfilled, onRejected)` */
export function thenAtOnce(realm: Realm, self: ConcreteValue, onFulfilled: ConcreteValue, onRejected: ConcreteValue) {
  const promise = settledIn(self);
  const { rejected, value } = promise.nature;
  const handler = rejected ? onRejected : onFulfilled;
  if (handler instanceof Opaque) throw new Unmodelled(handler.what);
  return isCallable(handler) ? calledBack(realm, handler, [value], null) : alike(realm, promise);
}

/** `promise.finally(onFinally)`: what the function gives is waited for, and then the promise is followed. */
export function finallyAtOnce(realm: Realm, self: ConcreteValue, onFinally: ConcreteValue) {
  const promise = settledIn(self);
  if (onFinally instanceof Opaque) throw new Unmodelled(onFinally.what);
  return isCallable(onFinally) ? calledBack(realm, onFinally, [], promise) : alike(realm, promise);
}

function settledIn(self: ConcreteValue): PromiseObject {
  if (!isSettled(self)) throw new Unmodelled('a promise of which is not known what it comes to');
  self.nature.isHandled = true;
  return self;
}

/** Another promise that is settled as this one is. */
function alike(realm: Realm, { nature: { rejected, value, origin } }: PromiseObject): PromiseObject {
  const made = realm.openPromise();
  settle(made, rejected, value, origin ?? null);
  return made;
}

/** Calls the function. The promise of it comes to what the call does, or, where that is no failure, to what `instead` does. */
function* calledBack(realm: Realm, callee: Callable, args: readonly ConcreteValue[], instead: PromiseObject | null): BuiltinSteps {
  const made = realm.openPromise();
  let result: ConcreteValue;
  try {
    result = yield { callee, self: undefined, args, isCaught: true, isWaitedFor: true };
  } catch (signal) {
    if (!(signal instanceof Thrown)) throw signal;
    settle(made, true, signal.value, originOf(signal.value, realm));
    return made;
  }
  if (isSettled(result)) {
    result.nature.isHandled = true;
    return instead === null || result.nature.rejected ? alike(realm, result) : alike(realm, instead);
  }
  try {
    refuseThenable(result, realm);
  } catch (signal) {
    if (signal instanceof Unmodelled) return made;
    throw signal;
  }
  if (instead !== null) return alike(realm, instead);
  settle(made, false, result, null);
  return made;
}
