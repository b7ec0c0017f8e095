import type { AdversaryProgram } from './subject.js';

/** What built-ins make of nullish, odd, coercible and proxied arguments: ECMA-262 7.1 (conversions), 7.3.19 (lists), 20 to 25. */
export const builtinArguments: readonly AdversaryProgram[] = [
  {
    what: 'WeakMap/WeakSet of null, Map.groupBy-like reduce',
    text: `export function main(items: any) { const s = new WeakSet(items); const m = new WeakMap(items); const p = new Map(items); const q = new Set(items); same(p.size + q.size, 0); return [s, m]; }`,
    calls: ['main(null)', 'main(undefined)', 'main([])'],
  },
  {
    what: 'join separators and coercions',
    text: `export function f(a: any[], sep: any) { return a.join(sep); }
export function g(s: any, p: any) { return String.prototype.padStart.call(s, p, p); }
export function h(x: any) { return Number(x) + Number.parseInt(x) + parseFloat(x) + (+new Date(x)); }`,
    calls: [
      'f([1,,2], undefined)',
      'f([null, undefined, [1,[2]]], null)',
      `f([1,2], { toString: () => '-' })`,
      'f([1,2], [])',
      `g(5, '7')`,
      `g({ toString: () => 'a' }, { valueOf: () => 3, toString: () => 'b' })`,
      'g(true, null)',
      'h(undefined)',
      'h(null)',
      'h([])',
      'h({ [Symbol.toPrimitive]: () => 1 })',
      `h('')`,
    ],
  },
  {
    what: 'slice and splice with odd bounds',
    text: `export function f(a: any, x: any, y: any) { return [a.slice(x, y), [...a].splice(x, y), a.at(x), a.indexOf(x, y), a.includes(x, y)]; }`,
    calls: [
      'f([1,2,3], undefined, undefined)',
      'f([1,2,3], null, null)',
      `f([1,2,3], '1', [2])`,
      'f([1,2,3], NaN, -Infinity)',
      'f([1,2,3], {}, {})',
      'f([1,2,3], -1e300, 1e300)',
      `f('abc', true, { valueOf() { return 1; } })`,
    ],
  },
  {
    what: 'proxied arrays and arguments objects',
    text: `export function f(a: any) { const p = Array.from(a); const q = [...a]; const [x, y = 2, ...r] = a; return [p.length, q.length, x, y, r.length, Array.isArray(a), Object.keys(a).length, Math.max(...a), JSON.stringify(a), a.concat ? a.concat(1).length : 0]; }`,
    calls: [
      'f(new Proxy([1,2], {}))',
      'f(new Proxy([], {}))',
      '{ (function () { f(arguments); })(1, 2); }',
      `f('ab')`,
      'f(new Set([1]))',
      'f(new Map([[1, 2]]))',
      'f(new Uint8Array(2))',
    ],
  },
  {
    what: 'Object statics of primitives',
    text: `export function f(x: any) { return [Object.keys(x), Object.entries(x), Object.getPrototypeOf(x), Object.freeze(x) === x, Object.isFrozen(x), Object.getOwnPropertyNames(x), Object.assign({}, x), { ...x }, Object.values(x), Object(x), Object.isExtensible(x), Object.preventExtensions(x), Object.seal(x), Object.is(x, x), Object.getOwnPropertyDescriptor(x, 'length')]; }`,
    calls: ['f(1)', `f('ab')`, 'f(true)', 'f(1n)', 'f(Symbol())', 'f(() => 1)', 'f([])'],
  },
  {
    what: 'Object.assign and spread of nullish',
    text: `export function f(x: any, y: any) { const o = Object.assign({ a: 1 }, x, y); const p = { ...x, ...y, a: 1 }; same(o.a, 1); same(p.a, 1); const { a, ...rest } = { ...x, a: 2 }; return [a, rest]; }`,
    calls: ['f(null, undefined)', 'f(undefined, 5)', `f(false, 'xy')`],
  },
  {
    what: 'string methods with odd patterns',
    text: `export function f(s: any, p: any, r: any) { return [s.split(p), s.replace(p, r), s.search(p instanceof RegExp || typeof p === 'string' ? p : 'x'), s.concat(p, r), s.lastIndexOf(p), s.indexOf(p), s.localeCompare(p), s.match(p)]; }`,
    calls: [
      `f('abc', undefined, undefined)`,
      `f('abc', null, null)`,
      `f('abc', 'b', () => 1)`,
      `f('abc', /b/g, '$&$&')`,
      `f('abc', [], {})`,
      `f('abc', 1, Math.max)`,
      `f('abc', { [Symbol.split]: () => 1, [Symbol.replace]: () => 2, [Symbol.match]: () => 3 }, 1)`,
    ],
  },
  {
    what: 'repeat and toFixed at their edges',
    text: `export function f(n: any) { return ['ab'.repeat(n), (1.5).toFixed(n), (255).toString(Math.trunc(Number(n)) + 2), (1.5).toPrecision(Number(n) + 1), new Array(Math.trunc(Math.abs(Number(n) || 0))).length, BigInt.asIntN(n, 5n), 'x'.codePointAt(n), (1).toExponential(n)]; }`,
    calls: ['f(0)', `f('3')`, 'f(2.9)', 'f([1])', 'f({ valueOf: () => 5 })', 'f(null)', `f('')`, 'f(false)', 'f(-0)'],
  },
  {
    what: 'apply, call, bind and Reflect with odd lists',
    text: `function g(this: any, ...a: any[]) { return a.length; }
export function f(list: any) { return g.apply(undefined, list); }
export function h(list: any) { return Reflect.apply(g, null, list) + Reflect.construct(Array, list).length; }`,
    calls: [
      'f(null)',
      'f(undefined)',
      'f({ length: 2 })',
      `f({ length: '1', 0: 5 })`,
      'f([1, , 3])',
      'f({})',
      'f({ length: -1 })',
      'f(() => 1)',
      'f(new Uint8Array(3))',
      `h({ length: 2, 0: 'a' })`,
      'h([])',
      'h({ length: NaN })',
    ],
  },
  {
    what: 'JSON with odd values',
    text: `export function f(x: any, r: any, i: any) { return JSON.stringify(x, r, i); }
export function g(x: any) { return JSON.parse(x); }`,
    calls: [
      'f(undefined, null, undefined)',
      `f(() => 1, [], '  ')`,
      'f(Symbol(), undefined, 3)',
      'f({ toJSON() { return 1; } }, (k, v) => v, {})',
      'f([undefined, NaN], 5, null)',
      'g(1)',
      'g(null)',
      'g(true)',
      'g([1])',
      `g({ toString: () => '{}' })`,
    ],
  },
  {
    what: 'Promise statics of odd values',
    text: `export async function f(x: any) { const a = await Promise.all(x); const b = await Promise.allSettled(x); await Promise.race([...x, 1]); await Promise.resolve(x); return a.length + b.length; }`,
    calls: ['f([])', `f('ab')`, 'f(new Set([1]))', 'f([{ then(r) { r(1); } }])'],
  },
  {
    what: 'Symbol, Error and RegExp constructors',
    text: `export function f(x: any) { return [Symbol(x).description, new Error(x).message, new RegExp(x ?? '').source, new Error('m', x && typeof x === 'object' ? x : undefined), String(x), new String(x).length, new Boolean(x).valueOf(), Error(x).name, new Date(x).getTime(), new Array(x).length, Array.of(x).length, Array(x, x).length]; }`,
    calls: ['f(undefined)', 'f(null)', `f('a')`, 'f(0)', 'f([])', `f({ cause: 1, toString: () => 'a' })`, 'f(true)'],
  },
  {
    what: 'Intl-free number formatting and Date parts',
    text: `export function f(x: any) { const d = new Date(x); return [d.getFullYear(), d.toString(), d.toJSON(), isNaN(d as any) ? 0 : d.toISOString(), d.setHours(x), Date.UTC(x), Date.parse(x)]; }`,
    calls: ['f(undefined)', 'f(null)', `f('x')`, 'f(1e99)', 'f([])', 'f(true)', 'f({ valueOf: () => 0 })'],
  },
  {
    what: 'typed arrays from odd values',
    text: `export function f(x: any, y: any) { const a = new Uint8Array(x); const b = Uint8Array.from(y ?? []); return [a.length, b.length, a.subarray(y).length, a.fill(y).length, a.at(y), a.slice(y, x).length]; }`,
    calls: [
      'f(2, undefined)',
      'f(null, null)',
      `f('3', '1')`,
      'f([1, 2], [3])',
      'f(undefined, {})',
      'f({ length: 2 }, new Set([1]))',
      'f(new ArrayBuffer(4), "ab")',
      'f(1.5 | 0, true)',
      'f([], NaN)',
    ],
  },
  {
    what: 'flat, flatMap, fill, copyWithin, with, toSpliced',
    text: `export function f(a: any, d: any) { return [a.flat(d), a.flatMap((x: any) => x), [...a].fill(d, d, d), [...a].copyWithin(d, d), a.toSorted(d === 0 ? undefined : undefined), a.toSpliced(d, d), a.toReversed(), a.lastIndexOf(d, d), a.findLast((x: any) => x === d), a.entries().next().done, a.keys().next().value]; }`,
    calls: ['f([1, [2, [3]]], undefined)', 'f([], null)', `f([1], 'x')`, 'f([,], -1)', 'f([[]], Infinity)', 'f([1], {})'],
  },
  {
    what: 'Array.from with map, length and iterators',
    text: `export function f(x: any, m: any) { return Array.from(x, m).length; }`,
    calls: [
      'f({ length: 3 }, undefined)',
      `f('ab', (c, i) => i)`,
      'f(5, undefined)',
      'f(true, undefined)',
      'f({}, undefined)',
      'f({ length: "2" }, () => 1)',
      'f(new Map(), undefined)',
      'f({ length: NaN }, undefined)',
      'f(() => 1, undefined)',
      'f(Symbol.iterator, undefined)',
    ],
  },
  {
    what: 'Math functions of odd arguments',
    text: `export function f(...a: any[]) { return [Math.max(...a), Math.min(...a), Math.hypot(...a), Math.round(a[0]), Math.sign(a[0]), Math.pow(a[0], a[1]), Math.atan2(a[0], a[1]), Math.trunc(a[0]), Math.clz32(a[0]), Math.imul(a[0], a[1]), Math.fround(a[0])].length; }`,
    calls: ['f()', 'f(undefined, null)', `f('1', [])`, 'f({}, true)', 'f([2], [[3]])', 'f(new Date(), NaN)'],
  },
  {
    what: 'in, instanceof, typeof and void of everything',
    text: `export function f(k: any, o: any) { return [k in o, typeof k, void k, o instanceof Object, !k, k === o, k == o, k != null, k ?? 1, k || 2, k && 3]; }`,
    calls: [
      'f(1, [])',
      'f(null, {})',
      'f(undefined, () => 1)',
      'f(Symbol(), new Map())',
      `f('length', Object('ab'))`,
      'f([], {})',
      'f({}, [])',
      'f(1n, {})',
    ],
  },
  {
    what: 'Number and BigInt static predicates',
    text: `export function f(x: any) { return [Number.isInteger(x), Number.isSafeInteger(x), Number.isNaN(x), Number.isFinite(x), isFinite(typeof x === 'bigint' || typeof x === 'symbol' ? 0 : x), Array.isArray(x), ArrayBuffer.isView(x), Object.is(x, -0)]; }`,
    calls: ['f(1n)', 'f(Symbol())', 'f(undefined)', 'f({})', `f('5')`, 'f(new Proxy([], {}))'],
  },
  {
    what: 'Map and Set methods of odd keys',
    text: `export function f(k: any) { const m = new Map<any, any>(); m.set(k, k).set(NaN, 1); const s = new Set<any>().add(k).add(-0); return [m.get(k), m.has(NaN), s.has(0), m.delete(k), m.size, [...s].length, m.get(NaN), new Map([[k, 1]]).get(k), [...m.entries()].length, Object.fromEntries([[String(k === undefined ? 'u' : 'v'), 1]])]; }`,
    calls: ['f(undefined)', 'f(null)', 'f(NaN)', 'f(-0)', 'f({})', 'f(Symbol())'],
  },
  {
    what: 'decode, encode, parseInt radix',
    text: `export function f(x: any, r: any) { return [encodeURIComponent(x), decodeURIComponent(String(x === '%' ? '' : x)), parseInt(x, r), Number(x), escape(x), unescape(x), encodeURI(x)]; }`,
    calls: ['f(undefined, 40)', 'f(null, 1)', `f('z', 36)`, 'f([], {})', `f({}, '16')`, 'f(true, -5)'],
  },
  {
    what: 'structuredClone, queueMicrotask, timers',
    text: `export async function main() { const o: any = structuredClone({ a: [1, new Date(0), new Map([[1, { b: 2 }]])] }); same(o.a[2].get(1).b, 2); same(structuredClone(undefined), undefined); let k = 0; await new Promise<void>((r) => queueMicrotask(() => { k = 1; r(); })); same(k, 1); await new Promise((r) => setTimeout(r)); await new Promise((r) => setTimeout(r, null as any, 1)); clearTimeout(undefined); clearTimeout(null as any); clearTimeout('x' as any); }`,
    calls: ['main()'],
  },
  {
    what: 'accessors and functions that are given',
    text: `export function a(get: any) { const o: any = {}; Object.defineProperty(o, 'z', { get }); return o.z; }
export function b(set: any) { const o: any = {}; Object.defineProperty(o, 'z', { set }); o.z = 1; return o; }
export function c(f: any) { return Function.prototype.call.call(f, null, 1); }
export function d(f: any) { return Function.prototype.bind.call(f, null, 1)(); }`,
    calls: ['a(() => 1)', 'a(undefined)', 'b((x) => { })', 'c((x) => x)', 'd((x) => x)'],
  },
];
