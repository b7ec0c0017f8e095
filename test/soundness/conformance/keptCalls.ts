import type { GeneratedCall } from './calls.js';

const call = (text: string, ...setup: readonly string[]): Omit<GeneratedCall, 'subject'> => ({
  setup,
  call: text,
  watched: setup.flatMap((statement) => /const (\w+) =/.exec(statement)?.slice(1, 2) ?? []),
  parameter: null,
});

/** A call with the parameter `p`. */
const given = (text: string, value: string, type: string | null = null, ...setup: readonly string[]): Omit<GeneratedCall, 'subject'> => ({
  ...call(text, ...setup),
  parameter: { type, value },
});

/** Calls of which something was said once that Node does not do. */
export const keptCalls: readonly Omit<GeneratedCall, 'subject'>[] = [
  // Nothing to iterate.
  given('new Set(p)', 'null'),
  given('new Map(p)', 'undefined', 'any'),
  given('new Map(p)', 'null', '[string, number][] | null'),
  given('new WeakSet(p)', 'null'),
  given('new K(p)', 'null', null, 'class K extends Map {}'),
  given('new K(p)', 'undefined', 'any', 'class K extends Set { constructor(items) { super(items); } }'),
  // Methods of a subclass that the constructor calls.
  call('new S([1, 2])', `class S extends Set { add(x) { log.push('add'); return super.add(x * 10); } }`),
  call('new M([[1, 2]])', `class M extends Map { set(k, v) { log.push('set'); return this; } }`),
  call('new M([[1, 2]])', `class M extends Map { set(k, v) { log.push('set'); return super.set(k, 0); } }`),
  call('new M([])', 'class M extends Map { get set() { return 3; } }'),
  call('new T([[1, 2]])', `class M extends Map { set(k, v) { log.push('set'); return this; } }`, 'class T extends M {}'),
  call('new W([{}])', `class W extends WeakSet { add(x) { log.push('add'); return this; } }`),
  // Methods of a subclass that are called on what it makes.
  call('r.get()', `class S extends Map { get() { log.push('get'); return 'mine'; } }`, 'const r = new S();'),
  call('r.note()', `class S extends Set { note() { log[0] = 'note'; } }`, 'const r = new S([1]);'),
  // What is said of an assertion that fails is put into a text.
  call('console.assert(false, r)', `const r = { toString() { log.push('toString'); return ''; } };`),
  given('console.assert(false, p)', 'Symbol("s")', 'symbol'),
  call('console.assert(true, r)', `const r = { toString() { log.push('toString'); return ''; } };`),
  // Weak collections have methods of their own, and hold no primitives.
  call('new WeakSet([1])'),
  call('r.add(1)', 'const r = new WeakSet();'),
  call('r.set("k", 1)', 'const r = new WeakMap();'),
  call('r.size', 'const r = new WeakSet();'),
  call('r.clear()', 'const r = new WeakMap();'),
  call('r.keys()', 'const r = new WeakSet();'),
  // Members that only some version of the language may have.
  call(`'prototype' in (() => 1)`),
  call(`'cause' in error`, `const error = new Error('m');`),
  call('new RangeError("m", { a: 1 })'),
  call('new Error("m", options)', 'const options = { cause: 0 };'),
  call('Object.keys(error)', `const error = new Error('m', { cause: 1 });`),
  // Who creates the array, and what is spread.
  call('String.call(undefined)'),
  call('K.of(1, 2)', `class K extends Array { constructor(n) { super(n); log.push(n); } }`),
  call('BigInt.call(undefined, 1)'),
  call('Array.from(2)'),
  call('Array.from.call(K, [1])', `class K { constructor() { log.push('K'); } }`),
  call('K.of(1)', `class K extends Array { constructor(n) { super(n); log.push('K'); } }`),
  call('r.flat()', 'const r = [1]; r.constructor = { [Symbol.species]: () => 1 };'),
  call('r.map((x) => x)', 'const r = [1]; r.constructor = { [Symbol.species]: null };'),
  call('Array.from(r)', 'const r = new WeakMap();'),
  call('Object.prototype.isPrototypeOf.call(null, {})'),
  call('console.log({ r })', `const r = { get [Symbol.toStringTag]() { log.push('tag'); return 'T'; } };`),
  call('console.log(r)', `class S extends Set { *[Symbol.iterator]() { log.push('iterator'); } } const r = new S([1]);`),
  call('[0].concat(r)', 'const r = [1, 2]; r[Symbol.isConcatSpreadable] = false;'),
  call('[0].concat(r)', `const r = { [Symbol.isConcatSpreadable]: true, length: 1, 0: 'q' };`),
  call('Array.from(r, () => r.pop())', 'const r = [1, 2, 3, 4];'),
  call('[3, 1, 2].sort(() => 4)'),
  call('[3, 1, 2].sort((a, b) => { log.push(a, b); return a - b; })'),
  call('r.sort(() => r.push(9))', 'const r = [3, 1];'),
  call('[Symbol(), undefined].sort()'),
  call('[].indexOf(1, 1n)'),
  call('parseInt(1, 1n)'),
  given('Map.prototype.has.call(r, p)', '1', null, 'const r = [5];'),
  call('[].includes(1, a0)', `const a0 = { valueOf() { log.push('v'); return 0; } };`),
  call(`'abc'.padStart(2, a0)`, 'const a0 = Symbol();'),
  call(`'abc'.padEnd(a0, Symbol())`, `const a0 = { valueOf() { log.push('v'); return 3; } };`),
  // Options are read, and functions among them called.
  call('console.dir(-3, a0)', `const a0 = { get a() { log.push('a'); return 3; } };`),
  call('console.dir({ a: 1 }, a0)', `const a0 = { stylize(text) { log.push('stylize'); return text; } };`),
  call('console.dir(r, { getters: true })', `const r = { get a() { log.push('a'); return 3; } };`),
  call('console.dir([1, [2]], { depth: Symbol() })'),
  call(`(1.5).toLocaleString('en', a0)`, `const a0 = { get style() { log.push('style'); return 'percent'; } };`),
  call(`'a'.localeCompare('b', 'en', a0)`, `const a0 = { get usage() { log.push('usage'); return 'sort'; } };`),
  // What is spread stands at every position.
  call('Object.assign(...[r, a0])', 'const r = { a: 1 };', 'const a0 = { b: 2 };'),
  call(`console.log(...['%s', a0])`, `const a0 = { toString() { log.push('s'); return 'x'; } };`),
  call(`console.assert(...[false, '%s', a0])`, `class C { toString() { log.push('s'); return 'x'; } } const a0 = new C();`),
  call('r.toString()', `const r = [1]; r.join = () => 'joined';`),
  // What is read-only, or cannot be deleted.
  call('(r.name = 1)', 'const r = () => 1;'),
  call('(r.flags = 1)', 'const r = /a/;'),
  call('(r.size = 1)', 'const r = new Map();'),
  call('delete r.length', `const r = 'abc';`),
  call('delete r.lastIndex', 'const r = /a/;'),
  call('delete r.a', `const r = Object.defineProperty({}, 'a', { value: 1 });`),
  call('(r[0] = 2)', 'const r = Object.defineProperty([], 0, { value: 1 });'),
  // A class that extends Object makes new objects, whatever `super` is given.
  call('new K(a0) === a0', 'class K extends Object { constructor(p) { super(p); } }', 'const a0 = new Error();'),
  call('a0 instanceof Error', 'class K extends Object { constructor(p) { super(p); } }', 'const a0 = new Error();', 'new K(a0);'),
  // What is refused.
  call('Error.captureStackTrace(1)'),
  call('Object.prototype.hasOwnProperty.call(null, a0)', `const a0 = { toString() { log.push('s'); throw new RangeError('s'); } };`),
  call('Object.freeze(r)', 'const r = new Uint8Array(2);'),
  call('console.table([], "a")'),
  call('console.timeEnd(Symbol())'),
  call('process.exit("code")'),
  call('String.fromCodePoint("x", 1n)'),
  call('BigInt.prototype.toString.call(-2n)'),
  call('typeof Object.getPrototypeOf(isNaN)'),
  given(`'abc'.lastIndexOf('b', p)`, '1n', 'bigint'),
  given(`'abc'.slice(p)`, '1n', 'bigint'),
  given('p.match(a0)', `'b'`, null, 'const a0 = /a/g; a0.lastIndex = 2;'),
  given('p.match(a0)', `'b'`, 'string', `const a0 = /a/; a0.lastIndex = { valueOf() { log.push('li'); return 0; } };`),
  given('p.replace(a0, 1)', `'b'`, 'string', 'const a0 = Object.freeze(/a/g);'),
  given('p.search(a0)', `'b'`, 'string', 'const a0 = /a/g; a0.lastIndex = 2;'),
  given('p.replaceAll(/b/, 1)', `'abc'`, 'string'),
  given(`p.search('[')`, `'abc'`, 'string'),
  given(`'b'.split(p ? null : /b/g)`, 'false'),
  call(`'abc'.lastIndexOf(a0, Symbol())`, `const a0 = { toString() { log.push('s'); return 'b'; } };`),
  // Conditions in which a number has a member.
  given('r.toFixed(p)', '1', null, 'const r = 3;'),
  given('r.toString(10, p)', '0', null, 'const r = 0;'),
];
