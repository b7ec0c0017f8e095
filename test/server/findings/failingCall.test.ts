import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { checkText } from '../../support/checking.js';

/** Programs that call one function more than once, where only the last call fails. */
const programs: Readonly<Record<string, string>> = {
  'calls one after another': `
const t = new Map([[1, { p: { n: 5 } }], [2, {}]]);
function get(id) { return t.get(id).p.n; }
(get(1));
(get(1));
(get(2));
`,
  'calls in loops': `
const t = new Map([[1, { p: { n: 5 } }], [2, {}]]);
function get(id) { return t.get(id).p.n; }
for (const id of [1, 1]) (get(id));
for (const id of [1, 2]) (get(id));
`,
  'calls in different functions': `
const t = new Map([[1, { p: { n: 5 } }], [2, {}]]);
function get(id) { return t.get(id).p.n; }
function a() { return get(1); }
function b() { return get(2); }
a();
b();
`,
  'a closure over a variable that changes': `
function counter() { let n = 0; return () => { n++; if (n > 1) throw new Error('x'); return n; }; }
const c = counter();
const d = counter();
d();
c();
c();
`,
  'a default argument': `
const t = [{ n: 1 }, undefined];
function get(i = 1) { return t[i].n; }
get(0);
get();
`,
  'a table that is an array': `
const t = [{ n: 1 }, null];
const get = (i) => t[i].n;
get(0);
get(1);
`,
  'a table that is an object': `
const t = { a: { n: 1 }, b: undefined };
const get = (k) => t[k].n;
get('a');
get('b');
`,
  'a throw of its own': `
function need(x) { if (x < 0) throw new RangeError('x'); return x; }
need(1);
need(-1);
`,
  'a method': `
class S { rows = new Map(); set(k, v) { this.rows.set(k, v); return this; } get(k) { return this.rows.get(k).n; } }
const s = new S().set(1, { n: 1 });
s.get(1);
s.get(2);
`,
  'a callback': `
const t = new Map([[1, { p: { n: 5 } }], [2, {}]]);
const get = (id) => t.get(id).p.n;
[1, 1].map(get);
[1, 2].map(get);
`,
  'a variable of the module that is set to nothing': `
let t = { n: 1 };
function get() { return t.n; }
get();
t = null;
get();
`,
  'a recursion': `
const t = new Map([[1, { next: 2 }], [2, { next: 3 }]]);
function go(id, left) { const row = t.get(id); return left === 0 ? row.next : go(row.next, left - 1); }
go(1, 1);
go(1, 2);
`,
  'calls in one expression': `
const t = new Map([[1, { p: { n: 5 } }], [2, {}]]);
function get(id) { return t.get(id).p.n; }
(get(1) + get(2));
`,
  'a getter': `
class A { constructor(x) { this.x = x; } get n() { return this.x.n; } }
const a = new A({ n: 1 }), b = new A(null);
a.n;
b.n;
`,
  'a failure that is caught before': `
const t = new Map([[1, { p: { n: 5 } }], [2, {}]]);
function get(id) { return t.get(id).p.n; }
try { get(2); } catch {}
get(1);
get(2);
`,
  'a loop in a function': `
const t = new Map([[1, { p: { n: 5 } }], [2, {}]]);
function get(id) { return t.get(id).p.n; }
function sum(ids) { let s = 0; for (const id of ids) s += get(id); return s; }
sum([1]);
sum([1, 1]);
sum([1, 2]);
`,
};

/** The lines of the stack of what a program throws, the outermost last. */
function linesOfStack(text: string): readonly number[] {
  try {
    runInNewContext(text, {}, 'program.js');
  } catch (error) {
    const { stack = '' } = error as { readonly stack?: string };
    return [...stack.matchAll(/program\.js:(\d+):\d+\)?$/gm)].map(([, line]) => Number(line));
  }
  return [];
}

describe('the call that a certain failure of a module is in', () => {
  for (const [name, text] of Object.entries(programs))
    it(`is that of the run: ${name}`, () => {
      const { findings } = checkText(text, { gate: true }, [], 'program.js');
      const [finding, another] = findings.filter(({ severity }) => severity === 'error');
      const [because] = finding?.because ?? [];
      assert.equal(another, undefined);
      const lines = linesOfStack(text);
      assert.deepEqual([because?.calls?.[0]?.span.line, because?.span.line], [lines.at(-1), lines[0]]);
    });
});
