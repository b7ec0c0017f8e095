import { findProperty, hasOwnProperty, ownKeys, refuseExposed } from './properties.js';
import { isTrue, looselyEqual } from './primitive.js';
import type { Realm } from './realm.js';
import { Unmodelled } from './signals.js';
import { ConcreteObject, Opaque, Term, type ConcreteValue, type IteratorSource, type Property } from './concreteValue.js';

/** The iterator of a for-of loop, pattern or spread; null when the iterable's own code would have to be called. */
export function iterate(iterable: ConcreteValue, realm: Realm): ConcreteObject | null {
  if (iterable instanceof Term) {
    iterable.algebra.refuseNullish(iterable, realm, 'not iterable');
    return iteratorOver({ kind: 'host', values: iterable.algebra.elements(iterable, realm), of: null }, realm);
  }
  if (iterable instanceof Opaque) throw new Unmodelled(iterable.what);
  if (typeof iterable === 'string') return iteratorOver({ kind: 'host', values: iterable[Symbol.iterator](), of: null }, realm);
  if (!(iterable instanceof ConcreteObject)) return realm.throwError('TypeError', 'not iterable');
  if (iterable.nature.kind === 'arguments')
    return iteratorOver({ kind: 'host', values: [...iterable.properties.values()].flatMap(argumentValue).values(), of: iterable }, realm);
  const method = findProperty(iterable, realm.wellKnownSymbol('Symbol.iterator'), realm);
  if (method === undefined) return realm.throwError('TypeError', 'not iterable');
  // The language's own methods are opaque members of its prototypes; anything else is code of the program.
  if (method.kind !== 'data' || !(method.value instanceof Opaque)) return null;
  const { nature } = iterable;
  switch (nature.kind) {
    case 'array':
      return iteratorOver({ kind: 'array', array: iterable, position: 0, done: false }, realm);
    case 'map':
      return iteratorOver({ kind: 'host', values: pairs(nature.entries, realm), of: iterable }, realm);
    case 'set':
      return iteratorOver({ kind: 'host', values: nature.entries.values(), of: iterable }, realm);
    case 'iterator':
      if (iterable.properties.size > 0) throw new Unmodelled('an iterator of the program');
      return iterable;
    case 'generator':
      if (iterable.properties.size > 0) throw new Unmodelled('an iterator of the program');
      return iterable;
    default:
      throw new Unmodelled(method.value.what);
  }
}

/** The enumerable properties of an arguments object are its elements: it is never written to. */
function argumentValue(property: Property): readonly ConcreteValue[] {
  return property.kind === 'data' && property.enumerable ? [property.value] : [];
}

/** The entries of a map as arrays of the run: key and value. */
export function* pairs(entries: Map<ConcreteValue, ConcreteValue>, realm: Realm): Generator<ConcreteValue> {
  for (const [key, value] of entries) yield realm.array([key, value]);
}

function iteratorOver(source: IteratorSource, realm: Realm): ConcreteObject {
  return new ConcreteObject(realm.prototypeOf('Iterator'), { kind: 'iterator', source });
}

/** The iterator of a for-in loop: enumerable string keys of the object and its prototypes, each once. */
export function enumerate(value: ConcreteValue, realm: Realm): ConcreteObject {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  if (typeof value === 'string') return iteratorOver({ kind: 'host', values: Object.keys(value)[Symbol.iterator](), of: null }, realm);
  if (!(value instanceof ConcreteObject)) return iteratorOver({ kind: 'host', values: [][Symbol.iterator](), of: null }, realm);
  const seen = new Set<string>();
  const keys: string[] = [];
  for (let holder: ConcreteObject | null = value; holder !== null; holder = holder.prototype) {
    for (const key of ownKeys(holder, realm)) if (!seen.has(key)) keys.push(key);
    for (const key of keys) seen.add(key);
    for (const name of holder.properties.keys()) if (typeof name === 'string') seen.add(name);
  }
  return iteratorOver({ kind: 'keys', object: value, keys, position: 0 }, realm);
}

/** The next value. Reading an array's element never calls code: accessors on elements are not modelled. */
export function advance(iterator: ConcreteObject, realm: Realm): { readonly done: boolean; readonly value: ConcreteValue } {
  realm.fuel.spend(1);
  if (iterator.nature.kind !== 'iterator') throw new Unmodelled('an iterator of the program');
  refuseExposed(iterator);
  const { source } = iterator.nature;
  switch (source.kind) {
    case 'host': {
      if (source.of !== null) refuseExposed(source.of);
      const next = source.values.next();
      return next.done === true ? { done: true, value: undefined } : { done: false, value: next.value };
    }
    case 'array': {
      refuseExposed(source.array);
      const elements = source.array.nature.kind === 'array' ? source.array.nature.elements : [];
      // An exhausted iterator stays exhausted even if the array grows later.
      if (source.done || source.position >= elements.length) {
        source.done = true;
        return { done: true, value: undefined };
      }
      return { done: false, value: elements[source.position++] };
    }
    case 'own':
      throw new Unmodelled('an iterator of the program');
    case 'keys':
      for (;;) {
        const key = source.keys[source.position++];
        if (key === undefined) return { done: true, value: undefined };
        if (isStillThere(source.object, key, realm)) return { done: false, value: key };
      }
  }
}

function isStillThere(object: ConcreteObject, key: string, realm: Realm): boolean {
  for (let holder: ConcreteObject | null = object; holder !== null; holder = holder.prototype) {
    if (hasOwnProperty(holder, key, realm)) return true;
  }
  return false;
}

/** Whether the value is undefined or null; of an input, that is decided. */
export function isNullish(value: ConcreteValue, realm: Realm): boolean {
  return value instanceof Term ? isTrue(value.algebra.binary('==', value, null)) : looselyEqual(value, null, realm);
}

/** All values of an iterable, for spread and for built-ins that take one. */
export function listOf(iterable: ConcreteValue, realm: Realm): ConcreteValue[] {
  if (iterable instanceof Term) {
    iterable.algebra.refuseNullish(iterable, realm, 'not iterable');
    return iterable.algebra.list(iterable, realm);
  }
  const iterator = iterate(iterable, realm);
  if (iterator === null) throw new Unmodelled('an iterator of the program');
  return rest(iterator, realm);
}

export function rest(iterator: ConcreteObject, realm: Realm): ConcreteValue[] {
  const values: ConcreteValue[] = [];
  for (let next = advance(iterator, realm); !next.done; next = advance(iterator, realm)) values.push(next.value);
  return values;
}
