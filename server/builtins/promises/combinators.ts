import { listOf } from '../../execution/concrete/iterators.js';
import { method, type Row } from '../../execution/concrete/members.js';
import type { PromiseJobs } from '../../execution/concrete/promiseJobs.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Thrown, Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, Opaque, dataProperty, type ConcreteValue } from '../../execution/concrete/concreteValue.js';
import { fulfilled, isRejected, outcomeOf, rejectedAs, type Outcome } from './settledTogether.js';

/** A promise of several, as one is made of them. */
interface Combining {
  readonly realm: Realm;
  readonly jobs: PromiseJobs;
  readonly settlers: ReturnType<PromiseJobs['settlers']>;
  settle(settler: ConcreteObject, value: ConcreteValue): void;
}

/** What is done when the element at an index is settled in one way. */
type Handlers = (index: number) => { readonly fulfilled: ConcreteObject; readonly rejected: ConcreteObject };

/** What comes of what all elements come to, in a run that does not wait; null: that is open. */
type Together = (realm: Realm, outcomes: readonly Outcome[]) => ConcreteObject | null;

/** A method of `Promise` that makes one promise of many (ECMA-262, 27.2.4). */
function combinator(name: string, together: Together, handlersOf: (combining: Combining, count: number) => Handlers): Row {
  return method(name, (realm, self, [iterable]) => {
    const { jobs } = realm;
    if (self !== realm.global('Promise')) throw new Unmodelled('a promise of another constructor');
    if (!(iterable instanceof ConcreteObject)) throw new Unmodelled('promises of what is no object');
    const elements = elementsIn(iterable, realm);
    if (elements instanceof Thrown) throw new Unmodelled('promises of what cannot be iterated');
    if (jobs === null)
      return (
        together(
          realm,
          elements.map((element) => outcomeOf(element, realm)),
        ) ?? realm.openPromise()
      );
    const promise = jobs.make();
    const settlers = jobs.settlers(promise);
    const settle = (settler: ConcreteObject, value: ConcreteValue): void => {
      if (settler.nature.kind === 'builtin') settler.nature.builtin.call?.(undefined, [value]);
    };
    const handlers = handlersOf({ realm, jobs, settlers, settle }, elements.length);
    for (const [index, element] of elements.entries()) {
      const { fulfilled, rejected } = handlers(index);
      jobs.then(jobs.promiseOf(element), fulfilled, rejected);
    }
    return promise;
  });
}

/** The elements; what iterating them throws, which rejects the promise. */
function elementsIn(iterable: ConcreteObject, realm: Realm): readonly ConcreteValue[] | Thrown {
  try {
    return [...listOf(iterable, realm)];
  } catch (signal) {
    if (signal instanceof Thrown) return signal;
    throw signal;
  }
}

/** Handlers that gather what the elements come to, and settle once all have come. */
function gathered({ realm, settle }: Combining, count: number, done: Done): (index: number, convert?: Converted) => ConcreteObject {
  const values = new Array<ConcreteValue>(count).fill(undefined);
  let remaining = count;
  const finish = (): void => {
    const { settler, value } = done(values);
    settle(settler, value);
  };
  if (count === 0) finish();
  return (index, convert = (value) => value) => {
    let isDone = false;
    return realm.builtin('', (_self, [value]) => {
      if (isDone) return undefined;
      isDone = true;
      values[index] = convert(value);
      if (--remaining === 0) finish();
      return undefined;
    });
  };
}

type Converted = (value: ConcreteValue) => ConcreteValue;
type Done = (values: ConcreteValue[]) => { readonly settler: ConcreteObject; readonly value: ConcreteValue };

function outcome(realm: Realm, status: string, key: string, value: ConcreteValue): ConcreteObject {
  const result = realm.object();
  result.properties.set('status', dataProperty(status));
  result.properties.set(key, dataProperty(value));
  return result;
}

const all: Together = (realm, outcomes) => {
  const rejected = outcomes.filter(isRejected);
  if (rejected.length > 0) return rejectedAs(realm, rejected);
  const values = outcomes.flatMap((each) => (each.kind === 'fulfilled' ? [each.value] : []));
  return values.length === outcomes.length ? fulfilled(realm, realm.array(values)) : null;
};

const allSettled: Together = (realm, outcomes) => {
  const results = outcomes.flatMap((each) => {
    if (each.kind === 'open') return [];
    return [each.kind === 'rejected' ? outcome(realm, each.kind, 'reason', each.value) : outcome(realm, each.kind, 'value', each.value)];
  });
  return results.length === outcomes.length ? fulfilled(realm, realm.array(results)) : null;
};

/** If all are rejected, it is with an error of the language: nothing is said of it. */
const any: Together = (realm, outcomes) => {
  const rejected = outcomes.filter(isRejected);
  if (outcomes.length === 0) throw new Unmodelled('an AggregateError');
  if (rejected.length === outcomes.length) return rejectedAs(realm, rejected, new Opaque('an AggregateError'));
  const [only, another] = outcomes.filter((each) => !isRejected(each));
  return only?.kind === 'fulfilled' && another === undefined ? fulfilled(realm, only.value) : null;
};

/** Which of several is the first is not known. */
const race: Together = (realm, outcomes) => {
  const rejected = outcomes.filter(isRejected);
  if (outcomes.length > 0 && rejected.length === outcomes.length) return rejectedAs(realm, rejected);
  const [only, another] = outcomes;
  return only?.kind === 'fulfilled' && another === undefined ? fulfilled(realm, only.value) : null;
};

export const combinators: readonly Row[] = [
  combinator('all', all, (combining, count) => {
    const { realm, settlers } = combining;
    const gather = gathered(combining, count, (values) => ({ settler: settlers.resolve, value: realm.array(values) }));
    return (index) => ({ fulfilled: gather(index), rejected: settlers.reject });
  }),
  combinator('allSettled', allSettled, (combining, count) => {
    const { realm, settlers } = combining;
    const gather = gathered(combining, count, (values) => ({ settler: settlers.resolve, value: realm.array(values) }));
    return (index) => ({
      fulfilled: gather(index, (value) => outcome(realm, 'fulfilled', 'value', value)),
      rejected: gather(index, (reason) => outcome(realm, 'rejected', 'reason', reason)),
    });
  }),
  combinator('any', any, (combining, count) => {
    const { settlers } = combining;
    const gather = gathered(combining, count, () => {
      throw new Unmodelled('an AggregateError');
    });
    return (index) => ({ fulfilled: settlers.resolve, rejected: gather(index) });
  }),
  combinator('race', race, ({ settlers }) => () => ({ fulfilled: settlers.resolve, rejected: settlers.reject })),
];
