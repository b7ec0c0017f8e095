import { advance, iterate } from './iterators.js';
import { isTrue } from './primitive.js';
import { findProperty, getData } from './properties.js';
import type { Realm } from './realm.js';
import { Unmodelled } from './signals.js';
import { ConcreteObject, Opaque, isCallable, type CallRequest, type ConcreteValue } from './concreteValue.js';

/** Calls that a built-in wants, and what it comes to. */
type Steps<T> = Generator<CallRequest, T, ConcreteValue>;

/**
 * Takes each value of an iterable, as a built-in does. Generators, and iterators of the program, are asked by calls; `take` must not throw for
 * their values, since they would have to be closed.
 */
export function* takeEach(iterable: ConcreteValue, realm: Realm, take: (value: ConcreteValue, isOwn: boolean) => Steps<void>): Steps<void> {
  const iterator = iterate(iterable, realm) ?? (yield* iteratorOf(iterable, realm));
  const { nature } = iterator;
  if (nature.kind === 'iterator' && nature.source.kind !== 'own') {
    for (let next = advance(iterator, realm); !next.done; next = advance(iterator, realm)) yield* take(next.value, false);
    return;
  }
  const object = nature.kind === 'iterator' && nature.source.kind === 'own' ? nature.source.object : iterator;
  const next = getData(object, 'next', realm);
  for (;;) {
    const result = yield { callee: next, self: object, args: [] };
    if (result instanceof Opaque) throw new Unmodelled(result.what);
    if (!(result instanceof ConcreteObject)) return realm.throwError('TypeError', 'no result of an iterator');
    if (isTrue(getData(result, 'done', realm))) return;
    yield* take(getData(result, 'value', realm), true);
  }
}

/** The iterator that a method of the program gives. */
function* iteratorOf(iterable: ConcreteValue, realm: Realm): Steps<ConcreteObject> {
  if (!(iterable instanceof ConcreteObject)) throw new Unmodelled('an iterator of the program');
  const method = findProperty(iterable, realm.wellKnownSymbol('Symbol.iterator'), realm);
  const isOwn = method?.kind === 'data' && isCallable(method.value) && method.value.nature.kind === 'closure';
  if (!isOwn) throw new Unmodelled('an iterator of the program');
  const made = yield { callee: method.value, self: iterable, args: [] };
  if (made instanceof Opaque) throw new Unmodelled(made.what);
  return made instanceof ConcreteObject ? made : realm.throwError('TypeError', 'not iterable');
}
