import assert from 'node:assert/strict';
import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Values that are taken apart: their defaults are told before what follows, in an order of the language's own (ECMA-262 13.15.5, 14.7.5). */
const programs: Readonly<Record<string, AskedProgram>> = {
  'a declaration': [
    `const o = { x: 1 };
const f = () => (o.x = 5, { z: 1 });
const { a = 2, b: { c = a, ...d } = { e: 1 }, ...r } = f();
o.x = a + c;
if (r.z === 1) console.log(o.x); //stop
`,
    ['lastChange(o.x)', 'lastCondition(P1)'],
  ],
  'an assignment': [
    `const o = { x: 1 }, f = () => (o.x = 8, {});
let k, n;
({ k = (o.x = 9), [(() => 'm')()]: n = k, ...o.rest } = f());
[, [o.y = 5] = []] = [0];
console.log(o.x, o.y); //stop
`,
    ['lastChange(o.x)', 'lastChange(o.y)', 'lastChange(o.rest)'],
  ],
  'a rest that is stored to a member': [
    `const o = {}, b = {}, holder = [];
({ ...o.rest } = { r: 1 });
[, ...b.tail] = [7, 8, 9];
for ([...holder['0']] of [[4], [5, 6]]);
class P { #p; set(v) { ({ ...this.#p } = v); return this.#p; } }
const q = new P().set({ w: 3 });
console.log(o, b, holder, q); //stop
`,
    [
      ...['lastChange(o.rest.r)', 'lastChange(P1:b.tail[1])', 'created(P1:b.tail)', 'lastChange(P1:holder[0][1])', 'lastChange(P1:q.w)'],
      ...['origin(P1:o.rest.r)', 'lastChange(P1:o.rest)'],
    ],
  ],
  'a default beside what is made of another object': [
    `function f(o) {
  const { a: { b = 5, ...r } = {}, ...rest } = o;
  return [b, r, rest]; //stop
}
f({ a: { c: 1 }, z: 1 });
console.log(Object.create({ inherited: 1 }));
`,
    ['origin(b)'],
  ],
  'the head of a loop': [
    `const o = { x: 1 };
for (const [a = (o.x = 2), { b = 3 } = {}] of [[], [3], [3, { b: 5 }], []]) {
  if (a + b > 8) continue;
  o.y = a;
}
for ({ a: o.z = 4 } of [{}, { a: 1 }, {}]);
console.log(o.x); //stop
`,
    ['lastChange(o.x)', 'lastChange(o.y)', 'lastChange(o.z)'],
  ],
  'a head that throws': [
    `const o = { x: 1 };
const bad = () => { throw new Error('bad'); };
try {
  for (const { a = bad() } of [{ a: 2 }, {}]) o.x = a;
} catch { o.y = 2; }
console.log(o.x, o.y); //stop
`,
    ['lastChange(o.x)', 'lastChange(o.y)'],
  ],
  'a head that waits': [
    `const o = { x: 1 };
async function f() {
  for await (const { a = await 3 } of [{ a: 4 }, {}]) {
    if (a === 3) console.log(o.x); //stop
    o.x = a;
  }
}
f();
`,
    ['lastChange(o.x)', 'lastCondition(P1)'],
  ],
};

/** Assignments that are left midway, or asked about: what they have stored already is told. */
const leftMidway = `let [a, b, c, d, e] = [1, 2, 3, 4, 5];
function* numbers() { yield 10; throw new Error('mid'); }
try { [a, b] = numbers(); } catch {}
const given = { x: 6, get y() { throw new Error('no y'); } };
try { ({ x: c, y: d } = given); } catch {}
try { ({ x: c, ['y']: d } = { x: 7 }); } catch {}
try { [[e, d] = [], { x: d, e }] = [new Set([8, 9]), given, null]; } catch {}
try { ({ c, d = a.b.c } = { c: 0 }); } catch {}
function seen() {
  console.log(a, b, c, d, e); //stop
}
({ a, c, b = seen() } = { a: 20, c: 21 });
`;

describe('two providers, one answer: values that are taken apart', () => {
  for (const [what, program] of Object.entries(programs)) it(what, () => assertSameAnswers(program));

  it('an assignment that is left midway', async () => {
    const points = await assertSameAnswers([leftMidway, ['a', 'b', 'c', 'd', 'e'].map((name) => `lastChange(P1:${name})`)]);
    assert.deepEqual(
      points.slice(1).map(({ line, column, before, after }) => ({ line, column, before, after })),
      [
        { line: 12, column: 4, before: 10, after: 20 },
        { line: 1, column: 9, before: undefined, after: 2 },
        { line: 12, column: 7, before: 0, after: 21 },
        { line: 7, column: 26, before: 9, after: 6 },
        { line: 7, column: 29, before: 8, after: { undefined: true } },
      ],
    );
  });
});
