import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'without traps, also of one another, of arrays, functions and instances': [
    `const q = new Proxy({ y: 1, list: [1, 2] }, {}), deep = new Proxy(q, {});
q.y = 2; q.y += 1; deep.y++; q.list[1] = 7;
const arr = new Proxy([1, 2], {}); arr.push(3); arr[0] = 9; arr.length = 2;
const fn = new Proxy(function f() {}, {}); fn.x = 1; fn();
class C { v = 1; set w(x) { this.v = x; } }
const c = new Proxy(new C(), {}); c.w = 5;
const g = new Proxy({ get acc() { return 4; } }, {});
const { proxy: r, revoke } = Proxy.revocable({ z: 0 }, {}); r.z = 9;
console.log(q, deep, arr, fn, c, g, r); //stop
`,
    [
      ...['lastChange(q.y)', 'lastChange(P1:q.none)', 'lastChange(P1:deep.y)', 'lastChange(P1:arr[0])', 'lastChange(P1:arr.length)'],
      ...['lastChange(P1:q.list[1])', 'lastChange(P1:fn.x)', 'lastChange(P1:c.v)', 'lastChange(P1:g.acc)', 'lastChange(P1:r.z)'],
      ...['origin(P1:q.y)', 'created(P1:q)', 'lastChange(P1:q)'],
    ],
  ],
  'with traps': [
    `const seen = { n: 0 }, t = { x: 1 };
const p = new Proxy(t, { get(o, k, r) { seen.n++; return Reflect.get(o, k, r); }, set(o, k, v) { if (k === 'x') seen.n += 10; o[k] = v; return true; } });
p.x = p.x + 5;
const d = new Proxy({ y: 0 }, { defineProperty(o, k, how) { return Reflect.defineProperty(o, k, how); } }); d.y = 6;
for (const k in new Proxy({ y: 1 }, {})) {
  console.log(k, p.x, d); //stop
}
`,
    ['lastChange(seen.n)', 'lastChange(P1:t.x)', 'lastChange(P1:p.x)', 'lastChange(P1:d.y)', 'lastCondition(P1)'],
  ],
};

describe('two providers, one answer: Proxies', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
