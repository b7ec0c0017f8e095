import type { NumberValue } from '../../lattice/number.js';
import type { StringValue } from '../../lattice/text.js';
import type { Value } from '../../lattice/value.js';
import type { BuiltinFacts, Count, Parameter, Receiver } from '../../builtins/builtinFacts.js';
import type { AbstractObject, Property } from '../heap/object.js';
import type { Activation } from '../scope.js';
import type { LiveState } from '../state.js';
import { truncatedWithin, type AcceptedNumbers } from './accepted.js';

/** The effect of a call: the result (bottom: none, it throws), having told `call` of everything else; null: unknown code. */
export type Apply = (call: BuiltinCall) => Value | null;

/** The abstract model of a built-in, from its family's `abstract.ts`: the effect of a call and, where it refuses numbers, those it accepts. */
export type AbstractModel = Apply | { readonly accepts: AcceptedNumbers; readonly apply: Apply };
export type AbstractModels = Readonly<Record<string, AbstractModel>>;

/** A built-in function as calls of it are evaluated: its facts and its model together. */
export interface BuiltinModel {
  readonly receiver: Receiver;
  /** By position. Further arguments are `rest`; without it they are not looked at. */
  readonly parameters: readonly Parameter[];
  readonly rest: Parameter | undefined;
  readonly construct: BuiltinFacts['construct'];
  readonly accepts: AcceptedNumbers | undefined;
  readonly species: boolean;
  readonly adder: string | undefined;
  readonly exits: boolean;
  readonly apply: Apply;
}

/** The model that calls are evaluated with, of what the facts and the family say. */
export function modelOf(
  { receiver, parameters, rest, counts, construct, species, adder, exits }: BuiltinFacts,
  model: AbstractModel,
): BuiltinModel {
  const { accepts, apply } = typeof model === 'function' ? { accepts: acceptedCount(counts), apply: model } : model;
  return {
    receiver: receiver ?? 'any',
    parameters: parameters ?? [],
    rest,
    construct,
    accepts,
    species: species === true,
    adder,
    exits: exits === true,
    apply,
  };
}

function acceptedCount(counts: Count | undefined): AcceptedNumbers | undefined {
  return counts === undefined || counts.ofFinite === true
    ? undefined
    : { of: 'first', numbers: truncatedWithin(counts.least, counts.most) };
}

/** A pure function of primitives that the intermediate representation has an expression for. */
export type IntrinsicModel = (call: IntrinsicCall) => Value;

/** The evaluation of an intrinsic; missing operands are undefined, as in a call. */
export interface IntrinsicCall {
  readonly operands: readonly Value[];
  readonly state: LiveState;
  readonly activation: Activation;
  operand(index: number): Value;
  /** ToNumber of an operand; bigints are refused. */
  number(index: number): NumberValue;
  /** ToNumber of what is no bigint of an operand. */
  anyNumber(index: number): NumberValue;
  /** ToString of an operand. */
  text(index: number): StringValue;
  /** ToString of an operand; of symbols, which are not converted, their description. */
  textOrName(index: number): StringValue;
  /** The engine may throw a TypeError instead. */
  mayRefuse(): void;
}

/** The models of all families of built-ins, given by whoever prepares a program. */
export interface AbstractBuiltins {
  /** By name; a function without a model is unknown code. */
  readonly models: ReadonlyMap<string, BuiltinModel>;
  readonly intrinsics: ReadonlyMap<string, IntrinsicModel>;
}

/** One call in one state. Every operation over-approximates. */
export interface BuiltinCall {
  readonly receiver: Value;
  /** The receiver as a string, where the model asks for one. */
  readonly text: StringValue;
  /** The receiver's number. */
  readonly number: NumberValue;
  /** The join of the receiver's objects, where the model asks for a brand. */
  readonly object: AbstractObject;
  /** The arguments, in order. Not `exact`: the last one stands for any number of further ones. */
  readonly args: readonly Value[];
  readonly exact: boolean;
  readonly construct: boolean;
  /** The call is `super()`: what it makes is an object of a derived class. */
  readonly derived: boolean;
  /** Any input. */
  readonly unknown: Value;
  /** undefined where there is none. */
  argument(index: number): Value;
  /** ToNumber of a `number` parameter. */
  numberAt(index: number): NumberValue;
  /** ToIntegerOrInfinity of a `number` parameter. */
  integerAt(index: number): NumberValue;
  /** ToString of a `text` parameter. */
  textAt(index: number): StringValue;
  /** It may throw an error that the engine creates. */
  mayThrow(): void;
  /** Rewrites the receiver's objects. */
  update(change: (object: AbstractObject) => AbstractObject): void;
  /** Rewrites the tracked objects of a value. */
  updateAll(value: Value, change: (object: AbstractObject) => AbstractObject): void;
  /** The object with these properties in place of any others of the same names. */
  withProperties(object: AbstractObject, properties: readonly (readonly [string, Property])[]): AbstractObject;
  /** The own property of that name; undefined when there is none that is known. */
  property(object: AbstractObject, name: string): Property | undefined;
  /** The objects of a value that is nothing but tracked objects which have not escaped; null otherwise. */
  objectsOf(value: Value): readonly AbstractObject[] | null;
  /** Whether the value is nothing but objects of this built-in (`Array`). */
  isBuiltin(value: Value, name: string): boolean;
  /** value[key]; null when reading it may run unknown code. */
  load(value: Value, key: string | Value): Value | null;
  /** value[key] := stored. False when writing it may run unknown code. `always`: it certainly happens. */
  store(value: Value, key: string | Value, stored: Value, always: boolean): boolean;
  /** Unknown code can reach the value's objects from now on. */
  escape(value: Value): void;
  /** Freezes the one object that the value is; false where that can't be described. */
  freeze(value: Value): boolean;
  /** Converts what may be an object to a primitive; false when that may run code of the module's own, which may do anything. */
  convert(value: Value): boolean;
  /**
   * Objects that may be Proxies are asked about properties, and with `reads` getters compute what properties are; false when that may run
   * code of the module's own, which may do anything.
   */
  ask(reads: boolean): boolean;
  /** Whether showing the value in the console may run code of the module's own. */
  mayRunInspected(value: Value): boolean;
  /** Unknown code runs, knowing these values. */
  runUnknown(known: readonly Value[]): void;
  /** A fresh object; the older ones of the same call become older still. */
  allocate(object: AbstractObject): Value;
  /** A typed array of numbers that is as long as that. */
  typedArray(length: NumberValue): Value;
  /** The objects that the same call allocated before the last one: what `allocate` gave last, once it allocates again. */
  older(): Value;
  /** The prototype of a built-in class, for `AbstractObject.prototype`. */
  prototypeOf(name: string): Value;
  /** Names of the object's own properties that are not elements; null when there may be others. */
  ownNames(object: AbstractObject): readonly OwnName[] | null;
}

/** The arguments from a position on: what stands for further ones may stand there, too. */
export const argumentsFrom = ({ args, exact }: BuiltinCall, first: number): readonly Value[] =>
  args.slice(exact ? first : Math.min(first, args.length - 1));

export interface OwnName {
  readonly name: string;
  readonly value: Value;
  /** The object may lack it, or it may not be enumerable. */
  readonly optional: boolean;
  readonly accessor: boolean;
}
