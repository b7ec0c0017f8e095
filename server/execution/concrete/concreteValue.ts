import type { BinaryOperator, Expression, Intrinsic, UnaryOperator } from '../../ir/expression.js';
import type { FunctionIr, VariableId } from '../../ir/program.js';

import type { Stopped } from './failure.js';
import type { GeneratorBody } from './generator.js';
import type { Reaction } from './promiseJobs.js';
import type { PrototypeName, Realm } from './realm.js';
import { Unmodelled } from './signals.js';

/**
 * A value of a concrete run. Primitives are the host's own; everything that has identity is a `ConcreteObject`.
 * No function of the program under analysis ever becomes a host function: it is interpreted.
 */
export type ConcreteValue = Primitive | ConcreteObject | Opaque;
export type Primitive = undefined | null | boolean | number | string | bigint | ConcreteSymbol;

/** A symbol of the run: the host's symbols would leak between runs. */
export class ConcreteSymbol {
  constructor(readonly description: string) {}
}

/** A value the interpreter does not know. It can be passed and stored; looking at it makes the run say nothing. */
export class Opaque {
  constructor(
    readonly what: string,
    /** Made by another module: its properties are as unknown, but reading them runs no code that matters here. */
    readonly isExternal = false,
  ) {}
}

/** A member that a library of the host lacks, and that other versions of the language may have. */
export class Hypothetical extends Opaque {}

/** A member of a library that is computed when it is read; writing to it is refused, or calls code of the language. */
export class LanguageAccessor extends Opaque {}

/**
 * A value that is known as an expression over quantities of the run's entry (symbolic/terms.ts): operations on it give terms, and a
 * branch on it is decided by whoever follows the run. Wherever nothing is said of terms they are opaque.
 */
export class Term extends Opaque {
  constructor(
    readonly expression: Expression,
    readonly algebra: TermAlgebra,
  ) {
    super('an input');
  }
}

/** The operations on terms. Each may refuse by throwing `Unmodelled`. */
export interface TermAlgebra {
  unary(operator: UnaryOperator, operand: Term): ConcreteValue;
  /** An operation of which at least one operand is a term. */
  binary(operator: BinaryOperator, left: ConcreteValue, right: ConcreteValue): ConcreteValue;
  intrinsic(name: Intrinsic, operands: readonly ConcreteValue[], realm: Realm): ConcreteValue;
  /** `term[name]` where that is a value that runs no code; undefined where it is a method. */
  property(term: Term, name: PropertyName, realm: Realm): { readonly value: ConcreteValue } | null;
  /** `object[index]` where the index is not known; null where it may be something else than an element. */
  element(object: ConcreteValue, index: Term, realm: Realm): { readonly value: ConcreteValue } | null;
  /** Whether an object has a member of the name that the term is: any (`in`), or one of its own; null where nobody knows. */
  isMember(object: ConcreteValue, key: Term, which: 'in' | 'own', realm: Realm): boolean | null;
  /** The place among the elements of an array, or the characters of a text, that a term stands for; null where it may be none. */
  whichPart(object: ConcreteValue, index: Term, realm: Realm): number | null;
  /** A call of a method of the language with a term among receiver and arguments; null where the method itself can go on. */
  call(method: ConcreteObject, self: ConcreteValue, args: readonly ConcreteValue[], realm: Realm): { readonly value: ConcreteValue } | null;
  /** The elements that iterating the term gives; whether there is one more is decided each time. */
  elements(term: Term, realm: Realm): Generator<ConcreteValue, void>;
  /** All that iterating the term gives, for what looks at all of it at once. */
  list(term: Term, realm: Realm): ConcreteValue[];
  /** Throws the program's TypeError where the term is undefined or null; which of them may be is decided. */
  refuseNullish(term: Term, realm: Realm, about: string): void;
  /** The same of what is called: that a member is there which is only called is taken for granted. */
  refuseMissingCallee(term: Term, realm: Realm, about: string): void;
  /** Whether the term is what a built-in wants; what it may be is decided. */
  isWanted(term: Term, wanted: Wanted): boolean;
  /** Whether the term is of the type, as `typeof` says it; decided. */
  isOfType(term: Term, type: string): boolean;
  /** Whether the term, a number, is at least or at most another one; decided. */
  isAtLeast(term: Term, least: number): boolean;
  isAtMost(term: Term, most: number): boolean;
  /** Refuses a term that may be an object, where that would be converted further. */
  refuseObject(term: Term): void;
  /** Whether the term is a string for certain. */
  isText(term: Term): boolean;
  /** Whether the term is a number for certain. */
  isNumber(term: Term): boolean;
  /** The prototype on which methods of the term are found. */
  prototype(term: Term): PrototypeName;
  /** `term instanceof` a constructor of the language. */
  instanceOf(term: Term, constructor: string, realm: Realm): ConcreteValue;
  /** `key in term`. */
  has(key: ConcreteValue, term: Term, realm: Realm): ConcreteValue;
  /** ToBoolean of the term, in the run that is followed. */
  decide(term: Term): boolean;
}

/**
 * The kinds of argument that a built-in may want: with anything else the call throws a TypeError, before it runs code of anybody. `weak`: what may be held
 * weakly, an object or a symbol; `textOrObject`: a string or an object.
 */
export type Wanted = 'any' | 'object' | 'objectOrNull' | 'function' | 'symbol' | 'weak' | 'textOrObject' | 'notNullish';

/** A value that comes from outside of the module, of which nothing is known. */
export function external(what: string): Opaque {
  return new Opaque(what, true);
}

/** The value of a lexical binding whose declaration has not been evaluated. */
export const uninitialised = Symbol('uninitialised');
export type Binding = ConcreteValue | typeof uninitialised;

/** Where a captured variable lives: shared by all closures over the same scope instance. */
export interface Cell {
  value: Binding;
  /** The variable may be not initialised yet; else it holds the value. */
  readonly isPerhapsTooEarly?: true;
}

export type PropertyName = string | ConcreteSymbol;

export type Property =
  | {
      readonly kind: 'data';
      value: ConcreteValue;
      readonly enumerable: boolean;
      readonly writable: boolean;
      /** Absent: it is. */
      readonly configurable?: boolean;
    }
  | {
      readonly kind: 'accessor';
      readonly getter: ConcreteObject | null;
      readonly setter: ConcreteObject | null;
      readonly enumerable: boolean;
      readonly configurable?: boolean;
    };

/** A function over the cells of the scopes it was created in. */
export interface Closure {
  readonly function: FunctionIr;
  readonly cells: ReadonlyMap<VariableId, Cell>;
  readonly isClass: boolean;
  /** It is over variables of which there is one cell each: its function tells it. */
  readonly isElder?: true;
}

/** A function of the language that the interpreter performs itself. */
export interface Builtin {
  readonly name: string;
  /** Performs a call; null where calling throws a TypeError (`Map()` without new). */
  readonly call: BuiltinBody | null;
  /** Performs a call that gives a promise, where what it gives is waited for before anything else goes on; absent: as any other. */
  readonly callWaitedFor?: BuiltinBody;
  /** Performs `new`; null where it is no constructor. */
  readonly construct: ((args: readonly ConcreteValue[], newTarget: ConcreteObject) => BuiltinResult) | null;
  /** The way in which a method of generators has the body go on that it is called on. */
  readonly resumes?: 'next' | 'return';
  /** Only what it refuses is known: whatever else it is called with, it is code that is not seen. */
  readonly isUnseen?: true;
  /** The promise that it resolves or rejects. */
  readonly settles?: ConcreteObject;
}
export type BuiltinBody = (self: ConcreteValue, args: readonly ConcreteValue[]) => BuiltinResult;

/** A built-in that calls back is a host generator: it yields the calls it wants and is resumed with their results. */
export type BuiltinResult = ConcreteValue | BuiltinSteps;
export type BuiltinSteps = Generator<CallRequest, ConcreteValue, ConcreteValue>;
export function isSteps(result: BuiltinResult): result is BuiltinSteps {
  return typeof result === 'object' && result !== null && 'next' in result;
}

export interface CallRequest {
  /** `new callee(...args)` is wanted. */
  readonly isNew?: boolean;
  /** The exception that it ends with is thrown where it was asked for. */
  readonly isCaught?: boolean;
  /** Nothing else goes on until it is over, and what it waits for. */
  readonly isWaitedFor?: boolean;
  readonly callee: ConcreteValue;
  readonly self: ConcreteValue;
  readonly args: readonly ConcreteValue[];
}

/** The nature of an object: its internal slots. */
export type Nature =
  | { readonly kind: 'ordinary' }
  /** Elements are the host's, holes included. */
  | { readonly kind: 'array'; readonly elements: ConcreteValue[] }
  | { readonly kind: 'closure'; readonly closure: Closure }
  | { readonly kind: 'builtin'; readonly builtin: Builtin }
  | { readonly kind: 'bound'; readonly target: ConcreteObject; readonly self: ConcreteValue; readonly args: readonly ConcreteValue[] }
  | { readonly kind: 'error' }
  /** As it is written in the program. */
  | { readonly kind: 'regexp'; readonly literal: string }
  /** Milliseconds since 1970, or NaN. */
  | { readonly kind: 'date'; time: number }
  /** `weak` collections hold objects alone, and have methods of their own. */
  | { readonly kind: 'map'; readonly entries: Map<ConcreteValue, ConcreteValue>; readonly weak: boolean }
  | { readonly kind: 'set'; readonly entries: Set<ConcreteValue>; readonly weak: boolean }
  | { readonly kind: 'arguments' }
  /** A promise. `isOpen`: it is not settled; without `reactions` nothing is known but that it is a promise. */
  | {
      readonly kind: 'promise';
      rejected: boolean;
      value: ConcreteValue;
      isOpen?: boolean;
      /** Code that is not seen may settle it: it stays open for all that is known. */
      isSettledElsewhere?: boolean;
      readonly reactions?: Reaction[];
      isHandled?: boolean;
      /** Where the exception was thrown that rejected it. */
      origin?: Stopped | null;
    }
  /** The state of a for-of or for-in loop, or of an array pattern. */
  | { readonly kind: 'iterator'; readonly source: IteratorSource }
  /** The object that a call of a generator gives. */
  | { readonly kind: 'generator'; readonly body: GeneratorBody };

export type IteratorSource =
  | { readonly kind: 'array'; readonly array: ConcreteObject; position: number; done: boolean }
  /** `of`: the object that is iterated, which may change meanwhile. */
  | { readonly kind: 'host'; readonly values: Iterator<ConcreteValue>; readonly of: ConcreteObject | null }
  /** Enumerable keys as they were at the start; deleted ones are skipped. */
  | { readonly kind: 'keys'; readonly object: ConcreteObject; readonly keys: readonly string[]; position: number }
  /** An object of the program, and its method `next`. `done`: nothing more is asked of it. */
  | { readonly kind: 'own'; readonly object: ConcreteObject; readonly next: ConcreteValue; done: boolean };

/**
 * The members that the language defines on an object, made when first asked for. A name that the language knows and the
 * table does not is opaque: reading it says nothing, instead of being undefined.
 */
export interface Library {
  readonly name: string;
  readonly member: (name: PropertyName) => ConcreteValue | Missing;
  /** The getter and setter under a name; undefined where the member is none. */
  readonly accessor?: (name: PropertyName) => Property | undefined;
  /** Which of the members are enumerable is not known. */
  readonly hidesKeys?: boolean;
  /** The names of all own properties, in any order, where all are enumerable data; null where that is not known. */
  readonly names?: () => readonly string[] | null;
  /** There may be any other members, and any prototypes further up. */
  readonly isOpen?: boolean;
  /** The program has frozen the object. */
  readonly isFrozen?: boolean;
}
export const missing = Symbol('missing');
export type Missing = typeof missing;

/**
 * The members of an object that has copies of what is not known (`{ ...options }`). The object counts as exposed for whoever does anything
 * else with it than to read and write a property by its name.
 */
export interface CopiedMembers {
  read(name: string): ConcreteValue;
  write(name: string, value: ConcreteValue): void;
  /** The values that are known. */
  held(): Iterable<ConcreteValue>;
}

/** How properties are copied: by assignment (`Object.assign`) or as new ones, and without which. */
export interface CopyWay {
  readonly isAssigned: boolean;
  readonly excluded: ReadonlySet<PropertyName>;
}

/** Copies the own enumerable properties of what is not known. False where it does not, and has changed nothing. */
export type CopyUnknown = (target: ConcreteObject, source: ConcreteValue, way: CopyWay) => boolean;

export class ConcreteObject {
  readonly properties = new Map<PropertyName, Property>();
  frozen = false;
  /** No property can be added. */
  closed = false;
  /** Code that is not seen has it, and may have changed it: nothing is known of its parts. */
  isExposed = false;
  /** Nobody changes it, whoever has it. */
  isConstant = false;
  /** Null: its members are its properties. */
  copied: CopiedMembers | null = null;
  /** It was made elsewhere: which private names it has is not known. */
  mayHavePrivateNames = false;
  /** Code that is not seen has made it, as a superclass does: it may be an array, a function, or anything else. */
  isOfUnseenKind = false;
  /** The library that a prototype, constructor or namespace of the language is of. */
  library: Library | null = null;
  constructor(
    public prototype: ConcreteObject | null,
    /** For who only goes through its parts: of an object of an unseen kind it has none that are known. */
    readonly knownNature: Nature,
  ) {}

  get nature(): Nature {
    if (this.isOfUnseenKind) throw new Unmodelled('the kind of an object that code which is not seen has made');
    return this.knownNature;
  }
}

/** A narrower type, so that a value that is not callable is not taken for no object. */
export type Callable = ConcreteObject & { readonly nature: Extract<Nature, { kind: 'closure' | 'builtin' | 'bound' }> };

/** Whether the value is a function of any kind. */
export function isCallable(value: ConcreteValue): value is Callable {
  if (!(value instanceof ConcreteObject)) return false;
  const kind = value.nature.kind;
  return kind === 'closure' || kind === 'builtin' || kind === 'bound';
}

/** A property as assignments make them: enumerable and writable. */
export function dataProperty(value: ConcreteValue): Property {
  return { kind: 'data', value, enumerable: true, writable: true };
}

/** A property of a method, or of an object that the language defines. */
export function hiddenProperty(value: ConcreteValue): Property {
  return { kind: 'data', value, enumerable: false, writable: true };
}
