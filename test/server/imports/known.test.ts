import assert from 'node:assert/strict';
import { checkFiles, claims, findingsIn, type Files } from './projects.js';

const bounded = 'export function bounded(n: number): number {\n  if (n > 99) throw new RangeError("too big");\n  return n;\n}\n';

describe('what is imported', () => {
  it('fails where it is called, with the cause in its own file', () => {
    const [finding, ...others] = findingsIn({ 'b.ts': bounded, 'main.ts': "import { bounded } from './b';\nbounded(200);\n" });
    assert.deepEqual(others, []);
    assert.equal(finding?.code, 'uncaught-exception');
    assert.equal(finding.severity, 'error');
    assert.equal(finding.file, 'main.ts');
    assert.match(finding.message, /b\.ts:2/);
    const [because] = finding.because;
    assert.equal(because?.file, 'b.ts');
    assert.deepEqual(because.span, { line: 2, column: 15, endLine: 2, endColumn: 47 });
  });

  it('asks the caller for what it needs', async () => {
    const main = "import { bounded } from './b';\nexport function main(n: number) { return bounded(n); }";
    assert.equal(await claims({ 'b.ts': bounded, 'main.ts': main }, [100, 1000]), '!(n > 99)');
  });

  it('is not reported in the file that imports it', () => {
    const files: Files = {
      'b.ts': bounded,
      'main.ts': "import { bounded } from './b';\nexport const main = (n: number) => n;\nvoid bounded;",
    };
    assert.deepEqual(findingsIn(files), []);
    assert.deepEqual(
      findingsIn(files, 'b.ts').map(({ file, condition }) => `${file} ${condition}`),
      ['b.ts !(n > 99)'],
    );
  });

  it('keeps callers apart', async () => {
    const pick = 'export function pick(xs: number[], i: number): number {\n  if (i >= xs.length) throw new RangeError();\n  return i;\n}';
    const main = `import { pick } from './b';
export function main(n: number) {
  return pick([1, 2], n) + pick([1, 2, 3, 4, 5], 4);
}`;
    assert.equal(await claims({ 'b.ts': pick, 'main.ts': main }, [2, 100]), '!(n >= 2)');
  });

  const ways: readonly (readonly [string, string, string])[] = [
    ['a default export', "import check from './b';", 'export default function check(n: number) { if (n > 99) throw new Error(); }'],
    ['an anonymous default export', "import check from './b';", 'export default function (n: number) { if (n > 99) throw new Error(); }'],
    ['a default arrow function', "import check from './b';", 'export default (n: number): void => { if (n > 99) throw new Error(); };'],
    ['another name', "import { limit as check } from './b';", 'export function limit(n: number) { if (n > 99) throw new Error(); }'],
    [
      'a name that is given at the export',
      "import { check } from './b';",
      'function limit(n: number) { if (n > 99) throw new Error(); }\nexport { limit as check };',
    ],
    ['an arrow function', "import { check } from './b';", 'export const check = (n: number) => { if (n > 99) throw new Error(); };'],
    [
      'the name of the output file',
      "import { check } from './b.js';",
      'export function check(n: number) { if (n > 99) throw new Error(); }',
    ],
  ];
  for (const [name, importing, text] of ways) {
    it(`may be ${name}`, async () => {
      const main = `${importing}\nexport function main(n: number) { check(n); }`;
      assert.equal(await claims({ 'b.ts': text, 'main.ts': main }, [100]), '!(n > 99)');
    });
  }

  it('may be a member of a namespace', async () => {
    const main = "import * as b from './b';\nexport function main(n: number) { return b.bounded(n); }";
    assert.equal(await claims({ 'b.ts': bounded, 'main.ts': main }, [100]), '!(n > 99)');
  });

  it('may come through files that pass it on', async () => {
    const files: Files = {
      'deep/b.ts': bounded,
      'deep/index.ts': "export * from './b';\nexport { bounded as limited } from './b';\nexport * as all from './b';",
      'middle.ts': "import { limited } from './deep';\nexport { limited };",
      'main.ts': `import { bounded, all } from './deep';
import { limited } from './middle';
export function main(n: number) {
  bounded(n - 1);
  limited(n - 2);
  all.bounded(n);
}`,
    };
    assert.equal(await claims(files, [100]), '!(n > 99)');
  });

  it('may call what it imports itself', async () => {
    const files: Files = {
      'c.ts': bounded,
      'b.ts':
        "import { bounded } from './c';\nconst twice = (n: number) => bounded(n) + bounded(n + 1);\nexport function sum(n: number) { return twice(n); }",
      'main.ts': "import { sum } from './b';\nexport function main(n: number) { return sum(n); }",
    };
    assert.equal(await claims(files, [99, 100]), '!(n > 98)');
  });

  it('may call back', async () => {
    const each = 'export function each(count: number, call: (i: number) => void) { for (let i = 0; i < count; i++) call(i); }';
    const main = `import { each } from './b';
export function main(n: number) {
  let sum = 0;
  each(3, (i) => { if (i + n > 11) throw new Error(); sum += i; });
}`;
    await claims({ 'b.ts': each, 'main.ts': main }, [10, 11, 100]);
  });

  it('may call back later: accesses are proven in these calls too', () => {
    const later = `export function later<T>(fn: (i: number) => T): () => T { return () => fn(5); }`;
    const get = `function get(a: number[], i: number) { return a[i]; } export function ok() { return get([1, 2, 3], 1); }`;
    const accesses = (main: string): readonly string[] =>
      checkFiles({ 'later.ts': later, 'main.ts': `import { later } from './later.js'; ${main}` }, ['main.ts'])
        .result.functions.filter(({ accesses: { total } }) => total > 0)
        .map(({ name, accesses: { total, proven } }) => `${name} ${proven}/${total}`);
    assert.deepEqual(accesses(`${get} export const f = later((i) => get([1], i));`), ['get 0/1']);
    assert.deepEqual(accesses(`${get} export const f = later(() => get([1], 0));`), ['get 1/1']);
    assert.deepEqual(accesses(`export const f = later(function each() { const a = [1, 2]; return a[1]; });`), ['each 1/1']);
  });

  it('creates objects that belong to the caller', async () => {
    const counter = 'export function counter() { let n = 0; return { step() { return ++n; }, read: () => n }; }';
    const main = `import { counter } from './b';
export function main(n: number) {
  const one = counter();
  const other = counter();
  one.step();
  if (n > 5) one.step();
  if (other.read() !== 0) throw new Error('shared');
}`;
    await claims({ 'b.ts': counter, 'main.ts': main });
  });
});

describe('imported constants', () => {
  it('are known when they are primitives', async () => {
    const b = 'export const base = 40;\nexport const limit = base * 2 + 19;\nexport const name = "x";';
    const main =
      "import { limit, name } from './b';\nexport function main(n: number) { if (n > limit && name === 'x') throw new Error(); }";
    assert.equal(await claims({ 'b.ts': b, 'main.ts': main }, [100]), '!(n > 99)');
  });

  it('are known when they are built of imported ones', async () => {
    const files: Files = {
      'c.ts': 'export const base = 49;',
      'b.ts': "import { base } from './c';\nexport const limit = base * 2 + 1;",
      'main.ts': "import { limit } from './b';\nexport function main(n: number) { if (n > limit) throw new Error(); }",
    };
    assert.equal(await claims(files, [100]), '!(n > 99)');
  });

  it('are known to imported functions', async () => {
    const b = 'const limit = 99;\nexport function check(n: number) { if (n > limit) throw new Error(); }';
    const main = "import { check } from './b';\nexport function main(n: number) { check(n); }";
    assert.equal(await claims({ 'b.ts': b, 'main.ts': main }, [100]), '!(n > 99)');
  });

  it('may be members of an enum, or of an object that stays as it is', async () => {
    const b = `export enum Limit { None, Low = 9, High = Low * 11 }
export const sizes = { small: 3, big: 99 } as const;
export const frozen = Object.freeze({ big: 99, 'a-b': 1 });`;
    for (const limit of ['Limit.High', 'sizes.big', 'frozen.big', 'all.Limit.High', 'all.sizes.big']) {
      const main = `import { Limit, sizes, frozen } from './b';
import * as all from './b';
export function main(n: number) { if (n > ${limit}) throw new Error(); }
void [Limit, sizes, frozen, all];`;
      assert.equal(await claims({ 'b.ts': b, 'main.ts': main }, [100]), '!(n > 99)', limit);
    }
  });
});

describe('state of other modules', () => {
  it('have their length when they are typed arrays', () => {
    const tables = `export const plain = new Uint8Array(4); export const listed = Uint32Array.from([1, 2, 3, 4]); export const copied = new Int8Array([1, 2, 3, 4]);
      export let rewritten = new Uint8Array(4); export function rewrite() { rewritten = new Uint8Array(1); }
      const list = [1, 2, 3, 4]; list.pop(); export const popped = new Uint8Array(list); export const spread = Uint8Array.from([...list, 1]);
      export const mapped = Uint8Array.from([1, 2, 3, 4], (x) => x); export function inside(i: number) { return plain[i & 3]; }`;
    const names = ['plain', 'listed', 'copied', 'rewritten', 'popped', 'spread', 'mapped'];
    const main = `import { ${names.join(', ')}, inside } from './tables.js'; import * as all from './tables.js';
      ${names.map((name) => `export function of_${name}(i: number) { return ${name}[i & 3]; }`).join(' ')}
      export function through(i: number) { return all.listed[i & 3] + inside(i); } export function outside(i: number) { return listed[i & 7]; }`;
    const { functions } = checkFiles({ 'tables.ts': tables, 'main.ts': main }, ['main.ts']).result;
    assert.deepEqual(
      functions.filter(({ accesses: { proven } }) => proven > 0).map(({ name }) => name),
      ['of_plain', 'of_listed', 'of_copied', 'through'],
    );
  });

  it('may be anything when it can change', async () => {
    const b = `export let limit = 0;
export function raise() { limit = 1000; }
export const table = [1, 2, 3];
export const settings = { limit: 5 };
let hidden = 0;
export function next() { hidden += 1; return hidden; }`;
    const main = `import { limit, raise, table, settings, next } from './b';
export function main(n: number) {
  raise();
  table.length = 0;
  settings.limit = 7;
  const first = next();
  if (n < limit && table.length === 0 && settings.limit === 7 && next() > first) return;
  throw new Error();
}`;
    await claims({ 'b.ts': b, 'main.ts': main });
  });

  it('has what is put into it, where unknown code may change it', async () => {
    const b = `const listeners: (() => void)[] = [];
let last: { n: number } | null = null;
export function keep(o: { n: number }) { last = o; }
export function change() { if (last !== null) last.n = 7; }
export function listen(f: () => void) { listeners.push(f); }
export function fire() { for (const each of listeners) each(); }`;
    const main = `import { keep, change, listen, fire } from './b';
export function main(n: number) {
  const o = { n: 0 };
  keep(o);
  change();
  let called = false;
  listen(() => { called = true; });
  fire();
  if (o.n !== 7 || !called) throw new Error();
}`;
    await claims({ 'b.ts': b, 'main.ts': main });
  });

  it('does not hide what a function asks of its arguments', async () => {
    const b = 'let calls = 0;\nexport function check(n: number) { calls++; if (n > 99) throw new Error(); return calls; }';
    const main = "import { check } from './b';\nexport function main(n: number) { return check(n); }";
    assert.equal(await claims({ 'b.ts': b, 'main.ts': main }, [100]), '!(n > 99)');
  });

  it('includes the properties of functions', async () => {
    const b = `export function f(n: number) { return n; }
f.limit = 3;
export function raise() { f.limit = 1000; }`;
    const main = `import { f, raise } from './b';
export function main(n: number) {
  f.limit = 1;
  raise();
  if (f.limit !== 1000) throw new Error();
}`;
    await claims({ 'b.ts': b, 'main.ts': main });
  });

  it('includes what closures of imported functions share, once unknown code has them', async () => {
    const b = `export function counter() { let n = 0; return { step() { n++; }, read: () => n }; }
export function run(f: () => void) { (globalThis as { shared?: () => void }).shared = f; }
export function later() { (globalThis as { shared?: () => void }).shared?.(); }`;
    const main = `import { counter, run, later } from './b';
export function main(n: number) {
  const c = counter();
  run(c.step);
  later();
  if (c.read() === 0) throw new Error();
}`;
    await claims({ 'b.ts': b, 'main.ts': main });
  });

  it('may change built-ins', async () => {
    const b = 'Math.abs = () => -1;\nexport function f() { return 0; }';
    const main = "import { f } from './b';\nexport function main(n: number) { f(); if (Math.abs(n) >= 0) throw new Error(); }";
    await claims({ 'b.ts': b, 'main.ts': main });
  });
});

describe('classes of other modules', () => {
  const b = `export class Point {
  readonly x: number;
  constructor(n: number) { if (n < 0) throw new RangeError(); this.x = n; }
  half() { return this.x / 2; }
}
export class Place extends Point { far() { return this.x > 9; } }`;

  it('have constructors that fail', async () => {
    const main = "import { Point } from './b';\nexport function main(n: number) { return new Point(n).x; }";
    assert.equal(await claims({ 'b.ts': b, 'main.ts': main }, [-1]), '!(n < 0)');
  });

  it('have methods', async () => {
    const main =
      "import { Point } from './b';\nexport function main(n: number) { if (new Point(4).half() !== 2) throw new Error(); return n; }";
    await claims({ 'b.ts': b, 'main.ts': main });
    const unknown = "import { Point } from './b';\nexport function main(n: number) { (new Point(4) as any).missing(); }";
    await claims({ 'b.ts': b, 'main.ts': unknown });
  });

  it('may extend each other', async () => {
    const main = `import { Point, Place } from './b';
export function main(n: number) {
  const place = new Place(n);
  if (place.far() && new Point(1).half() === 0.5) return place.half();
  throw new Error();
}`;
    await claims({ 'b.ts': b, 'main.ts': main });
  });
});
