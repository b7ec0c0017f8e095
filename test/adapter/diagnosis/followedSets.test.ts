import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followedText } from '../../../adapter/diagnosis/followedText.js';
import { followSets, type FollowedSets } from '../../../adapter/diagnosis/followSets.js';
import { diagnose } from '../../../adapter/operations/diagnose.js';
import type { FollowedTests } from '../../../server/diagnosis/followed.js';
import { runTestText, testModules } from '../../../server/diagnosis/models.js';
import type { Component } from '../../../server/ir/component.js';
import { bundle } from '../../../server/syntax/diagnosis/bundle.js';
import { SuspectText } from '../../../server/syntax/diagnosis/suspectText.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';
import { Random } from '../../soundness/random.js';
import { builtOnce } from '../../support/builtOnce.js';
import { seedOf } from '../../support/counts.js';

interface Prepared {
  readonly tests: FollowedTests;
  /** The initial values. */
  readonly components: readonly Component[];
  readonly textOf: (component: Component) => string;
}

/** A program with one failing test, which is called `t`. */
function prepared(program: string, test: string): Prepared {
  const path = '/p.ts';
  const body = `import { test } from 'node:test';\nimport assert from 'node:assert/strict';\nimport * as p from './p.ts';\ntest('t', () => { ${test} });`;
  const modules = new Map([
    ['/t.ts', { path: '/t.ts', text: body, own: { './p.ts': path } }],
    [path, { path, text: program, own: {} }],
  ]);
  const files = typedFiles([path], (each) => (each === path ? program : undefined));
  const file = files.fileOf(path);
  assert.ok(file);
  const suspect = new SuspectText(path, file, files, 0);
  const bundled = bundle(['/t.ts'], modules, testModules, { before: '', behind: runTestText });
  assert.ok(!('why' in bundled));
  const tests = followedText(bundled, [suspect], { sharesState: false, declared: null });
  assert.ok(tests);
  assert.equal(tests.whyReplayed('t', 'assertion'), null, 'the test fails');
  return {
    tests,
    components: suspect.components.filter(({ kind }) => kind === 'initialiser'),
    textOf: ({ span }) => program.slice(span.start, span.end),
  };
}

const searched = ({ tests, components }: Prepared): Promise<FollowedSets> =>
  followSets({ tests, names: ['t'], areAll: true, components, cardinality: 2, isOver: () => false });

describe('sets of components that explain a failing test', function () {
  this.timeout(120_000);

  it('of area and circumference with the right values: the area, or radius and circumference (paper 4, section 2)', async () => {
    const problem = prepared(
      `export function f(d: number): number {
  const r = d / 2;
  const area = r * 3.141;
  const circ = 2 * r * 3.141;
  if (circ !== 18.846) return 1;
  if (area !== 28.269) return 2;
  return 0;
}`,
      'if (p.f(6) !== 0) assert.fail();',
    );
    const { sets, conflicts } = await searched(problem);
    const names = (components: readonly Component[]): string => components.map((each) => problem.textOf(each).split(' ')[0]).join();
    assert.deepEqual(
      sets.map(({ components, verdict }) => [names(components), verdict.kind]),
      [
        ['area', 'consistent'],
        ['r,circ', 'consistent'],
      ],
    );
    assert.deepEqual(conflicts.map(names).sort(), ['area,circ', 'r,area']);
  });

  it('of random programs are those that trying all sets finds', async () => {
    const random = new Random(seedOf(22));
    let pairs = 0;
    for (let round = 0; round < 8; round++) {
      const { tests, components, textOf } = prepared(...randomProblem(random));
      const { sets } = await searched({ tests, components, textOf });
      const expected: (readonly Component[])[] = [];
      const candidates = [...components.map((one) => [one]), ...components.flatMap((a, i) => components.slice(i + 1).map((b) => [a, b]))];
      for (const set of candidates)
        if (!expected.some((smaller) => smaller.every((each) => set.includes(each))) && tests.check('t', set).kind !== 'conflict')
          expected.push(set);
      const shown = (each: readonly Component[]): string => each.map(textOf).sort().join(' and ');
      assert.deepEqual(sets.map((set) => shown(set.components)).sort(), expected.map(shown).sort());
      pairs += expected.filter(({ length }) => length === 2).length;
    }
    assert.ok(pairs > 0);
  });
});

describe('a diagnosis of two components', function () {
  this.timeout(120_000);

  it('is told on request, behind those of one, and what is refuted names its conflict', async () => {
    const built = await builtOnce({ entryPoints: { testWorker: 'adapter/tests/worker.ts' }, format: 'esm' });
    const folder = mkdtempSync(join(tmpdir(), 'whence-sets-'));
    try {
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
      writeFileSync(
        join(folder, 'both.js'),
        'export function both(n) {\n  const r = n - 1;\n  const a = r * 2;\n  const c = r * 3;\n  if (a !== 8) return 1;\n  return c === 3 ? 0 : 2;\n}\n',
      );
      const test = join(folder, 'both.test.js');
      writeFileSync(
        test,
        "import test from 'node:test';\nimport assert from 'node:assert';\nimport { both } from './both.js';\ntest('both', () => assert.equal(both(2) > 0, false));\n",
      );
      const request = { cwd: folder, files: [], tests: [{ file: test, line: null }], test: null, runner: 'auto', command: [] } as const;
      const tools = { worker: join(built, 'testWorker.js'), signal: new AbortController().signal, onProgress: () => {} };
      const { diagnoses, refuted } = await diagnose({ ...request, cardinality: 2, repairs: false, timeoutMs: 120_000 }, tools);
      const lines = diagnoses.map(({ components }) => components.map(({ span }) => span.line));
      assert.deepEqual(
        lines.map(({ length }) => length),
        lines.map(({ length }) => length).sort(),
      );
      assert.ok(lines.some((own) => own.join() === '3'));
      assert.ok(lines.some((own) => own.join() === '2,4'));
      const conflict = refuted.find(({ component }) => component.span.line === 4)?.conflict;
      assert.ok(conflict !== undefined && conflict.length > 0 && conflict.every(({ span }) => span.line !== 4));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Values that are computed from each other, two of which are not what a test wants. */
function randomProblem(random: Random): [string, string] {
  const lines = ['const v0 = n + 1;'];
  const values = [4];
  for (let i = 1; i < 6; i++) {
    const from = random.below(i);
    const by = random.between(2, 5);
    const operator = random.choice(['+', '-', '*'] as const);
    lines.push(`const v${i} = v${from} ${operator} ${by};`);
    const value = values[from] ?? 0;
    values.push(operator === '+' ? value + by : operator === '-' ? value - by : value * by);
  }
  const wanted = [values[4] ?? 0, (values[5] ?? 0) + random.between(0, 1)];
  wanted[0] = (wanted[0] ?? 0) + (wanted[1] === values[5] ? 1 : random.between(0, 3));
  const program = `export function f(n: number): void {\n  ${lines.join('\n  ')}\n  if (v4 !== ${wanted[0]}) throw fail();\n  if (v5 !== ${wanted[1]}) throw fail();\n}\nfunction fail(): Error {\n  return Object.assign(new Error('no'), { code: 'ERR_ASSERTION' });\n}\n`;
  return [program, 'p.f(3);'];
}
