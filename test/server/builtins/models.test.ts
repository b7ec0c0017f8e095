import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as maps from '../../../server/base/intMap.js';
import type { Instruction } from '../../../server/ir/instruction.js';
import * as numbers from '../../../server/lattice/number.js';
import * as values from '../../../server/lattice/value.js';
import type { Value } from '../../../server/lattice/value.js';
import { abstractBuiltins } from '../../../server/builtins/abstractModels.js';
import type { Parameter } from '../../../server/builtins/builtinFacts.js';
import { typedArrayClasses } from '../../../server/builtins/facts.js';
import type { BuiltinModel } from '../../../server/semantics/call/model.js';
import { nameOf } from '../../../server/semantics/heap/propertyNames.js';
import { callBuiltin } from '../../../server/semantics/call.js';
import { read } from '../../../server/semantics/scope.js';
import type { LiveState } from '../../../server/semantics/state.js';
import { Abstraction, describes, target } from '../semantics/abstraction.js';
import { runsOf } from '../../support/counts.js';

/** Models with effects that cannot be compared by running them here, and those of functions that only the prelude has. */
const notRun = /^(console|process\.exit|process\.abort|Array\.%)/;

const runsPerModel = 200;

describe('models of built-ins', () => {
  for (const [name, model] of abstractBuiltins.models) {
    if (notRun.test(name)) continue;
    it(`${name}: the real one stays inside its model`, () => {
      let modelled = 0;
      fc.assert(
        fc.property(sampleOf(name, model), (sample) => {
          if (staysInside(name, sample)) modelled++;
        }),
        { numRuns: runsOf(runsPerModel) },
      );
      assert.ok(modelled > 0, 'no sample was taken by the model: all of them were unknown code');
    });
  }
});

describe('what the models tell', () => {
  const tell = (name: string, receiver: unknown, ...args: unknown[]): string => {
    const abstraction = new Abstraction((exact) => exact);
    const bound = { plain: true, receiver: abstraction.of(receiver), positional: args.map((arg) => abstraction.of(arg)), rest: null };
    const outcome = callBuiltin(name, instructionOf('call'), bound, abstraction.state, abstraction.activation);
    if (outcome.opaque) return 'unknown code';
    return outcome.normal === null ? 'throws' : values.show(read(outcome.normal, target, abstraction.activation));
  };

  it('a part of a known text', () => assert.equal(tell('String.prototype.slice', 'abstract', -5), '"tract"'));
  it('a count that certainly is none', () => assert.equal(tell('String.prototype.repeat', 'ab', -1), 'throws'));
  it('digits beyond 100', () => assert.equal(tell('Number.prototype.toFixed', 1.5, 101), 'throws'));
  it('a new length', () => assert.equal(tell('Array.prototype.push', [1, 2], 3), '3'));
  it('an array too long to exist', () => assert.equal(tell('Array', undefined, -1), 'throws'));
  it('a key that is there, and one that is not', () => {
    assert.equal(tell('Object.hasOwn', undefined, { a: 1 }, 'a'), 'true');
    assert.equal(tell('Object.hasOwn', undefined, { a: 1 }, 'b'), 'false');
  });
  it('JSON of a number', () => assert.equal(tell('JSON.stringify', undefined, 5), 'string of 1..32'));
  it('comparators are code of the user', () =>
    assert.equal(
      tell('Array.prototype.sort', [2, 1], () => 0),
      'unknown code',
    ));
  it('objects are converted by code of the user', () =>
    assert.equal(tell('String.prototype.includes', 'abc', { toString: () => 'b' }), 'unknown code'));
});

interface Sample {
  readonly receiver: unknown;
  readonly args: readonly unknown[];
  readonly construct: boolean;
  /** How many arguments are known by position; the others come from a spread. */
  readonly positional: number;
  /** Decides how much of each primitive is forgotten. */
  readonly blurs: readonly number[];
}

const instructionOf = (mode: 'call' | 'new'): Instruction & { kind: 'call' } => ({
  kind: 'call',
  target,
  callee: { kind: 'unknown' },
  receiver: null,
  args: [],
  mode,
  site: 0,
  span: { start: 0, end: 0 },
  awaited: false,
  text: '',
});

/** Runs both; whether the model took the sample. Fails when the real outcome is none of the model's. */
function staysInside(name: string, sample: Sample): boolean {
  const { construct, positional, blurs } = sample;
  // Calls change what they are given, and a sample may be tried again.
  const receiver = copied(sample.receiver);
  const args = sample.args.map(copied);
  let next = 0;
  const abstraction = new Abstraction((exact) => blurred(exact, blurs[next++ % blurs.length] ?? 0));
  const abstractReceiver = abstraction.of(receiver);
  const abstractArgs = args.map((arg) => abstraction.of(arg));
  const rest = positional < args.length ? abstractArgs.slice(positional).reduce(values.join, values.bottom) : null;
  const bound = { plain: true, receiver: abstractReceiver, positional: abstractArgs.slice(0, positional), rest };
  const outcome = callBuiltin(name, instructionOf(construct ? 'new' : 'call'), bound, abstraction.state, abstraction.activation);
  let result: unknown;
  try {
    result = runReal(name, receiver, args, construct);
  } catch (error) {
    holds(outcome.thrown !== null, () => `it threw ${String(error)}, which the model excludes`);
    return !outcome.opaque;
  }
  const after = outcome.normal;
  if (after === null) assert.fail(`it gave ${show(result)}, the model says that it throws`);
  const told = read(after, target, abstraction.activation);
  const heap = (): string => showHeap(after);
  holds(describes(told, result, after), () => `it gave ${show(result)}, the model says ${values.show(told)} where ${heap()}`);
  holds(describes(abstractReceiver, receiver, after), () => `the receiver is ${show(receiver)} afterwards, the model says ${heap()}`);
  for (const [index, arg] of args.entries()) {
    holds(
      describes(abstractArgs[index] ?? values.bottom, arg, after),
      () => `argument ${index} is ${show(arg)} afterwards, the model says ${heap()}`,
    );
  }
  return !outcome.opaque;
}

function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return new Date(value);
  if (value instanceof RegExp) return new RegExp(value.source, value.flags);
  if (value instanceof Set) return new Set([...value].map(copied));
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [copied(key), copied(held)]));
  const copy: object = Array.isArray(value) ? new Array(value.length) : {};
  for (const [key, inner] of Object.entries(value)) Reflect.set(copy, key, copied(inner));
  return copy;
}

/** The message is written only when it is needed. */
function holds(condition: boolean, message: () => string): void {
  if (!condition) assert.fail(message());
}

function showHeap(state: LiveState): string {
  const parts: string[] = [];
  maps.forEach(state.heap, (location, object) => {
    const properties: string[] = [];
    maps.forEach(object.properties, (key, { value, optional }) =>
      properties.push(`${nameOf(key)}${optional ? '?' : ''}: ${values.show(value)}`),
    );
    parts.push(
      `${location} is ${object.escaped ? 'escaped ' : ''}${object.brand} {${properties.join(', ')}} of ${numbers.show(object.length)} elements ${values.show(object.elements)}, others ${values.show(object.others)}`,
    );
  });
  return parts.join('; ');
}

function blurred(exact: Value, choice: number): Value {
  if (choice < 4) return exact;
  if (choice === 4) return values.join(exact, values.ofNumber(numbers.numberRange(-2, 5, true, false)));
  if (choice === 5) return values.join(exact, values.join(values.ofNumber(numbers.numberConstant(0.5)), values.anyStringValue));
  if (choice === 6)
    return values.hasNumber(exact)
      ? values.join(exact, values.ofNumber(numbers.numberRange(0, 4, true, false)))
      : values.join(exact, values.falseValue);
  return values.join(exact, values.withBits(values.top, values.top.bits & ~values.Bit.UnknownObject));
}

function runReal(name: string, receiver: unknown, args: readonly unknown[], construct: boolean): unknown {
  const real: unknown = name.split('.').reduce<unknown>((object, key) => Reflect.get(Object(object), key), globalThis);
  assert.ok(typeof real === 'function', `${name} is no function here`);
  return construct ? Reflect.construct(real, args) : Reflect.apply(real, receiver, args);
}

function show(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? JSON.stringify(value) : String(value);
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}: ${show(inner)}`)
    .join(', ')}}`;
}

const integer = fc.integer({ min: -4, max: 8 });
const number = fc.oneof(
  { weight: 5, arbitrary: integer },
  { weight: 1, arbitrary: fc.constantFrom(NaN, Infinity, -Infinity, 0.5, -0, -1.5, 2 ** 31, 2 ** 32, 1e21, 1e300) },
);
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', ',', ' ', '$', '&', '1'), maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
);
const primitive = fc.oneof(
  { weight: 6, arbitrary: number },
  { weight: 5, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(undefined, null, true, false) },
  { weight: 1, arbitrary: fc.bigInt({ min: -5n, max: 5n }) },
  { weight: 1, arbitrary: fc.constant(Symbol('s')) },
);
const sparse = (element: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> =>
  fc.tuple(fc.array(element, { maxLength: 5 }), fc.boolean()).map(([elements, hole]) => {
    const array = [...elements];
    if (hole && array.length > 1) Reflect.deleteProperty(array, 1);
    return array;
  });
const key = fc.constantFrom('a', 'b', 'length', '0', '7');
const plain = (value: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true }).filter((object) => !isLong(object));

/** Whatever takes an object for a list (lists of locales among them) would never come to its end: `{ length: [2 ** 31] }`. */
function isLong(object: object): boolean {
  try {
    return Number(Reflect.get(object, 'length')) > 100;
  } catch {
    return false;
  }
}

const inner = fc.oneof(
  { weight: 4, arbitrary: primitive },
  { weight: 1, arbitrary: sparse(primitive) },
  { weight: 1, arbitrary: plain(primitive) },
);
const array = fc.oneof(
  sparse(number),
  sparse(text),
  sparse(primitive),
  sparse(inner),
  sparse(fc.oneof(sparse(primitive), plain(primitive))),
);
const pairs = fc.array(
  fc.tuple(fc.oneof(text, integer), primitive).map((pair): unknown[] => pair),
  { maxLength: 3 },
);
const tree = fc.oneof({ weight: 2, arbitrary: primitive }, { weight: 3, arbitrary: array }, { weight: 3, arbitrary: plain(inner) });

const parameter: Readonly<Record<Parameter, fc.Arbitrary<unknown>>> = {
  number: fc.oneof({ weight: 9, arbitrary: number }, { weight: 2, arbitrary: primitive }, { weight: 1, arbitrary: inner }),
  text: fc.oneof({ weight: 9, arbitrary: text }, { weight: 2, arbitrary: primitive }, { weight: 1, arbitrary: inner }),
  pattern: fc.oneof(
    { weight: 6, arbitrary: text },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom('a', 'b+(c)?', '^$', '', '(x)|b'), fc.constantFrom('', 'g', 'y', 'gi'))
        .map(([source, flags]) => new RegExp(source, flags)),
    },
    { weight: 2, arbitrary: primitive },
    { weight: 1, arbitrary: inner },
  ),
  options: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(undefined, 'en', 'de') },
    { weight: 3, arbitrary: primitive },
    { weight: 2, arbitrary: plain(primitive) },
  ),
  opaque: tree,
};

const json = fc.oneof(fc.json({ maxDepth: 1 }), text);

/** A length, elements or none: never a length that is allocated and too long for a machine's memory. */
const allocation = fc.oneof(
  integer,
  primitive.filter((value) => typeof value !== 'number' || !(value >= 100 && value < 2 ** 53)),
  array,
  plain(inner),
);

/** First arguments for which a random value would rarely do. */
const firstArguments: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'JSON.parse': json,
  'Object.fromEntries': fc.oneof(pairs, array),
  Array: fc.oneof(
    integer,
    primitive.filter((value) => typeof value !== 'number' || value > 2 ** 32 - 1 || value < 100),
  ),
  Map: fc.oneof(pairs, fc.constant(undefined), array),
  'Array.from': fc.oneof(
    tree,
    fc.record({ length: fc.oneof(integer, fc.constantFrom(NaN, -1, 1.5, undefined)) }),
    text,
    array.map((elements) => new Set(elements)),
  ),
  'Object.create': fc.oneof(plain(primitive), fc.constant(null), primitive),
  'Object.getPrototypeOf': fc.oneof(plain(primitive), primitive),
  ...Object.fromEntries(
    typedArrayClasses.flatMap((name) => [
      [name, allocation],
      [`${name}.from`, fc.oneof(array, tree)],
    ]),
  ),
};

const classes = typedArrayClasses.map((name): unknown => Reflect.get(globalThis, name));
/** Whose static method it is, of those that ask for it. */
const classOf = (name: string): unknown => classes.find((_, i) => name === `${typedArrayClasses[i]}.from`);

function receiverOf(name: string, model: BuiltinModel): fc.Arbitrary<unknown> {
  switch (model.receiver) {
    case 'text':
    case 'string':
      return fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: primitive });
    case 'number':
      return fc.oneof({ weight: 9, arbitrary: fc.oneof(number, fc.double()) }, { weight: 1, arbitrary: primitive });
    case 'boolean':
    case 'bigint':
    case 'symbol':
      return primitive;
    case 'array':
      return array;
    case 'map':
      return pairs.map((entries) => new Map(entries.map((entry) => [entry[0], entry[1]])));
    case 'set':
      return array.map((elements) => new Set(elements));
    case 'object':
      return fc.oneof(plain(inner), array);
    case 'regexp':
      return fc.constantFrom('a', 'b+(c)?', '^$').map((source) => new RegExp(source, 'g'));
    case 'any':
      if (name.startsWith('Date.prototype'))
        return fc.oneof(
          fc.constantFrom(0, NaN, 8.64e15, -8.64e15).map((time) => new Date(time)),
          primitive,
        );
      if (name.startsWith('Object.prototype')) return fc.oneof(plain(inner), array, primitive);
      return fc.oneof(
        { weight: 9, arbitrary: fc.constant(classOf(name)) },
        { weight: 1, arbitrary: fc.constantFrom(undefined, ...classes) },
      );
  }
}

function sampleOf(name: string, model: BuiltinModel): fc.Arbitrary<Sample> {
  const declared = model.parameters.map((kind) => parameter[kind]);
  const further = model.rest === undefined ? tree : parameter[model.rest];
  const known = [...declared, further, further, further].slice(0, Math.max(2, declared.length + (model.rest === undefined ? 1 : 3)));
  const first = firstArguments[name];
  const args = fc.tuple(...known.map((arbitrary, index) => (index === 0 && first !== undefined ? first : arbitrary)));
  return fc
    .record({
      receiver: receiverOf(name, model),
      all: args,
      count: fc.integer({ min: 0, max: known.length }),
      spread: fc.integer({ min: 0, max: 3 }),
      construct: model.construct === 'required' ? fc.constant(true) : model.construct === 'optional' ? fc.boolean() : fc.constant(false),
      blurs: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 3, maxLength: 7 }),
    })
    .map(({ receiver, all, count, spread, construct, blurs }) => {
      const taken = all.slice(0, count);
      // Usually all arguments are known by position.
      return { receiver, args: taken, construct, blurs, positional: spread === 0 ? Math.max(0, count - 1) : count };
    });
}
