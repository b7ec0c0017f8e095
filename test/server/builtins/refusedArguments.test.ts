import assert from 'node:assert/strict';
import type { Wanted } from '../../../server/execution/concrete/concreteValue.js';
import { wanted } from '../../../server/builtins/refusals/wanted.js';
import { checkText } from '../../support/checking.js';

const samples: readonly unknown[] = [undefined, null, true, 1, NaN, 'a', '', 1n, Symbol('s')];

/** Whether the value is no object, and not what is wanted either. */
const isRefused: Readonly<Record<Wanted, (value: unknown) => boolean>> = {
  any: () => false,
  object: () => true,
  objectOrNull: (value) => value !== null,
  function: () => true,
  symbol: (value) => typeof value !== 'symbol',
  weak: (value) => typeof value !== 'symbol',
  textOrObject: (value) => typeof value !== 'string',
  notNullish: (value) => value === undefined || value === null,
};

/** Arguments that are taken, for those in front of the one that is tried. */
const taken: Readonly<Record<Wanted, unknown>> = {
  any: 1,
  object: {},
  objectOrNull: null,
  function: () => 1,
  symbol: Symbol('t'),
  weak: {},
  textOrObject: '',
  notNullish: {},
};

describe('what a built-in wants of its arguments', () => {
  for (const [name, kinds] of Object.entries<readonly Wanted[]>(wanted))
    it(`is wanted in this Node, too: ${name}`, () => {
      const owner = name.split('.');
      const host = owner.reduce<unknown>((holder, key) => Reflect.get(holder as object, key), globalThis) as (
        ...args: unknown[]
      ) => unknown;
      const isClass = owner.length === 1;
      for (const [at, kind] of kinds.entries())
        for (const value of samples.filter(isRefused[kind])) {
          const args = [...kinds.slice(0, at).map((each) => taken[each]), value];
          assert.throws(() => (isClass ? Reflect.construct(host, args) : Reflect.apply(host, undefined, args)), TypeError, String(value));
        }
    });
});

const checked = (body: string) => checkText(`export function f(x, y) { ${body} }`, {}, [], 'program.mjs');

describe('a built-in that refuses an argument', () => {
  const thrown: readonly (readonly [string, string])[] = [
    ['Math.max.apply(null, 3);', 'TypeError'],
    ['new Proxy({}, null);', 'TypeError'],
    ['Reflect.ownKeys(1);', 'TypeError'],
    ['Reflect.apply(1, null, []);', 'TypeError'],
    ['String.raw();', 'TypeError'],
    ["'x'.normalize('X');", 'RangeError'],
    ["new URL('no url');", 'TypeError'],
    ["new URL('a:b', 'no url');", 'TypeError'],
    ['structuredClone(() => 1);', 'DOMException'],
    ['structuredClone({ x, listeners: [() => y] });', 'DOMException'],
    ["structuredClone([1, { a: Symbol('s') }]);", 'DOMException'],
    ['Buffer.alloc(-1);', 'RangeError'],
    ["Buffer.alloc('1');", 'TypeError'],
    ['Buffer.from(1);', 'TypeError'],
    ['new ArrayBuffer(-1);', 'RangeError'],
    ["'x'.matchAll(/a/);", 'TypeError'],
    ["'x'.startsWith(/a/);", 'TypeError'],
    ["atob('*');", 'DOMException'],
    ["btoa('\\u0100');", 'DOMException'],
    ['Object.setPrototypeOf(null, {});', 'TypeError'],
    ["Symbol.keyFor('a');", 'TypeError'],
    ['new WeakRef(1);', 'TypeError'],
  ];
  for (const [body, error] of thrown)
    it(`fails: ${body}`, () => {
      const found = checked(body).findings.filter(({ severity }) => severity === 'error');
      assert.match(found.map(({ message }) => message).join(), new RegExp(`^f always fails: .* throws an? ${error}`));
    });

  const required: readonly (readonly [string, string])[] = [
    ['return Buffer.alloc(x);', 'typeof x === "number" && x >= 0'],
    ["return 'x'.normalize(x);", 'typeof x !== "string" || ["NFC", "NFD", "NFKC", "NFKD"].includes(x)'],
    ['return Reflect.ownKeys(x);', 'typeof x === "function" || (typeof x === "object" && x !== null)'],
    ['return Object.create(x);', 'typeof x === "object" || typeof x === "function"'],
    ["if (typeof x !== 'string') return y; return y ? x.matchAll(/a/) : x.replaceAll(/a/, '');", 'typeof x !== "string"'],
  ];
  for (const [body, condition] of required)
    it(`requires what is taken: ${body}`, () =>
      assert.equal(checked(body).functions.find(({ name }) => name === 'f')?.requires, condition));

  const silent: readonly string[] = [
    'return Reflect.ownKeys(x.target);',
    "return new URL('a', x);",
    'return structuredClone(x);',
    'return structuredClone({ x, get f() { return () => 1; } });',
    'class A { f() { return 1; } } return structuredClone(new A());',
    "const o = { a: 1 }; Object.defineProperty(o, 'f', { value: () => 1 }); return structuredClone(o);",
    'const o = { a: 1, [Symbol.iterator]: () => 1 }; return structuredClone(o);',
    "return new URL('http' + x);",
    "return new URL('http://' + x);",
    "return new URL(' ' + x);",
    "return new URL(x + '/api');",
    "return new URL('/api/' + x, y);",
    'return Math.max.apply(null, x);',
    "return 'x'.matchAll(x);",
    'return new ArrayBuffer(-0.5);',
    "return new ArrayBuffer('2');",
    'return new (Buffer)(2);',
  ];
  for (const body of silent)
    it(`says nothing of what may be taken: ${body}`, () =>
      assert.deepEqual(
        checked(body).findings.filter(({ severity }) => severity === 'error'),
        [],
      ));

  for (const call of [
    '"a".localeCompare("b", undefined, null as any)',
    '(1).toLocaleString("en", null as any)',
    '(1n).toLocaleString("en", null as any)',
    'new Date(0).toLocaleString("en", null as any)',
    '[1].toLocaleString("en", null as any)',
  ])
    it(`may be an object of options, which null is not: ${call}`, () => {
      const text = `export function root() { let isRefused = false; try { ${call}; } catch { isRefused = true; } if (!isRefused) throw new Error(); }`;
      assert.notEqual(checkText(text).functions.find(({ name }) => name === 'root')?.requires, 'false');
    });

  it('is told of an address by how it begins', () => {
    const told = (address: string): boolean =>
      checkText(`export const f = (x: string): string => new URL(${address}).href;`).findings.some(({ severity }) => severity === 'error');
    for (const address of ["'/api/' + x", '`?q=${x}`', "'no url ' + x", "'//host/' + x + '/a'"]) assert.ok(told(address), address);
    for (const address of ["'http' + x", "' ' + x", "x + '/api'", "'a.b+c-1' + x", "'/api/' + x, x"]) assert.ok(!told(address), address);
  });
});
