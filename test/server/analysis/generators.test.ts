import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is said of the functions of a text that always fail. */
const failing = (text: string): readonly string[] =>
  checkText(text).findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));

const pages = `
function* pages(count: number): Generator<number> {
  if (count > 10) throw new RangeError('too many');
  for (let page = 1; page <= count; page++) yield page;
}
async function* remote(count: number): AsyncGenerator<{ id?: string }> {
  for (let page = 1; page < count; page++) yield { id: 'p' };
  yield {};
}
`;

const range =
  'class Range { constructor(from, to) { this.from = from; this.to = to; } *[Symbol.iterator]() { for (let n = this.from; n < this.to; n++) yield n; } }';
const once = 'class Once { [Symbol.iterator]() { return { next: () => ({ done: false, value: [].at(0) }) }; } }';

describe('the body of a generator', () => {
  it('is closed where the language gives up a value of it: nothing is said of that', () => {
    const closing = 'let closed = 0; function* odd() { try { yield 1; yield 2; } finally { closed++; } }';
    const text = `export function main(): number { ${closing} try { new Map(odd() as never); } catch {} if (closed !== 1) throw new Error('open'); return closed; }`;
    assert.deepEqual(failing(text), []);
  });

  it('passes an assertion behind a yield where the consumer goes on, and only then', () => {
    for (const head of ['function*', 'async function*']) {
      const [found, ...others] = checkText(`export ${head} one(n: number) {\n  yield n; // @sometime n === 3\n}\n`).findings;
      assert.deepEqual([found?.severity, found?.condition, others.length], ['warning', 'n === 3', 0], head);
    }
    assert.deepEqual(
      failing('export function* one(n: number) {\n  yield n;\n  n = 5; // @sometime n === 3\n}\n').map((said) => said.slice(0, 29)),
      ['Every run that comes here fai'],
    );
  });

  it('runs where somebody iterates it', () => {
    const bodies: readonly (readonly [body: string, because: string])[] = [
      ['let sum = 0; for (const page of pages(12)) sum += page; return sum;', "it throws new RangeError('too many') (line 3)"],
      ['return [...pages(12)];', "it throws new RangeError('too many') (line 3)"],
      ['const [first] = pages(12); return first;', "it throws new RangeError('too many') (line 3)"],
      ['return new Set(pages(12)).size;', "it throws new RangeError('too many') (line 3)"],
      ['return Array.from(pages(12)).length;', "it throws new RangeError('too many') (line 3)"],
      [`${range} return [].at(new Set(new Range(0, 3)).size).x;`, 'x is a property of undefined or null'],
      [`${range} return Array.from(new Range(0, 2))[2].x;`, 'x is a property of undefined or null'],
      ['function* entries() { for (const n of pages(2)) yield ["p" + n, n]; } return new Map(entries()).get("p3").x;', 'x is a property'],
      ['const it = pages(12); return it.next();', "it throws new RangeError('too many') (line 3)"],
      ['function* all() { yield 0; yield* pages(11); } return [...all()];', "it throws new RangeError('too many') (line 3)"],
      ['const [a, b] = pages(1); return b.toFixed() + a;', 'b.toFixed is a property of undefined or null'],
      [`${range} let none; for (const n of new Range(0, 3)) none ??= [][n]; return none.x;`, 'none.x is a property of undefined or null'],
      [`${range} return [...new Range(5, 5)].reduce((a, b) => a + b);`, 'reduce((a, b) => a + b) throws a TypeError'],
      [`${once} for (const n of new Once()) return n.x; return 0;`, 'n.x is a property of undefined or null'],
    ];
    for (const [body, because] of bodies) {
      const told = failing(`${pages}export function main(): unknown { ${body} }`);
      assert.ok(
        told.some((message) => message.startsWith('main always fails: ') && message.includes(because)),
        `${body} ${told.join()}`,
      );
    }
  });

  it('runs where an async function waits for it', () => {
    const told = failing(`${pages}export async function main() { for await (const page of remote(3)) console.log(page.id!.trim()); }`);
    assert.deepEqual(told, ['main always fails: page.id!.trim is a property of undefined or null (line 10).']);
  });

  it('does no harm where it is not run so far, or somebody is there for it', () => {
    const text = ok.join('\n');
    assert.deepEqual(failing(text), []);
  });
});

describe('what Node calls later', () => {
  it('is a function', () => {
    const because = (body: string): readonly string[] => failing(`function save() {}\nexport function main(): void { ${body} }`);
    assert.deepEqual(because('setTimeout(save(), 100);'), ['main always fails: setTimeout(save(), 100) throws a TypeError (line 2).']);
    assert.equal(because('console.log(1); queueMicrotask(null);').length, 1);
    for (const body of [
      'setTimeout(save, 100);',
      "setTimeout('save()', 1);",
      'try { setImmediate(save()); } catch {}',
      'setInterval(unknown(), 1);',
    ])
      assert.deepEqual(because(body), [], body);
  });
});

/** Programs that run to their end. */
const ok: readonly string[] = [
  `function* bad(): Generator<number> { yield 1; throw new Error('bad'); }`,
  `export function ac(): void { function* g(): Generator<number> { try { yield* bad(); } catch { yield 2; } yield 3; } if ([...g()].join() !== '1,2,3') throw new Error('ac'); }`,
  'const log: string[] = [];',
  'function* counted(limit: number, step = 1): Generator<number, string, number | undefined> {',
  '  try {',
  `    for (let n = 0; n < limit; n += step) { const sent = yield n; if (sent === 42) return 'sent'; }`,
  `    return 'end';`,
  `  } finally { log.push('closed'); }`,
  '}',
  `function* throwsLate(): Generator<number> { yield 1; throw new Error('late'); }`,
  'function* forever(): Generator<number> { for (let n = 0; ; n++) yield n; }',
  'function* bare(): Generator<undefined> { while (true) yield; }',
  `function* outer(): Generator<number> { yield 0; const r = yield* counted(2); if (r !== 'end') throw new Error('r'); yield 9; }`,
  'export function a(): void { for (const n of throwsLate()) { if (n === 1) break; } }',
  `export function b(): void { const [first] = throwsLate(); if (first !== 1) throw new Error('b'); }`,
  'export function c(): void { throwsLate(); const it = throwsLate(); it.next(); }',
  'export function d(): number { let count = 0; for (const _ of bare()) { if (++count > 100) break; } return count; }',
  'export function e(): number { for (const n of forever()) if (n > 5) return n; return 0; }',
  `export function f(): void { const all = [...outer()]; if (all.join() !== '0,0,1,9') throw new Error('f'); }`,
  `export function g(): void { const it = counted(3); it.next(); const r = it.next(42); if (!r.done || r.value !== 'sent') throw new Error('g'); }`,
  `export function h(): void { const it = counted(3); it.next(); const r = it.return('x'); if (!r.done || r.value !== 'x' || it.next().value !== undefined) throw new Error('h'); }`,
  `export function i(): void { try { for (const n of throwsLate()) if (n > 1) throw new Error('i'); } catch (error) { if ((error as Error).message !== 'late') throw error; } }`,
  `export function j(): void { const it = throwsLate(); try { it.next(); it.next(); } catch {} if (it.next().done !== true) throw new Error('j'); }`,
  'class Own { constructor(readonly n: number) {} [Symbol.iterator](): Iterator<number> { let at = 0; const n = this.n; return { next: () => ({ done: at >= n, value: at++ }), return: () => ({ done: true, value: undefined }) }; } }',
  `export function k(): void { let s = 0; for (const x of new Own(4)) s += x; if (s !== 6 || [...new Own(2)].length !== 2) throw new Error('k'); for (const x of new Own(3)) if (x === 1) break; }`,
  `export function l(): void { const it = counted(5); for (const n of it) if (n === 1) break; for (const n of it) throw new Error('closed ' + n); }`,
  'export function m(): void { const it = forever(); function next(): number { return it.next().value as number; } while (next() < 5); }',
  'async function* ticks(n: number): AsyncGenerator<number> { try { for (let t = 0; t < n; t++) { await Promise.resolve(); yield Promise.resolve(t) as unknown as number; } } finally { await null; } }',
  `export async function o(): Promise<void> { let s = 0; for await (const t of ticks(4)) s += t; if (s !== 6) throw new Error('o'); for await (const t of ticks(9)) { if (t === 2) break; } }`,
  `export function p(): void { function* fin(): Generator<number> { try { yield 1; } finally { throw new Error('fin'); } } try { for (const x of fin()) { if (x) break; } } catch { return; } throw new Error('p'); }`,
  `export function q(): void { function* inf(): Generator<number> { try { yield 1; yield 2; } finally { yield 3; } } const out: number[] = []; for (const x of inf()) out.push(x); for (const x of inf()) { out.push(x); break; } if (out.join() !== '1,2,3,1') throw new Error('q'); }`,
  `export function r(): void { function* def(o: { n?: number } = {}, n = o.n ?? 2): Generator<number> { yield n; } if ([...def()][0] !== 2) throw new Error('r'); }`,
  `export function s(): void { let started = false; function* eager(): Generator<number> { started = true; yield 1; } const it = eager(); if (started) throw new Error('s'); it.next(); if (!started) throw new Error('s'); }`,
  `export function t(): void { function* args(): Generator<unknown> { yield arguments.length; yield* [1, 2]; yield* 'ab'; } if ([...(args as (...x: number[]) => Generator)(7, 8)].join() !== '2,1,2,a,b') throw new Error('t'); }`,
  `export function u(): void { let x = 0; function* w(): Generator<number> { x++; yield x; x++; yield x; } const it = w(); x = 10; if (it.next().value !== 11) throw new Error('u'); x = 20; if (it.next().value !== 21) throw new Error('u'); }`,
  'export function v(): void { setTimeout(() => {}, 0); setImmediate(a); queueMicrotask(b); }',
  `export function w(): void { function* own(this: { k: number }): Generator<number> { yield this.k; } const o = { k: 3, own }; if ([...o.own()][0] !== 3) throw new Error('w'); }`,
  `export function x(): void { const it = forever(); const two = [it.next().value, it.next().value]; if (two.join() !== '0,1' || it[Symbol.iterator]() !== it) throw new Error('x'); }`,
  `export function y(): void { const set = new Set(counted(3)); const m = Array.from(counted(3), (n) => n * 2); if (set.size !== 3 || m[2] !== 4 || Math.max(...counted(3)) !== 2) throw new Error('y'); }`,
  `export function z(): void { const g = counted(1); const { value, done } = g.next(); if (done || value !== 0) throw new Error('z'); if (typeof g.throw !== 'function' || Object.prototype.toString.call(g) !== '[object Generator]') throw new Error('z'); }`,
  `export function aa(): void { function* never(): Generator<number> { yield* never2(); } function* never2(): Generator<number> { return; } for (const x of never()) throw new Error('aa' + x); }`,
  `export function ab(): void { function* id(): Generator<number> { let n = 0; for (;;) { const r: unknown = yield n++; if (r === 'stop') return; } } const it = id(); it.next(); it.next('stop' as never); let c = 0; for (const _ of it) c++; if (c !== 0) throw new Error('ab'); }`,
];
