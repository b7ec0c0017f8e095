import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnosisText } from '../../../adapter/diagnosis/diagnosisText.js';
import { diagnose, type DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import type { DiagnosisRequest } from '../../../adapter/diagnosis/request.js';
import { askedCalls } from '../../../server/syntax/diagnosis/askedCalls.js';
import { typedFiles } from '../../../server/syntax/diagnosis/typedFiles.js';
import { builtOnce } from '../../support/builtOnce.js';

/** What is asked of functions of `/sum.ts`, given its text and that of a test. */
function asked(program: string, test: string): readonly string[] {
  const files = typedFiles(['/sum.ts'], () => program);
  return askedCalls([{ path: '/sum.test.ts', text: test, own: { './sum.js': '/sum.ts' } }], ['/sum.ts'], files).map(
    ({ name, given }) => `${name}(${given})`,
  );
}

const hasAll = (given: readonly string[], wanted: readonly string[]): void =>
  assert.deepEqual(
    wanted.filter((call) => !given.includes(call)),
    [],
  );

describe('calls by which repairs are told apart', () => {
  it('are those of the tests, then others that differ in one literal', () => {
    const given = asked(
      'export function sum(list: number[], from: number): number { return list[from] ?? 0; }',
      "import { sum } from './sum.js'; const list = [1, 2]; sum(list, 1); sum([], -3); sum(other(), 1); sum();",
    );
    assert.deepEqual(given.slice(0, 2), ['sum([1, 2], 1)', 'sum([], -3)']);
    hasAll(given, ['sum([], 1)', 'sum([2, 1], 1)', 'sum([1, 2, 2], 1)', 'sum([1, 0], 1)', 'sum([1, 2], 0)', 'sum([], 3)']);
    assert.equal(new Set(given).size, given.length);
  });

  it('keep to the declared types', () => {
    const given = asked(
      `type Order = { by: 'name' | 'size'; limit?: number };
      export default function sorted(order: Order, pair: [string, boolean], id: 7): void {}`,
      "import by from './sum.js'; by({ by: 'name', limit: 2 }, ['a', true], 7);",
    );
    hasAll(given, ["default({ by: 'size', limit: 2 }, ['a', true], 7)", "default({ by: 'name', limit: 3 }, ['a', true], 7)"]);
    hasAll(given, ["default({ by: 'name', limit: 2 }, ['', true], 7)", "default({ by: 'name', limit: 2 }, ['a', false], 7)"]);
    for (const call of given) assert.match(call, /^default\(\{ by: '(?:name|size)', limit: -?\d \}, \['[^']*', (?:true|false)\], 7\)$/);
  });

  it('are found behind require, and under another name', () => {
    const program = 'export function half(n) { return n / 2; }';
    hasAll(asked(program, "const { half: by2 } = require('./sum.js'); by2(4);"), ['half(4)', 'half(0)']);
    hasAll(asked(program, "import { half as by2 } from './sum.js'; by2(4);"), ['half(4)', 'half(8)']);
    assert.deepEqual(asked(program, "import { half } from './other.js'; half(4);"), []);
  });
});

describe('repairs that differ', () => {
  let cwd = '';
  before(() => {
    cwd = mkdtempSync(join(tmpdir(), 'whence-'));
  });
  after(() => {
    rmSync(cwd, { recursive: true });
  });

  async function diagnosed(imported: string, program: string, test: string): Promise<DiagnosisResult> {
    const name = 'program.ts';
    const file = join(cwd, 'program.test.ts');
    writeFileSync(join(cwd, name), program);
    writeFileSync(
      file,
      [
        "import { test } from 'node:test';",
        "import assert from 'node:assert/strict';",
        `import { ${imported} } from './${name}';`,
        test,
      ].join('\n'),
    );
    const folder = await builtOnce({ entryPoints: { testWorker: 'adapter/tests/worker.ts' }, format: 'esm' });
    const request: DiagnosisRequest = {
      ...{ cwd, files: [], tests: [{ file, line: null }], test: null, command: [] },
      ...{ cardinality: 1, repairs: true, timeoutMs: 120_000 },
      runner: 'auto',
    };
    return diagnose(request, { worker: join(folder, 'testWorker.js'), signal: new AbortController().signal, onProgress: () => {} });
  }

  it('show a call to which they answer differently, and the test that leaves it open', async () => {
    const result = await diagnosed(
      'max',
      `export function max(list: readonly number[]): number {
  let best = 0;
  for (const each of list) if (each > best) best = each;
  return best;
}
`,
      `test('of positive numbers', () => assert.equal(max([1, 3, 2]), 3));
test('of negative numbers', () => assert.equal(max([-4, -3]), -3));
`,
    );
    const [best, ...others] = result.diagnoses.flatMap(({ repairs }) => repairs);
    assert.equal(best?.differsFrom, null);
    assert.match(best?.diff ?? '', /best = -Infinity/);
    const differences = others.flatMap(({ differsFrom }) => differsFrom ?? []);
    assert.ok(differences.some(({ call, gives, first }) => call === 'max([])' && gives === '0' && first === '-Infinity'));
    assert.deepEqual(
      result.tests.weak.map(({ name }) => name),
      ['of negative numbers'],
    );
    const text = diagnosisText(result, { color: false, explains: false });
    assert.match(text, /`max\(\[\]\)` gives 0 with it, and -Infinity with the best repair/);
    assert.match(text, /\nweak of negative numbers: no test says whether `max\(.*, as with the best repair, or /);
  });

  it('are not told apart by what they are not asked', async () => {
    const result = await diagnosed(
      'Counter',
      `export class Counter {
  count = 0;
  next(): number {
    this.count -= 1;
    return this.count;
  }
}
`,
      `test('counts', () => assert.equal(new Counter().next(), 1));
`,
    );
    const repairs = result.diagnoses.flatMap((diagnosis) => diagnosis.repairs);
    assert.ok(repairs.length > 0);
    assert.ok(repairs.every(({ differsFrom }) => differsFrom === null));
    assert.deepEqual(result.tests.weak, []);
  });
});
