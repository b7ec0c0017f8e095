import { callback, known, method, withMembers, type ConcreteFamily, type MethodBody, type Row } from '../../execution/concrete/members.js';
import { isPromise, type PromiseJobs, type PromiseObject } from '../../execution/concrete/promiseJobs.js';
import { findProperty } from '../../execution/concrete/properties.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Thrown, Unmodelled } from '../../execution/concrete/signals.js';
import {
  ConcreteObject,
  Opaque,
  isCallable,
  type BuiltinBody,
  type BuiltinSteps,
  type ConcreteValue,
} from '../../execution/concrete/concreteValue.js';
import { constructAtOnce, finallyAtOnce, thenAtOnce } from './atOnce.js';
import { combinators } from './combinators.js';

/** The jobs of a run that waits for them. */
function jobsOf(realm: Realm): PromiseJobs {
  if (realm.jobs === null) throw new Unmodelled('a promise');
  return realm.jobs;
}

/** Promises settle by jobs: a run that does not wait for them knows what they are settled with once what settles them was called. */
function makePromiseConstructor(realm: Realm): ConcreteObject {
  const constructor: ConcreteObject = realm.builtin('Promise', null, ([executor], newTarget) => {
    if (newTarget !== constructor) throw new Unmodelled('a promise of a class of its own');
    return realm.jobs === null ? constructAtOnce(realm, callback(executor, realm)) : construct(realm.jobs, callback(executor, realm));
  });
  const rows: readonly Row[] = [
    ['prototype', () => realm.prototypeOf('Promise')],
    method('resolve', resolve),
    method('reject', reject),
    ...combinators,
  ];
  return withMembers(constructor, 'Promise', rows, Promise, realm);
}

function* construct(jobs: PromiseJobs, executor: ConcreteObject): BuiltinSteps {
  const promise = jobs.make();
  const settlers = jobs.settlers(promise);
  try {
    yield { callee: executor, self: undefined, args: [settlers.resolve, settlers.reject], isCaught: true };
  } catch (signal) {
    if (!(signal instanceof Thrown)) throw signal;
    yield { callee: settlers.reject, self: undefined, args: [signal.value] };
  }
  return promise;
}

function requireConstructor(realm: Realm, self: ConcreteValue): void {
  if (self !== realm.global('Promise')) throw new Unmodelled('a promise of another constructor');
}

function resolve(realm: Realm, self: ConcreteValue, [value]: readonly ConcreteValue[]): ConcreteValue {
  requireConstructor(realm, self);
  known(value);
  if (realm.jobs !== null) return realm.jobs.promiseOf(value);
  if (value instanceof ConcreteObject) {
    if (value.nature.kind === 'promise') return value;
    if (findProperty(value, 'then', realm) !== undefined) throw new Unmodelled('a thenable');
  }
  return new ConcreteObject(realm.prototypeOf('Promise'), { kind: 'promise', rejected: false, value });
}

function reject(realm: Realm, self: ConcreteValue, [reason]: readonly ConcreteValue[]): ConcreteValue {
  requireConstructor(realm, self);
  if (realm.jobs === null) return new ConcreteObject(realm.prototypeOf('Promise'), { kind: 'promise', rejected: true, value: reason });
  const promise = realm.jobs.make();
  realm.jobs.reject(promise, reason);
  return promise;
}

function promiseIn(self: ConcreteValue): PromiseObject {
  if (!isPromise(self)) throw new Unmodelled('a method of promises on something else');
  return self;
}

/** The row of a method that gives another promise: by jobs, or in a run that waits for what it gives before anything else goes on. */
const linking = (name: string, byJobs: MethodBody, waitedFor: MethodBody): Row => [
  name,
  (realm) => {
    const call: BuiltinBody = (self, args) => byJobs(realm, self, args);
    const callWaitedFor: BuiltinBody = (self, args) => waitedFor(realm, self, args);
    return new ConcreteObject(realm.functionPrototype, { kind: 'builtin', builtin: { name, call, callWaitedFor, construct: null } });
  },
];

const prototype: readonly Row[] = [
  linking(
    'then',
    (realm, self, [onFulfilled, onRejected]) => jobsOf(realm).then(promiseIn(self), onFulfilled, onRejected),
    (realm, self, [onFulfilled, onRejected]) => thenAtOnce(realm, self, onFulfilled, onRejected),
  ),
  linking(
    'catch',
    (realm, self, [onRejected]) => jobsOf(realm).then(promiseIn(self), undefined, onRejected),
    (realm, self, [onRejected]) => thenAtOnce(realm, self, undefined, onRejected),
  ),
  linking(
    'finally',
    (realm, self, [onFinally]) => settleFinally(realm, promiseIn(self), onFinally),
    (realm, self, [onFinally]) => finallyAtOnce(realm, self, onFinally),
  ),
];

/** Calls the function however the promise settles, waits for what it gives, and goes on as the promise does. */
function settleFinally(realm: Realm, promise: PromiseObject, onFinally: ConcreteValue): ConcreteValue {
  const jobs = jobsOf(realm);
  if (onFinally instanceof Opaque) throw new Unmodelled(onFinally.what);
  if (!isCallable(onFinally)) return jobs.then(promise, onFinally, onFinally);
  function* afterwards(goOn: () => ConcreteValue): BuiltinSteps {
    const result = yield { callee: onFinally, self: undefined, args: [] };
    return jobs.then(jobs.promiseOf(result), realm.builtin('', goOn), undefined);
  }
  return jobs.then(
    promise,
    realm.builtin('', (_self, [value]) => afterwards(() => value)),
    realm.builtin('', (_self, [reason]) =>
      afterwards(() => {
        throw new Thrown(reason);
      }),
    ),
  );
}

/** A function that Node is given; what it throws for anything else has properties of its own. */
function givenFunction(value: ConcreteValue): ConcreteObject {
  if (!isCallable(value)) throw new Unmodelled('an error of Node');
  return value;
}

/** What a function is called back with later, when nothing else goes on. */
function* calledBack(callee: ConcreteObject, args: readonly ConcreteValue[]): BuiltinSteps {
  return yield { callee, self: undefined, args };
}

function queueMicrotask(realm: Realm, _self: ConcreteValue, [given]: readonly ConcreteValue[]): ConcreteValue {
  const jobs = jobsOf(realm);
  const callee = givenFunction(given);
  const { openCalls } = jobs.stage;
  jobs.put(() => jobs.stage.start(calledBack(callee, []), openCalls));
  return undefined;
}

/** Less than a millisecond, and more than Node can wait, is one. */
function putTimer(realm: Realm, [given, delay = 1, ...args]: readonly ConcreteValue[], isRepeated: boolean): ConcreteValue {
  const jobs = jobsOf(realm);
  const callee = givenFunction(given);
  if (typeof delay !== 'number') throw new Unmodelled('a delay that is no number');
  const milliseconds = delay >= 1 && delay <= 2 ** 31 - 1 ? Math.trunc(delay) : 1;
  const { openCalls } = jobs.stage;
  const job = (): void => jobs.stage.start(calledBack(callee, args), openCalls);
  return jobs.putTask(milliseconds, job, isRepeated ? milliseconds : null);
}

/** Runs before timers that are due later, and behind those that are due. */
function setImmediate(realm: Realm, _self: ConcreteValue, [given, ...args]: readonly ConcreteValue[]): ConcreteValue {
  const jobs = jobsOf(realm);
  const callee = givenFunction(given);
  const { openCalls } = jobs.stage;
  return jobs.putTask(0, () => jobs.stage.start(calledBack(callee, args), openCalls));
}

/** Takes back what one of these has put; what is no timer is left alone. */
function clearTimer(realm: Realm, _self: ConcreteValue, [timer]: readonly ConcreteValue[]): ConcreteValue {
  if (timer === undefined || timer === null) return undefined;
  if (!jobsOf(realm).clearTask(timer)) throw new Unmodelled('a timer that is not known');
  return undefined;
}

/** The row of a function that Node has written in JavaScript: unlike those of the language it can be called with `new`. */
function nodeFunction(name: string, body: MethodBody): Row {
  const construct = (): never => {
    throw new Unmodelled('an object of a function of Node');
  };
  return [name, (realm) => realm.builtin(name, (self, args) => body(realm, self, args), construct)];
}

const timerRows: readonly Row[] = [
  nodeFunction('setTimeout', (realm, _self, args) => putTimer(realm, args, false)),
  nodeFunction('setInterval', (realm, _self, args) => putTimer(realm, args, true)),
  nodeFunction('setImmediate', setImmediate),
  ...['clearTimeout', 'clearInterval', 'clearImmediate'].map((name) => nodeFunction(name, clearTimer)),
];

export const concretePromises: ConcreteFamily = {
  globals: [['Promise', makePromiseConstructor], nodeFunction('queueMicrotask', queueMicrotask), ...timerRows],
  prototypes: { Promise: prototype },
};
