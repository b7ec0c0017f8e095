import assert from 'node:assert/strict';
import { followTests, type Verdict } from '../../../adapter/diagnosis/followTests.js';
import { plainModule } from '../../../adapter/diagnosis/testedProgram.js';
import { SuspectText } from '../../../server/syntax/diagnosis/suspectText.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';

/** What a failing test says of the component of a program that is written so. */
async function verdictOf(
  program: string,
  test: string,
  part: string,
  error = 'AssertionError',
  runner: 'node' | 'mocha' | 'jest' = 'node',
): Promise<Verdict['kind']> {
  const [path, testPath] = ['/p.ts', '/t.test.ts'];
  const body = `${runner === 'node' ? "import { test } from 'node:test';" : ''}\nimport assert from 'node:assert/strict';\nimport * as p from './p.ts';\ntest('t', async () => { ${test} });`;
  const files = typedFiles([path], (name) => (name === path ? program : undefined));
  const file = files.fileOf(path);
  assert.ok(file !== null);
  const suspect = new SuspectText(path, file, files, 0);
  const component = suspect.components.find(({ span }) => program.slice(span.start, span.end) === part);
  assert.ok(component !== undefined, `no component is written \`${part}\``);
  const failing = {
    ...{ name: 't', file: testPath, places: [], needs: null, isSkipped: false, covered: [], passages: 0, milliseconds: 1 },
    error: { name: error, message: '', code: error === 'AssertionError' ? 'ERR_ASSERTION' : null, expected: null, actual: null },
  };
  const modules = new Map([
    [testPath, plainModule(testPath, body, { './p.ts': path })],
    [path, plainModule(path, program, {})],
  ]);
  const { verdicts, replayed } = await followTests(
    { tests: [testPath], modules, suspects: [path], runner, environment: {}, command: null, configured: null },
    [suspect],
    { failing: [failing], suspicion: new Map([[component.id, 1]]), declared: null },
    () => false,
  );
  assert.deepEqual([...replayed], []);
  return verdicts.get(component.id)?.kind ?? assert.fail('it is not followed');
}

describe('a component whose values can not mend a test', () => {
  const three = 'assert.equal(p.f(1), 3)';

  it('counts a variable up or down', async () => {
    const program = 'export function f(n: number) {\n  let x = n;\n  x++;\n  return x > 0 ? 1 : 2;\n}';
    assert.equal(await verdictOf(program, three, 'x++;'), 'conflict');
    assert.equal(await verdictOf(program.replace('x++', '--x'), three, '--x;'), 'conflict');
  });

  it('counts a variable where another one may have been meant', async () => {
    const program = 'export function f(n: number) {\n  let x = n;\n  let y = n;\n  x++;\n  return y * 3 + x * 0;\n}';
    assert.equal(await verdictOf(program, 'assert.equal(p.f(1), 6)', 'x++;'), 'undecided');
  });

  it('is no assignment that may have been meant for a name of the runner', async () => {
    const program = 'export function f(n: number) {\n  let x = 0;\n  x = n;\n  return x > 0 ? 1 : 2;\n}';
    assert.equal(await verdictOf(program, three, 'x = n;', 'AssertionError', 'mocha'), 'conflict');
  });

  it('is no statement that computes a value for nothing', async () => {
    const program = "export function f(n: number) {\n  const x = n > 1 ? 1 : 2;\n  n > 0 || 'none';\n  return x;\n}";
    assert.equal(await verdictOf(program, three, "n > 0 || 'none';"), 'undecided');
    assert.equal(await verdictOf(program.replace("n > 0 || 'none';", 'n === 1;'), three, 'n === 1;'), 'undecided');
  });

  it('is a field, whatever constructor its class has', async () => {
    const classOf = (field: string, read: string): string =>
      `class A {\n  ${field}\n  constructor(readonly n: number) {}\n  get() { return ${read} > this.n ? 1 : 2; }\n}\nexport const f = (n: number) => new A(n).get();`;
    assert.equal(await verdictOf(classOf('k = 1;', 'this.k'), three, 'k = 1;'), 'conflict');
    assert.equal(await verdictOf(classOf('#k = 1;', 'this.#k'), three, '#k = 1;'), 'conflict');
    assert.equal(await verdictOf(classOf('static k = 1;', 'A.k'), three, 'static k = 1;'), 'conflict');
    assert.equal(await verdictOf(classOf('k = 1;', 'this.k'), 'assert.equal(p.f(1), 1)', 'k = 1;'), 'consistent');
    assert.equal(await verdictOf(classOf("['k'] = 1;", "(this as any)['k']"), three, "['k'] = 1;"), 'undecided');
  });

  it('is not in the block of a function that catches', async () => {
    const program =
      'export function f(n: number) {\n  const a = n % 2;\n  let b = 0;\n  try {\n    b = n % 3;\n  } catch {\n    return 3;\n  }\n  return a + b > 1 ? 1 : 2;\n}';
    assert.equal(await verdictOf(program, three, 'a = n % 2'), 'conflict');
    assert.equal(await verdictOf(program, three, 'b = n % 3;'), 'undecided');
  });

  it('would meet a finally block if it threw', async () => {
    const program =
      'export function f(n: number) {\n  let b = 0;\n  let c = 0;\n  try {\n    throw n;\n  } catch {\n    b = n % 3;\n    c = 1;\n  } finally {\n    if (c === 0) return 3;\n  }\n  return b > 1 ? 1 : 2;\n}';
    assert.equal(await verdictOf(program, three, 'b = n % 3;'), 'undecided');
    assert.equal(await verdictOf(program, 'assert.equal(p.f(1), 4)', 'b = n % 3;'), 'conflict');
  });

  it('may be caught where it throws, to no avail', async () => {
    const caughtBy = (handler: string): string =>
      `function g(n: number) {\n  const b = n % 3;\n  for (const e of [n]) if (e > b) return 1;\n  return b > 1 ? 1 : 2;\n}\nexport function f(n: number) {\n  try {\n    return g(n);\n  } ${handler}\n}`;
    assert.equal(await verdictOf(caughtBy('catch { return 2; }'), three, 'b = n % 3'), 'conflict');
    assert.equal(await verdictOf(caughtBy('catch { return 3; }'), three, 'b = n % 3'), 'undecided');
    // Nothing is known of what it would throw.
    assert.equal(await verdictOf(caughtBy('catch (error) { return error === 0 ? 3 : 2; }'), three, 'b = n % 3'), 'undecided');
    const thrower = 'export function f(n: number) {\n  const b = n % 3;\n  return b > 1 ? 1 : 2;\n}';
    assert.equal(await verdictOf(thrower, 'assert.throws(() => p.f(1))', 'b = n % 3'), 'undecided');
    assert.equal(await verdictOf(thrower, 'try { p.f(1); } catch {} assert.equal(0, 1)', 'b = n % 3'), 'conflict');
  });

  it('throws where the program would not, and leaves iterators that nothing closes', async () => {
    const loop = (list: string): string =>
      `let closed = 2;\nfunction* own() { try { yield 1; } finally { closed = 3; } }\nfunction g(n: number) {\n  for (const e of ${list}) {\n    const b = e % 3;\n    if (b > 9) return 1;\n  }\n  return 2;\n}\nexport function f(n: number) {\n  try {\n    return g(n);\n  } catch {\n    return closed;\n  }\n}`;
    assert.equal(await verdictOf(loop('[n]'), three, 'b = e % 3'), 'conflict');
    assert.equal(await verdictOf(loop('own()'), 'assert.equal(p.f(1), 3)', 'b = e % 3'), 'undecided');
  });

  it('calls what only computes', async () => {
    const asking = (expression: string, type = 'string'): string =>
      `export function f(s: string) {\n  const x: ${type} = ${expression};\n  return x === 'b' || (x as unknown) === 3 ? 1 : 2;\n}`;
    const of = async (expression: string, type?: string, expected = 3): Promise<string> =>
      verdictOf(asking(expression, type), `assert.equal(p.f(' a '), ${expected})`, `x: ${type ?? 'string'} = ${expression}`);
    assert.equal(await of('s.trim()'), 'conflict');
    assert.equal(await of("s.replace(/a/, 'b')"), 'conflict');
    assert.equal(await of('s.trim().toUpperCase()'), 'conflict');
    assert.equal(await of('parseFloat(s)', 'number'), 'conflict');
    assert.equal(await of('(3).toFixed(2)'), 'conflict');
    assert.equal(await of('s.trim()', undefined, 1), 'consistent');
    // Their callbacks do something, and a pattern may keep a place.
    assert.equal(await of("s.replace(/a/, () => 'b')"), 'undecided');
    assert.equal(await of("s.replace(/a/g, 'b')"), 'undecided');
    assert.equal(await of("['b'].join(s)"), 'undecided');
  });

  it('is an index: each element is tried', async () => {
    const read = 'export function f(n: number) {\n  const k = n % 3;\n  return [5, 7, 6][k] ?? 1;\n}';
    assert.equal(await verdictOf(read, 'assert.equal(p.f(0), 6)', 'k = n % 3'), 'consistent');
    assert.equal(await verdictOf(read, 'assert.equal(p.f(0), 8)', 'k = n % 3'), 'conflict');
    const written =
      'export function f(n: number) {\n  const a = [0, 0, 0];\n  const k = n % 3;\n  if (k < 0 || k > 2) return 1;\n  a[k] = 5;\n  return a[0] + a[2] + n;\n}';
    assert.equal(await verdictOf(written, 'assert.equal(p.f(1), 6)', 'k = n % 3'), 'consistent');
    assert.equal(await verdictOf(written, 'assert.equal(p.f(1), 7)', 'k = n % 3'), 'undecided');
  });

  it('is a text, whatever its length', async () => {
    const kept = 'export function f(s: string) {\n  let a = "";\n  a += "IV";\n  return a === s ? 1 : 2;\n}';
    assert.equal(await verdictOf(kept, 'assert.equal(p.f("y"), 1)', 'a = ""'), 'conflict');
  });

  it('is joined to a text, or converted by a method', async () => {
    const joined = 'export function f(n: number) {\n  const a = n * 2;\n  return [a, [n]].join("-").length > 100 ? 1 : 2;\n}';
    assert.equal(await verdictOf(joined, 'assert.equal(p.f(1), 1)', 'a = n * 2'), 'undecided');
    const converted =
      'class M {\n  constructor(readonly c: number) {}\n  valueOf() {\n    return this.c * 2;\n  }\n}\nexport function f(n: number) {\n  const k = n % 2;\n  return +new M(n) > k * k ? 1 : 2;\n}';
    // It may have been meant to give an object: then toString is asked.
    assert.equal(await verdictOf(converted, three, 'return this.c * 2;'), 'undecided');
    assert.equal(await verdictOf(converted, three, 'k = n % 2'), 'conflict');
    assert.equal(await verdictOf(converted, 'assert.equal(p.f(1), 2)', 'return this.c * 2;'), 'consistent');
  });

  it('is computed with at length', async () => {
    const program =
      'export function f(n: number) {\n  let s = n * 1;\n  for (let i = 0; i < 20; i++) s = s * 2 + i;\n  return s > 0 ? 1 : 2;\n}';
    assert.equal(await verdictOf(program, three, 's = n * 1'), 'conflict');
    assert.equal(await verdictOf(program, 'assert.equal(p.f(1), 2)', 's = n * 1'), 'consistent');
  });

  it('gives objects that nobody looks into', async () => {
    const program = 'export function f(n: number) {\n  const o = { a: [n] };\n  return o ? 1 : 2;\n}';
    assert.equal(await verdictOf(program, three, 'o = { a: [n] }'), 'conflict');
    const read = program.replace('o ?', 'o.a[0] ?');
    assert.equal(await verdictOf(read, three, 'o = { a: [n] }'), 'undecided');
  });

  it('may give an object that there is already', async () => {
    const program = 'export function f(n: number) {\n  const a = [n];\n  const b = [n];\n  return a === b ? 1 : 2;\n}';
    assert.equal(await verdictOf(program, 'assert.equal(p.f(1), 1)', 'b = [n]'), 'undecided');
  });

  it('may hand out something else than it does', async () => {
    const program = 'export function* g(n: number): Generator<number, number, number> {\n  const x: number = yield n * 2;\n  return x;\n}';
    const test = 'const it = p.g(3); const first = it.next().value; it.next(1); assert.equal(first, 7)';
    assert.equal(await verdictOf(program, test, 'x: number = yield n * 2'), 'undecided');
  });

  it('may have been meant to read a variable that has a value', async () => {
    const program =
      'export function f(n: number) {\n  let x = n;\n  switch (n) {\n    case 0:\n      let y = 1;\n    default:\n      x = y;\n  }\n  return x;\n}';
    const test = 'p.f(0); assert.equal(p.f(1), 5)';
    assert.equal(await verdictOf(program, test, 'x = y;', 'ReferenceError'), 'consistent');
  });

  describe('in code that waits', () => {
    const wait = 'const wait = () => new Promise<void>((done) => setTimeout(done, 1));\n';
    const g = `${wait}async function g(n: number) {\n  const a = n % 2;\n  await wait();\n  const b = n % 3;\n  return a + b > 9 ? 1 : 2;\n}\n`;
    const later = 'assert.equal(await p.f(1), 3)';

    it('does not change what the test is told', async () => {
      const program = `${g}export async function f(n: number) {\n  const c = await g(n);\n  await wait();\n  return c;\n}`;
      for (const part of ['a = n % 2', 'b = n % 3']) assert.equal(await verdictOf(program, later, part), 'conflict');
      assert.equal(await verdictOf(program, 'assert.equal(await p.f(1), 1)', 'b = n % 3'), 'consistent');
    });

    it('may have been meant to throw what somebody who waits handles', async () => {
      for (const f of [
        'async function f(n: number) { try { return await g(n); } catch { return 3; } }',
        'async function f(n: number) { try { return await h(n); } catch { return 3; } }\nasync function h(n: number) { return await g(n); }',
        'const f = (n: number) => g(n).catch(() => 3);',
        'async function f(n: number) { const [{ status }] = await Promise.allSettled([g(n)]); return status === "fulfilled" ? 2 : 3; }',
        'async function f(n: number) { const one = g(n); let k = 2; one.catch(() => { k = 3; }); await wait(); return k; }',
      ])
        for (const part of ['a = n % 2', 'b = n % 3']) assert.equal(await verdictOf(`${g}export ${f}`, later, part), 'undecided', f);
    });

    it('is refuted where what handles a throw does not help', async () => {
      const f = 'async function f(n: number) { const one = g(n); one.catch(() => {}); await wait(); return await one; }';
      for (const part of ['a = n % 2', 'b = n % 3']) assert.equal(await verdictOf(`${g}export ${f}`, later, part), 'conflict');
    });

    it('may have been meant to throw into a promise', async () => {
      const handled = `${wait}export const f = (n: number) => wait().then(() => {\n  const d = n % 5;\n  return d > 9 ? 1 : 2;\n})`;
      assert.equal(await verdictOf(`${handled}.catch(() => 3);`, later, 'd = n % 5'), 'undecided');
    });

    it('is run by timers and by what promises put off', async () => {
      const program =
        'export const f = (n: number) => new Promise<string>((done) => {\n  const log: string[] = [];\n  const k = n * 2;\n  const timer = setInterval(() => { log.push("i"); if (log.length > k + 1) { clearInterval(timer); done(log.join("")); } }, 20);\n  setImmediate(() => log.push("s"));\n  Promise.resolve().then(() => log.push("m"));\n});';
      assert.equal(await verdictOf(program, "assert.equal(await p.f(1), 'msiii')", 'k = n * 2'), 'consistent');
      assert.equal(await verdictOf(program, "assert.equal(await p.f(1), 'smi')", 'k = n * 2'), 'undecided');
    });
  });
});

describe('a snapshot, which nothing compares where a test is followed', () => {
  const program =
    'let calls = 0;\nexport function f(n: number) {\n  calls++;\n  if (n < 0) throw new Error();\n  return calls > 1 ? n : n + 1;\n}';
  const verdict = (test: string): Promise<Verdict['kind']> =>
    verdictOf(program, test, 'return calls > 1 ? n : n + 1;', 'AssertionError', 'jest');

  it('explains no failure, and hides none', async () => {
    assert.equal(await verdict('expect(p.f(1)).toBe(3);'), 'consistent');
    assert.equal(await verdict('expect(p.f(1)).toBe(3); expect(p.f(1)).toMatchInlineSnapshot("1");'), 'undecided');
    assert.equal(await verdict('expect(p.f(1)).toMatchInlineSnapshot("1"); assert.equal(1, 2);'), 'conflict');
  });

  it('of an error runs what throws it', async () => {
    assert.equal(await verdict('expect(() => p.f(-1)).toThrowErrorMatchingSnapshot(); assert.equal(p.f(1), 2);'), 'undecided');
  });
});
