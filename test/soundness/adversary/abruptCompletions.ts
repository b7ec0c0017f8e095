import type { AdversaryProgram } from './subject.js';

/** How control leaves loops, patterns, iterators and generators early: ECMA-262 7.4.11, 8.6, 14.7, 14.13, 14.15, 27.5, 27.6. */
export const abruptCompletions: readonly AdversaryProgram[] = [
  {
    what: 'a labelled continue passes through finally of two loops',
    text: `let log = ''; a: for (let i = 0; i < 3; i++) { try { for (let j = 0; j < 3; j++) { try { if (j === 1) continue a; log += i + '' + j + ' '; } finally { log += 'f'; } } log += 'never'; } finally { log += 'F '; } } same(log, '00 ffF 10 ffF 20 ffF ');`,
  },
  {
    what: 'finally takes the place of what was on its way',
    text: `const f = (k: number) => { l: for (let i = 0; i < 2; i++) { try { if (k === 0) return 'r'; if (k === 1) throw 1; if (k === 2) break l; continue; } finally { if (i === 0) continue l; if (k === 3) return 'c'; } } return 'e'; };
  same(f(2), 'e'); same(f(3), 'c'); same(f(0), 'r'); let t: any; try { f(1); } catch (e) { t = e; } same(t, 1);
  const g = () => { l: try { return 1; } finally { break l; } return 2; }; same(g(), 2);
  const h = () => { while (true) { try { throw 1; } catch { try { return 3; } finally { break; } } } return 4; }; same(h(), 4);`,
  },
  {
    what: 'the value of return is computed before finally',
    text: `const f = () => { let x = 1; try { return x; } finally { x = 2; } }; same(f(), 1); const o = { v: 1 }; const g = () => { try { return o; } finally { o.v = 2; } }; same(g().v, 2); let k = 0; const h = () => { try { return ++k; } finally { k *= 10; } }; same(h(), 1); same(k, 10);`,
  },
  {
    what: 'labels of blocks, of if and of switch in loops',
    text: `let r = ''; a: { r += 1; b: { if (n !== null) break a; r += 2; } r += 3; } same(r, '1'); c: if (r) { r += 4; break c; } same(r, '14'); for (const x of [1, 2, 3]) { s: switch (x) { case 1: continue; case 2: break s; default: r += 'd'; } r += x; } same(r, '142d3'); d: do { r += '!'; continue d; } while (r.length < 8); same(r, '142d3!!!'); e: f: for (;;) { break e; }`,
  },
  {
    what: 'break out of for-of calls return once, with the iterator as this',
    text: `let log: any[] = []; const it: any = { [Symbol.iterator]() { return this; }, i: 0, next() { return { done: false, value: this.i++ }; }, return(v: any) { log.push(this === it, arguments.length, v); return {}; } };
  for (const x of it) if (x === 2) break; same(log.join(), 'true,0,'); same(it.i, 3); log = []; o: for (const p of [0, 1]) for (const x of it) { if (p === 0) continue o; if (x > 6) break o; } same(log.length, 6); log = []; const [a] = it; same(typeof a, 'number'); same(log.length, 3); log = []; const f = () => { for (const x of it) return x; }; f(); same(log.length, 3);`,
  },
  {
    what: 'what next throws does not call return, what the body throws does',
    text: `let closed = 0; const make = (bad: boolean): any => ({ [Symbol.iterator]() { return this; }, next() { if (bad) throw new Error('next'); return { done: false, value: 1 }; }, return() { closed++; throw new Error('return'); } });
  let m = ''; try { for (const x of make(true)) void x; } catch (e: any) { m = e.message; } same(m, 'next'); same(closed, 0); try { for (const x of make(false)) throw new Error('body' + x); } catch (e: any) { m = e.message; } same(m, 'body1'); same(closed, 1); try { for (const x of make(false)) break; } catch (e: any) { m = e.message; } same(m, 'return'); same(closed, 2);
  const d = { get done(): boolean { throw new Error('done'); }, value: 1 }; try { for (const x of { [Symbol.iterator]: () => ({ next: () => d, return() { closed++; return {}; } }) } as any) void x; } catch (e: any) { m = e.message; } same(m, 'done'); same(closed, 2);`,
  },
  {
    what: 'patterns close the iterator when a default or a target throws',
    text: `let closed = 0; const make = (): any => ({ [Symbol.iterator]() { return this; }, next() { return { done: false, value: undefined }; }, return() { closed++; return {}; } });
  const boom = (): never => { throw new Error('boom'); }; let e1 = 0; try { const [a = boom()] = make(); void a; } catch { e1++; } same(closed, 1); const o: any = { set p(_v: any) { throw new Error('set'); } }; try { [o.p] = make(); } catch { e1++; } same(closed, 2); try { [boom().x] = make(); } catch { e1++; } same(closed, 3); same(e1, 3); const [] = make(); same(closed, 4); let y; [, y] = make(); same(closed, 5); same(y, undefined);`,
  },
  {
    what: 'a return of an iterator that gives no object is an error, but not where the body threw',
    text: `const make = (r: any): any => ({ [Symbol.iterator]() { return this; }, next() { return { value: 1 }; }, return() { return r; } }); let c = ''; try { for (const x of make(1)) break; } catch (e) { c += e instanceof TypeError; } try { for (const x of make(1)) throw new RangeError(); } catch (e) { c += e instanceof RangeError; } for (const x of make(() => 0)) break; same(c, 'truetrue');`,
  },
  {
    what: 'return of a generator runs its finally, whose yield keeps it alive',
    text: `let log = ''; function* g() { try { yield 1; yield 2; } finally { log += 'a'; yield 3; log += 'b'; } } for (const x of g()) { if (x === 1) break; } same(log, 'a'); const i = g(); i.next(); same(JSON.stringify(i.return(9 as any)), '{"value":3,"done":false}'); same(JSON.stringify(i.next()), '{"value":9,"done":true}'); same(log, 'aab'); const j = g(); same(JSON.stringify(j.return(5 as any)), '{"value":5,"done":true}'); same(log, 'aab'); same(j.next().done, true);`,
  },
  {
    what: 'a generator whose finally returns overrides return and throw',
    text: `function* g(): any { try { yield 1; } finally { return 7; } } const a = g(); a.next(); same(a.return(1).value, 7); const b = g(); b.next(); same(b.throw(new Error('lost')).value, 7); function* h(): any { while (true) { try { yield 1; } finally { continue; } } } const c = h(); c.next(); same(c.return(3).done, false); same(c.throw(new Error('x')).value, 1);`,
  },
  {
    what: 'a generator cannot be entered while it runs, and is over after it threw',
    text: `let it: any; let c = ''; function* g(): any { try { it.next(); } catch (e) { c += e instanceof TypeError; } yield 1; throw new Error('end'); } it = g(); same(it.next().value, 1); try { it.next(); } catch { c += 'end'; } same(it.next().done, true); same(it.next(5).value, undefined); same(c, 'trueend'); let t = 0; try { it.throw(new Error('again')); } catch { t++; } same(t, 1);`,
  },
  {
    what: 'yield* to what has no throw closes it',
    text: `let closed = 0; const inner: any = { [Symbol.iterator]() { return this; }, next: () => ({ value: 1, done: false }), return() { closed++; return {}; } }; function* g(): any { try { yield* inner; } catch (e) { yield e instanceof TypeError; } } const i = g(); i.next(); same(i.throw(new Error('x')).value, true); same(closed, 1); function* h(): any { yield* inner; } const k = h(); k.next(); const r = k.return(4); same(r.done, undefined); same(closed, 2); same(k.next().value, 1);`,
  },
  {
    what: 'async generators: queued requests, return and throw',
    text: `export async function main() { let log = ''; async function* g() { try { yield 1; yield 2; } finally { log += 'f'; } } const i = g(); const [a, b, c, d] = await Promise.all([i.next(), i.next(), i.return(8 as any), i.next()]); same(a.value, 1); same(b.value, 2); same(c.value, 8); same(c.done, true); same(d.done, true); same(log, 'f'); const k = g(); let e = ''; try { await k.throw(new Error('first')); } catch (x: any) { e = x.message; } same(e, 'first'); same(log, 'f'); same((await k.next()).done, true); const p = g(); await p.next(); same((await p.return(Promise.resolve(6) as any)).value, 6); same(log, 'ff'); }`,
    calls: ['main()'],
  },
  {
    what: 'async generators await what they yield and return',
    text: `export async function main() { async function* g(): any { const x = yield Promise.resolve(1); same(x, 'in'); try { yield Promise.reject(new Error('r')); } catch (e: any) { same(e.message, 'r'); } return Promise.resolve(3); } const i = g(); same((await i.next()).value, 1); const r = await i.next('in'); same(r.value, 3); same(r.done, true); let s = 0; for await (const x of [Promise.resolve(1), 2, { then(f: any) { f(3); } }] as any) s += x; same(s, 6); async function* h() { yield* [Promise.resolve(1), 2]; } let t = 0; for await (const x of h()) t += x; same(t, 3); }`,
    calls: ['main()'],
  },
  {
    what: 'for await closes with return and waits for it',
    text: `export async function main() { let log = ''; const it: any = { [Symbol.asyncIterator]() { return this; }, next: async () => ({ value: 1, done: false }), async return() { await null; log += 'r'; return {}; } }; for await (const x of it) { log += x; break; } same(log, '1r'); try { for await (const x of it) throw new Error('b'); } catch (e: any) { log += e.message; } same(log, '1rrb'); const sync: any = { [Symbol.iterator]() { return this; }, next: () => ({ value: Promise.reject(new Error('v')), done: false }), return() { log += 'c'; return {}; } }; let caught = ''; try { for await (const x of sync) void x; } catch (e: any) { caught = e.message; } same(caught, 'v'); }`,
    calls: ['main()'],
  },
  {
    what: 'await in finally and the order of completions',
    text: `export async function main() { let log = ''; const f = async (k: number) => { try { log += 'a'; if (k) throw new Error('t'); return 'r'; } catch { await null; log += 'c'; return 'k'; } finally { await null; log += 'f'; } }; same(await f(0), 'r'); same(await f(1), 'k'); same(log, 'afacf'); const g = async () => { try { return await Promise.reject(new Error('x')); } catch { return 1; } }; const h = async () => { try { return Promise.reject(new Error('x')); } catch { return 1; } }; same(await g(), 1); let o = 0; try { await h(); } catch { o = 2; } same(o, 2); }`,
    calls: ['main()'],
  },
  {
    what: 'per-iteration bindings that closures and continue see',
    text: `const fs: any[] = []; for (let i = 0, inc = () => i++; i < 3; inc(), i++) { fs.push(() => i); if (fs.length > 4) break; } same(fs[0](), 0); const gs: any[] = []; for (let i = 0; i < 3; gs.push(() => i), i++) continue; same(gs.map((g) => g()).join(), '1,2,3'); const hs: any[] = []; for (var v = 0; v < 2; v++) hs.push(() => v); same(hs[0](), 2); for (const k in { a: 1, b: 2 }) hs.push(() => k); same(hs[2](), 'a'); same(hs[3](), 'b');`,
  },
  {
    what: 'switch: lexical scope, default in the middle, order of tests',
    text: `let log = ''; const t = (x: any) => { log += x; return x; }; switch (3 as any) { case t(1): log += 'a'; default: log += 'd'; case t(2): log += 'b'; break; case t(4): log += 'c'; } same(log, '124db'); const f = (k: number) => { switch (k) { case 0: let x = 1; return x; case 1: try { return x; } catch { return 'tdz'; } default: x = 5; return x; } }; same(f(0), 1); same(f(1), 'tdz'); let e = 0; try { f(2); } catch { e++; } same(e, 1); switch (NaN) { case NaN: same(1, 2); } switch (-0) { case 0: log = 'zero'; } same(log, 'zero'); switch (n as any) { }`,
  },
];
