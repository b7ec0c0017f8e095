import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const late = "async function late(n: number): Promise<number> {\n await null; if (n < 0) throw new RangeError('n'); return n; }\n";
const thrown = "it throws new RangeError('n') (line 2).";

/** What is said of `run`, behind `late`, with the gate. */
const said = (text: string): readonly string[] =>
  checkText(late + text, { gate: true }, [], 'program.ts')
    .findings.map(({ message }) => message)
    .filter((message) => message.startsWith('run '));

describe('promises that are waited for together', () => {
  const found: readonly (readonly [body: string, message: string])[] = [
    ['run() { return Promise.all([1, -1].map((n) => late(n))); }', `run always fails: ${thrown}`],
    ['run() { return Promise.all([1, -1].map(async (n) => { const x = await late(n); return x + 1; })); }', `run always fails: ${thrown}`],
    ['run(n: number) { const [x] = await Promise.all([late(n)]); return x; }', `run fails if n < 0: ${thrown}`],
    ['run(n: number) { return Promise.all([late(1), late(n)]).then(([x, y]) => x + y); }', `run fails if n < 0: ${thrown}`],
    ['run(n: number) { const one = late(1); const two = late(n); return (await one) + (await two); }', `run fails if n < 0: ${thrown}`],
    [
      'run(n: number) { const all: Promise<number>[] = []; for (const each of [1, n]) all.push(late(each)); return Promise.all(all); }',
      `run fails if n < 0: ${thrown}`,
    ],
    ['run(ns: number[]) { return Promise.all(ns.map(late)); }', `run fails if ns.length === 1 && ns[0] < 0: ${thrown}`],
    [
      "run(n: number) { const { length } = await Promise.all([1, 2].map(late)); if (length !== n) throw new Error('n'); }",
      "run fails if n !== 2: it throws new Error('n') (line 3).",
    ],
    ['run() { return Promise.any([late(-1), late(-2)]); }', `run always fails: ${thrown}`],
  ];
  for (const [body, message] of found)
    it(`come to what each of them does: ${body}`, () => {
      assert.deepEqual(said(`export async function ${body}`), [message]);
    });

  // Each of them ends well, in Node.
  const good: readonly string[] = [
    'const o = { n: null }; const f = async () => { await 0; return o.n.x; }; const p = f(); o.n = { x: 1 }; return p;',
    'let n = null; const f = async () => { await 0; return n.x; }; const p = f(); n = { x: 1 }; return p;',
    'const l = []; const f = async () => { await 0; return l[0].x; }; const p = f(); l.push({ x: 1 }); return p;',
    "const u = { s: null }; const f = async (x) => { await 0; return x.s.length; }; const p = f(u); Object.assign(u, { s: 'a' }); return p;",
    "const u = { s: null }; const set = () => { u.s = 'a'; }; const f = async (x) => { await 0; return x.s.length; }; const p = f(u); set(); return p;",
    "const u = [null]; const f = async (x) => { await 0; const [y] = x; return y.length; }; const p = f(u); u.unshift('a'); return p;",
    "const u = new Map(); const f = async (x) => { await 0; return x.get('a').length; }; const p = f(u); u.set('a', 'b'); return p;",
    'class A { n = null; async read() { await 0; return this.n.x; } } const a = new A(); const p = a.read(); a.n = { x: 1 }; return p;',
    "let n = 0; const inc = async () => { const old = n; await 0; n = old + 1; }; await Promise.all([inc(), inc()]); if (n !== 1) throw new Error('n'); return n;",
    "let first = null; const f = async (n) => { await 0; first ??= n; }; await Promise.all([f(1), f(2)]); if (first !== 1) throw new Error('n'); return first;",
    "const c = { v: 0 }; const up = () => { c.v++; }; const f = async () => { await 0; if (c.v === 0) throw new Error('v'); }; const p = f(); up(); return p;",
    "const l = []; const f = async () => { await 0; if (`${l}` === '') throw new Error('l'); }; const p = f(); l.push(1); return p;",
    "const o = {}; const f = async () => { await 0; if (!('x' in o)) throw new Error('o'); }; const p = f(); o.x = 1; return p;",
    "const f = async (n) => { await 0; if (n > 1) throw new Error('n'); return n; }; return Promise.any([f(2), f(1)]);",
    "const f = async (n) => { await 0; if (n > 1) throw new Error('n'); return n; }; return Promise.race([f(1), f(2)]);",
    "const f = async (n) => { await 0; if (n > 1) throw new Error('n'); return n; }; return Promise.allSettled([f(1), f(2)]);",
  ];
  for (const body of good)
    it(`leave to others what they share: ${body}`, async () => {
      await (new Function(`return (async () => { ${body} })();`)() as Promise<unknown>);
      const { findings } = checkText(`export async function run() { ${body} }`, { gate: true });
      assert.deepEqual(
        findings.map(({ message }) => message).filter((message) => message.startsWith('run ')),
        [],
      );
    });
});
