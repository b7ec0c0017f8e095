import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is said of the program, with the gate. */
const said = (text: string): readonly string[] => checkText(text, { gate: true }, [], 'program.ts').findings.map(({ message }) => message);

const enums = "enum Color { Red, Green, Blue }\nenum Name { A = 'a', B = 'b' }\ntype Kind = 'circle' | 'square' | 'line';\n";
const nothing = 'is a property of undefined or null (line 5).';
const noFunction = 'calls something that is not a function (line 5).';

describe('a table that is looked up', () => {
  const found: readonly (readonly [table: string, body: string, message: string])[] = [
    [
      "const T = new Map<Color, { x: string }>([[Color.Red, { x: 'r' }], [Color.Green, { x: 'g' }]]);",
      'f() { return T.get(Color.Blue)!.x; }',
      `f always fails: T.get(Color.Blue)!.x ${nothing}`,
    ],
    [
      "const T = new Map([[Color.Red, { x: 'r' }], [Color.Green, { x: 'g' }]]);",
      'f(c: Color) { return T.get(c)!.x; }',
      `f fails if c !== 0 && c !== 1: T.get(c)!.x ${nothing}`,
    ],
    ['const T = new Map([[Name.A, { x: 1 }]]);', 'f(n: Name) { return T.get(n)!.x; }', `f fails if n !== "a": T.get(n)!.x ${nothing}`],
    [
      "const T = { [Color.Red]: { x: 'r' }, [Color.Green]: { x: 'g' } } as Record<Color, { x: string }>;",
      'f(c: Color) { return T[c].x; }',
      `f fails if c !== 0 && c !== 1: T[c].x ${nothing}`,
    ],
    [
      "const T = { 404: 'gone', 200: 'good' } as Record<number, string>;",
      'f(status: number) { return T[status].length; }',
      `f fails if status !== 200 && status !== 404: T[status].length ${nothing}`,
    ],
    [
      'const T: Record<Kind, (n: number) => number> = { circle: (n) => n, square: (n) => n * n } as any;',
      'f(kind: Kind) { return T[kind](3); }',
      `f fails if kind === "line": T[kind](3) ${noFunction}`,
    ],
    ['const T: any = { circle(n: number) { return n; } };', "f() { return T['line'](3); }", `f always fails: T['line'](3) ${noFunction}`],
    [
      'const T: Record<string, () => number> = { a: () => 1 };',
      "f(k: string) { if (!T.hasOwnProperty(k)) throw new RangeError('no'); return T[k](); }",
      'f fails if k !== "a": it throws new RangeError(\'no\') (line 5).',
    ],
  ];
  for (const [table, body, message] of found)
    it(`has no more than its text says: ${table}`, () => {
      assert.deepEqual(said(`${enums}${table}\nexport function ${body}`), [message]);
    });

  // Each of them gives a number, in Node.
  const good: readonly (readonly [table: string, body: string])[] = [
    ['const T = { n: null, at() { this.n = { x: 1 }; } };', 'T.at(); return T.n.x;'],
    ['const T = { n: null, get() { const self = this; self.n = { x: 1 }; } };', 'T.get(); return T.n.x;'],
    ['const T = { n: null, run() { [1].forEach(() => { this.n = { x: 1 }; }); } };', 'T.run(); return T.n.x;'],
    ['const T = { n: null, run: set }; function set() { this.n = { x: 1 }; }', 'T.run(); return T.n.x;'],
    ['const T = { n: null, run() { return this; } };', "T['run']().n = { x: 1 }; return T.n.x;"],
    ['const T = { n: null, run() { Object.assign(this, { n: { x: 1 } }); } };', 'T.run(); return T.n.x;'],
    ['const T = { a: { x: 1 }, set(k) { this[k] = { x: 2 }; } };', "T.set('q'); return T.q.x;"],
    ['const T = { a: () => 1 }; give(T); function give(t) { t.b = () => 2; }', 'return T.b();'],
    ['const T = { a: () => 1, get b() { return () => 2; } };', 'return T.b();'],
    ['const T = { a: () => 1, ...{ b: () => 2 } };', 'return T.b();'],
    ['const T = { a: { run() { return this; } } };', 'T.a.run().z = { x: 1 }; return T.a.z.x;'],
    ['const T = { push: (list) => list, m: { x: 1 } };', 'T.push(T).n = { x: 1 }; return T.n.x;'],
    ["const K = { A: 'a', B: 'b' }; K.B = 'a'; const T = { [K.A]: { x: 1 } };", 'return T[K.B].x;'],
    ["const T = { 1: { x: 1 }, '-1': { x: 2 }, NaN: { x: 3 } };", 'return T[-1].x + T[0 / 0].x;'],
    ["const T = { '1e+21': { x: 1 }, 0: { x: 2 } };", 'return T[1e21].x + T[-0].x;'],
  ];
  for (const [table, body] of good)
    it(`may change: ${table} ${body}`, () => {
      assert.equal(typeof new Function(`${table} ${body}`)(), 'number');
      const text = `${table}\nexport function f() { ${body} }`;
      assert.deepEqual(
        checkText(text, { gate: true }).findings.map(({ message }) => message),
        [],
      );
    });
});
