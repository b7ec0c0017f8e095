import { intrinsics, type Intrinsic } from '../ir/expression.js';
import { applyIntrinsic } from '../execution/concrete/expression.js';
import { consoleMethods } from './console/concrete.js';
import { defineOwn, findProperty, getData, hasProperty } from '../execution/concrete/property.js';
import { checkLength, rethrow, toInteger, toPrimitive, toText } from '../execution/concrete/primitive.js';
import { errorNames, type ErrorName, type MemberTable, type Realm, type RealmTables } from '../execution/concrete/realm.js';
import { ProcessEnd, Unmodelled } from '../execution/concrete/signals.js';
import { ConcreteObject, ConcreteSymbol, Opaque, Term, external, hiddenProperty, type ConcreteValue } from '../execution/concrete/value.js';
import { arrayMethods, makeArrayConstructor } from './arrays/concrete.js';
import { makeCollectionConstructor, mapMethods, setMethods, weakMapMethods, weakSetMethods } from './collections/concrete.js';
import { functionMethods, makeObjectConstructor, objectMethods } from './objects/concrete.js';
import { stringMethods, stringStatics } from './strings/concrete.js';
import { advance } from '../execution/concrete/iteration.js';
import { constant, known, method, prototypeFor, withMembers, type Row } from '../execution/concrete/members.js';

/** The intrinsics of the graph, reached as ordinary values: `Math.floor` passed to `map`. */
function intrinsicRows(prefix: string): Row[] {
  return intrinsics
    .filter((name) => name.startsWith(`${prefix}.`))
    .map((name) => method(name.slice(prefix.length + 1), (realm, _self, args) => applyIntrinsic(name, args, realm)));
}

function constants(host: object, names: readonly string[]): Row[] {
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, Reflect.get(host, name)]));
  return names.map((name) => constant(name, Number(fields[name])));
}

function namespace(realm: Realm, name: string, rows: readonly Row[], host: object): ConcreteObject {
  return withMembers(realm.object(), name, rows, host, realm);
}

/** `Number(x)`, `String(x)`, `Boolean(x)`: conversions when called, boxes when constructed. */
function conversion(name: Intrinsic & ('Number' | 'String' | 'Boolean'), rows: readonly Row[], host: object): Row {
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

function makeErrorConstructor(name: ErrorName, realm: Realm): ConcreteObject {
  const make = (args: readonly ConcreteValue[], newTarget: ConcreteObject | null): ConcreteObject => {
    const error = realm.error(name, undefined);
    error.properties.delete('message');
    const [message] = args;
    const text =
      message instanceof Term ? message.algebra.unary('toString', message) : message === undefined ? message : toText(message, realm);
    if (message !== undefined) error.properties.set('message', hiddenProperty(text));
    const options = args[1];
    if (options instanceof Opaque) throw new Unmodelled(options.what);
    if (options instanceof ConcreteObject && hasProperty(options, 'cause', realm))
      error.properties.set('cause', hiddenProperty(getData(options, 'cause', realm)));
    if (newTarget !== null) error.prototype = prototypeFor(newTarget, realm.errorPrototype(name));
    return error;
  };
  const constructor = realm.builtin(name, (_self, args) => make(args, null), make);
  return withMembers(
    constructor,
    name,
    [['prototype', () => realm.errorPrototype(name)], method('captureStackTrace', captureStackTrace)],
    Error,
    realm,
  );
}

function captureStackTrace(realm: Realm, _self: ConcreteValue, args: readonly ConcreteValue[]): ConcreteValue {
  const object = known(args[0]);
  if (!(object instanceof ConcreteObject)) return realm.throwError('TypeError', 'no object');
  defineOwn(object, 'stack', hiddenProperty(new Opaque('Error.stack')), realm);
  return undefined;
}

const wellKnown = [
  'iterator',
  'asyncIterator',
  'hasInstance',
  'toStringTag',
  'toPrimitive',
  'species',
  'isConcatSpreadable',
  'unscopables',
  'match',
  'dispose',
];

function makeSymbol(realm: Realm): ConcreteObject {
  const rows = wellKnown.map((name): Row => [name, (inner) => inner.wellKnownSymbol(`Symbol.${name}`)]);
  const create = realm.builtin('Symbol', (_self, args) => new ConcreteSymbol(args[0] === undefined ? '' : toText(args[0], realm)));
  return withMembers(create, 'Symbol', rows, Symbol, realm);
}

/** The exports of a CommonJS module: the object that `exports` and `module.exports` start as. */
function makeModule(realm: Realm): ConcreteObject {
  const module = realm.object();
  module.properties.set('exports', { kind: 'data', value: realm.globalObject('exports'), enumerable: true, writable: true });
  return module;
}

const globals: readonly Row[] = [
  constant('undefined', undefined),
  constant('NaN', NaN),
  constant('Infinity', Infinity),
  [
    'Math',
    (realm) =>
      namespace(
        realm,
        'Math',
        [...intrinsicRows('Math'), ...constants(Math, ['PI', 'E', 'LN2', 'LN10', 'LOG2E', 'LOG10E', 'SQRT2', 'SQRT1_2'])],
        Math,
      ),
  ],
  conversion(
    'Number',
    [
      ...intrinsicRows('Number'),
      ['prototype', (realm) => realm.prototypeOf('Number')],
      ...constants(Number, [
        'MAX_SAFE_INTEGER',
        'MIN_SAFE_INTEGER',
        'MAX_VALUE',
        'MIN_VALUE',
        'EPSILON',
        'POSITIVE_INFINITY',
        'NEGATIVE_INFINITY',
        'NaN',
      ]),
    ],
    Number,
  ),
  conversion('String', stringStatics, String),
  conversion('Boolean', [['prototype', (realm) => realm.prototypeOf('Boolean')]], Boolean),
  ...(['parseInt', 'parseFloat', 'isNaN', 'isFinite'] as const).map((name) =>
    method(name, (realm, _self, args) => applyIntrinsic(name, args, realm)),
  ),
  ['Array', makeArrayConstructor],
  ['Object', makeObjectConstructor],
  ...(['Map', 'Set', 'WeakMap', 'WeakSet'] as const).map((name): Row => [name, (realm) => makeCollectionConstructor(name, realm)]),
  ['Symbol', makeSymbol],
  ...errorNames.map((name): Row => [name, (realm) => makeErrorConstructor(name, realm)]),
  ['console', (realm) => namespace(realm, 'console', consoleMethods, console)],
  ['process', (realm) => namespace(realm, 'process', [method('exit', endProcess)], process)],
  ['Promise', makePromiseConstructor],
  ['BigInt', makeBigint],
  ['exports', (realm) => realm.object()],
  ['module', makeModule],
  method('require', (_realm, _self, args) => external(typeof args[0] === 'string' ? `the module ${args[0]}` : 'a module')),
];

function makeBigint(realm: Realm): ConcreteObject {
  const convert = realm.builtin('BigInt', (_self, args) => toBigint(args[0], realm));
  return withMembers(convert, 'BigInt', [['prototype', () => realm.prototypeOf('BigInt')]], BigInt, realm);
}

function toBigint(value: ConcreteValue, realm: Realm): bigint {
  const primitive = toPrimitive(value, realm);
  if (typeof primitive === 'bigint') return primitive;
  try {
    if (typeof primitive === 'number' || typeof primitive === 'string' || typeof primitive === 'boolean') return BigInt(primitive);
  } catch (error) {
    return error instanceof SyntaxError ? realm.throwError('SyntaxError', null) : rethrow(error, realm);
  }
  return realm.throwError('TypeError', 'Cannot convert to a BigInt');
}

/** Promises settle by tasks, which no run waits for: only settled ones are modelled. */
function makePromiseConstructor(realm: Realm): ConcreteObject {
  const constructor = realm.builtin('Promise', null, () => {
    throw new Unmodelled('a promise');
  });
  return withMembers(constructor, 'Promise', [method('resolve', resolve)], Promise, realm);
}

/** What is no exit code is refused by later versions of Node. */
function endProcess(_realm: Realm, _self: ConcreteValue, [code]: readonly ConcreteValue[]): never {
  if (code !== undefined && code !== null && !Number.isSafeInteger(known(code))) throw new Unmodelled('an exit code that is no number');
  throw new ProcessEnd();
}

function resolve(realm: Realm, self: ConcreteValue, [value]: readonly ConcreteValue[]): ConcreteValue {
  if (self !== realm.global('Promise')) throw new Unmodelled('a promise of another constructor');
  known(value);
  if (value instanceof ConcreteObject) {
    if (value.nature.kind === 'promise') return value;
    if (value.nature.kind !== 'array' || findProperty(value, 'then', realm) !== undefined) throw new Unmodelled('a promise of an object');
  }
  return new ConcreteObject(realm.prototypeOf('Promise'), { kind: 'promise', rejected: false, value });
}

const numberMethods: readonly Row[] = [
  method('valueOf', (_realm, self) => numberOf(self)),
  method('toString', (realm, self, args) => {
    const radix = args[0] === undefined ? 10 : toInteger(args[0], realm);
    return guarded(realm, () => numberOf(self).toString(radix));
  }),
  method('toFixed', (realm, self, args) => {
    const digits = toInteger(args[0], realm);
    return guarded(realm, () => numberOf(self).toFixed(digits));
  }),
  method('toPrecision', (realm, self, args) => {
    const digits = args[0] === undefined ? undefined : toInteger(args[0], realm);
    return guarded(realm, () => numberOf(self).toPrecision(digits));
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

function numberOf(self: ConcreteValue): number {
  if (typeof self !== 'number') throw new Unmodelled('a number method of something else');
  return self;
}

function guarded(realm: Realm, compute: () => string): string {
  try {
    const text = compute();
    checkLength(text);
    return text;
  } catch (error) {
    return rethrow(error, realm);
  }
}

const iteratorMethods: readonly Row[] = [
  method('next', (realm, self) => {
    if (!(self instanceof ConcreteObject)) throw new Unmodelled('next of something else');
    const step = advance(self, realm);
    const result = realm.object();
    result.properties.set('value', { kind: 'data', value: step.value, enumerable: true, writable: true });
    result.properties.set('done', { kind: 'data', value: step.done, enumerable: true, writable: true });
    return result;
  }),
];

/** Of texts that are not known, a match may be told by whoever follows the run; nothing is matched here. */
const regexpMethods: readonly Row[] = ['test', 'exec'].map((name) =>
  method(name, () => {
    throw new Unmodelled('a regular expression');
  }),
);

const errorMethods: readonly Row[] = [
  ['constructor', (realm) => realm.global('Error')],
  constant('name', 'Error'),
  constant('message', ''),
];

const table = (rows: readonly Row[]): MemberTable => new Map(rows);

export const builtinTables: RealmTables = {
  globals: table(globals),
  prototypes: {
    Object: table(objectMethods),
    Function: table(functionMethods),
    Array: table([['constructor', (realm) => realm.global('Array')], ...arrayMethods]),
    String: table([['constructor', (realm) => realm.global('String')], ...stringMethods]),
    Number: table([['constructor', (realm) => realm.global('Number')], ...numberMethods]),
    Boolean: table([]),
    Map: table([['constructor', (realm) => realm.global('Map')], ...mapMethods]),
    Set: table([['constructor', (realm) => realm.global('Set')], ...setMethods]),
    WeakMap: table([['constructor', (realm) => realm.global('WeakMap')], ...weakMapMethods]),
    WeakSet: table([['constructor', (realm) => realm.global('WeakSet')], ...weakSetMethods]),
    Error: table(errorMethods),
    Iterator: table(iteratorMethods),
    Promise: table([]),
    Symbol: table([]),
    BigInt: table(bigintMethods),
    RegExp: table(regexpMethods),
  },
};
