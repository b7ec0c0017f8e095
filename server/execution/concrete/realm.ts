import type { EngineFault, Stopped } from './failure.js';
import type { PromiseJobs, PromiseObject } from './promiseJobs.js';
import { InternalError } from '../../base/errors.js';
import type { FunctionIr } from '../../ir/program.js';
import { Fuel, Thrown, Unmodelled } from './signals.js';
import {
  ConcreteObject,
  ConcreteSymbol,
  Hypothetical,
  LanguageAccessor,
  Opaque,
  hiddenProperty,
  missing,
  type Builtin,
  type BuiltinBody,
  type ConcreteValue,
  type CopyUnknown,
  type Library,
  type Missing,
  type Nature,
  type Primitive,
  type PropertyName,
} from './concreteValue.js';

/** A built-in method or value as the tables describe it; a function of the realm, because identities belong to one run. */
export type Member = (realm: Realm) => ConcreteValue;
export type MemberTable = ReadonlyMap<string, Member>;

/** The built-ins of all families, handed in by whoever runs a machine: the realm itself knows no built-in function. */
export interface RealmTables {
  readonly globals: MemberTable;
  readonly prototypes: Readonly<Record<PrototypeName, MemberTable>>;
  /** The functions that are expressions of the graph, by name. */
  readonly intrinsics: ReadonlyMap<string, ConcreteIntrinsic>;
  /** How many arguments the function of that name looks at. */
  readonly looksAt: (name: string) => number;
  /** Whether what inherits from the prototype finds no member of that name, in any version of the language. */
  readonly certainlyLacks: (prototype: PrototypeName, name: string) => boolean;
}

/** A pure function of primitives; what is missing among the operands is undefined. */
export type ConcreteIntrinsic = (operands: readonly ConcreteValue[], realm: Realm) => ConcreteValue;

export const errorNames = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'EvalError', 'URIError'] as const;
export type ErrorName = (typeof errorNames)[number];
export type PrototypeName =
  | 'Object'
  | 'Function'
  | 'AsyncFunction'
  | 'GeneratorFunction'
  | 'AsyncGeneratorFunction'
  | 'Array'
  | 'String'
  | 'Number'
  | 'Boolean'
  | 'Map'
  | 'Set'
  | 'WeakMap'
  | 'WeakSet'
  | 'Date'
  | 'Error'
  | 'Iterator'
  | 'Generator'
  | 'AsyncGenerator'
  | 'Promise'
  | 'Symbol'
  | 'BigInt'
  | 'RegExp';

/** The host's prototypes: names on them that are not modelled must not read as undefined. */
const hostPrototypes: Readonly<Record<PrototypeName, object>> = {
  Object: Object.prototype,
  Function: Function.prototype,
  AsyncFunction: Object.getPrototypeOf(async () => {}) as object,
  GeneratorFunction: Object.getPrototypeOf(function* () {}) as object,
  AsyncGeneratorFunction: Object.getPrototypeOf(async function* () {}) as object,
  Array: Array.prototype,
  String: String.prototype,
  Number: Number.prototype,
  Boolean: Boolean.prototype,
  Map: Map.prototype,
  Set: Set.prototype,
  WeakMap: WeakMap.prototype,
  WeakSet: WeakSet.prototype,
  Date: Date.prototype,
  Error: Error.prototype,
  Iterator: Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object,
  Generator: Object.getPrototypeOf(function* () {}.prototype) as object,
  AsyncGenerator: Object.getPrototypeOf(async function* () {}.prototype) as object,
  Promise: Promise.prototype,
  Symbol: Symbol.prototype,
  BigInt: BigInt.prototype,
  RegExp: RegExp.prototype,
};

/** The kind of primitive that an operation wants of an object (ECMA-262, 7.1.1). */
export type Hint = 'default' | 'number' | 'string';

/**
 * The calls of the program's code that the language makes in the middle of an instruction. Where one has not been made yet, the
 * instruction is left by a `CallNeeded`, and begins again behind it.
 */
export interface InnerCalls {
  /** The primitive that methods of the object make of it. */
  convert(object: ConcreteObject, hint: Hint): Primitive | Opaque;
  /** The operation is evaluated once more: it asks for its calls from the first on. */
  rewind(): void;
}

/** The built-in objects of one run. Everything is made when first used: a run of a small function makes a handful. */
export class Realm {
  readonly fuel: Fuel;
  /** The jobs that run later; null where a run does not wait for them. */
  jobs: PromiseJobs | null = null;
  /** Copies what is not known, where somebody follows what becomes of it. */
  copyUnknown: CopyUnknown | null = null;
  /** Calls in the middle of what is performed; null where nobody could make them. */
  innerCalls: InnerCalls | null = null;
  /** Where what is thrown, or rejects a promise, comes from; null where nobody asks. */
  originOf: ((reason: ConcreteValue) => Stopped | null) | null = null;
  private readonly prototypes = new Map<string, ConcreteObject>();
  private readonly globals = new Map<string, ConcreteValue>();
  private readonly symbols = new Map<string, ConcreteSymbol>();
  private readonly faults = new Map<ConcreteObject, EngineFault>();

  constructor(
    readonly tables: RealmTables,
    fuel: number,
    /** The run stands for runs under other versions of the language: a library may have members that the host's lacks. */
    readonly isUniversal = false,
  ) {
    this.fuel = new Fuel(fuel);
  }

  get objectPrototype(): ConcreteObject {
    return this.prototypeOf('Object');
  }

  get arrayPrototype(): ConcreteObject {
    return this.prototypeOf('Array');
  }

  get functionPrototype(): ConcreteObject {
    return this.prototypeOf('Function');
  }

  prototypeOf(name: PrototypeName): ConcreteObject {
    const known = this.prototypes.get(name);
    if (known !== undefined) return known;
    // That of functions is one.
    const nature: Nature =
      name === 'Function' ? { kind: 'builtin', builtin: { name: '', call: () => undefined, construct: null } } : { kind: 'ordinary' };
    const object = new ConcreteObject(this.parentOf(name), nature);
    this.prototypes.set(name, object);
    const host = hostPrototypes[name];
    object.library = this.library(`${name}.prototype`, this.tables.prototypes[name], host, name);
    return object;
  }

  /** The prototype of a prototype. */
  private parentOf(name: PrototypeName): ConcreteObject | null {
    if (name === 'Object') return null;
    if (name === 'Generator') return this.prototypeOf('Iterator');
    return name.endsWith('Function') && name !== 'Function' ? this.functionPrototype : this.objectPrototype;
  }

  /** The prototype that a function of the program is made with, before a class that extends another takes that one's. */
  closurePrototype({ isAsync, isGenerator }: FunctionIr): ConcreteObject {
    return this.prototypeOf(`${isAsync ? 'Async' : ''}${isGenerator ? 'Generator' : ''}Function`);
  }

  errorPrototype(name: ErrorName): ConcreteObject {
    if (name === 'Error') return this.prototypeOf('Error');
    const known = this.prototypes.get(name);
    if (known !== undefined) return known;
    const object = new ConcreteObject(this.prototypeOf('Error'), { kind: 'ordinary' });
    this.prototypes.set(name, object);
    object.properties.set('name', hiddenProperty(name));
    object.properties.set('message', hiddenProperty(''));
    object.properties.set('constructor', hiddenProperty(this.global(name)));
    return object;
  }

  /** A promise of which nothing is known but that it is one. */
  openPromise(): PromiseObject {
    const nature: PromiseObject['nature'] = { kind: 'promise', rejected: false, value: undefined, isOpen: true };
    return new ConcreteObject(this.prototypeOf('Promise'), nature) as PromiseObject;
  }

  /** The function that resolves or rejects the promise. */
  settler(promise: ConcreteObject, settle: (value: ConcreteValue) => void): ConcreteObject {
    const call: BuiltinBody = (_self, [value]) => {
      settle(value);
      return undefined;
    };
    return new ConcreteObject(this.functionPrototype, { kind: 'builtin', builtin: { name: '', call, construct: null, settles: promise } });
  }

  /**
   * The members of a table, made on demand; other names, and symbols, are opaque when the host's object has them. `prototype` is the
   * one whose members they are, null for those of another object.
   */
  library(name: string, table: MemberTable, host: object, prototype: PrototypeName | null = null): Library {
    return {
      name,
      member: (key: PropertyName): ConcreteValue | Missing => {
        if (key instanceof ConcreteSymbol)
          return this.isWellKnown(key) && hasSymbol(host, key) ? new Opaque(`${name}[${key.description}]`) : missing;
        const make = table.get(key);
        if (make !== undefined) return make(this);
        // Functions, and the prototypes of some, inherit from the prototype of functions, which has a table of its own.
        const isFunctional = typeof host === 'function' || host instanceof Function;
        const isInherited = isFunctional && !Object.hasOwn(host, key) && key in Function.prototype;
        if (isInherited || isOfAllObjects(host, key)) return missing;
        if (key in host) return isAccessor(host, key) ? new LanguageAccessor(`${name}.${key}`) : new Opaque(`${name}.${key}`);
        const isLacking = prototype !== null && this.tables.certainlyLacks(prototype, key);
        if (isLacking || isNeverInherited(key)) return missing;
        // Any version of the language may come to have what is added to plain objects.
        return this.isUniversal || prototype === 'Object' ? new Hypothetical(`${name}.${key}`) : missing;
      },
    };
  }

  /** A standard global; opaque when it is not modelled. */
  global(name: string): ConcreteValue {
    if (this.globals.has(name)) return this.globals.get(name);
    const make = this.tables.globals.get(name);
    const value = make === undefined ? new Opaque(name) : make(this);
    this.globals.set(name, value);
    return value;
  }

  globalObject(name: string): ConcreteObject {
    const value = this.global(name);
    if (!(value instanceof ConcreteObject)) throw new InternalError(`the built-in ${name} is missing`);
    return value;
  }

  wellKnownSymbol(description: string): ConcreteSymbol {
    const known = this.symbols.get(description);
    if (known !== undefined) return known;
    const symbol = new ConcreteSymbol(description);
    this.symbols.set(description, symbol);
    return symbol;
  }

  private isWellKnown(symbol: ConcreteSymbol): boolean {
    return this.symbols.get(symbol.description) === symbol;
  }

  object(): ConcreteObject {
    return new ConcreteObject(this.objectPrototype, { kind: 'ordinary' });
  }

  array(elements: ConcreteValue[]): ConcreteObject {
    return new ConcreteObject(this.arrayPrototype, { kind: 'array', elements });
  }

  /** A regular expression literal. */
  regexp(literal: string): ConcreteObject {
    const object = new ConcreteObject(this.prototypeOf('RegExp'), { kind: 'regexp', literal });
    object.properties.set('lastIndex', hiddenProperty(0));
    return object;
  }

  /** An iterator of the language over host values, which are of `self`. */
  iterator(values: Iterator<ConcreteValue>, self: ConcreteValue): ConcreteObject {
    const of = self instanceof ConcreteObject ? self : null;
    return new ConcreteObject(this.prototypeOf('Iterator'), { kind: 'iterator', source: { kind: 'host', values, of } });
  }

  builtin(name: string, call: BuiltinBody | null, construct: Builtin['construct'] = null, resumes?: Builtin['resumes']): ConcreteObject {
    const builtin = { name, call, construct, ...(resumes === undefined ? {} : { resumes }) };
    return new ConcreteObject(this.functionPrototype, { kind: 'builtin', builtin });
  }

  /** A built-in of which is known only what it refuses. Functions that Node writes in JavaScript can be called with `new`, too. */
  unseenBuiltin(name: string, refuse: (args: readonly ConcreteValue[]) => void, by: 'call' | 'new' | 'both'): ConcreteObject {
    const perform = (args: readonly ConcreteValue[]): never => {
      refuse(args);
      throw new Unmodelled(name);
    };
    const builtin: Builtin = {
      name,
      call: by === 'new' ? null : (_self, args) => perform(args),
      construct: by === 'call' ? null : perform,
      isUnseen: true,
    };
    return new ConcreteObject(this.functionPrototype, { kind: 'builtin', builtin });
  }

  /** The text of an engine's own message is not modelled, only that of a program's `new Error(text)`. */
  error(name: ErrorName, message: ConcreteValue): ConcreteObject {
    const error = new ConcreteObject(this.errorPrototype(name), { kind: 'error' });
    error.properties.set('message', hiddenProperty(message));
    error.properties.set('stack', hiddenProperty(new Opaque('Error.stack')));
    return error;
  }

  throwError(name: ErrorName, about: string | null): never {
    const error = this.error(name, new Opaque(about ?? 'the message of an error of the engine'));
    this.faults.set(error, { error: name, about });
    throw new Thrown(error);
  }

  /** An error of Node has properties of its own, of which nothing is known. A `DOMException` is an Error, and no other kind of it. */
  throwNodeError(name: ErrorName | 'DOMException'): never {
    const error = this.error(name === 'DOMException' ? 'Error' : name, new Opaque('the message of an error of Node'));
    error.isExposed = true;
    this.faults.set(error, { error: name, about: null });
    throw new Thrown(error);
  }

  /** Why the engine made the error; null for one of the program. */
  faultOf(value: ConcreteValue): EngineFault | null {
    return value instanceof ConcreteObject ? (this.faults.get(value) ?? null) : null;
  }
}

/** Whether the host's object has the member from the prototype of all objects, which has a table of its own. */
const isOfAllObjects = (host: object, key: string): boolean =>
  host !== Object.prototype && key in Object.prototype && Reflect.get(host, key) === Reflect.get(Object.prototype, key);

/** No version gives a prototype elements, or what would make all of its objects thenables or constructors. */
const isNeverInherited = (name: string): boolean => name === 'then' || name === 'prototype' || /^\d+$/.test(name);

function isAccessor(host: object, key: string): boolean {
  for (let holder: object | null = host; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
    const own = Object.getOwnPropertyDescriptor(holder, key);
    if (own !== undefined) return own.get !== undefined;
  }
  return false;
}

/** Whether the host has the symbol of that description (`Symbol.iterator`) on the object. */
function hasSymbol(host: object, symbol: ConcreteSymbol): boolean {
  const own: unknown = Reflect.get(Symbol, symbol.description.replace('Symbol.', ''));
  return typeof own === 'symbol' && own in host;
}
