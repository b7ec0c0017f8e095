import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as arithmetic from '../../lattice/numberArithmetic.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import * as objects from '../object.js';
import type { AbstractObject } from '../object.js';

/**
 * What a call of a built-in function does, as data. `arrays` gives the new description of each receiver that is a tracked array;
 * `result` the value (an `AbstractObject` is allocated at the call's site). Where a model needs an array or a string and the
 * receiver is something else, the call is unknown code.
 */
export interface BuiltinModel {
  readonly receiver: 'array' | 'string' | 'any';
  /** Functions among the arguments are called: such a call is unknown code. */
  readonly callbacks?: boolean;
  /** It may throw on primitive arguments (a RangeError). */
  readonly throws?: (call: BuiltinCall) => boolean;
  readonly update?: (array: AbstractObject, call: BuiltinCall) => AbstractObject;
  readonly result: (call: BuiltinCall, before: AbstractObject | null) => Value | AbstractObject;
  /** Whether objects among the arguments become reachable from the receiver or the result. */
  readonly keepsArguments?: boolean;
  /** Arguments that are objects are not looked into (console.log, Array.prototype.push); otherwise they are converted: unknown code. */
  readonly opaqueArguments?: boolean;
  /** Does not come back: a normal end of the run. */
  readonly exits?: boolean;
}

export interface BuiltinCall {
  readonly receiver: Value;
  readonly args: readonly Value[];
  /** The number of arguments is known. */
  readonly exact: boolean;
  readonly construct: boolean;
  /** Any input. */
  readonly unknown: Value;
  /** ToIntegerOrInfinity-like view of an argument that is a number; null otherwise. */
  number(index: number): NumberValue | null;
  /** The receiver's string part. */
  readonly text: texts.StringValue;
}

const ofNumber = values.ofNumber;
const zero = numbers.numberConstant(0);
const one = numbers.numberConstant(1);

/** indexOf and the like: -1 or an index. */
const indexBelow = (length: NumberValue): Value => ofNumber(numbers.numberRange(-1, Math.max(-1, length.max - 1), true, false));
const arrayOf = (elements: Value, length: NumberValue, holes = false): AbstractObject => ({ ...objects.emptyArray, elements, length: numbers.meet(length, objects.anyLength), holes });
const joinAll = (all: readonly Value[]): Value => all.reduce(values.join, values.bottom);
const upTo = (length: NumberValue): NumberValue => numbers.numberRange(0, length.max, true, false);
const textUpTo = (length: number): Value => values.ofText(texts.textOfLength(0, length));

const pure = (receiver: BuiltinModel['receiver'], result: BuiltinModel['result'], more: Partial<BuiltinModel> = {}): BuiltinModel => ({ receiver, result, ...more });
const silent: BuiltinModel = { receiver: 'any', result: () => values.undefinedValue, opaqueArguments: true };

const errorModel: BuiltinModel = {
  receiver: 'any',
  opaqueArguments: true,
  keepsArguments: true,
  result: () => ({ ...objects.emptyObject, brand: 'error', escaped: true }),
};

const grow = (array: AbstractObject, count: number, exact: boolean): NumberValue => {
  const grown = arithmetic.add(array.length, exact ? numbers.numberConstant(count) : numbers.numberRange(count, Infinity, true, false));
  return numbers.meet(grown, objects.anyLength);
};
const shrink = (array: AbstractObject): NumberValue => arithmetic.max(zero, arithmetic.subtract(array.length, one));
const removed = (array: AbstractObject | null): Value => {
  if (array === null) return values.top;
  return array.length.min > 0 && !array.holes ? array.elements : values.join(array.elements, values.undefinedValue);
};
const lengthOf = (array: AbstractObject | null): NumberValue => array?.length ?? objects.anyLength;
const elementsOf = (array: AbstractObject | null): Value => (array === null ? values.top : array.holes ? values.join(array.elements, values.undefinedValue) : array.elements);

const table: Readonly<Record<string, BuiltinModel>> = {
  'console.log': silent, 'console.error': silent, 'console.warn': silent, 'console.info': silent, 'console.debug': silent, 'console.trace': silent,
  'Math.random': pure('any', () => ofNumber(numbers.numberRange(0, 1, false, false))),
  'Date.now': pure('any', () => ofNumber(numbers.numberRange(-8.64e15, 8.64e15, true, false))),
  'process.exit': { receiver: 'any', opaqueArguments: true, exits: true, result: () => values.bottom },
  'Error': errorModel, 'TypeError': errorModel, 'RangeError': errorModel, 'SyntaxError': errorModel, 'ReferenceError': errorModel,
  'EvalError': errorModel, 'URIError': errorModel,
  'Symbol': pure('any', () => values.anySymbol, { throws: (call) => call.construct }),

  'Array': {
    receiver: 'any',
    opaqueArguments: true,
    throws: (call) => {
      const length = call.number(0);
      return !call.exact || (call.args.length === 1 && (length === null || !numbers.leq(length, objects.anyLength)));
    },
    result: (call) => {
      if (!call.exact) return arrayOf(values.join(joinAll(call.args), values.undefinedValue), objects.anyLength, true);
      const [first] = call.args;
      if (call.args.length !== 1 || first === undefined) return arrayOf(joinAll(call.args), numbers.numberConstant(call.args.length));
      const others = values.withNumber(first, numbers.noNumber);
      const holes = numbers.meet(first.number, objects.anyLength);
      const sized = arrayOf(values.bottom, holes, true);
      if (values.isBottom(others)) return sized;
      return values.hasNumber(first) ? arrayOf(values.join(others, values.undefinedValue), numbers.join(holes, one), true) : arrayOf(first, one);
    },
  },
  'Array.of': pure('any', (call) => arrayOf(joinAll(call.args), call.exact ? numbers.numberConstant(call.args.length) : objects.anyLength), { opaqueArguments: true }),

  'Array.prototype.push': {
    receiver: 'array', opaqueArguments: true,
    update: (array, call) => ({ ...array, elements: values.join(array.elements, joinAll(call.args)), length: grow(array, call.args.length, call.exact) }),
    result: (call, before) => ofNumber(before === null ? objects.anyLength : grow(before, call.args.length, call.exact)),
  },
  'Array.prototype.unshift': {
    receiver: 'array', opaqueArguments: true,
    update: (array, call) => ({ ...array, elements: values.join(array.elements, joinAll(call.args)), length: grow(array, call.args.length, call.exact) }),
    result: (call, before) => ofNumber(before === null ? objects.anyLength : grow(before, call.args.length, call.exact)),
  },
  'Array.prototype.pop': { receiver: 'array', opaqueArguments: true, update: (array) => ({ ...array, length: shrink(array) }), result: (_, before) => removed(before) },
  'Array.prototype.shift': { receiver: 'array', opaqueArguments: true, update: (array) => ({ ...array, length: shrink(array) }), result: (_, before) => removed(before) },
  'Array.prototype.fill': {
    receiver: 'array', opaqueArguments: true,
    update: (array, call) => {
      const value = call.args[0] ?? values.undefinedValue;
      const whole = call.exact && call.args.length <= 1;
      return { ...array, elements: whole ? value : values.join(array.elements, value), holes: whole ? false : array.holes };
    },
    result: (call) => call.receiver,
  },
  'Array.prototype.reverse': { receiver: 'array', opaqueArguments: true, result: (call) => call.receiver },
  'Array.prototype.slice': pure('array', (_, before) => arrayOf(elementsOf(before), upTo(lengthOf(before)), before?.holes ?? true)),
  'Array.prototype.concat': {
    receiver: 'array', opaqueArguments: true,
    result: (call, before) => {
      const elements = call.args.some(values.mayBeObject) ? values.join(values.top, joinAll(call.args)) : joinAll(call.args);
      const length = call.exact && !call.args.some(values.mayBeObject) ? arithmetic.add(lengthOf(before), numbers.numberConstant(call.args.length)) : numbers.numberRange(lengthOf(before).min, Infinity, true, false);
      return arrayOf(values.join(elementsOf(before), elements), length, before?.holes ?? true);
    },
  },
  'Array.prototype.indexOf': pure('array', (_, before) => indexBelow(lengthOf(before)), { opaqueArguments: true }),
  'Array.prototype.lastIndexOf': pure('array', (_, before) => indexBelow(lengthOf(before)), { opaqueArguments: true }),
  'Array.prototype.includes': pure('array', () => values.anyBoolean, { opaqueArguments: true }),
  'Array.prototype.at': pure('array', (_, before) => values.join(elementsOf(before), values.undefinedValue)),
  'Array.prototype.splice': {
    receiver: 'array', opaqueArguments: true,
    update: (array, call) => ({
      ...array,
      elements: values.join(array.elements, joinAll(call.args.slice(2))),
      length: numbers.numberRange(0, Math.min(objects.anyLength.max, array.length.max + Math.max(0, call.exact ? call.args.length - 2 : Infinity)), true, false),
    }),
    result: (_, before) => arrayOf(elementsOf(before), upTo(lengthOf(before)), before?.holes ?? true),
  },

  'String.prototype.charCodeAt': pure('string', (call) => {
    const index = call.number(0);
    const length = texts.lengthOf(call.text);
    const inside = index !== null && numbers.leq(index, numbers.numberRange(0, length.min - 1, false, false)) && index.max < length.min;
    return ofNumber(numbers.numberRange(0, 65535, true, !inside));
  }),
  'String.prototype.codePointAt': pure('string', () => values.join(ofNumber(numbers.numberRange(0, 0x10ffff, true, false)), values.undefinedValue)),
  'String.prototype.charAt': pure('string', () => textUpTo(1)),
  'String.prototype.at': pure('string', () => values.join(values.ofText(texts.textOfLength(1, 1)), values.undefinedValue)),
  'String.prototype.indexOf': pure('string', (call) => ofNumber(numbers.numberRange(-1, texts.lengthOf(call.text).max, true, false))),
  'String.prototype.lastIndexOf': pure('string', (call) => ofNumber(numbers.numberRange(-1, texts.lengthOf(call.text).max, true, false))),
  'String.prototype.slice': pure('string', (call) => textUpTo(texts.lengthOf(call.text).max)),
  'String.prototype.substring': pure('string', (call) => textUpTo(texts.lengthOf(call.text).max)),
  'String.prototype.substr': pure('string', (call) => textUpTo(texts.lengthOf(call.text).max)),
  'String.prototype.trim': pure('string', (call) => textUpTo(texts.lengthOf(call.text).max)),
  'String.prototype.trimStart': pure('string', (call) => textUpTo(texts.lengthOf(call.text).max)),
  'String.prototype.trimEnd': pure('string', (call) => textUpTo(texts.lengthOf(call.text).max)),
  'String.prototype.toUpperCase': pure('string', () => values.anyStringValue),
  'String.prototype.toLowerCase': pure('string', () => values.anyStringValue),
  'String.prototype.startsWith': pure('string', () => values.anyBoolean),
  'String.prototype.endsWith': pure('string', () => values.anyBoolean),
  'String.prototype.includes': pure('string', () => values.anyBoolean),
  'String.prototype.repeat': pure('string', () => values.anyStringValue, { throws: () => true }),
  'String.prototype.padStart': pure('string', () => values.anyStringValue, { throws: () => true }),
  'String.prototype.padEnd': pure('string', () => values.anyStringValue, { throws: () => true }),
  'String.prototype.toString': pure('string', (call) => values.ofText(call.text)),
  'String.fromCharCode': pure('any', () => values.anyStringValue),
  'Number.prototype.toFixed': pure('any', () => values.ofText(texts.textOfLength(1, Infinity)), { throws: () => true }),
  'Number.prototype.toString': pure('any', () => values.ofText(texts.textOfLength(1, Infinity)), { throws: () => true }),
  'Object.prototype.hasOwnProperty': pure('any', () => values.anyBoolean, { throws: () => true }),
};

export const models: ReadonlyMap<string, BuiltinModel> = new Map(Object.entries(table));
