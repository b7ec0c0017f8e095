import assert from 'node:assert/strict';
import { assertSameAnswers } from '../support/sameAnswers.js';
import { why } from '../support/querying.js';

interface Case {
  readonly what: string;
  readonly program: string;
  readonly ask: string;
  /** Since which line, and the how-many-th time of it the value was there; null: the write changed it, or that is not known. Calls have no time. */
  readonly since: readonly [line: number, hit: number | null] | null;
  /** A recording does not know what was there before, or what was inherited. */
  readonly isOfRun?: boolean;
}

const cases: readonly Case[] = [
  { what: 'a value that was there', program: 'const o = { n: 1 };\no.n = 5;\no.n = 5;\no.n = 5;\no; //stop', ask: 'o.n', since: [2, 1] },
  { what: 'what the object came with', program: 'const o = { n: 5 };\no.n = 5;\no; //stop', ask: 'o.n', since: [1, 1] },
  { what: 'another value', program: 'const o = { n: 5 };\no.n = 6;\no; //stop', ask: 'o.n', since: null },
  { what: 'a value that was gone between', program: 'const o = { n: 5 };\no.n = 6;\no.n = 5;\no; //stop', ask: 'o.n', since: null },
  {
    what: 'one site, many times',
    program: 'const o = { n: 0 };\nfor (const n of [1, 5, 5, 5]) o.n = n;\no; //stop',
    ask: 'o.n',
    since: [2, 2],
  },
  { what: 'a variable', program: "let v = 'a';\nv = 'b';\nv = 'b';\nv; //stop", ask: 'v', since: [2, 1] },
  {
    what: 'a variable that a function writes',
    program: 'let v = 1;\nconst f = () => { v = 2; };\nf();\nf();\nv; //stop',
    ask: 'v',
    since: [2, 1],
  },
  { what: 'zero and its negative', program: 'const o = { n: 0 };\no.n = -0;\no; //stop', ask: 'o.n', since: null },
  { what: 'negative zero again', program: 'const o = { n: 0 };\no.n = -0;\no.n = -0;\no; //stop', ask: 'o.n', since: [2, 1] },
  { what: 'NaN again', program: 'const o = { n: 0 };\no.n = NaN;\no.n = 0 / 0;\no; //stop', ask: 'o.n', since: [2, 1] },
  { what: 'false, true and false', program: 'let v = false;\nv = true;\nv = false;\nv; //stop', ask: 'v', since: null },
  { what: 'null and undefined', program: 'const o = { v: null };\no.v = undefined;\no; //stop', ask: 'o.v', since: null },
  { what: 'the number 1 and its text', program: "let v = 1;\nv = '1';\nv; //stop", ask: 'v', since: null },
  { what: 'one object again', program: 'const a = {}, o = { v: a };\no.v = a;\no; //stop', ask: 'o.v', since: [1, 1] },
  { what: 'another object that looks the same', program: 'const o = { v: {} };\no.v = {};\no; //stop', ask: 'o.v', since: null },
  { what: 'a member that was deleted between', program: 'const o = { n: 5 };\ndelete o.n;\no.n = 5;\no; //stop', ask: 'o.n', since: null },
  { what: 'undefined where nothing was', program: 'const o = {};\no.v = undefined;\no; //stop', ask: 'o.v', since: null },
  {
    what: 'the same of another object',
    program: 'const a = { n: 5 }, o = { n: 1 };\na.n = 5;\no.n = 5;\no; //stop',
    ask: 'o.n',
    since: null,
  },
  {
    what: 'what a prototype has again',
    program: 'const p = { n: 1 };\nconst o = Object.create(p);\np.n = 5;\np.n = 5;\no; //stop',
    ask: 'o.n',
    since: null,
    isOfRun: true,
  },
  {
    what: 'the same in another activation',
    program: 'function f(n) {\n  let v = 0;\n  v = n;\n  return v; //stop\n}\nf(5);\nf(5);',
    ask: 'v',
    since: null,
  },
  {
    what: 'a write that nothing tells in between',
    program: "const o = { n: 5 };\neval('o.n = 6; o.n = 5');\no.n = 5;\no; //stop",
    ask: 'o.n',
    since: null,
    isOfRun: true,
  },
  {
    what: 'what a call has written between',
    program: 'const o = { n: 5 };\nObject.assign(o, { n: 6 });\nObject.assign(o, { n: 5 });\no.n = 5;\no; //stop',
    ask: 'o.n',
    since: [3, null],
  },
  { what: 'an element', program: 'const a = [1, 2];\na[0] = 3;\na[0] = 3;\na; //stop', ask: 'a[0]', since: [2, 1] },
  {
    what: 'a private field',
    program:
      'class C {\n  #n = 1;\n  set(n) { this.#n = n; }\n  get() {\n    return this.#n; //stop\n  }\n}\nconst c = new C();\nc.set(4);\nc.set(4);\nc.get();',
    ask: 'this.#n',
    since: [3, 1],
  },
  {
    what: 'an entry of a Map',
    program: "const m = new Map();\nm.set('a', 1);\nm.set('a', 2);\nm.set('a', 2);\nm; //stop",
    ask: "m.get('a')",
    since: [3, null],
  },
];

describe('a write of what was there already', () => {
  for (const { what, program, ask, since, isOfRun = false } of cases) {
    it(`${since === null ? 'is not told of' : 'is told, and since when'}: ${what}`, async () => {
      const asked = [`lastChange(${ask})`];
      const text = `${program}\n`;
      const points = isOfRun ? (await why({ files: { 'program.js': text }, ask: asked })).points : await assertSameAnswers([text, asked]);
      const told = points[1]?.['since'] as { readonly file: string; readonly line: number; readonly hit: number | null } | undefined;
      assert.deepEqual(told === undefined ? null : [told.line, told.hit], since, JSON.stringify(points[1]));
    });
  }
});
