import { intrinsics, type Intrinsic } from '../../ir/expression.js';
import { applyIntrinsic } from './concreteExpression.js';
import { checkLength, rethrow } from './primitive.js';
import { findProperty } from './properties.js';
import { Unmodelled } from './signals.js';
import type { ConcreteIntrinsic, Member, PrototypeName, Realm } from './realm.js';
import { unreachable } from '../../base/errors.js';
import {
  ConcreteObject,
  ConcreteSymbol,
  Opaque,
  Term,
  isCallable,
  type BuiltinResult,
  type ConcreteValue,
  type Wanted,
} from './concreteValue.js';

/** A row of a table of built-ins: the name, and what makes the function in a realm. */
export type Row = readonly [string, Member];
export type MethodBody = (realm: Realm, self: ConcreteValue, args: readonly ConcreteValue[]) => BuiltinResult;

/** The row of a method, whose function each realm makes for itself. */
export function method(name: string, body: MethodBody): Row {
  return [name, (realm) => realm.builtin(name, (self, args) => body(realm, self, args))];
}

/** The row of a function that Node writes in JavaScript: it can be called with `new`, too. */
export function written(name: string, body: MethodBody): Row {
  return [
    name,
    (realm) =>
      realm.builtin(
        name,
        (self, args) => body(realm, self, args),
        (args) => body(realm, undefined, args),
      ),
  ];
}

/** The row of a function of which is known only what it refuses. */
export const unseen = (name: string, refuse: (args: readonly ConcreteValue[], realm: Realm) => void): Row => [
  name,
  (realm) => realm.unseenBuiltin(name, (args) => refuse(args, realm), 'call'),
];

/** Throws the program's TypeError (`refuse`) where an argument is not what is wanted of it. */
export function refuseOthers(
  args: readonly ConcreteValue[],
  wanted: readonly Wanted[],
  realm: Realm,
  refuse = (): never => realm.throwError('TypeError', 'another kind of argument'),
): void {
  for (const [index, kind] of wanted.entries()) {
    const value = args[index];
    const isTaken = value instanceof Term ? value.algebra.isWanted(value, kind) : isWanted(known(value), kind);
    if (!isTaken) refuse();
  }
}

function isWanted(value: Exclude<ConcreteValue, Opaque>, wanted: Wanted): boolean {
  switch (wanted) {
    case 'any':
      return true;
    case 'object':
      return value instanceof ConcreteObject;
    case 'objectOrNull':
      return value === null || value instanceof ConcreteObject;
    case 'function':
      return isCallable(value);
    case 'symbol':
      return value instanceof ConcreteSymbol;
    case 'weak':
      return value instanceof ConcreteSymbol || value instanceof ConcreteObject;
    case 'textOrObject':
      return typeof value === 'string' || value instanceof ConcreteObject;
    case 'notNullish':
      return value !== undefined && value !== null;
    default:
      return unreachable(wanted);
  }
}

/** The row of a function that has several names: each realm makes it once. */
export function shared([name, make]: Row): Row {
  const made = new WeakMap<Realm, ReturnType<Member>>();
  return [
    name,
    (realm) => {
      const known = made.get(realm);
      if (known !== undefined) return known;
      const value = make(realm);
      made.set(realm, value);
      return value;
    },
  ];
}

/** The row of a member that is a plain value. */
export function constant(name: string, value: ConcreteValue): Row {
  return [name, () => value];
}

/** A namespace or constructor object with the rows as members; names only the language knows are opaque. */
export function withMembers(object: ConcreteObject, name: string, rows: readonly Row[], host: object, realm: Realm): ConcreteObject {
  object.library = realm.library(name, new Map(rows), host);
  return object;
}

/** The elements of an array, or of a term that is one; refuses whatever else array methods could be called on. */
export function elementsOf(value: ConcreteValue, realm: Realm): ConcreteValue[] {
  if (value instanceof Term) return value.algebra.list(value, realm);
  return ownElements(value);
}

/** The elements of an array that a method may change. */
export function ownElements(value: ConcreteValue): ConcreteValue[] {
  if (value instanceof ConcreteObject && value.nature.kind === 'array') {
    const { elements } = value.nature;
    // A prototype of the program's may have elements where the array has holes.
    const isPlain = value.prototype !== null && value.prototype.library !== null;
    if (!isPlain && elements.filter(() => true).length < elements.length) throw new Unmodelled('holes of an array with another prototype');
    return elements;
  }
  throw new Unmodelled('an array method of something else');
}

/** The refusal of a frozen array, at the first change that a method makes. */
export function refuseFrozen(value: ConcreteValue, realm: Realm): void {
  if (value instanceof ConcreteObject && value.frozen) realm.throwError('TypeError', 'read-only');
}

/** The argument as a function; throws a TypeError of the run where it is none. */
export function callback(value: ConcreteValue, realm: Realm): ConcreteObject {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  return isCallable(value) ? value : realm.throwError('TypeError', 'not a function');
}

/** The value, which must be known: refuses one of which nothing is known. */
export function known(value: ConcreteValue): Exclude<ConcreteValue, Opaque> {
  if (value instanceof Opaque) throw new Unmodelled(value.what);
  return value;
}

/** Refuses an object that the well-known symbol means something for: its value decides what the language does with the object. */
export function refuseSymbol(object: ConcreteObject, symbol: string, realm: Realm): void {
  if (findProperty(object, realm.wellKnownSymbol(symbol), realm) !== undefined) throw new Unmodelled(symbol);
}

/** `slice`, `concat` and the like make what the receiver's constructor makes: only plain arrays are modelled. */
export function refuseSpecies(self: ConcreteValue, realm: Realm): void {
  if (self instanceof ConcreteObject && (self.prototype !== realm.arrayPrototype || self.properties.has('constructor')))
    throw new Unmodelled('a method of a subclass of Array');
}

/** The object that `new` makes for a built-in constructor: of the derived class's prototype when there is one. */
export function prototypeFor(newTarget: ConcreteObject, standard: ConcreteObject): ConcreteObject {
  if (newTarget.nature.kind !== 'closure') return standard;
  const own = newTarget.properties.get('prototype');
  return own?.kind === 'data' && own.value instanceof ConcreteObject ? own.value : standard;
}

/** The members of a family in the interpreter. */
export interface ConcreteFamily {
  readonly globals?: readonly Row[];
  readonly prototypes?: Readonly<Partial<Record<PrototypeName, readonly Row[]>>>;
  readonly intrinsics?: Readonly<Record<string, ConcreteIntrinsic>>;
}

/** The intrinsics of the graph, reached as ordinary values: `Math.floor` passed to `map`. */
export function intrinsicRows(prefix: string): Row[] {
  return intrinsics
    .filter((name) => name.startsWith(`${prefix}.`))
    .map((name) => method(name.slice(prefix.length + 1), (realm, _self, args) => applyIntrinsic(name, args, realm)));
}

/** The numbers that are members of a global object. */
export function constantRows(owner: string, constants: Readonly<Record<string, number>>): Row[] {
  const prefix = `${owner}.`;
  return Object.entries(constants)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => constant(name.slice(prefix.length), value));
}

/** A global object that is no function, such as `Math`, with the rows as members. */
export function namespace(realm: Realm, name: string, rows: readonly Row[], host: object): ConcreteObject {
  return withMembers(realm.object(), name, rows, host, realm);
}

/** `Number(x)`, `String(x)`, `Boolean(x)`: conversions when called, boxes when constructed. */
export function conversion(name: Intrinsic & ('Number' | 'String' | 'Boolean'), rows: readonly Row[], host: object): Row {
  return [
    name,
    (realm) => {
      const constructor = realm.builtin(
        name,
        (_self, args) => applyIntrinsic(name, args, realm),
        () => {
          throw new Unmodelled('a boxed primitive');
        },
      );
      return withMembers(constructor, name, rows, host, realm);
    },
  ];
}

/** The text that the language itself computes; what it throws is thrown in the run. */
export function guarded(realm: Realm, compute: () => string): string {
  try {
    const text = compute();
    checkLength(text);
    return text;
  } catch (error) {
    return rethrow(error, realm);
  }
}
