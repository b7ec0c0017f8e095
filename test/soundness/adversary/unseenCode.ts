import type { AdversaryProgram } from './subject.js';

/** What code that is not seen does before it returns or throws: it changes what it can reach, calls back, and keeps what it is given. */
export const unseenCode: readonly AdversaryProgram[] = [
  {
    what: 'unknown code may throw before a failure',
    text: `export function f(ext: any) { try { ext(); throw new Error('never reached'); } catch (e: any) { if (e.message === 'never reached') throw e; return 1; } }`,
    calls: [`f(() => { throw new Error('x'); })`],
  },
  {
    what: 'unknown code changes a captured variable',
    text: `let ready = false; export function set() { ready = true; }
export function f(ext: any) { ready = false; ext(); if (!ready) throw new Error('not ready'); return ready; }`,
    calls: ['f(set)'],
  },
  {
    what: 'unknown code changes an object it was given',
    text: `export function f(ext: any) { const o: any = { n: 0 }; ext(o); if (o.n === 0) throw new Error('0'); const p: any = { q: o }; ext(p.q); if (!p.q.m) throw new Error('m'); return o.n; }`,
    calls: ['f((o) => { o.n = (o.n ?? 0) + 1; o.m = 1; })'],
  },
  {
    what: 'unknown code keeps the object and changes it later',
    text: `export function f(keep: any, later: any) { const o: any = { v: null }; keep(o); later(); if (o.v === null) throw new TypeError('null'); return o.v.x; }`,
    calls: ['{ let held; f((o) => { held = o; }, () => { held.v = { x: 1 }; }); }'],
  },
  {
    what: 'unknown code ends a loop',
    text: `export function f(ext: any) { const s: any = { done: false }; ext(s); let n = 0; while (!s.done) { n++; ext(s); } return n; }
export function g(it: any) { for (;;) { const r = it.next(); if (r.done) return r.value; } }
export function h(ext: any) { while (ext()) { ext(); } return 1; }`,
    calls: ['f((s) => { s.done = true; })', 'g([1, 2][Symbol.iterator]())', '{ let k = 0; h(() => k++ < 3); }', 'h(() => 0)'],
  },
  {
    what: 'unknown code throws out of a loop that has no end',
    text: `export function f(ext: any) { for (;;) ext(); }
export function main(n: any) { let k = 0; try { f(() => { if (k++ > n) throw new Error('out'); }); } catch { return k; } return 0; }`,
    calls: ['main(3)'],
  },
  {
    what: 'getters and conversions as unknown code',
    text: `let flag = 0; export function raise() { flag = 1; return 1; }
export function f(o: any) { flag = 0; o.x; if (flag !== 1) throw new Error('flag'); return flag; }
export function g(o: any) { flag = 0; const s = '' + o; if (flag !== 1) throw new Error(s); return s; }
export function h(o: any) { flag = 0; for (const _ of o) { } if (flag !== 1) throw new Error('h'); return 1; }`,
    calls: [
      'f({ get x() { return raise(); } })',
      `g({ toString() { raise(); return 's'; } })`,
      'h({ [Symbol.iterator]() { raise(); return [][Symbol.iterator](); } })',
    ],
  },
  {
    what: 'process.exit within tests that do not come to it',
    text: `export function f(n: number, exit: any) { if (n > 3) { exit(1); throw new Error('after exit'); } return n; }
export function g(n: number) { if (n > 100) process.exit(2); if (n > 100) throw new Error('unreachable'); return n; }`,
    calls: ['f(1, () => 0)', 'g(5)'],
  },
  {
    what: 'awaited unknown code',
    text: `const s: any = { v: 0 }; export function bump() { s.v++; }
export async function f(ext: any) { s.v = 0; await ext(); if (s.v === 0) throw new Error('0'); const before = s.v; await Promise.resolve().then(ext); if (s.v === before) throw new Error('same'); return s.v; }
export async function g(p: any) { try { await p; throw new Error('should not'); } catch (e: any) { if (e.message === 'should not') throw e; } }`,
    calls: ['f(() => bump())', 'f(async () => { await null; bump(); })', `g(Promise.reject(new Error('r')))`],
  },
  {
    what: 'callbacks that are called back',
    text: `export function f(ext: any) { let n = 0; ext(() => { n++; }); if (n === 0) throw new Error('not called'); let m: any; ext((x: any) => { m = x; }); return m; }
export function g(ext: any) { const list: any[] = []; ext(list.push.bind(list)); if (list.length === 0) throw new Error('empty'); return list[0]; }`,
    calls: ['f((cb) => cb(1))', 'g((push) => push(5))'],
  },
  {
    what: 'unknown code replaces methods and prototypes',
    text: `export class C { m() { throw new Error('abstract'); } run() { return this.m(); } }
export function f(ext: any) { const c = new C(); ext(c); return c.run(); }
export function g(ext: any) { const a: any[] = [1]; ext(a); a.forEach((x) => { if (x === 1) throw new Error('one'); }); return a.length; }`,
    calls: [
      'f((c) => { c.m = () => 1; })',
      'f((c) => { Object.setPrototypeOf(c, { run() { return 2; } }); })',
      'g((a) => { a.length = 0; })',
      'g((a) => { a.forEach = () => 0; })',
    ],
  },
  {
    what: 'unknown code through arguments, rest and spread',
    text: `export function f(...fs: any[]) { const o: any = {}; for (const g of fs) g(o); if (!o.a) throw new Error('a'); return o; }
export function h(fs: any) { const o: any = {}; fs.forEach((g: any) => g(o)); if (o.b === undefined) throw new Error('b'); return o.b; }`,
    calls: ['f((o) => { o.a = 1; })', 'h([(o) => { o.b = 2; }])', 'h({ forEach(cb) { cb((o) => { o.b = 1; }); } })'],
  },
  {
    what: 'unknown code in conditions and defaults',
    text: `export function f(ext: any, x = ext()) { if (ext() && !ext()) return x; if (x === undefined) throw new Error('x'); return 1; }
export function g(ext: any) { const a = ext() ?? (() => { throw new Error('d'); })(); return a; }
export function h(ext: any) { return ext?.() || ext?.a?.b || 0; }`,
    calls: ['{ let k = 0; f(() => k++ % 2 === 0 ? 5 : 0); }', 'g(() => 0)', 'h(undefined)', 'h(() => 1)'],
  },
  {
    what: 'generators and unknown consumers',
    text: `export function* gen(): any { let n = 0; while (true) { const x: any = yield n++; if (x === 'stop') return n; if (n > 1000) throw new Error('too far'); } }
export function f(use: any) { const g = gen(); use(g); const r = g.next('stop'); return r.done; }`,
    calls: ['f((g) => { g.next(); })', 'f((g) => { g.return(); })', 'f(() => 0)'],
  },
  {
    what: 'exceptions of unknown code with state left behind',
    text: `const lock = { held: false }; export function f(ext: any) { if (lock.held) throw new Error('held'); lock.held = true; try { ext(); } finally { lock.held = false; } return 1; }
export function g(ext: any) { lock.held = true; try { ext(); lock.held = true; } catch { lock.held = false; } if (lock.held) throw new Error('still'); return 1; }
export function release() { lock.held = false; }`,
    calls: ['f(() => 0)', 'f(() => 0)', 'g(() => { throw 1; })'],
  },
  {
    what: 'sorting and mapping by unknown comparers',
    text: `export function f(xs: any, cmp: any) { const ys = [...xs].sort(cmp); if (ys[0] !== 1) throw new Error('first'); return ys; }
export function g(xs: any, fn: any) { const ys = xs.map(fn); for (const y of ys) if (y < 0) throw new RangeError('neg'); return ys.length; }`,
    calls: ['f([3, 1], (a, b) => a - b)', 'f([1], undefined)', 'g([1], (x) => x)', 'g([], () => -1) '],
  },
  {
    what: 'unknown code returns what was private',
    text: `export function f(ext: any) { const secret: any = { n: 1 }; const give = () => secret; ext(give); if (secret.n === 1) throw new Error('untouched'); return secret.n; }
export function h(ext: any) { const box: any = []; const put = (x: any) => { box.push(x); }; ext(put); if (box.length < 2) throw new Error('few'); return box; }`,
    calls: ['f((give) => { give().n = 2; })', 'h((put) => { put(1); put(2); })'],
  },
  {
    what: 'recursion through unknown code',
    text: `export function f(n: any, ext: any): any { if (n === 0) return 0; const r = ext(n - 1, ext); if (r === undefined) throw new Error('undefined'); return r; }`,
    calls: ['f(3, f)', 'f(2, () => 1)', 'f(0, null)'],
  },
  {
    what: 'delete and freeze by unknown code',
    text: `export function f(ext: any) { const o: any = { a: 1 }; ext(o); if ('a' in o) throw new Error('a'); 'use strict'; return Object.keys(o).length; }
export function g(ext: any) { const o: any = Object.freeze({ a: 1 }); ext(o); if (o.a !== 1) throw new Error('frozen is frozen'); return o; }`,
    calls: ['f((o) => { delete o.a; })', 'g((o) => { try { o.a = 2; } catch { } })'],
  },
  {
    what: 'the receiver of a method is an object that others have',
    text: `export class C { n = 0; cb: any; constructor(cb: any) { this.cb = cb; } run() { this.n = 0; this.cb(); if (this.n !== 4) throw new Error('n'); return this.n; }
  via(ext: any) { this.n = 0; ext(); if (this.n === 0) throw new Error('0'); return this.n; } part() { const o: any = { v: 0 }; this.cb.part = o; (this as any).o = o; this.cb(); if (o.v === 0) throw new Error('v'); return o.v; }
  async wait() { this.n = 0; await null; if (this.n === 0) throw new Error('later'); return this.n; } }
export function make(cb: any) { return new C(cb); }`,
    calls: [
      'new C(function () { this.n = 4; }).run()',
      '{ const c = new C(0); c.via(() => { c.n = 1; }); }',
      'new C(function () { this.o.v = 1; }).part()',
      '{ const c = new C(0); const p = c.wait(); c.n = 5; return p; }',
    ],
  },
  {
    what: 'iterators lead to what they iterate',
    text: `const need = (o: any) => { if (o.n === 0) throw new Error('unchanged'); return o.n; };
export function a(ext: any) { const o = { n: 0 }; ext([o].values()); return need(o); }
export function b(ext: any) { const o = { n: 0 }; ext(new Map([[1, o]]).entries()); return need(o); }
export function c(ext: any) { const o = { n: 0 }; ext(new Set([o]).values()); return need(o); }
export function d(ext: any) { const o = { n: 0 }; ext([o].entries()); return need(o); }`,
    calls: [
      'a((i) => { i.next().value.n = 1; })',
      'b((i) => { i.next().value[1].n = 1; })',
      'c((i) => { i.next().value.n = 1; })',
      'd((i) => { i.next().value[1].n = 1; })',
    ],
  },
];
