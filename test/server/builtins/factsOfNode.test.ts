import assert from 'node:assert/strict';
import type { BuiltinFacts, Operand } from '../../../server/builtins/builtinFacts.js';
import { builtinConstants, builtinFacts, builtinGlobals } from '../../../server/builtins/facts.js';

function* numbers(): Generator<number> {
  yield 1;
}

/** Objects of the specification that no global name leads to. */
const hidden: Readonly<Record<string, unknown>> = {
  '%TypedArray%': Object.getPrototypeOf(Uint8Array),
  '%ArrayIteratorPrototype%': Object.getPrototypeOf([].values()),
  '%GeneratorPrototype%': Reflect.get(Object.getPrototypeOf(numbers), 'prototype') as unknown,
  '%RegExpStringIteratorPrototype%': Object.getPrototypeOf(''.matchAll(/./g)),
};

/** What a name says, in this Node; undefined where this version has none. */
function hostOf(name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>(
      (holder, key) =>
        Object.hasOwn(hidden, key)
          ? hidden[key]
          : holder === null || holder === undefined
            ? undefined
            : Reflect.get(Object(holder) as object, key),
      globalThis,
    );
}

/** Only the prelude calls what has a `%` behind its first sign. */
const isInternal = (name: string): boolean => name.indexOf('%', 1) > 0 && !name.startsWith('%');
/** Calls of these would end the tests, or write to the terminal. */
const isSilent = (name: string): boolean => !/^(console|process\.(exit|abort))/.test(name);

const subjects = [...builtinFacts].filter(([name]) => !isInternal(name));
const present = subjects.filter(([name]) => typeof hostOf(name) === 'function');
const called = present.filter(([name]) => isSilent(name));

type Sample = { readonly self: unknown; readonly args: readonly unknown[] };
type Values = () => readonly unknown[];

/** What methods of a prototype are called on. */
const receivers: Readonly<Record<string, Values>> = {
  Array: () => [
    [{ a: 3 }, { b: 1 }, { c: 2 }, [1]],
    [3, 1, 2],
  ],
  String: () => ['abcab', 'x'],
  Number: () => [5, 2.5],
  Boolean: () => [true],
  BigInt: () => [5n],
  Symbol: () => [Symbol('s')],
  Object: () => [{ a: { inner: 1 } }],
  Function: () => [(...args: unknown[]) => args.length],
  Map: () => [new Map<unknown, unknown>([[key, { value: 1 }]])],
  Set: () => [new Set<unknown>([key, 1])],
  WeakMap: () => [new WeakMap<object, unknown>([[key, { value: 1 }]])],
  WeakSet: () => [new WeakSet<object>([key])],
  WeakRef: () => [new WeakRef(key)],
  Date: () => [new Date(1e12)],
  RegExp: () => [/a/g],
  Error: () => [new RangeError('x')],
  Promise: () => [Promise.resolve(1)],
  Iterator: () => [[1, 2].values()],
  '%TypedArray%': () => [Uint8Array.from([3, 1, 2])],
  '%ArrayIteratorPrototype%': () => [[{ a: 1 }].values()],
  '%GeneratorPrototype%': () => [numbers()],
  '%RegExpStringIteratorPrototype%': () => ['aa'.matchAll(/a/g)],
};
const key = { isKey: true };

/** What is given, beside what every function is: lists of arguments. */
const given: Readonly<Record<string, () => readonly (readonly unknown[])[]>> = {
  'Object.defineProperty': () => [[{}, 'a', { value: 1 }]],
  'Object.defineProperties': () => [[{}, { a: { value: 1 } }]],
  'Object.setPrototypeOf': () => [[{}, { a: 1 }]],
  'Object.create': () => [[{ a: 1 }]],
  'Object.fromEntries': () => [[[['a', {}]]]],
  'Object.groupBy': () => [[[1, 2], spy]],
  'Map.groupBy': () => [[[1, 2], spy]],
  'Reflect.set': () => [[{ a: 1 }, 'a', 2]],
  'Reflect.get': () => [[{ a: key }, 'a']],
  'Reflect.defineProperty': () => [[{}, 'a', { value: 1 }]],
  'Reflect.setPrototypeOf': () => [[{}, { a: 1 }]],
  'Object.prototype.__defineGetter__': () => [['a', () => 1]],
  'Object.prototype.__defineSetter__': () => [['a', () => undefined]],
  'Array.prototype.copyWithin': () => [[0, 1]],
  '%TypedArray%.prototype.copyWithin': () => [[0, 1]],
  '%TypedArray%.prototype.set': () => [[[9]]],
  'Array.prototype.with': () => [[0, {}]],
  '%TypedArray%.prototype.with': () => [[0, 9]],
  '%TypedArray%.from': () => [[[1, 2]]],
  'JSON.parse': () => [['{"a":1}'], ['{"a":1}', spy]],
  'JSON.stringify': () => [[{ a: 1 }, spy]],
  'Date.prototype.setTime': () => [[5]],
  'Map.prototype.set': () => [[{}, 1]],
  'WeakMap.prototype.set': () => [[{}, 1]],
  'Atomics.compareExchange': () => [[new Int32Array(2), 0, 0, 7]],
  'Atomics.and': () => [[Int32Array.from([3]), 0, 1]],
  'String.prototype.match': () => [[/a/y]],
  'String.prototype.replace': () => [
    ['b', spy],
    [Object.assign(/a/g, { lastIndex: 1 }), 'x'],
  ],
  'String.prototype.replaceAll': () => [
    ['b', spy],
    [Object.assign(/a/g, { lastIndex: 1 }), 'x'],
  ],
  'String.prototype.search': () => [[Object.assign(/b/y, { lastIndex: 1 })]],
  'Array.prototype.find': () => [[() => true]],
  'Array.prototype.findLast': () => [[() => true]],
  Promise: () => [[spy]],
  'Buffer.concat': () => [[[Buffer.from('a')]]],
  'Buffer.from': () => [['a']],
  structuredClone: () => [[{ a: { b: 1 } }]],
};

let calls: unknown[][] = [];
const spy = (...args: unknown[]): number => {
  calls.push(args);
  return 0;
};

/** Everything that a call is tried with; made anew for each try. */
function samplesOf(name: string): readonly (() => Sample)[] {
  const [owner = '', second = ''] = name.split('.');
  const isMethod = second === 'prototype' || owner.endsWith('Prototype%');
  const made = receivers[owner]?.() ?? [undefined];
  const lists: readonly (() => readonly unknown[])[] = [
    ...(given[name]?.() ?? []).map((_, at) => () => given[name]?.()[at] ?? []),
    () => [],
    () => [key],
    () => [spy],
    () => [0],
    () => [0, 1],
    () => [1, { a: 1 }],
    () => ['a', 'b'],
    () => [[1, 2], spy],
    () => [{ a: 1 }, { b: 2 }],
    () => [new Int32Array(2), 0, 5],
  ];
  const hosts = isMethod ? made.length : 1;
  return lists.flatMap((args) =>
    Array.from({ length: hosts }, (_, at) => () => ({
      self: isMethod ? receivers[owner]?.()[at] : owner === '%TypedArray%' ? Uint8Array : hostOf(owner),
      args: args(),
    })),
  );
}

interface Seen {
  readonly writes: Set<Operand>;
  readonly calls: Set<Operand>;
  readonly restricts: Set<Operand>;
  /** Of each result that is an object: the operands that it is, or whose part it is. */
  readonly results: (readonly (Operand | 'element')[])[];
  readonly elements: Set<number>;
  /** How many samples gave a result. */
  count: number;
}

function see(name: string): Seen {
  const seen: Seen = { writes: new Set(), calls: new Set(), restricts: new Set(), results: [], elements: new Set(), count: 0 };
  for (const sample of samplesOf(name)) {
    const { self, args } = sample();
    const operands: readonly (readonly [Operand, unknown])[] = [['this', self], ...args.map((arg, at) => [at, arg] as const)];
    known.splice(0, known.length, ...args.filter((arg): arg is object => Object(arg) === arg));
    const own = operands.map(([operand, value]) => [operand, value, stateOf(value), isOpen(value)] as const);
    const parts = operands.flatMap(([, value]) => partsOf(value));
    calls = [];
    const result = attempt(name, self, args);
    if (result === null) continue;
    seen.count++;
    for (const [operand, value, before, wasOpen] of own) {
      if (!isSame(before, stateOf(value))) seen.writes.add(operand);
      if (wasOpen && !isOpen(value)) seen.restricts.add(operand);
      if (calls.length > 0 && value === spy && operand !== 'this') seen.calls.add(operand);
    }
    for (const call of calls) for (const [at, arg] of call.entries()) if (parts.includes(arg)) seen.elements.add(at);
    for (const operand of frozenOf(operands)) if (attemptFrozen(name, sample(), operand) === null) seen.writes.add(operand);
    if (Object(result.value) !== result.value || wrapsOperand(name, operands)) continue;
    const same = operands.filter(([, value]) => value === result.value).map(([operand]) => operand);
    seen.results.push(parts.includes(result.value) ? [...same, 'element'] : same);
  }
  return seen;
}

type Operands = readonly (readonly [Operand, unknown])[];

/** The operands that can be frozen: who writes them throws then. Functions and what has memory of its own are left out. */
const frozenOf = (operands: Operands): readonly Operand[] =>
  operands.filter(([, value]) => Array.isArray(value) || value instanceof RegExp).map(([operand]) => operand);

function attemptFrozen(name: string, { self, args }: Sample, operand: Operand): { readonly value: unknown } | null {
  Object.freeze(operand === 'this' ? self : args[operand]);
  return attempt(name, self, args);
}

/** A primitive that is to be given back is wrapped first. */
const wrapsOperand = (name: string, operands: Operands): boolean =>
  operands.some(([operand, value]) => operand !== 'this' && Object(value) !== value && builtinFacts.get(name)?.gives?.includes(operand));

/** The result of a call, or of `new` where it cannot be called; null where both throw. */
function attempt(name: string, self: unknown, args: readonly unknown[]): { readonly value: unknown } | null {
  const host = hostOf(name) as (...args: readonly unknown[]) => unknown;
  try {
    const isClass = builtinFacts.get(name)?.construct === 'required';
    const value: unknown = isClass ? Reflect.construct(host, args) : Reflect.apply(host, self, args);
    return { value };
  } catch {
    return null;
  }
}

const isOpen = (value: unknown): boolean => Object(value) === value && Object.isExtensible(value);

/** What a call may change of a value: compared one by one. */
function stateOf(value: unknown): readonly unknown[] {
  if (value instanceof Map) return [...value].flat();
  if (value instanceof Set) return [...(value as Set<unknown>)];
  if (value instanceof WeakMap) return [value.has(key), value.get(key), ...known.map((one) => value.has(one))];
  if (value instanceof WeakSet) return [value.has(key), ...known.map((one) => value.has(one))];
  if (value instanceof Date) return [value.getTime()];
  if (value instanceof RegExp) return [value.lastIndex];
  if (Object(value) !== value || typeof value === 'function') return [];
  const object = value as object;
  const own = Reflect.ownKeys(object).flatMap((name) => {
    const { value: held, get } = Reflect.getOwnPropertyDescriptor(object, name) ?? {};
    return [name, held as unknown, get];
  });
  return [Object.getPrototypeOf(object), ...own];
}

const isSame = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length === after.length && before.every((value, at) => Object.is(value, after[at]));

/** Keys that samples put into weak collections. */
const known: object[] = [];

function partsOf(value: unknown): readonly unknown[] {
  if (value instanceof WeakRef) return [value.deref()];
  if (value instanceof WeakMap) return [value.get(key)];
  const held = value instanceof Map ? [...value.values()] : value instanceof Set ? [...(value as Set<unknown>)] : [];
  const own = Object(value) === value && typeof value !== 'function' ? Object.values(value as object) : [];
  return [...held, ...(own as unknown[])];
}

const set = (values: Iterable<unknown>): readonly string[] => [...new Set([...values].map(String))].toSorted();

describe('what new may call', () => {
  it('is what Node lets it call', () => {
    const isConstructor = (value: unknown): boolean => {
      try {
        Reflect.construct(Object, [], value as () => void);
        return true;
      } catch {
        return false;
      }
    };
    // `new Symbol` and `new BigInt` refuse it themselves; what `new String` and the like make is modelled by itself.
    const others = new Set(['Symbol', 'BigInt', 'String', 'Number', 'Boolean']);
    const modelled = present.filter(([name, { abstract }]) => abstract === true && !others.has(name));
    const wrong = modelled.filter(([name, { construct }]) => isConstructor(hostOf(name)) !== (construct !== undefined));
    assert.ok(modelled.length > 100);
    assert.deepEqual(
      wrong.map(([name]) => name),
      [],
    );
  });
});

describe('facts about built-ins, held against this Node', () => {
  it('are about functions that there are, of the length that is told', () => {
    const missing = subjects.filter(([name]) => typeof hostOf(name) !== 'function');
    // Newer versions have them; no engine models what some version lacks.
    assert.deepEqual(
      missing.filter(([, { abstract, intrinsic, concrete, prelude }]) => (abstract ?? intrinsic ?? concrete ?? prelude) !== undefined),
      [],
    );
    for (const [name, { arity }] of present) assert.equal((hostOf(name) as { readonly length: number }).length, arity, name);
  });

  it('name global objects and constants that there are', () => {
    for (const [name, kind] of builtinGlobals) assert.equal(typeof hostOf(name), kind === 'namespace' ? 'object' : 'function', name);
    for (const [name, value] of builtinConstants) assert.ok(Object.is(hostOf(name), value), name);
  });

  for (const [name, facts] of called) {
    it(`${name}: it writes, calls and gives what is told, and nothing else`, () => {
      const seen = see(name);
      assert.ok(seen.count > 0, 'no sample came back');
      assert.deepEqual(set(seen.writes), set(facts.writes ?? []), 'what it writes');
      const told = (facts.calls ?? []).map(({ argument }) => argument).filter((argument) => argument !== 'this');
      assert.deepEqual(set(seen.calls), set(told), 'what it calls');
      if (facts.restricts !== undefined) assert.deepEqual(set(seen.restricts), set([facts.restricts]), 'what it restricts');
      for (const { element } of facts.calls ?? []) if (element !== undefined) assert.ok(seen.elements.has(element), 'where elements are');
      holdResults(facts, seen);
    });
  }

  it('tell which never throw', () => {
    const hostile = [undefined, null, Symbol('s'), 1n, -1, 'x', { valueOf: fail, toString: fail }, Object.create(null), fail];
    for (const [name, { throws }] of called) {
      if (throws !== 'never') continue;
      for (const self of hostile) for (const arg of hostile) assert.ok(attempt(name, self, [arg, arg]) !== null, `${name} throws`);
    }
  });

  it('tell which need `new`, and which allow it', () => {
    for (const [name, { abstract, construct }] of called) {
      // Functions of Node's own are written in JavaScript: `new` calls them, too.
      if (abstract !== true || /^(process|performance)\./.test(name)) continue;
      if (construct === undefined) assert.throws(() => Reflect.construct(hostOf(name) as typeof spy, []) as unknown, TypeError, name);
      else assert.ok(isConstructor(hostOf(name)), name);
      if (construct === 'required')
        assert.throws(() => Reflect.apply(hostOf(name) as typeof spy, undefined, []) as unknown, TypeError, name);
    }
  });

  it('tell how arguments are converted', () => {
    for (const [name, facts] of called) if (facts.abstract === true && facts.construct === undefined) holdConversions(name, facts);
  });
});

function holdResults({ gives, makes }: BuiltinFacts, { results }: Seen): void {
  const isAlwaysThere = results.length > 0 && results.every((operands) => operands.length > 0);
  assert.equal(isAlwaysThere, gives !== undefined, `what it returns was there: ${JSON.stringify(results)}`);
  if (gives !== undefined)
    for (const operands of results)
      assert.ok(
        operands.some((operand) => gives.includes(operand)),
        'what it gives',
      );
  if (makes !== undefined) assert.ok(results.length > 0 && results.every((operands) => operands.length === 0), 'what it makes is new');
}

function fail(): never {
  throw new Error('converted');
}

function isConstructor(value: unknown): boolean {
  try {
    Reflect.construct(Object, [], value as () => void);
    return true;
  } catch {
    return false;
  }
}

/** The hints with which `Symbol.toPrimitive` of an argument was called, where the receiver is what it should be. */
function hintsOf(name: string, at: number, count: number): ReadonlySet<string> {
  const hints = new Set<string>();
  for (const sample of samplesOf(name)) {
    const { self } = sample();
    const told = { [Symbol.toPrimitive]: (hint: string) => (hints.add(hint), 1) };
    const others = [9, 'a', {}, [], undefined].map((other) => Array.from({ length: count }, (_, i) => (i === at ? told : other)));
    for (const args of others) attempt(name, self, args);
  }
  return hints;
}

function holdConversions(name: string, { parameters = [], rest }: BuiltinFacts): void {
  const count = parameters.length + (rest === undefined ? 1 : 2);
  for (let at = 0; at < count; at++) {
    const parameter = parameters[at] ?? rest ?? 'opaque';
    const hints = hintsOf(name, at, count);
    if (parameter === 'options') continue;
    const hint = { number: 'number', text: 'string', pattern: 'string', opaque: '' }[parameter];
    // Facts say of all further arguments what some functions do with a few of them.
    const isFurther = at >= parameters.length && rest !== undefined;
    if (!isFurther || hints.size > 0) assert.deepEqual([...hints], hint === '' ? [] : [hint], `argument ${at} of ${name}`);
  }
}
