import { takeEach } from '../../execution/concrete/iterationSteps.js';
import { advance, iterate } from '../../execution/concrete/iterators.js';
import { joinElements, strictlyEqual, toInteger, toText } from '../../execution/concrete/primitive.js';
import { defineOwn, findProperty, getData, isConstructor, setLength, setProperty } from '../../execution/concrete/properties.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import {
  ConcreteObject,
  Opaque,
  dataProperty,
  type BuiltinResult,
  type BuiltinSteps,
  type ConcreteValue,
} from '../../execution/concrete/concreteValue.js';
import { arrayCallbacks } from './concreteCallbacks.js';
import {
  callback,
  elementsOf,
  known,
  method,
  ownElements,
  prototypeFor,
  refuseFrozen,
  refuseSpecies,
  refuseSymbol,
  withMembers,
  type ConcreteFamily,
  type Row,
} from '../../execution/concrete/members.js';

/** A method that looks at every element spends as much. */
function reading(
  name: string,
  body: (realm: Realm, elements: ConcreteValue[], args: readonly ConcreteValue[], self: ConcreteValue) => BuiltinResult,
): Row {
  return method(name, (realm, self, args) => {
    const elements = elementsOf(self, realm);
    realm.fuel.spend(elements.length);
    return body(realm, elements, args, self);
  });
}

type ElementsBody = (realm: Realm, elements: ConcreteValue[], args: readonly ConcreteValue[], self: ConcreteValue) => ConcreteValue;

/** A method that may change every element spends as much. */
function changing(name: string, body: ElementsBody): Row {
  return method(name, (realm, self, args) => {
    const elements = ownElements(self);
    realm.fuel.spend(elements.length);
    return body(realm, elements, args, self);
  });
}

/** A method that gives the array a length, whatever else it does. */
function resizing(name: string, body: ElementsBody): Row {
  return changing(name, (realm, elements, args, self) => {
    refuseFrozen(self, realm);
    return body(realm, elements, args, self);
  });
}

/** A relative index as `slice` reads it. */
function relative(value: ConcreteValue, length: number, realm: Realm, otherwise: number): number {
  if (value === undefined) return otherwise;
  const index = toInteger(value, realm);
  return index < 0 ? Math.max(length + index, 0) : Math.min(index, length);
}

/** Where a search starts; in an empty array none does, and nothing is converted. */
const startIn = (elements: readonly ConcreteValue[], given: ConcreteValue, realm: Realm): number =>
  elements.length === 0 ? 0 : relative(given, elements.length, realm, 0);

const arrayMethods: readonly Row[] = [
  method('push', (realm, self, args) => {
    const elements = ownElements(self);
    refuseFrozen(self, realm);
    for (const value of args) elements[elements.length] = value;
    return elements.length;
  }),
  method('pop', (realm, self) => {
    const elements = ownElements(self);
    refuseFrozen(self, realm);
    return elements.pop();
  }),
  resizing('shift', (_realm, elements) => elements.shift()),
  resizing('unshift', (_realm, elements, args) => elements.unshift(...args)),
  changing('reverse', (realm, elements, _args, self) => {
    if (elements.length > 1) refuseFrozen(self, realm);
    elements.reverse();
    return self;
  }),
  changing('fill', (realm, elements, args, self) => {
    const [start, end] = [relative(args[1], elements.length, realm, 0), relative(args[2], elements.length, realm, elements.length)];
    if (start < end) refuseFrozen(self, realm);
    elements.fill(args[0], start, end);
    return self;
  }),
  changing('splice', (realm, elements, args, self) => {
    refuseSpecies(self, realm);
    const start = relative(args[0], elements.length, realm, 0);
    const rest = elements.length - start;
    const count = args.length === 0 ? 0 : args.length === 1 ? rest : Math.min(Math.max(toInteger(args[1], realm), 0), rest);
    refuseFrozen(self, realm);
    return realm.array(elements.splice(start, count, ...args.slice(2)));
  }),
  method('slice', (realm, self, args) => {
    const elements = elementsOf(self, realm);
    refuseSpecies(self, realm);
    const start = relative(args[0], elements.length, realm, 0);
    const end = relative(args[1], elements.length, realm, elements.length);
    realm.fuel.spend(Math.max(0, end - start));
    return realm.array(elements.slice(start, end));
  }),
  method('concat', (realm, self, args) => {
    refuseSpecies(self, realm);
    for (const part of [self, ...args]) if (part instanceof ConcreteObject) refuseSymbol(part, 'Symbol.isConcatSpreadable', realm);
    realm.fuel.spend(elementsOf(self, realm).length);
    const elements = elementsOf(self, realm).slice();
    for (const value of args) {
      known(value);
      const isArray = value instanceof ConcreteObject && value.nature.kind === 'array';
      // The host's own concat keeps holes.
      const more: ConcreteValue[] = isArray ? elementsOf(value, realm) : [value];
      const start = elements.length;
      elements.length += more.length;
      more.forEach((element, i) => (elements[start + i] = element));
    }
    realm.fuel.spend(elements.length);
    return realm.array(elements);
  }),
  reading('join', (realm, elements, args) => joinElements(elements, args[0] === undefined ? ',' : toText(args[0], realm), realm)),
  method('toString', (realm, self) => {
    const elements = elementsOf(self, realm);
    // It calls whatever `join` is.
    if (self instanceof ConcreteObject && findProperty(self, 'join', realm) !== findProperty(realm.arrayPrototype, 'join', realm))
      throw new Unmodelled('an array with a join of its own');
    realm.fuel.spend(elements.length);
    return joinElements(elements, ',', realm);
  }),
  reading('indexOf', (realm, elements, args) => {
    for (let i = startIn(elements, args[1], realm); i < elements.length; i++)
      if (i in elements && strictlyEqual(elements[i], args[0])) return i;
    return -1;
  }),
  reading('lastIndexOf', (_realm, elements, args) => {
    if (args.length > 1) throw new Unmodelled('lastIndexOf with a start');
    for (let i = elements.length - 1; i >= 0; i--) if (i in elements && strictlyEqual(elements[i], args[0])) return i;
    return -1;
  }),
  reading('includes', (realm, elements, args) => {
    for (let i = startIn(elements, args[1], realm); i < elements.length; i++) {
      if (strictlyEqual(elements[i], args[0]) || (Number.isNaN(elements[i]) && Number.isNaN(args[0]))) return true;
    }
    return false;
  }),
  method('at', (realm, self, args) => {
    const elements = elementsOf(self, realm);
    const index = toInteger(args[0], realm);
    return elements[index < 0 ? elements.length + index : index];
  }),
  method('flat', (realm, self, args) => {
    refuseSpecies(self, realm);
    const elements = elementsOf(self, realm);
    realm.fuel.spend(elements.length);
    return realm.array(flatten(elements, args[0] === undefined ? 1 : toInteger(args[0], realm), realm, 0));
  }),
  reading('keys', (realm, elements, _args, self) => realm.iterator(indices(elements), self)),
  reading('entries', (realm, elements, _args, self) => realm.iterator(entries(elements, realm), self)),
  reading('values', (realm, elements, _args, self) => realm.iterator(values(elements), self)),
  ...arrayCallbacks,
];

function flatten(elements: readonly ConcreteValue[], levels: number, realm: Realm, depth: number): ConcreteValue[] {
  if (depth > 100) throw new Unmodelled('deep flattening');
  const flat: ConcreteValue[] = [];
  for (let i = 0; i < elements.length; i++) {
    if (!(i in elements)) continue;
    const element = known(elements[i]);
    realm.fuel.spend(1);
    if (levels >= 1 && element instanceof ConcreteObject && element.nature.kind === 'array')
      flat.push(...flatten(element.nature.elements, levels - 1, realm, depth + 1));
    else flat.push(element);
  }
  return flat;
}

function* indices(elements: readonly ConcreteValue[]): Generator<ConcreteValue> {
  for (let i = 0; i < elements.length; i++) yield i;
}

function* entries(elements: readonly ConcreteValue[], realm: Realm): Generator<ConcreteValue> {
  for (let i = 0; i < elements.length; i++) yield realm.array([i, elements[i]]);
}

function* values(elements: readonly ConcreteValue[]): Generator<ConcreteValue> {
  for (let i = 0; i < elements.length; i++) yield elements[i];
}

function makeArrayConstructor(realm: Realm): ConcreteObject {
  const make = (args: readonly ConcreteValue[], newTarget: ConcreteObject | null): ConcreteObject => {
    const array = realm.array(firstElements(args, realm));
    if (newTarget !== null) array.prototype = prototypeFor(newTarget, realm.arrayPrototype);
    return array;
  };
  const constructor = realm.builtin('Array', (_self, args) => make(args, null), make);
  return withMembers(constructor, 'Array', arrayStatics, Array, realm);
}

function firstElements(args: readonly ConcreteValue[], realm: Realm): ConcreteValue[] {
  const length = args[0];
  if (args.length !== 1 || typeof known(length) !== 'number') return [...args];
  const elements: ConcreteValue[] = [];
  setLength(elements, length, realm);
  return elements;
}

const arrayStatics: readonly Row[] = [
  ['prototype', (realm) => realm.arrayPrototype],
  method('isArray', (_realm, _self, args) => {
    const value = known(args[0]);
    return value instanceof ConcreteObject && value.nature.kind === 'array';
  }),
  method('of', (realm, self, args) => filled(self, args.values(), args.length, null, undefined, realm)),
  method('from', (realm, self, args) => {
    const mapper = args[1] === undefined ? null : callback(args[1], realm);
    if (mapper === null && isOwnIterable(args[0], realm)) return filledFrom(self, args[0], realm);
    const source = sourceOf(args[0], realm);
    return filled(self, source.values, source.length, mapper, args[2], realm);
  }),
];

/** Whether code of the program gives the values: the body of a generator, or an iterator of its own. */
function isOwnIterable(source: ConcreteValue, realm: Realm): boolean {
  if (!(source instanceof ConcreteObject)) return false;
  if (source.nature.kind === 'generator') return true;
  const method = findProperty(source, realm.wellKnownSymbol('Symbol.iterator'), realm);
  return method?.kind === 'data' && method.value instanceof ConcreteObject && method.value.nature.kind === 'closure';
}

function* filledFrom(self: ConcreteValue, source: ConcreteValue, realm: Realm): BuiltinSteps {
  if (self !== realm.global('Array')) throw new Unmodelled('an array of another constructor');
  const values: ConcreteValue[] = [];
  yield* takeEach(source, realm, function* (value) {
    values.push(value);
  });
  return realm.array(values);
}

interface Source {
  readonly values: Iterator<ConcreteValue, unknown>;
  /** Of what is like an array: it is told to the constructor. */
  readonly length: number | null;
}

/** The values of an iterable, or of what is like an array, each as it is when it is taken. */
function sourceOf(source: ConcreteValue, realm: Realm): Source {
  if (source === undefined || source === null) return realm.throwError('TypeError', 'not iterable');
  const isObject = source instanceof ConcreteObject && source.nature.kind !== 'arguments';
  if (isObject && findProperty(source, realm.wellKnownSymbol('Symbol.iterator'), realm) === undefined) return likeArray(source, realm);
  // Other primitives are objects without elements.
  if (!(source instanceof ConcreteObject) && !(source instanceof Opaque) && typeof source !== 'string')
    return { values: [][Symbol.iterator](), length: 0 };
  const iterator = iterate(source, realm);
  if (iterator === null) throw new Unmodelled('an iterator of the program');
  return { values: taken(iterator, realm), length: null };
}

function* taken(iterator: ConcreteObject, realm: Realm): Generator<ConcreteValue, void> {
  for (let next = advance(iterator, realm); !next.done; next = advance(iterator, realm)) yield next.value;
}

function likeArray(source: ConcreteObject, realm: Realm): Source {
  const length = Math.max(0, toInteger(getData(source, 'length', realm), realm));
  // Longer ones are no arrays.
  if (length > 2 ** 32 - 1) realm.throwError('RangeError', 'Invalid array length');
  return { values: elementsLike(source, length, realm), length };
}

function* elementsLike(source: ConcreteObject, length: number, realm: Realm): Generator<ConcreteValue, void> {
  for (let i = 0; i < length; i++) {
    realm.fuel.spend(1);
    yield getData(source, String(i), realm);
  }
}

/** They make what the constructor makes that they are called on, or else an array. */
function* filled(
  self: ConcreteValue,
  values: Iterator<ConcreteValue, unknown>,
  length: number | null,
  mapper: ConcreteObject | null,
  thisArgument: ConcreteValue,
  realm: Realm,
): BuiltinSteps {
  if (self instanceof Opaque) throw new Unmodelled(self.what);
  const isOther = self instanceof ConcreteObject && isConstructor(self) && self !== realm.global('Array');
  const made = isOther ? yield { callee: self, self: undefined, args: length === null ? [] : [length], isNew: true } : realm.array([]);
  if (!(made instanceof ConcreteObject)) throw new Unmodelled('a constructor of something that is not known');
  let count = 0;
  for (let next = values.next(); next.done !== true; next = values.next(), count++) {
    const result = mapper === null ? next.value : yield { callee: mapper, self: thisArgument, args: [next.value, count] };
    defineOwn(made, String(count), dataProperty(result), realm);
  }
  if (setProperty(made, 'length', count, realm).kind === 'setter') throw new Unmodelled('a setter called by a built-in');
  return made;
}

export const concreteArrays: ConcreteFamily = {
  globals: [['Array', makeArrayConstructor]],
  prototypes: { Array: [['constructor', (realm) => realm.global('Array')], ...arrayMethods] },
  intrinsics: {
    'Array.isArray': ([operand], realm) => {
      const value = known(operand);
      return value instanceof ConcreteObject && (value.nature.kind === 'array' || value === realm.arrayPrototype);
    },
  },
};
