import assert from 'node:assert/strict';
import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** What a value was before a change, and is after it: undefined where there was none. */
type Change = readonly [before: unknown, after: unknown];

/** One expression that writes a place several times (ECMA-262 13.2.5.5, 20.1.2.1): each write is a change, in their order. */
const programs: Readonly<Record<string, readonly [AskedProgram, readonly Change[]]>> = {
  'defaults and options that a literal spreads': [
    [
      `const defaults = { host: 'localhost', port: 80 };
function make(user) {
  const o = { port: 8080, ...defaults, ...user };
  console.log(o.port); //stop
}
make({ port: 443, host: undefined });
`,
      ['lastChange(o.port)', 'lastChange(P1:o.port)[-2]', 'lastChange(P1:o.port)[0]', 'lastChange(P1:o.host)', 'origin(P1:o.port)'],
    ],
    [
      [80, 443],
      [8080, 80],
      [undefined, 8080],
      ['localhost', { undefined: true }],
    ],
  ],
  'names of a literal that are alike': [
    [
      `let n = 0;
const f = () => ++n;
const name = 'a';
const o = { a: f(), b: n, ['a']: f(), b: 7, [name]: f() };
console.log(o.a); //stop
`,
      ['lastChange(o.a)', 'lastChange(P1:o.a)[-2]', 'lastChange(P1:o.a)[0]', 'lastChange(P1:o.b)', 'lastChange(P1:o.b)[0]'],
    ],
    [
      [2, 3],
      [1, 2],
      [undefined, 1],
      [1, 7],
      [undefined, 1],
    ],
  ],
  'what is changed between parts of a literal': [
    [
      `const a = { x: 1 };
let v = 3;
const o = { x: v, ...a, y: (a.x = 5, v = 4), ...{ get x() { return a.x + 1; } }, z: 0, ...'hi', 0: 'j' };
console.log(o.x); //stop
`,
      [
        'lastChange(o.x)',
        'lastChange(P1:o.x)[-2]',
        'lastChange(P1:o.x)[0]',
        'lastChange(P1:o[0])',
        'lastChange(P1:o[0])[0]',
        'lastChange(P1:o.y)',
      ],
    ],
    [
      [1, 6],
      [3, 1],
      [undefined, 3],
      ['h', 'j'],
      [undefined, 'h'],
      [undefined, 4],
    ],
  ],
  'functions that are written over': [
    [
      `const user = { log: 1, warn: 2 };
const warn = () => {};
const name = 'log';
const o = { log() {}, warn, [name]: () => {}, ...user, __proto__: { q: 1 } };
console.log(o.log, o.q); //stop
`,
      ['lastChange(o.log)', 'lastChange(P1:o.log)[-2]', 'lastChange(P1:o.warn)[-2]', 'lastChange(P1:o.warn)'],
    ],
    [[undefined, 1]],
  ],
  'a Proxy that is spread, accessors, and symbols': [
    [
      `const s = Symbol('s');
const p = new Proxy({ k: 2 }, { get: (target, key) => target[key] + 1 });
const o = { k: 0, ...p, g: 1, get g() { return 2; }, [s]: 1, ...{ [s]: 2 } };
console.log(o.k); //stop
`,
      ['lastChange(o.k)', 'lastChange(P1:o.k)[0]', 'lastChange(P1:o[s])', 'lastChange(P1:o[s])[0]'],
    ],
    [[undefined, undefined]],
  ],
  'sources of Object.assign': [
    [
      `const t = Object.assign({}, { e: 1 }, null, { e: 2, j: 1 });
const o = { e: 0 };
Object.assign(o, { e: 1 }, { e: 2 }, { e: 3 });
const list = [7];
Object.assign(list, 'ab', ['c'], { length: 1 });
console.log(t.e); //stop
`,
      [
        'lastChange(t.e)',
        'lastChange(P1:t.e)[0]',
        'lastChange(P1:o.e)',
        'lastChange(P1:o.e)[-2]',
        'lastChange(P1:o.e)[0]',
        'lastChange(P1:list[0])',
        'lastChange(P1:t.j)',
      ],
    ],
    [
      [1, 2],
      [undefined, 1],
      [2, 3],
      [1, 2],
      [undefined, 0],
      ['a', 'c'],
      [undefined, 1],
    ],
  ],
  'fields of classes that are alike': [
    [
      `class A { x = 1; x = 2; }
class B extends A { x = 3; }
const b = new B();
console.log(b.x); //stop
`,
      ['lastChange(b.x)', 'lastChange(P1:b.x)[-2]', 'lastChange(P1:b.x)[0]'],
    ],
    [
      [2, 3],
      [1, 2],
      [undefined, 1],
    ],
  ],
  'entries that are alike, and receivers of Reflect.set': [
    [
      `const e = Object.fromEntries([['k', 1], ['k', 2]]);
const r = { v: 1 };
Reflect.set({ v: 5 }, 'v', 2, r);
const d = Object.defineProperties({ p: 1 }, { p: { value: 2 }, q: { value: 3 } });
console.log(e.k); //stop
`,
      ['lastChange(e.k)', 'lastChange(P1:r.v)', 'lastChange(P1:d.p)', 'lastChange(P1:d.q)'],
    ],
    [
      [undefined, 2],
      [1, 2],
      [1, 2],
      [undefined, 3],
    ],
  ],
};

describe('two providers, one answer: places that one expression writes several times', () => {
  for (const [name, [program, changes]] of Object.entries(programs))
    it(name, async () => {
      const points = await assertSameAnswers(program);
      const seen = points.slice(1, changes.length + 1).map(({ before, after }) => [before, after]);
      if (changes.length > 1) assert.deepEqual(seen, changes);
    });
});
