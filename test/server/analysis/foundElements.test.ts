import { proves } from '../../support/proving.js';

describe('an element that is found is below the length', () => {
  it('where it was read from, called, or tested', () =>
    proves(
      `export function read(a: any[]) { const n = a[1].name; return [n, a[1], a[0]]; }
       export function called(a: any[]) { const s = a[2].trim(); a[2] = s; }
       export function truth(m: any[]) { if (m[3]) return m[2] + m[3]; }
       export function nullish(m: any[]) { if (m[1] != null) return m[1]; }
       export function differs(m: any[]) { if (m[1] !== undefined) return m[1]; }
       export function type(m: any[]) { if (typeof m[1] === 'string') return m[1]; }
       export function same(m: any[]) { if (m[1] === 'x') return m[1]; }
       export function instance(m: any[]) { if (m[0] instanceof Date) return m[0]; }
       export function kept(m: any[]) { const x = m[1]; if (x) return m[0]; }`,
      {
        read: '2/3',
        called: '1/2',
        truth: '2/3',
        nullish: '1/2',
        differs: '1/2',
        type: '1/2',
        same: '1/2',
        instance: '1/2',
        kept: '1/2',
      },
    ));

  it('of what a path leads to, and at a counter', () =>
    proves(
      `export function field(o: { b: any[] }) { if (o.b[1] instanceof Map) return o.b[0]; }
       export function counted(a: any[], n: number, x: any) { for (let i = 0; i < n; i++) { if (a[i].from === x) return a[i].to; } }
       export function before(a: any[], n: number, x: any) { for (let i = 1; i < n; i++) { if (a[i].from === x) return a[i - 1]; } }`,
      { field: '1/2', counted: '1/2', before: '1/2' },
    ));

  it('but not of what may be no array: a length counts no elements there', () =>
    proves(
      `export class Node { first() { return this.items[0].value && this.items[0]; } }
       export function truth(m) { if (m[3]) return m[2] + m[3]; }
       export function either(m: any[] | { 1: number; length: number }) { if (m[1]) return m[1]; }`,
      { 'Node.first': '0/2', truth: '0/3', either: '0/2' },
    ));

  it('nor of an array that may have been given another prototype', () =>
    proves(`export function given(m: any[], o: any) { Object.setPrototypeOf(m, o); if (m[1]) return m[1]; }`, { given: '0/2' }));

  it('but not where it may be undefined, or another index is asked for', () =>
    proves(
      `export function none(m: any[]) { if (!m[3]) return m[3]; }
       export function loose(m: any[]) { if (m[1] == null) return m[1]; }
       export function either(m: any[]) { if (m[1] !== 'x') return m[1]; }
       export function above(m: any[]) { if (m[1]) return m[2]; }
       export function optional(m: any[]) { const x = m[1]?.name; return m[1]; }
       export function joined(m: any[], c: any) { let x = 1; if (c) x = m[1]; if (x) return m[1]; }
       export function named(m: any[], k: any) { if (m[k]) return m[k]; }
       export function fraction(m: any[]) { if (m[0.5]) return m[0]; }
       export function negative(m: any[]) { if (m[-1]) return m[0]; }`,
      {
        none: '0/2',
        loose: '0/2',
        either: '0/2',
        above: '0/2',
        optional: '0/2',
        joined: '0/2',
        named: '0/2',
        fraction: '0/2',
        negative: '0/2',
      },
    ));

  it('nor where it was read before something else happened', () =>
    proves(
      `export function told(m: any[], f: any) { const x = m[1]; f(); if (x) return m[1]; }
       export function after(m: any[], f: any) { if (m[1]) { f(); return m[1]; } }
       export function other(m: any[], n: any) { const x = m[1]; m = n; if (x) return m[1]; }
       export function base(o: { b: any[] }, p: any) { const x = o.b[1]; o = p; if (x) return o.b[1]; }
       export function early(o: { b: any[] }, p: any) { if (o.b[((o = p), 1)]) return o.b[1]; }
       export function row(m: any[][], i: any) { const x = m[i][1]; i = 3; if (x) return m[i][1]; }
       export function path(o: { b: any[] }, f: any) { const x = o.b[f()]; if (x) return o.b[0]; }
       export function rewired(o: { b: any[] }, p: any) { if (o.b[1]) { p.b = []; return o.b[1]; } }
       export function popped(m: any[]) { if (m[1]) { m.pop(); return m[1]; } }
       export function again(m: any[], c: any) { let x = m[0]; while (c--) { if (x) return m[1]; x = m[1]; } }
       export function moved(a: any[], i: any) { for (i = 0; ; i++) { const x = a[i]; i++; if (x) return a[i]; } }`,
      {
        told: '0/2',
        after: '0/2',
        other: '0/2',
        base: '0/2',
        early: '0/2',
        row: '0/4',
        path: '0/2',
        rewired: '0/2',
        popped: '0/2',
        again: '0/3',
        moved: '0/2',
      },
    ));

  it('nor where the test may run what the module itself does to arrays', () =>
    proves(
      `let kept = []; export const k = (a) => { kept = a; };
       export const text = { toString() { kept.length = 0; return 'b'; } };
       export const box = { get value() { kept.length = 0; return 1; } };
       export function converted(m: any[]) { if (m[1] < 'c') return m[1]; }
       export function read(m: any[]) { if (m[1].value) return m[1]; }`,
      { converted: '0/2', read: '0/2' },
    ));

  it('nor where the key of what is read of it may be converted by the module', () =>
    proves(
      `let kept = []; export const keep = (a) => { kept = a; }; export const text = { toString() { kept.length = 0; return 'b'; } };
       export function keyed(m: any[], k: any) { const x = m[1][k]; return m[1]; }
       export function named(m: any[]) { const x = m[1].name; return m[1]; }`,
      { keyed: '0/3', named: '1/2' },
    ));

  it('nor where an accessor of others may write the variables that say where it is', () =>
    proves(
      `let i = 0, list = []; export function next() { i++; } export function other(x) { list.push(x); list = [...list]; }
       export function moved(a: any[]) { if (i < 0) return; const x = a[i].name; return a[i]; }
       export function changed() { const x = list[1].name; return list[1]; }
       export function tested(a) { if (list[1]) return list[1]; }`,
      { moved: '0/2', changed: '0/2', tested: '1/2' },
    ));
});
