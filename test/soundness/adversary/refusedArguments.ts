import type { AdversaryProgram } from './subject.js';

/** What looks as if a built-in refused it, and is taken: ECMA-262 20.1 and 20.2, 22.1, 23.3, 25.1, 28; the URL standard 4.4; Node's Buffer. */
export const refusedArguments: readonly AdversaryProgram[] = [
  {
    what: 'names that are the program’s own',
    text: `const Reflect = { ownKeys: (x: any) => [x], get: (x: any) => x };
class URL { constructor(readonly text: any) {} }
function atob(x: any) { return x; }
export function f(Buffer: any, structuredClone: any) { let Proxy: any = class { constructor(readonly a: any, readonly b: any) {} }; return [Reflect.ownKeys(1), Reflect.get(1), new URL('no url'), atob('*'), Buffer.alloc(-1), structuredClone(() => 1), new Proxy({}, null)]; }`,
    calls: ['f({ alloc: (n) => n }, (x) => x)'],
  },
  {
    what: 'built-ins that are replaced before',
    text: `export function f(x: any) { const kept = Reflect.ownKeys; Reflect.ownKeys = () => []; try { return Reflect.ownKeys(x); } finally { Reflect.ownKeys = kept; } }`,
    calls: ['f(1)', 'f(null)'],
  },
  {
    what: 'built-ins that are replaced through another name, and through descriptors',
    text: `export function f(x: any) { const all: any = Reflect; const kept = all.has; all.has = () => true; try { return Reflect.has(x, 'a'); } finally { all.has = kept; } }
export function g(x: any) { const kept = Object.getOwnPropertyDescriptor(globalThis, 'btoa')!; Object.defineProperty(globalThis, 'btoa', { value: () => '', configurable: true }); try { return btoa(x); } finally { Object.defineProperty(globalThis, 'btoa', kept); } }
export function h(x: any) { const kept = Object.create; Object.assign(Object, { create: () => ({}) }); try { return Object.create(x); } finally { Object.assign(Object, { create: kept }); } }`,
    calls: ['f(1)', `g('\\u0100')`, 'h(1)'],
  },
  {
    what: 'objects of every kind where an object is wanted',
    text: `export function f(o: any) { return [Reflect.ownKeys(o), Reflect.getPrototypeOf(o), Reflect.isExtensible(o), Reflect.has(o, 'a'), Reflect.get(o, 'a'), Reflect.set(o, 'a', 1), Reflect.defineProperty(o, 'b', { value: 1, configurable: true, writable: true }), Reflect.deleteProperty(o, 'b'), Reflect.setPrototypeOf(o, Reflect.getPrototypeOf(o)), new Proxy(o, o), Object.defineProperties(o, {}), Object.create(o), new WeakRef(o)]; }`,
    calls: [
      'f({})',
      'f(() => 1)',
      'f(class { static x = 1 })',
      'f([])',
      'f(Object(1))',
      'f(new String(""))',
      'f(new Proxy({}, {}))',
      'f(/a/)',
      'f(Object.create(null))',
      'f(Object(Symbol()))',
      'f(new Map())',
      'f(Math)',
    ],
  },
  {
    what: 'nothing, where nothing is a prototype, and other kinds where any value will do',
    text: `export function f(x: any) { return [Object.setPrototypeOf(x, null), Object.getPrototypeOf(x), Object.getOwnPropertyNames(x), Object.getOwnPropertyDescriptors(x), Object.getOwnPropertyDescriptor(x, 'a'), Object.getOwnPropertySymbols(x)]; }
export function g() { return [Object.create(null), Reflect.setPrototypeOf({}, null), Object.setPrototypeOf({}, null), Object.setPrototypeOf(1, Object), Object.defineProperties({}, 1 as any), Object.defineProperties({}, '' as any)]; }`,
    calls: ['f(1)', `f('ab')`, 'f(true)', 'f(1n)', 'f(Symbol())', 'f({})', 'g()'],
  },
  {
    what: 'Proxies whose target is revoked',
    text: `export function f() { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return [new Proxy(proxy, proxy), Object.create(proxy), new WeakRef(proxy)]; }`,
    calls: ['f()'],
  },
  {
    what: 'lists that are no arrays',
    text: `export function f(list: any) { return Math.max.apply(null, list); }
export function g(list: any) { return Reflect.apply(Math.max, null, list); }
export function h(...all: any[]) { return [Math.max.apply(1, arguments as any), Math.max.apply(null, null as any), Math.max.apply(null, undefined as any), Math.max.apply(null), Reflect.construct(Array, new String('12') as any)]; }`,
    calls: [
      'f({ length: 1, 0: 3 })',
      'f(new String("12"))',
      'f((a) => a)',
      'f(Object(1))',
      'f(/a/)',
      'f(undefined)',
      'g({})',
      'g((a) => a)',
      'g(new Proxy([1], {}))',
      'h(1, 2)',
    ],
  },
  {
    what: 'forms of normalisation that become the right text',
    text: `export function f(form: any) { return 'x'.normalize(form); }
export function g(s: any, form: any) { return s.normalize(form); }`,
    calls: [
      `f('NFC')`,
      `f('NFKD')`,
      'f(undefined)',
      'f()',
      `f(['NFD'])`,
      `f(new String('NFKC'))`,
      `f({ toString: () => 'NFC' })`,
      `f({ [Symbol.toPrimitive]: () => 'NFC' })`,
      `g({ normalize: (form) => form }, 'X')`,
      `g('x', 'NFC')`,
    ],
  },
  {
    what: 'patterns with other flags than they are written with',
    text: `class All extends RegExp { get flags() { return 'g'; } }
export function f(s: any) { const r = /a/; Object.defineProperty(r, 'flags', { value: 'g' }); return [...s.matchAll(r)].length + s.replaceAll(r, '').length; }
export function g(s: any) { return [...s.matchAll(new All('a'))].length; }
export function h(s: any) { const r: any = /a/; r[Symbol.match] = false; return [s.startsWith(r), s.includes(r), s.endsWith(r), s.replaceAll(r, ''), s.matchAll(r)]; }
export function k(s: any) { const r: any = /a/; r[Symbol.matchAll] = () => 1; Object.setPrototypeOf(r, { flags: 'g' }); return s.matchAll(r); }
export function m(s: any) { const r = /a/g; return [s.matchAll(r), s.replaceAll(r, ''), s.matchAll('a'), s.matchAll({ flags: '' }), s.startsWith(String(/a/))]; }`,
    calls: [`f('aa')`, `g('aa')`, `h('/a/')`, `k('a')`, `m('a')`, 'm({ matchAll: () => 1, replaceAll: () => 2, startsWith: () => 3 })'],
  },
  {
    what: 'patterns that others have',
    text: `export function f(change: any) { const r = /a/; change(r); return ['a'.matchAll(r), 'a'.startsWith(r as any)]; }`,
    calls: [`f((r) => { r[Symbol.match] = false; Object.defineProperty(r, 'flags', { value: 'g' }); })`],
  },
  {
    what: 'addresses with a scheme that is hard to see',
    text: `export function f() { return [new URL(' \\t\\u0000http://a'), new URL('ht\\ntp://a'), new URL('a\\r:b'), new URL('C:\\\\x'), new URL('x+-.:'), new URL('data:,'), new URL('HTTP:a'), new URL('x', 'http://a'), new URL('', 'http://a'), new URL('//b', ' http:c'), new URL('//b', 'http://a' as any), new URL({ toString: () => 'a:' } as any), new URL(['a:'] as any), new URL(new String('a:') as any), new URL('http://x', undefined)]; }
export function g(text: any, base: any) { return new URL(text, base); }`,
    calls: ['f()', `g('no url', 'http://a')`, `g('a:')`, `g({ toString: () => 'a:' })`, `g('', { toString: () => 'http://a' })`],
  },
  {
    what: 'texts in base 64, with blanks and of other kinds',
    text: `export function f() { return [atob(' YQ = =\\n'), atob(''), atob(null as any), atob(12 as any), atob(true as any), atob({ toString: () => 'YQ' } as any), atob(['YQ'] as any), btoa('\\u00ff'), btoa(1 as any), btoa({ toString: () => 'a' } as any), btoa(null as any)]; }
export function g(x: any) { return atob(x) + btoa(x); }`,
    calls: ['f()', `g('YQ==')`, 'g(1234)', `g({ toString: () => 'YQ' })`],
  },
  {
    what: 'copies of what has functions and symbols elsewhere',
    text: `class A { m() { return 1; } get n() { return () => 1; } static s = () => 1; }
export function f() { const o: any = { [Symbol()]: 1 }; Object.defineProperty(o, 'h', { value: () => 1, enumerable: false }); return [structuredClone(new A()), structuredClone(o), structuredClone(undefined), structuredClone(null), structuredClone(1n), structuredClone(new Error('e')), structuredClone([,]), structuredClone(/a/), structuredClone(Object(1))]; }
export function g(x: any) { return structuredClone(x); }`,
    calls: ['f()', 'g({})', 'g(1)', `g(new Map([[1, 2]]))`],
  },
  {
    what: 'sizes of buffers that are cut, or become numbers',
    text: `export function f(n: any) { return new ArrayBuffer(n); }
export function g(n: any) { return [Buffer.alloc(n), Buffer.allocUnsafe(n), Buffer.allocUnsafeSlow(n)]; }
export function h() { return [new ArrayBuffer(-0.5), new ArrayBuffer(NaN), new ArrayBuffer('2' as any), new ArrayBuffer(undefined as any), new ArrayBuffer(-0), Buffer.alloc(-0), Buffer.alloc(0.5), Buffer.alloc(1, 'a'), new DataView(new ArrayBuffer(1)), new (Buffer as any)(2), (Buffer as any)('a'), new (Buffer.alloc as any)(1), typeof atob.prototype, Buffer.prototype !== undefined]; }`,
    calls: [
      'f(-0.9)',
      'f(NaN)',
      `f('2')`,
      'f(null)',
      'f([])',
      'f({})',
      'f({ valueOf: () => 1 })',
      'f(true)',
      'g(0)',
      'g(-0)',
      'g(1.5)',
      'h()',
    ],
  },
  {
    what: 'what buffers are made from',
    text: `export function f(x: any) { return Buffer.from(x); }
export function g(x: any) { return Buffer.concat(x); }`,
    calls: [
      `f('')`,
      'f([])',
      'f({ length: 2 })',
      `f({ type: 'Buffer', data: [1] })`,
      `f(new String('a'))`,
      'f(new ArrayBuffer(1))',
      `f({ valueOf: () => 'a' })`,
      `f({ [Symbol.toPrimitive]: () => 'a' })`,
      'f(new Uint8Array(1))',
      'g([])',
      'g(new Proxy([], {}))',
    ],
  },
  {
    what: 'raw texts of what only looks like a template',
    text: `export function f(t: any) { return String.raw(t, 1, 2); }
export function g() { return String.raw\`a\${1}\\n\`; }`,
    calls: [
      `f({ raw: 'abc' })`,
      'f({ raw: { length: 1, 0: 1 } })',
      'f({ raw: 1 })',
      'f({ raw: [] })',
      `f(Object.assign(() => 1, { raw: 'a' }))`,
      'g()',
    ],
  },
  {
    what: 'symbols, and functions of every kind',
    text: `export function f(x: any) { return [Symbol.keyFor(x), new WeakRef(x)]; }
export function g(x: any) { return [new FinalizationRegistry(x), Reflect.apply(x, null, [])]; }
export function h(x: any) { return Reflect.construct(x, []); }`,
    calls: [
      'f(Symbol())',
      'g(() => 1)',
      'g(function () {})',
      'g((() => 1).bind(null))',
      'g(Math.max)',
      'g(new Proxy(() => 1, {}))',
      'h(class {})',
      'h(Array)',
    ],
  },
  {
    what: 'refusals that are caught, and what is caught',
    text: `export function f(x: any) {
  let caught: any[] = [];
  for (const run of [() => Reflect.ownKeys(x), () => new Proxy(x, null as any), () => Object.create(x), () => 'x'.matchAll(/a/), () => Math.max.apply(null, x), () => Symbol.keyFor(x), () => new URL('x'), () => Buffer.from(x)])
    try { run(); } catch (error) { caught.push(error instanceof TypeError); }
  same(caught.length, 8);
  same(caught.every(Boolean), true);
  try { Buffer.alloc(-1); } catch (error: any) { same(error instanceof RangeError, true); same(error.code, 'ERR_OUT_OF_RANGE'); same(Object.keys(error).length, 1); same('code' in error, true); }
  try { Buffer.from(x); } catch (error: any) { same(Object.keys(error).length, 1); same(error.code, 'ERR_INVALID_ARG_TYPE'); same(Object.hasOwn(error, 'code'), true); }
  try { Buffer.alloc('1' as any); } catch (error: any) { same(error instanceof TypeError, true); same(error.code, 'ERR_INVALID_ARG_TYPE'); }
  try { structuredClone(() => 1); } catch (error: any) { same(error.name, 'DataCloneError'); same(error.code, 25); same(error instanceof Error, true); same(error.constructor === Error, false); same(Object.prototype.toString.call(error), '[object DOMException]'); }
  try { atob('*'); } catch (error: any) { same(error.name, 'InvalidCharacterError'); same(error instanceof DOMException, true); same(error instanceof TypeError, false); same('stack' in error, true); same(String(error.message).length > 0, true); }
  try { new URL('x'); } catch (error: any) { same(error.code, 'ERR_INVALID_URL'); same('input' in error, true); same(Object.keys(error).length > 0, true); }
}`,
    calls: ['f(1)'],
  },
  {
    what: 'arguments that are spread, handed on, and left out',
    text: `export function f(...all: any[]) { return [Reflect.ownKeys(...[{}, 1] as [any]), new (Proxy as any)(...all), Reflect.ownKeys.call(1, {}), Reflect.apply(Reflect.ownKeys, 1, [{}]), [{}, []].map(Reflect.ownKeys as any), Reflect.ownKeys?.({}), [[], {}].map((Object.getOwnPropertyNames))]; }
export function g(o?: any) { if (typeof o !== 'object' || o === null) o = {}; return Reflect.ownKeys(o); }
export function h(o: any) { try { return Reflect.ownKeys(o); } catch { return []; } }
export function k(o: any) { return typeof o === 'string' ? 0 : new Proxy(Object(o), {}); }`,
    calls: ['f({}, {})', 'g()', 'g(1)', 'g(null)', 'h(1)', `k('a')`, 'k(1)', 'k(null)'],
  },
  {
    what: 'values that a getter gives',
    text: `export function f() { let calls = 0; const o: any = { get flag() { return ++calls > 1 ? {} : 1; }, get size() { return calls++ > 2 ? -1 : 1; } }; if (o.flag === 2) return 0; return [Reflect.ownKeys(o.flag), Buffer.alloc(o.size)]; }`,
    calls: ['f()'],
  },
];
