import type { AdversaryProgram } from './subject.js';

/** How control leaves statements, generators and async functions: ECMA-262 14, 15, 27. */
export const controlFlow: readonly AdversaryProgram[] = [
  {
    what: 'finally overrides',
    text: `export function f(x: any) { try { throw new Error('a'); } finally { return x; } }
export function g(x: any) { for (;;) { try { return 1; } finally { if (x) break; } } return 2; }
export function h() { l: { try { throw 1; } catch { break l; } finally { } } return 3; }
export function k() { let i = 0; while (true) { try { if (i++ > 3) throw new Error(); continue; } catch { break; } finally { i++; } } return i; }`,
    calls: ['f(1)', 'g(1)', 'g(0)', 'h()', 'k()'],
  },
  {
    what: 'generators: return, throw, delegation',
    text: `export function* g(): any { try { const x = yield 1; yield x; } finally { yield 'f'; } }
export function main() { const a = g(); a.next(); same(a.next(5).value, 5); same(a.return(9).value, 'f'); same(a.next().value, 9); const b = g(); same(b.return(1).value, 1); const c = g(); c.next(); same(c.throw(new Error('x')).value, 'f'); let e = 0; try { c.next(); } catch { e = 1; } same(e, 1); function* d(): any { const r = yield* g(); return r; } same([...d()].length, 3); }`,
    calls: ['main()'],
  },
  {
    what: 'labels, switch fallthrough with closures',
    text: `let log: any[] = []; outer: for (let i = 0; i < 3; i++) { for (let j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; log.push(() => i * 10 + j); } } same(log.map((f) => f()).join(), '0,10'); switch (n as any) { default: log = []; case 5: log.push(5); break; case 6: throw new Error('6'); } same(log.length, 1); switch (true as any) { case n > 0: log.push(1); case n > 100: log.push(2); } same(log.length, 3);`,
  },
  {
    what: 'temporal dead zone that is not reached',
    text: `const f = () => later; const later = 3; same(f(), 3); { const g = () => h(); function h() { return 4; } same(g(), 4); } for (let i = 0, k = () => i; i < 1; i++) same(k(), 0); class A { static x = (() => A.name)(); } same(A.x, 'A'); same(typeof undeclared0, 'undefined'); var v = typeof v; same(v, 'undefined');`,
  },
  {
    what: 'defaults that use others, and see null',
    text: `export function f(a: any = 1, b: any = a + 1, { c = b, d: { e } = { e: c } }: any = {}, [g = e, ...h]: any = []) { return [a, b, c, e, g, h.length].join(); }`,
    calls: [
      'f()',
      'f(null)',
      'f(1, undefined, { c: null })',
      `f(1, 2, { d: '' })`,
      'f(1, 2, 5)',
      `f(1, 2, '', '')`,
      'f(1, 2, [], new Set())',
    ],
  },
  {
    what: 'async errors are rejections',
    text: `export async function f(x: any) { if (x) throw new Error('no'); return 1; }
export async function main() { const p = f(1); let c = 0; await p.catch(() => c++); same(c, 1); await f(1).then(null, () => c++); same(c, 2); const r = await Promise.allSettled([f(1), f(0)]); same(r[0].status, 'rejected'); await Promise.any([f(1), f(0)]); for (const q of [f(0)]) await q; const g = async () => { throw 1; }; g().catch(() => 0); void f(0); }`,
    calls: ['main()'],
  },
  {
    what: 'bigints, comparisons and shifts',
    text: `export function f(a: any, b: any) { return [a < b, a > b, a == b, typeof a === typeof b ? a + b : 0, a && b]; }
export function g(a: bigint) { return [a << 2n, a >> 1n, -a, a ** 2n, a % 3n, a / 7n, ~a, a & 1n, BigInt(Number(a)), a > 1.5, a == 1 as any, BigInt.asUintN(8, a)]; }`,
    calls: ['f(1n, 2)', `f(1n, 'x')`, 'f(1n, null)', 'f(1n, undefined)', 'f(1n, {})', 'g(0n)', 'g(-5n)', 'g(10n ** 30n)'],
  },
  {
    what: 'exceptions with values that are no errors',
    text: `export function f(x: any) { try { throw x; } catch (e: any) { return e === x || Number.isNaN(e); } }
export function g(x: any) { try { x.y.z; } catch (e: any) { return e instanceof TypeError && e.message.length > 0; } return true; }
export function h(x: any) { try { throw { }; } catch ({ message = 'd' }: any) { return message; } }`,
    calls: ['f(undefined)', 'f(null)', 'f(0)', 'g(null)', 'g({})', 'g({ y: 1 })', 'g(1)', 'h(1)'],
  },
  {
    what: 'recursion with memo and mutual recursion',
    text: `const memo = new Map<number, number>(); export function fib(n: any): any { if (n < 2) return n; const k = memo.get(n); if (k !== undefined) return k; const v = fib(n - 1) + fib(n - 2); memo.set(n, v); return v; }
export function odd(n: number): boolean { return n === 0 ? false : even(n - 1); }
export function even(m: number): boolean { return m === 0 ? true : odd(m - 1); }
export function ack(m: number, n: number): number { return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }`,
    calls: ['fib(30)', `fib('5')`, 'fib(null)', 'even(100)', 'odd(7)', 'ack(2, 3)'],
  },
  {
    what: 'loops with odd counters',
    text: `export function f(n: any) { let c = 0; for (let i = n; i > 0; i = i / 2 - 0.1) c++; for (let i = 0; i < n; i += n / 3 || 1) c++; let x = n; while (x > 1) x = x % 2 ? (x - 1) / 2 : x / 2; do { c++; } while (c < n); for (const k in n) c++; return c; }`,
    calls: ['f(10)', 'f(0)', 'f(-5)', 'f(NaN)', 'f(1.5)', `f('8')`, 'f(null)', 'f(undefined)', 'f([3])'],
  },
];
