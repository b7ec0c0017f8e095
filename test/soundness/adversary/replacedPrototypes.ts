import type { AdversaryProgram } from './subject.js';

/** `__proto__` as a key that is computed replaces the prototype: ECMA-262 B.2.2.1, 10.1.9. */
export const replacedPrototypes: readonly AdversaryProgram[] = [
  {
    what: 'async functions and generators inherit from objects that are no functions',
    text: `const kinds: any[] = [async () => 1, function* () { yield 1; }, async function* () { yield 1; }, { async m() {} }.m, class { static *g() {} }.g]; for (const f of kinds) { const p = Object.getPrototypeOf(f); same(typeof p, 'object'); same(p === Function.prototype, false); same(Object.getPrototypeOf(p), Function.prototype); same(f instanceof Function, true); same(f.constructor === Function, false); same(typeof f.call, 'function'); same(f.bind(null).constructor, f.constructor); same(Object.getPrototypeOf(f.bind(null)), p); } same(Object.getPrototypeOf(kinds[0]) === Object.getPrototypeOf(kinds[3]), true); same(Object.getPrototypeOf(kinds[1]) === Object.getPrototypeOf(kinds[2]), false); class A {} class B extends A {} same(Object.getPrototypeOf(B.bind(null)), A); same(Object.getPrototypeOf(() => 1), Function.prototype);`,
  },
  {
    what: 'a method is found in what a parameter named',
    text: `export function main(k: string) { const a: any = { x: 1 }; a[k] = { m() { return 1; } }; if (k === '__proto__') return a.m(); return 0; }`,
    calls: [`main('__proto__')`, `main('m')`],
  },
  {
    what: 'a value is found there, of another kind than what was stored',
    text: `export function main(k: string) { const a: any = {}; a[k] = { z: 1 }; if (a.z === 1) return; throw new Error(); }`,
    calls: [`main('__proto__')`],
  },
  {
    what: 'among the keys of a list',
    text: `const o: any = {}; for (const k of ['a', '__proto__']) o[k] = { deep: k }; same(o.deep, '__proto__'); same(Object.keys(o).length, 1); same(o.a.deep, 'a');`,
  },
  {
    what: 'null takes all members away',
    text: `export function main(k: string) { const o: any = {}; o[k] = null; if (o.toString === undefined) return; throw new Error(); }`,
    calls: [`main('__proto__')`],
  },
  {
    what: 'arrays find missing elements there',
    text: `export function main(k: any) { const a: any[] = []; (a as any)[k] = ['found']; if (a[0] === 'found') return; throw new Error(); }`,
    calls: [`main('__proto__')`],
  },
  {
    what: 'a getter of it throws',
    text: `export function main(k: string) { const o: any = {}; o[k] = { get x(): number { throw new Error(); } }; try { o.x; } catch { return; } throw new Error('none'); }`,
    calls: [`main('__proto__')`],
  },
  {
    what: 'what it has read-only is read-only',
    text: `export function main(k: string) { const o: any = {}; o[k] = Object.freeze({ x: 1 }); try { o.x = 2; } catch { return; } throw new Error('none'); }`,
    calls: [`main('__proto__')`],
  },
  {
    what: 'it is an instance of another class',
    text: `class P {} class Q {} export function main(k: string) { const p: any = new P(); p[k] = new Q(); if (p instanceof Q && !('own' in p)) return; throw new Error(); }`,
    calls: [`main('__proto__')`],
  },
  {
    what: 'methods of a class are others',
    text: `class P { hi() { return 1; } } export function main(k: string, v: any) { const p: any = new P(); p[k] = v; if (p.hi() === 2) return; throw new Error(); }`,
    calls: [`main('__proto__', { hi: () => 2 })`, `main('hi', () => 2)`],
  },
  {
    what: 'primitives are ignored, and so is it on what has no prototype, where it is a name',
    text: `export function main(k: string) { const o: any = {}; o[k] = 5; const p = Object.create(null); p[k] = { z: 1 }; if (o[k] !== 5 && p[k].z === 1 && p.z === undefined) return; throw new Error(); }`,
    calls: [`main('__proto__')`],
  },
];
