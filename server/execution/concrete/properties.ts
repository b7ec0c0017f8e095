import { nothingRead } from './failure.js';
import { isMethodsBrand, isProtocolKey, oneOfSeveral } from '../../ir/instruction.js';
import { rethrow, toNumber } from './primitive.js';
import type { Realm } from './realm.js';
import { Abandoned, Unmodelled } from './signals.js';
import {
  ConcreteObject,
  ConcreteSymbol,
  Hypothetical,
  LanguageAccessor,
  Opaque,
  Term,
  dataProperty,
  external,
  hiddenProperty,
  isCallable,
  missing,
  type Closure,
  type ConcreteValue,
  type Property,
  type Library,
  type PropertyName,
} from './concreteValue.js';

/** The result of reading a property, or the getter to call. */
export type Lookup =
  { readonly kind: 'value'; readonly value: ConcreteValue } | { readonly kind: 'getter'; readonly getter: ConcreteObject };
/** The end of writing a property, or the setter to call. */
export type Update = { readonly kind: 'done' } | { readonly kind: 'setter'; readonly setter: ConcreteObject };

const done: Update = { kind: 'done' };
/** Longer arrays are not built. */
const maxArrayLength = 1 << 22;

/** ToPropertyKey of a primitive; keys that are objects would be converted by unknown code. */
export function propertyName(key: ConcreteValue): PropertyName {
  if (key instanceof Opaque) throw new Unmodelled(key.what);
  if (key instanceof ConcreteObject) throw new Unmodelled('an object as a property key');
  return key instanceof ConcreteSymbol ? key : String(key);
}

/** The array index that a name stands for, or -1. */
function arrayIndex(name: PropertyName): number {
  if (typeof name !== 'string') return -1;
  const index = Number(name);
  return Number.isInteger(index) && index >= 0 && index < 2 ** 32 - 1 && String(index) === name ? index : -1;
}

/** `value[name]` for any value. */
export function getProperty(value: ConcreteValue, name: PropertyName, realm: Realm): Lookup {
  if (value instanceof Term) {
    const property = value.algebra.property(value, name, realm);
    return property === null
      ? getOf(realm.prototypeOf(value.algebra.prototype(value)), name, realm)
      : { kind: 'value', value: property.value };
  }
  if (value instanceof Opaque) {
    if (!value.isExternal) throw new Unmodelled(value.what);
    return { kind: 'value', value: external(`${value.what}.${typeof name === 'string' ? name : name.description}`) };
  }
  if (value === undefined || value === null) return realm.throwError('TypeError', nothingRead);
  if (value instanceof ConcreteObject) return getOf(value, name, realm);
  if (typeof value === 'string') {
    if (name === 'length') return { kind: 'value', value: value.length };
    const index = arrayIndex(name);
    if (index >= 0) return { kind: 'value', value: value[index] };
    return getOf(realm.prototypeOf('String'), name, realm);
  }
  return getOf(realm.prototypeOf(prototypeOfPrimitive(value)), name, realm);
}

function prototypeOfPrimitive(value: boolean | number | bigint | ConcreteSymbol): 'Number' | 'Boolean' | 'BigInt' | 'Symbol' {
  if (typeof value === 'number') return 'Number';
  if (typeof value === 'boolean') return 'Boolean';
  return typeof value === 'bigint' ? 'BigInt' : 'Symbol';
}

function getOf(object: ConcreteObject, name: PropertyName, realm: Realm): Lookup {
  if (object.copied !== null && typeof name === 'string') return { kind: 'value', value: object.copied.read(name) };
  const property = findProperty(object, name, realm);
  if (property === undefined) {
    // A text may be written as a private name is.
    if (isPrivate(name) && !isProtocolKey(String(name))) throw new Unmodelled('a private name that the object lacks');
    return { kind: 'value', value: undefined };
  }
  if (property.kind === 'data') {
    // Accessors of the language are opaque in their tables.
    const slot = property.value instanceof LanguageAccessor ? slotOf(object, name) : undefined;
    return { kind: 'value', value: slot ?? property.value };
  }
  return property.getter === null ? { kind: 'value', value: undefined } : { kind: 'getter', getter: property.getter };
}

/** The value that an accessor of the language gives for an object of its own kind; undefined for others. */
function slotOf({ nature }: ConcreteObject, name: PropertyName): number | string | boolean | undefined {
  if (nature.kind === 'map' || nature.kind === 'set') return name === 'size' && !nature.weak ? nature.entries.size : undefined;
  if (nature.kind !== 'regexp' || typeof name !== 'string') return undefined;
  const { literal } = nature;
  const end = literal.lastIndexOf('/');
  const flags = [...literal.slice(end + 1)].sort().join('');
  if (name === 'source') return literal.slice(1, end);
  if (name === 'flags') return flags;
  const flag = flagNames.get(name);
  return flag === undefined ? undefined : flags.includes(flag);
}

const flagNames: ReadonlyMap<string, string> = new Map([
  ['hasIndices', 'd'],
  ['global', 'g'],
  ['ignoreCase', 'i'],
  ['multiline', 'm'],
  ['dotAll', 's'],
  ['unicode', 'u'],
  ['sticky', 'y'],
]);

/** `#name`: the graph's key of a private name, which an object either has or throws for. */
function isPrivate(name: PropertyName): boolean {
  return typeof name === 'string' && name.startsWith('#');
}

/**
 * A private name may only be used on what has its brand. Of a class that was made several times, an object has the one of the running
 * method if it has that method.
 */
export function requireBrand(object: ConcreteValue, brand: string | undefined, running: Closure | null, realm: Realm): void {
  if (brand === undefined || object === undefined || object === null || object instanceof Opaque) return;
  const one = oneOfSeveral(brand);
  const isOwner = object instanceof ConcreteObject && ownProperty(object, one ?? brand, realm) !== undefined;
  const isOpen = object instanceof ConcreteObject && object.mayHavePrivateNames && !isOwner;
  if (isOpen || (one !== undefined && !(isOwner && hasMethod(object, running, realm))))
    throw new Unmodelled('a private name that the object may lack');
  if (!isOwner) realm.throwError('TypeError', 'a private name that the object lacks');
}

function hasMethod(object: ConcreteObject, method: Closure | null, realm: Realm): boolean {
  if (method === null) return false;
  const isMethod = (value: ConcreteValue): boolean =>
    value instanceof ConcreteObject && value.nature.kind === 'closure' && value.nature.closure === method;
  for (let holder: ConcreteObject | null = object; holder !== null; holder = holder.prototype) {
    realm.fuel.spend(1 + holder.properties.size);
    for (const property of holder.properties.values()) {
      // What was assigned is enumerable, and may be the method of another class.
      if (property.enumerable) continue;
      if (property.kind === 'data' ? isMethod(property.value) : isMethod(property.getter) || isMethod(property.setter)) return true;
    }
  }
  return false;
}

/** Reads where a getter says nothing: for what the interpreter itself needs. */
export function getData(value: ConcreteValue, name: PropertyName, realm: Realm): ConcreteValue {
  const lookup = getProperty(value, name, realm);
  if (lookup.kind === 'getter') throw new Unmodelled('a getter called by a built-in');
  return lookup.value;
}

/** The property of that name of the object or its prototypes. Costs a unit of fuel for each object on the way. */
export function findProperty(object: ConcreteObject, name: PropertyName, realm: Realm): Property | undefined {
  const holder = holderOf(object, name, realm);
  return holder === null ? undefined : ownProperty(holder, name, realm);
}

/** The object, or the prototype of it, that has the property. */
function holderOf(object: ConcreteObject, name: PropertyName, realm: Realm): ConcreteObject | null {
  if (name === '__proto__') throw new Unmodelled('__proto__');
  for (let holder: ConcreteObject | null = object; holder !== null; holder = holder.prototype) {
    realm.fuel.spend(1);
    if (ownProperty(holder, name, realm) !== undefined) return holder;
  }
  return null;
}

/** The property that the object itself has, members of the language included. */
export function ownProperty(object: ConcreteObject, name: PropertyName, realm: Realm): Property | undefined {
  const { knownNature: nature } = object;
  if (object.isExposed && name === 'prototype' && nature.kind === 'closure' && nature.closure.isClass)
    return prototypeOfExposed(object, realm);
  refuseExposed(object);
  if (nature.kind === 'array') {
    if (name === 'length') return { kind: 'data', value: nature.elements.length, enumerable: false, writable: true };
    const index = arrayIndex(name);
    if (index >= 0) return index in nature.elements ? dataProperty(nature.elements[index]) : undefined;
  }
  const own = object.properties.get(name);
  if (own !== undefined) return own;
  if (object.library !== null) {
    const accessor = object.library.accessor?.(name);
    const member = accessor === undefined ? object.library.member(name) : undefined;
    if (member === missing) return undefined;
    const property = accessor ?? hiddenProperty(member);
    object.properties.set(name, property);
    return property;
  }
  return nature.kind === 'closure' || nature.kind === 'bound' || nature.kind === 'builtin'
    ? functionProperty(object, name, realm)
    : undefined;
}

/** The prototype of a class that unknown code has: which object it is nobody can change, but all of its members. */
function prototypeOfExposed(constructor: ConcreteObject, realm: Realm): Property | undefined {
  constructor.isExposed = false;
  try {
    const property = ownProperty(constructor, 'prototype', realm);
    if (property?.kind === 'data' && property.value instanceof ConcreteObject) property.value.isExposed = true;
    return property;
  } finally {
    constructor.isExposed = true;
  }
}

/** The properties that every function has: `prototype` is made when first used. */
function functionProperty(object: ConcreteObject, name: PropertyName, realm: Realm): Property | undefined {
  if (name === 'name' || name === 'length') return readOnly(new Opaque(`the ${name} of a function`));
  // That of the language's own is a member of its library.
  if (object.nature.kind === 'builtin' && name === 'prototype' && isConstructor(object)) return hiddenProperty(new Opaque('a prototype'));
  if (object.nature.kind !== 'closure') return undefined;
  const { isClass, function: callee } = object.nature.closure;
  if ((name === 'caller' || name === 'arguments') && !callee.strict) return readOnly(new Opaque(`the ${name} of a function`));
  if (name !== 'prototype') return undefined;
  // It may get methods that all objects of the generator have.
  if (callee.isGenerator) throw new Abandoned('the prototype of a generator');
  if (!isConstructor(object)) return undefined;
  const prototype = realm.object();
  prototype.properties.set('constructor', hiddenProperty(object));
  const property = isClass ? readOnly(prototype) : hiddenProperty(prototype);
  object.properties.set(name, property);
  return property;
}

const readOnly = (value: ConcreteValue): Property => ({ kind: 'data', value, enumerable: false, writable: false });

/** Whether `new` accepts it. */
export function isConstructor(object: ConcreteObject): boolean {
  switch (object.nature.kind) {
    case 'builtin':
      return object.nature.builtin.construct !== null;
    case 'bound':
      return isConstructor(object.nature.target);
    case 'closure': {
      const { isClass, function: callee } = object.nature.closure;
      if (isClass || callee.kind === 'constructor' || callee.kind === 'derivedConstructor') return true;
      return callee.kind === 'function' && !callee.isAsync && !callee.isGenerator;
    }
    default:
      return false;
  }
}

/** Nothing is known of the parts of an object that code which is not seen may have changed. */
export function refuseExposed(object: ConcreteObject): void {
  if (object.isExposed) throw new Unmodelled('an object that unknown code has');
}

/** Whether the object or a prototype of it has the property, as `in` says. */
export function hasProperty(object: ConcreteObject, name: PropertyName, realm: Realm): boolean {
  for (let holder: ConcreteObject | null = object; holder !== null; holder = holder.prototype) {
    if (holder.library?.isOpen === true) throw new Unmodelled(`whether ${holder.library.name} has a property`);
    realm.fuel.spend(1);
    if (hasOwnProperty(holder, name, realm)) return true;
  }
  return false;
}

/** Whether the object itself has the property. */
export function hasOwnProperty(object: ConcreteObject, name: PropertyName, realm: Realm): boolean {
  const own = ownProperty(object, name, realm);
  if (own?.kind === 'data' && own.value instanceof Hypothetical) throw new Unmodelled(own.value.what);
  return own !== undefined;
}

/** Why the engine refuses to write a property. */
export type Refusal = 'read-only' | 'not extensible' | 'no setter' | 'a property of a primitive';

/**
 * Why `object[name] = value` changes nothing and calls nothing, where that is so: strict code throws then, other code goes on. Null
 * where it is written, a setter takes it, or it is not known.
 */
export function refusalOf(object: ConcreteValue, name: PropertyName, realm: Realm): Refusal | null {
  if (isPrivate(name) || name === '__proto__' || object === undefined || object === null) return null;
  if (object instanceof Opaque) return object instanceof Term && name === 'length' && object.algebra.isText(object) ? 'read-only' : null;
  if (!(object instanceof ConcreteObject)) return refusalByPrimitive(object, name, realm);
  if (object.copied !== null && object.frozen) return 'read-only';
  if (object.copied !== null) return null;
  const holder = holderOf(object, name, realm);
  const found = holder === null ? undefined : ownProperty(holder, name, realm);
  if (found?.kind === 'accessor') return found.setter === null ? 'no setter' : null;
  if (isUnknown(found)) return null;
  const isConstant = found !== undefined && (!found.writable || (holder !== null && isUnchanging(holder)));
  if (isConstant || (holder === object && isUnchanging(object))) return 'read-only';
  return holder !== object && (object.closed || isUnchanging(object)) ? 'not extensible' : null;
}

function refusalByPrimitive(value: string | boolean | number | bigint | ConcreteSymbol, name: PropertyName, realm: Realm): Refusal | null {
  if (typeof value === 'string' && isOfText(value, name)) return 'read-only';
  const found = findProperty(realm.prototypeOf(typeof value === 'string' ? 'String' : prototypeOfPrimitive(value)), name, realm);
  if (found?.kind === 'accessor') return found.setter === null ? 'no setter' : null;
  return isUnknown(found) ? null : 'a property of a primitive';
}

/** Whether a text itself has the property: its length and its characters, which stay. */
const isOfText = (text: string, name: PropertyName): boolean =>
  name === 'length' || (arrayIndex(name) >= 0 && arrayIndex(name) < text.length);

/** Whether it is not known what writing to it does. */
const isUnknown = (property: Property | undefined): boolean =>
  property?.kind === 'data' && (property.value instanceof LanguageAccessor || property.value instanceof Hypothetical);

/** Whether code that has the object can change nothing of it but what its parts lead to: the program has frozen it. */
export function isUnchanging({ frozen, library, knownNature: nature }: ConcreteObject): boolean {
  if (library !== null) return library.isFrozen === true;
  return frozen && (nature.kind === 'ordinary' || nature.kind === 'array');
}

/** `object[name] = value`. */
export function setProperty(object: ConcreteValue, name: PropertyName, value: ConcreteValue, realm: Realm): Update {
  if (object instanceof Opaque) throw new Unmodelled(object.what);
  if (object === undefined || object === null) return realm.throwError('TypeError', 'Cannot set properties of undefined or null');
  if (!(object instanceof ConcreteObject)) throw new Unmodelled('a property written to a primitive');
  if (object.copied !== null) {
    defineOwn(object, name, dataProperty(value), realm);
    return done;
  }
  const holder = holderOf(object, name, realm);
  const found = holder === null ? undefined : ownProperty(holder, name, realm);
  if (found?.kind === 'accessor') {
    if (found.setter === null) throw new Unmodelled('a write to a property that has only a getter');
    return { kind: 'setter', setter: found.setter };
  }
  const isOfLanguage = found?.kind === 'data' && found.value instanceof LanguageAccessor;
  if (isOfLanguage || (found !== undefined && (!found.writable || (holder?.frozen === true && holder.library === null))))
    throw new Unmodelled('a write to a read-only property');
  if (found === undefined && isPrivate(name)) throw new Unmodelled('a private name that the object lacks');
  const own = object.properties.get(name);
  if (own?.kind === 'data' && object.nature.kind !== 'array' && !object.frozen && object.library === null) own.value = value;
  else defineOwn(object, name, own === undefined ? dataProperty(value) : { ...own, kind: 'data', value, writable: true }, realm);
  return done;
}

/** Creates or replaces an own property. */
export function defineOwn(object: ConcreteObject, name: PropertyName, property: Property, realm: Realm): void {
  if (object.copied !== null && isPlain(property) && typeof name === 'string' && !object.frozen && !object.closed) {
    object.copied.write(name, property.value);
    return;
  }
  refuseExposed(object);
  if (object.frozen || (object.closed && !object.properties.has(name))) throw new Unmodelled('a write to a frozen object');
  if (name === '__proto__') throw new Unmodelled('__proto__');
  if (object.library !== null && isOfTheLanguage(object.library, name)) throw new Unmodelled('a write to a built-in');
  if (object.nature.kind === 'arguments') throw new Unmodelled('a write to the arguments object');
  if (object.nature.kind === 'array') {
    const { elements } = object.nature;
    const index = arrayIndex(name);
    if (index >= 0 || name === 'length') {
      if (property.kind === 'accessor') throw new Unmodelled('an accessor on an array element');
      if (name === 'length') setLength(elements, property.value, realm);
      else if (property.enumerable && property.writable) setElement(elements, index, property.value);
      else throw new Unmodelled('an element with attributes');
      return;
    }
  }
  object.properties.set(name, property);
}

/** Whether the property is as assignments make them. */
export const isPlain = (property: Property): property is Property & { readonly kind: 'data' } =>
  property.kind === 'data' && property.enumerable && property.writable && property.configurable !== false;

/** Whether the language itself may read the property: well-known symbols, members of prototypes, and elements that all arrays inherit. */
function isOfTheLanguage(library: Library, name: PropertyName): boolean {
  if (typeof name !== 'string' || name === 'prototype') return true;
  if (!library.name.endsWith('.prototype')) return false;
  const member = library.member(name);
  return arrayIndex(name) >= 0 || name === 'then' || (member !== missing && !(member instanceof Hypothetical));
}

function setElement(elements: ConcreteValue[], index: number, value: ConcreteValue): void {
  if (index >= maxArrayLength) throw new Unmodelled('a very long array');
  elements[index] = value;
}

/** Throws the language's RangeError for what is no length. */
export function setLength(elements: ConcreteValue[], value: ConcreteValue, realm: Realm): void {
  const length = toNumber(value, realm);
  if (length > maxArrayLength && length === length >>> 0) throw new Unmodelled('a very long array');
  try {
    elements.length = length;
  } catch (error) {
    rethrow(error, realm);
  }
}

/** `delete object[name]`: whether it is not there any more; where it stays, strict code throws. */
export function deleteProperty(object: ConcreteValue, name: PropertyName, realm: Realm): boolean {
  if (object instanceof Opaque) throw new Unmodelled(object.what);
  if (object === undefined || object === null) return realm.throwError('TypeError', 'Cannot convert undefined or null to object');
  if (typeof object === 'string') return !isOfText(object, name);
  if (!(object instanceof ConcreteObject)) return true;
  refuseExposed(object);
  if (object.library !== null || isCallable(object) || object.nature.kind === 'arguments' || object.nature.kind === 'regexp')
    throw new Unmodelled('delete of a fixed property');
  const own = ownProperty(object, name, realm);
  if (own === undefined) return true;
  if (object.frozen || own.configurable === false) return false;
  if (object.nature.kind === 'array') {
    const index = arrayIndex(name);
    if (name === 'length') return false;
    if (index >= 0) {
      // Deleting leaves a hole, as in the program.
      Reflect.deleteProperty(object.nature.elements, index);
      return true;
    }
  }
  object.properties.delete(name);
  return true;
}

/** Own enumerable string keys in the order of the language: indices ascending, then by creation. */
export function ownKeys(value: ConcreteValue, realm: Realm): string[] {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  if (typeof value === 'string') return Object.keys(value);
  if (!(value instanceof ConcreteObject)) return [];
  refuseExposed(value);
  if (value.nature.kind === 'closure' && value.nature.closure.isClass) throw new Unmodelled('keys of a class');
  if (value.library?.hidesKeys === true) throw new Unmodelled(`keys of ${value.library.name}`);
  const indices: string[] = [];
  const names: string[] = [];
  if (value.nature.kind === 'array') {
    realm.fuel.spend(value.nature.elements.length);
    for (let i = 0; i < value.nature.elements.length; i++) if (i in value.nature.elements) indices.push(String(i));
  }
  const sparse: number[] = [];
  realm.fuel.spend(value.properties.size);
  for (const [name, property] of value.properties) {
    if (typeof name !== 'string' || !property.enumerable || isMethodsBrand(name)) continue;
    // The graph writes private names as keys; whether this one is a key is not known.
    if (isPrivate(name)) throw new Unmodelled('keys of an object with private names');
    const index = arrayIndex(name);
    if (index >= 0) sparse.push(index);
    else names.push(name);
  }
  return [...indices, ...sparse.sort((a, b) => a - b).map(String), ...names];
}
