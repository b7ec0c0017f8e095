import {
  constantRows,
  conversion,
  guarded,
  intrinsicRows,
  known,
  method,
  namespace,
  shared,
  withMembers,
  type ConcreteFamily,
  type Row,
} from '../../execution/concrete/members.js';
import { applyIntrinsic } from '../../execution/concrete/concreteExpression.js';
import { rethrow, toInteger, toNumber, toPrimitive, toText } from '../../execution/concrete/primitive.js';
import type { ConcreteIntrinsic, Realm } from '../../execution/concrete/realm.js';
import { Unmodelled } from '../../execution/concrete/signals.js';
import { ConcreteObject, Opaque, type ConcreteValue } from '../../execution/concrete/concreteValue.js';
import { numberConstants } from './facts.js';

/** A function of so many numbers, which converts all of them and looks at no more. */
function numeric(compute: (...operands: number[]) => number, count: number | 'all'): ConcreteIntrinsic {
  return (operands, realm) => {
    const length = count === 'all' ? operands.length : count;
    return compute(...Array.from({ length }, (_, i) => toNumber(operands[i], realm)));
  };
}

const toNumberValue: ConcreteIntrinsic = (operands, realm) => {
  if (operands.length === 0) return 0;
  const primitive = toPrimitive(operands[0], realm, 0, 'number');
  return typeof primitive === 'bigint' ? Number(primitive) : toNumber(primitive, realm);
};

const parsed: ConcreteIntrinsic = ([operand], realm) => parseFloat(toText(operand, realm));
const parsedInteger: ConcreteIntrinsic = ([operand, radix], realm) => {
  const text = toText(operand, realm);
  return parseInt(text, radix === undefined ? undefined : toNumber(radix, realm));
};

const numberIntrinsics: Readonly<Record<string, ConcreteIntrinsic>> = {
  'Math.abs': numeric(Math.abs, 1),
  'Math.ceil': numeric(Math.ceil, 1),
  'Math.floor': numeric(Math.floor, 1),
  'Math.round': numeric(Math.round, 1),
  'Math.trunc': numeric(Math.trunc, 1),
  'Math.sign': numeric(Math.sign, 1),
  'Math.sqrt': numeric(Math.sqrt, 1),
  'Math.min': numeric(Math.min, 'all'),
  'Math.max': numeric(Math.max, 'all'),
  'Math.pow': numeric(Math.pow, 2),
  'Math.imul': numeric(Math.imul, 2),
  'Math.fround': numeric(Math.fround, 1),
  'Math.log': numeric(Math.log, 1),
  'Math.log2': numeric(Math.log2, 1),
  'Math.log10': numeric(Math.log10, 1),
  'Math.exp': numeric(Math.exp, 1),
  'Math.sin': numeric(Math.sin, 1),
  'Math.cos': numeric(Math.cos, 1),
  'Math.tan': numeric(Math.tan, 1),
  'Math.atan': numeric(Math.atan, 1),
  'Math.atan2': numeric(Math.atan2, 2),
  'Math.hypot': numeric(Math.hypot, 'all'),
  'Math.cbrt': numeric(Math.cbrt, 1),
  'Math.clz32': numeric(Math.clz32, 1),
  Number: toNumberValue,
  'Number.isInteger': ([operand]) => Number.isInteger(known(operand)),
  'Number.isSafeInteger': ([operand]) => Number.isSafeInteger(known(operand)),
  'Number.isFinite': ([operand]) => Number.isFinite(known(operand)),
  'Number.isNaN': ([operand]) => Number.isNaN(known(operand)),
  isNaN: ([operand], realm) => Number.isNaN(toNumber(operand, realm)),
  isFinite: ([operand], realm) => Number.isFinite(toNumber(operand, realm)),
  parseFloat: parsed,
  'Number.parseFloat': parsed,
  parseInt: parsedInteger,
  'Number.parseInt': parsedInteger,
};

const numberMethods: readonly Row[] = [
  method('valueOf', (realm, self) => numberOf(self, realm)),
  method('toString', (realm, self, args) => {
    const number = numberOf(self, realm);
    const radix = args[0] === undefined ? 10 : toInteger(args[0], realm);
    return guarded(realm, () => number.toString(radix));
  }),
  method('toFixed', (realm, self, args) => {
    const number = numberOf(self, realm);
    const digits = toInteger(args[0], realm);
    return guarded(realm, () => number.toFixed(digits));
  }),
  method('toPrecision', (realm, self, args) => {
    const number = numberOf(self, realm);
    const digits = args[0] === undefined ? undefined : toInteger(args[0], realm);
    return guarded(realm, () => number.toPrecision(digits));
  }),
  method('toExponential', (realm, self, args) => {
    const number = numberOf(self, realm);
    const digits = args[0] === undefined ? undefined : toInteger(args[0], realm);
    return guarded(realm, () => number.toExponential(digits));
  }),
];

const bigintMethods: readonly Row[] = [
  method('valueOf', (realm, self) => bigintOf(self, realm)),
  method('toString', (realm, self, args) => {
    const bigint = bigintOf(self, realm);
    const radix = args[0] === undefined ? 10 : toInteger(args[0], realm);
    return guarded(realm, () => bigint.toString(radix));
  }),
];

/** No object is a wrapper here. */
function bigintOf(self: ConcreteValue, realm: Realm): bigint {
  const value = known(self);
  return typeof value === 'bigint' ? value : realm.throwError('TypeError', 'a bigint method of something else');
}

function numberOf(self: ConcreteValue, realm: Realm): number {
  if (typeof self === 'number') return self;
  // An object may be a wrapper.
  if (self instanceof Opaque || self instanceof ConcreteObject) throw new Unmodelled('a number method of something else');
  return realm.throwError('TypeError', 'a number method of something else');
}

function makeBigint(realm: Realm): ConcreteObject {
  const convert = realm.builtin('BigInt', (_self, args) => toBigint(args[0], realm));
  return withMembers(convert, 'BigInt', [['prototype', () => realm.prototypeOf('BigInt')]], BigInt, realm);
}

function toBigint(value: ConcreteValue, realm: Realm): bigint {
  const primitive = toPrimitive(value, realm, 0, 'number');
  if (typeof primitive === 'bigint') return primitive;
  try {
    if (typeof primitive === 'number' || typeof primitive === 'string' || typeof primitive === 'boolean') return BigInt(primitive);
  } catch (error) {
    return error instanceof SyntaxError ? realm.throwError('SyntaxError', null) : rethrow(error, realm);
  }
  return realm.throwError('TypeError', 'Cannot convert to a BigInt');
}

const globalFunction = (name: 'parseInt' | 'parseFloat' | 'isNaN' | 'isFinite'): Row =>
  method(name, (realm, _self, args) => applyIntrinsic(name, args, realm));

/** `Number.parseInt` is `parseInt`. */
const parsers: readonly Row[] = (['parseInt', 'parseFloat'] as const).map((name) => shared(globalFunction(name)));

export const concreteNumbers: ConcreteFamily = {
  intrinsics: numberIntrinsics,
  globals: [
    ['Math', (realm) => namespace(realm, 'Math', [...intrinsicRows('Math'), ...constantRows('Math', numberConstants)], Math)],
    conversion(
      'Number',
      [
        ...intrinsicRows('Number'),
        ...parsers,
        ['prototype', (realm) => realm.prototypeOf('Number')],
        ...constantRows('Number', numberConstants),
      ],
      Number,
    ),
    ...parsers,
    globalFunction('isNaN'),
    globalFunction('isFinite'),
    ['BigInt', makeBigint],
  ],
  prototypes: {
    Number: [['constructor', (realm) => realm.global('Number')], ...numberMethods],
    BigInt: bigintMethods,
  },
};
