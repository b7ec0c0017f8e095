import type { FunctionFrame, Progress } from './frame.js';
import { resume } from './generator.js';
import { advance, iterate, rest } from './iterators.js';
import type { Machine } from './machine.js';
import { isTrue } from './primitive.js';
import { findProperty, getData, refuseExposed } from './properties.js';
import { Unmodelled } from './signals.js';
import { ConcreteObject, Opaque, isCallable, type ConcreteValue, type IteratorSource } from './concreteValue.js';

/*
 * Iteration that may run code of the program: the bodies of generators, and methods of iterators that it defines. Each function goes on
 * with `then` once that has come back, in the activation that iterates.
 */

/** One step of an iterator: the next value, or none. */
export interface IterationStep {
  readonly done: boolean;
  readonly value: ConcreteValue;
}

/** Gets the iterator of an iterable. */
export function open(
  machine: Machine,
  frame: FunctionFrame,
  iterable: ConcreteValue,
  then: (iterator: ConcreteObject) => Progress,
): Progress {
  const { realm } = machine;
  const iterator = iterate(iterable, realm);
  if (iterator !== null) return then(iterator);
  if (!(iterable instanceof ConcreteObject)) throw new Unmodelled('an iterator of the program');
  const method = findProperty(iterable, realm.wellKnownSymbol('Symbol.iterator'), realm);
  if (method?.kind !== 'data' || !isOwnFunction(method.value)) throw new Unmodelled('an iterator of the program');
  frame.pending = (made) => {
    if (made instanceof Opaque) throw new Unmodelled(made.what);
    if (!(made instanceof ConcreteObject)) return realm.throwError('TypeError', 'not iterable');
    if (made.nature.kind === 'generator' || made.nature.kind === 'iterator') return then(made);
    const next = getData(made, 'next', realm);
    const source: IteratorSource = { kind: 'own', object: made, next, done: false };
    return then(new ConcreteObject(realm.prototypeOf('Iterator'), { kind: 'iterator', source }));
  };
  machine.call(method.value, iterable, [], false);
  return 'called';
}

const isOwnFunction = (value: ConcreteValue): boolean => isCallable(value) && value.nature.kind === 'closure';

/** Advances an iterator; a generator is sent a value, and runs `alone` where all that is going on waits for it. */
export function advanceIn(
  machine: Machine,
  frame: FunctionFrame,
  { iterator, sent, alone }: { readonly iterator: ConcreteObject; readonly sent: ConcreteValue; readonly alone: boolean },
  then: (step: IterationStep) => Progress,
): Progress {
  const { nature } = iterator;
  const { realm } = machine;
  refuseExposed(iterator);
  if (nature.kind === 'generator') {
    const { body } = nature;
    frame.pending = (value) => then({ done: body.state === 'done', value });
    resume(machine, body, { kind: 'next', sent, givesResults: false, alone });
    return 'called';
  }
  if (nature.kind !== 'iterator' || nature.source.kind !== 'own') return then(advance(iterator, realm));
  const { source } = nature;
  const { object, next } = source;
  // A pattern goes on, and has nothing to ask for; nor is anything asked again where asking failed.
  if (source.done) return then({ done: true, value: undefined });
  source.done = true;
  frame.pending = (result) => {
    if (result instanceof Opaque) throw new Unmodelled(result.what);
    if (!(result instanceof ConcreteObject)) return realm.throwError('TypeError', 'no result of an iterator');
    const done = isTrue(getData(result, 'done', realm));
    source.done = done;
    return then({ done, value: done ? undefined : getData(result, 'value', realm) });
  };
  machine.call(next, object, [], false);
  return 'called';
}

/** Takes all that is left of an iterator. */
export function drain(
  machine: Machine,
  frame: FunctionFrame,
  iterator: ConcreteObject,
  then: (values: ConcreteValue[]) => Progress,
): Progress {
  if (iterator.nature.kind === 'iterator' && iterator.nature.source.kind !== 'own') return then(rest(iterator, machine.realm));
  const values: ConcreteValue[] = [];
  const more = (): Progress =>
    advanceIn(machine, frame, { iterator, sent: undefined, alone: false }, ({ done, value }) => {
      if (done) return then(values);
      values.push(value);
      return more();
    });
  return more();
}

/** Ends an iterator before it is done. */
export function close(machine: Machine, frame: FunctionFrame, iterator: ConcreteObject, alone: boolean): Progress {
  const { nature } = iterator;
  if (nature.kind === 'generator') {
    refuseExposed(iterator);
    frame.pending = () => 'done';
    resume(machine, nature.body, { kind: 'return', sent: undefined, givesResults: false, alone });
    return 'called';
  }
  // Those of the language have nothing to close.
  if (nature.kind !== 'iterator' || nature.source.kind !== 'own' || nature.source.done) return 'done';
  const { object } = nature.source;
  const method = getData(object, 'return', machine.realm);
  if (method === undefined || method === null) return 'done';
  frame.pending = (result) => {
    if (result instanceof Opaque) throw new Unmodelled(result.what);
    return result instanceof ConcreteObject ? 'done' : machine.realm.throwError('TypeError', 'no result of an iterator');
  };
  machine.call(method, object, [], false);
  return 'called';
}
