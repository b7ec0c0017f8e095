import type { AdversaryProgram } from './subject.js';

/** Objects that answer as they like: ECMA-262 10.5 (proxies), accessors that answer otherwise each time. */
export const proxiedObjects: readonly AdversaryProgram[] = [
  {
    what: 'proxies that answer everything',
    text: `export function f(o: any) { const x = o.a.b.c; const y = o.m(1, 2).k; o.z = 5; delete o.q; new o.K(); same('w' in o, true); return [x, y, typeof o, o instanceof Object]; }`,
    calls: [
      '{ const all = new Proxy(function () {}, { get: (t, k) => k === "prototype" ? Object.prototype : k === Symbol.hasInstance ? undefined : all, apply: () => all, construct: () => all, has: () => true, set: () => true, deleteProperty: () => true }); f(all); }',
    ],
  },
  {
    what: 'revoked and trapping proxies around data',
    text: `export function f(o: any) { let n = 0; for (const k of Object.keys(o)) n += String(o[k]).length; return [n, JSON.stringify(o), { ...o }, Object.entries(o).length, Array.isArray(o)]; }`,
    calls: [
      'f(new Proxy({ a: 1 }, {}))',
      'f(new Proxy([1], { get: (t, k) => k === "length" ? 1 : t[k] }))',
      'f(new Proxy({}, { ownKeys: () => ["p"], getOwnPropertyDescriptor: () => ({ value: 7, enumerable: true, configurable: true }), get: (t, k) => k === "toJSON" ? undefined : 7 }))',
    ],
  },
  {
    what: 'getters that answer differently each time',
    text: `export function f(o: any) { if (o.x !== null && o.x !== undefined) { return o.x?.length ?? 'n'; } return typeof o.x === 'string' ? o.x : String(o.x); }
export function g(o: any) { if (typeof o.v === 'number') return Number(o.v) + 1; return o.v; }`,
    calls: [
      '{ let k = 0; f({ get x() { return k++ % 2 ? null : 1; } }); }',
      '{ let k = 0; f({ get x() { return [1, 1, null, "a"][k++]; } }); }',
      '{ let k = 0; g({ get v() { return k++ ? "s" : 1; } }); }',
      'f({})',
      'g({})',
    ],
  },
  {
    what: 'document.all-like, callable objects, null prototype',
    text: `export function f(o: any) { return [o?.toString?.call ? 1 : 0, Object.getPrototypeOf(o), o?.hasOwnProperty ? o.hasOwnProperty('a') : 'none', o + '' === '' ? 1 : 2].length; }`,
    calls: [
      'f([])',
      `f('')`,
      'f(0)',
      'f(() => 1)',
      'f(Object.assign(Object.create(null), { toString: () => "x" }))',
      'f(new Date())',
      'f(/a/)',
    ],
  },
  {
    what: 'valueOf with effects in comparisons',
    text: `export function f(a: any) { let s = ''; if (a > 1) s += 'g'; if (a <= 1) s += 'l'; if (!(a > 1) && !(a <= 1)) s += 'n'; return s.length >= 0 ? s : 'never'; }
export function g(a: any, b: any) { if (a < b) return 1; if (a >= b) return 2; return 3; }`,
    calls: [
      '{ let k = 0; f({ valueOf: () => k++ * 5 }); }',
      'g(NaN, 1)',
      'g(undefined, undefined)',
      `g('a', 1)`,
      'g(new Date(), new Date())',
      'g({}, [])',
    ],
  },
];
