import { isTrue, strictlyEqual } from '../../execution/concrete/primitive.js';
import {
  defineOwn,
  findProperty,
  getData,
  hasOwnProperty,
  hasProperty,
  isUnchanging,
  ownKeys,
  ownProperty,
  propertyName,
  refusalOf,
  setProperty,
} from '../../execution/concrete/properties.js';
import type { Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { listOf } from '../../execution/concrete/iterators.js';
import {
  ConcreteObject,
  Hypothetical,
  Opaque,
  dataProperty,
  isCallable,
  type ConcreteValue,
  type Property,
  Term,
} from '../../execution/concrete/concreteValue.js';
import { withRefusals } from '../refusals/concrete.js';
import { elementsOf, known, method, withMembers, type ConcreteFamily, type Row } from '../../execution/concrete/members.js';

/** The names and values of the own enumerable properties; getters would have to be called. */
function entriesOf(value: ConcreteValue, realm: Realm): [string, ConcreteValue][] {
  if (value === undefined || value === null) return realm.throwError('TypeError', 'Cannot convert undefined or null to object');
  return ownKeys(value, realm).map((key) => [key, getData(value, key, realm)]);
}

const nothing: ReadonlySet<never> = new Set();

function assign(target: ConcreteValue, sources: readonly ConcreteValue[], realm: Realm): ConcreteValue {
  if (target === undefined || target === null) return realm.throwError('TypeError', 'Cannot convert undefined or null to object');
  if (!(target instanceof ConcreteObject)) throw new Unmodelled('Object.assign to a primitive');
  for (const source of sources) {
    if (source === undefined || source === null) continue;
    if (realm.copyUnknown?.(target, source, { isAssigned: true, excluded: nothing }) === true) continue;
    for (const [key, value] of entriesOf(source, realm)) {
      const refusal = refusalOf(target, key, realm);
      if (refusal !== null) return realm.throwError('TypeError', refusal);
      if (setProperty(target, key, value, realm).kind === 'setter') throw new Unmodelled('a setter called by a built-in');
    }
    if (source instanceof ConcreteObject && [...source.properties.keys()].some((name) => typeof name !== 'string'))
      throw new Unmodelled('Object.assign of symbols');
  }
  return target;
}

/** Writable and configurable flags of a frozen object are one flag here: writing to it says nothing. */
function freeze(value: ConcreteValue): ConcreteValue {
  if (!(value instanceof ConcreteObject)) return value;
  value.frozen = true;
  const place = value.nature.kind === 'regexp' ? value.properties.get('lastIndex') : undefined;
  if (place?.kind === 'data') value.properties.set('lastIndex', { ...place, writable: false });
  return value;
}

/** Of arrays it is not known which elements may be added. */
function close(value: ConcreteValue): ConcreteValue {
  if (!(value instanceof ConcreteObject)) return value;
  if (value.nature.kind !== 'ordinary' || value.library !== null) throw new Unmodelled('an object of the language that is closed');
  value.closed = true;
  return value;
}

function seal(value: ConcreteValue): ConcreteValue {
  if (close(value) instanceof ConcreteObject && value instanceof ConcreteObject)
    for (const [name, property] of value.properties) value.properties.set(name, { ...property, configurable: false });
  return value;
}

function describe(descriptor: ConcreteValue, existing: Property | undefined, realm: Realm): Property {
  if (!(descriptor instanceof ConcreteObject)) return realm.throwError('TypeError', 'a property description must be an object');
  const has = (name: string): boolean => hasProperty(descriptor, name, realm);
  // A member that only other versions of the language may have is replaced as a whole where all is said.
  const isOfOthers = existing?.kind === 'data' && existing.value instanceof Hypothetical && has('configurable');
  if (existing !== undefined && !isOfOthers) throw new Unmodelled('Object.defineProperty of an existing property');
  const field = (name: string): ConcreteValue => (has(name) ? getData(descriptor, name, realm) : undefined);
  const enumerable = isTrue(field('enumerable'));
  const configurable = isTrue(field('configurable'));
  // What is given as undefined is there, too: it makes an accessor.
  if (!has('get') && !has('set'))
    return { kind: 'data', value: field('value'), enumerable, writable: isTrue(field('writable')), configurable };
  if (has('value') || has('writable')) return realm.throwError('TypeError', 'an accessor has no value');
  const getter = field('get');
  const setter = field('set');
  const accessorOf = (value: ConcreteValue): ConcreteObject | null => {
    if (value === undefined) return null;
    const accessor = known(value);
    return isCallable(accessor) ? accessor : realm.throwError('TypeError', 'a getter must be a function');
  };
  return { kind: 'accessor', getter: accessorOf(getter), setter: accessorOf(setter), enumerable, configurable };
}

const objectStatics: readonly Row[] = [
  ['prototype', (realm) => realm.objectPrototype],
  method('keys', (realm, _self, args) => realm.array(entriesOf(args[0], realm).map(([key]) => key))),
  method('values', (realm, _self, args) => realm.array(entriesOf(args[0], realm).map(([, value]) => value))),
  method('entries', (realm, _self, args) => realm.array(entriesOf(args[0], realm).map(([key, value]) => realm.array([key, value])))),
  method('assign', (realm, _self, args) => assign(known(args[0]), args.slice(1), realm)),
  method('freeze', (_realm, _self, args) => freeze(known(args[0]))),
  method('seal', (_realm, _self, args) => seal(known(args[0]))),
  method('preventExtensions', (_realm, _self, args) => close(known(args[0]))),
  method('isFrozen', (_realm, _self, args) => {
    const value = known(args[0]);
    if (value instanceof ConcreteObject && !value.frozen) throw new Unmodelled('Object.isFrozen');
    return true;
  }),
  method('is', (_realm, _self, args) => Object.is(known(args[0]), known(args[1]))),
  method('create', (realm, _self, args) => {
    const prototype = known(args[0]);
    if (args[1] !== undefined) throw new Unmodelled('Object.create with properties');
    if (prototype !== null && !(prototype instanceof ConcreteObject))
      return realm.throwError('TypeError', 'a prototype must be an object or null');
    return new ConcreteObject(prototype, { kind: 'ordinary' });
  }),
  method('getPrototypeOf', (_realm, _self, args) => {
    const value = known(args[0]);
    if (!(value instanceof ConcreteObject)) throw new Unmodelled('the prototype of a primitive');
    return value.prototype;
  }),
  method('setPrototypeOf', (realm, _self, args) => {
    const value = known(args[0]);
    const prototype = known(args[1]);
    if (!(prototype === null || prototype instanceof ConcreteObject) && value !== undefined && value !== null)
      return realm.throwError('TypeError', 'a prototype must be an object or null');
    if (!(value instanceof ConcreteObject) || value.frozen || value.closed || !(prototype === null || prototype instanceof ConcreteObject))
      throw new Unmodelled('Object.setPrototypeOf');
    for (let holder = prototype; holder !== null; holder = holder.prototype)
      if (holder === value) throw new Unmodelled('a cycle of prototypes');
    value.prototype = prototype;
    return value;
  }),
  method('defineProperty', (realm, _self, args) => {
    const object = known(args[0]);
    if (!(object instanceof ConcreteObject)) return realm.throwError('TypeError', 'Object.defineProperty of something else');
    const name = propertyName(args[1]);
    const property = describe(known(args[2]), ownProperty(object, name, realm), realm);
    if (object.library === null && (object.closed || isUnchanging(object))) return realm.throwError('TypeError', 'read-only');
    defineOwn(object, name, property, realm);
    return object;
  }),
  method('fromEntries', (realm, _self, args) => {
    const object = realm.object();
    for (const entry of listOf(args[0], realm)) {
      if (!(entry instanceof Term) && !(known(entry) instanceof ConcreteObject))
        return realm.throwError('TypeError', 'an entry must be an object');
      const pair = elementsOf(entry, realm);
      defineOwn(object, propertyName(pair[0]), dataProperty(pair[1]), realm);
    }
    return object;
  }),
  method('hasOwn', (realm, _self, args) => {
    const value = objectIn(args[0], realm);
    return hasOwnProperty(value, propertyName(args[1]), realm);
  }),
];

function objectIn(given: ConcreteValue, realm: Realm): ConcreteObject {
  const value = known(given);
  if (value === undefined || value === null) return realm.throwError('TypeError', 'Cannot convert undefined or null to object');
  if (!(value instanceof ConcreteObject)) throw new Unmodelled('own properties of a primitive');
  return value;
}

function makeObjectConstructor(realm: Realm): ConcreteObject {
  const make = (args: readonly ConcreteValue[]): ConcreteValue => {
    const value = args[0];
    if (value === undefined || value === null) return realm.object();
    if (value instanceof ConcreteObject) return value;
    throw new Unmodelled('a boxed primitive');
  };
  const constructor = realm.builtin(
    'Object',
    (_self, args) => make(args),
    (args, newTarget) => {
      if (newTarget.nature.kind === 'closure') throw new Unmodelled('a class that extends Object');
      return make(args);
    },
  );
  return withMembers(constructor, 'Object', withRefusals('Object', objectStatics), Object, realm);
}

const objectMethods: readonly Row[] = [
  ['constructor', (realm) => realm.global('Object')],
  method('hasOwnProperty', (realm, self, args) => {
    // The name is converted first, before the receiver is looked at.
    const name = propertyName(args[0]);
    return hasOwnProperty(objectIn(self, realm), name, realm);
  }),
  method('propertyIsEnumerable', (realm, self, args) => {
    if (!(self instanceof ConcreteObject)) throw new Unmodelled('own properties of a primitive');
    if (self.nature.kind === 'closure' && self.nature.closure.isClass) throw new Unmodelled('the fields of a class');
    return ownProperty(self, propertyName(args[0]), realm)?.enumerable === true;
  }),
  method('isPrototypeOf', (realm, self, args) => {
    const value = known(args[0]);
    if (value instanceof ConcreteObject && (self === undefined || self === null))
      return realm.throwError('TypeError', 'Cannot convert undefined or null to object');
    for (let holder = value instanceof ConcreteObject ? value.prototype : null; holder !== null; holder = holder.prototype)
      if (strictlyEqual(holder, self)) return true;
    return false;
  }),
  method('toString', (realm, self) => `[object ${tagOf(self, realm)}]`),
  method('valueOf', (_realm, self) => {
    if (self instanceof ConcreteObject) return self;
    throw new Unmodelled('a boxed primitive');
  }),
];

/** What `Object.prototype.toString` calls a value that no Symbol.toStringTag renames. */
function tagOf(value: ConcreteValue, realm: Realm): string {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  if (value === undefined) return 'Undefined';
  if (value === null) return 'Null';
  if (!(value instanceof ConcreteObject)) {
    if (typeof value === 'object' || typeof value === 'bigint') throw new Unmodelled('Symbol.toStringTag');
    return `${typeof value}`.replace(/^./, (first) => first.toUpperCase());
  }
  const tag = findProperty(value, realm.wellKnownSymbol('Symbol.toStringTag'), realm);
  if (value.library !== null || tag !== undefined) throw new Unmodelled('Symbol.toStringTag');
  // The functions of generators and async functions have prototypes of their own, which have a tag.
  if (value.nature.kind === 'closure' && (value.nature.closure.function.isAsync || value.nature.closure.function.isGenerator))
    throw new Unmodelled('Symbol.toStringTag');
  if (isCallable(value)) return 'Function';
  if (value.nature.kind === 'ordinary') return 'Object';
  if (value.nature.kind === 'array') return 'Array';
  if (value.nature.kind === 'error') return 'Error';
  if (value.nature.kind === 'arguments') return 'Arguments';
  throw new Unmodelled('Symbol.toStringTag');
}

export const concreteObjects: ConcreteFamily = {
  globals: [['Object', makeObjectConstructor]],
  prototypes: { Object: objectMethods },
  intrinsics: {
    'Object.is': ([left, right]) => Object.is(known(left), known(right)) || (left instanceof ConcreteObject && strictlyEqual(left, right)),
  },
};
