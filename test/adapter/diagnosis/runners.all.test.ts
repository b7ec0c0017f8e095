import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../../adapter/operations/diagnose.js';
import { root } from '../../tidy/files.js';

const program = `export function clamp(value, least, most) {
  if (value < least) return least;
  if (value > most) return least;
  return value;
}
`;

const tests = (head: string): string => `import assert from 'node:assert/strict';
${head}
import { clamp } from '../clamp.js';

describe('clamp', () => {
  let most;
  beforeEach(() => {
    most = 9;
  });
  it('inside', () => assert.equal(clamp(5, 1, most), 5));
  it('above', () => assert.equal(clamp(15, 1, most), 9));
  it('at the end', async () => assert.equal(clamp(9, 1, most), 9));
});
`;

/** A folder with the program and its tests, which the function is given. */
function withProject<T>(script: string, head: string, body: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'whence-runner-'));
  try {
    mkdirSync(join(folder, 'test'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { test: script } }));
    writeFileSync(join(folder, 'clamp.js'), program);
    writeFileSync(join(folder, 'test/clamp.test.js'), tests(head));
    return body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const whence = (folder: string, ...words: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'dist/whence.js'), 'diagnose', ...words], { cwd: folder, encoding: 'utf8' });

describe('runners of tests', () => {
  const results: DiagnosisResult[] = [];
  const runners = [
    ['node', 'node --test test/*.test.js', "import { beforeEach, describe, it } from 'node:test';"],
    ['mocha', 'cross-env CI=1 mocha test', '// Mocha has globals.'],
  ] as const;

  for (const [name, script, head] of runners)
    it(`${name} is recognised in npm test, and its repair passes there`, () => {
      withProject(script, head, (folder) => {
        const { stdout, status } = whence(folder, '--json', '--patch', 'patches', '--', 'npm', 'test');
        assert.equal(status, 1);
        const result = JSON.parse(stdout) as DiagnosisResult;
        assert.equal(result.runner.name, name);
        assert.equal(result.tests.failing[0]?.name, 'clamp > above');
        assert.equal(result.diagnoses[0]?.components[0]?.span.line, 3);
        assert.equal(result.diagnoses[0]?.repairs[0]?.cold, true);
        results.push(result);
        assert.match(readFileSync(join(folder, 'patches/1-1-clamp.js.patch'), 'utf8'), /^\+ {2}if \(value > most\) return most;$/m);
      });
    });

  it('give equal results but for the runner', () => {
    const [first, second] = results.map((result) => ({ ...result, runner: null, milliseconds: null }));
    assert.deepEqual(second, first);
  });

  it('are told of where they are not known or not there', () => {
    withProject('tsc', '// Nobody.', (folder) => {
      assert.match(whence(folder, '--', 'npm', 'test').stderr, /No runner of tests was recognised in `npm test`/);
      rmSync(join(folder, 'node_modules'));
      const { status, stderr } = whence(folder, '--', 'npx', 'mocha', 'test/clamp.test.js');
      assert.equal(status, 2);
      assert.match(stderr, /mocha is not installed/);
    });
  });

  it('are recognised in the processes of a command that only starts them', () => {
    withProject('', '// Mocha has globals.', (folder) => {
      const starting = `import { spawn } from 'node:child_process';
const words = ['node_modules/mocha/bin/mocha.js', '--config', 'conf/mocha.json', ...process.argv.slice(2)];
spawn(process.execPath, words, { env: { ...process.env, MOST: '9', NODE_OPTIONS: '--no-warnings' } }).on('exit', (code) => process.exit(code));
`;
      const files = {
        'package.json': JSON.stringify({ type: 'module', scripts: { lint: 'node -e 0', test: 'npm run lint && node scripts/all.js' } }),
        'scripts/all.js': starting,
        'conf/mocha.json': JSON.stringify({ require: './conf/setup.js', spec: 'test/*.test.js' }),
        'conf/setup.js': 'export const mochaHooks = { beforeEach() { this.most = Number(process.env.MOST); } };\n',
        'test/clamp.test.js': `import assert from 'node:assert/strict';
import { clamp } from '../clamp.js';
it('inside', function () { assert.equal(clamp(5, 1, this.most), 5); });
it('above', function () { assert.equal(clamp(15, 1, this.most), 9); });
`,
      };
      for (const name of ['scripts', 'conf']) mkdirSync(join(folder, name));
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      const { runner, tests, diagnoses, notes } = JSON.parse(whence(folder, '--json', '--', 'npm', 'test').stdout) as DiagnosisResult;
      assert.equal(runner.name, 'mocha');
      assert.deepEqual([tests.failing.map(({ name }) => name), tests.passing, notes], [['above'], 1, []]);
      assert.equal(diagnoses[0]?.repairs[0]?.cold, true);
    });
  });

  it('run in the environment that the command sets', () => {
    withProject("cross-env CI=1 LIMIT='3' mocha test", '', (folder) => {
      rmSync(join(folder, 'test/clamp.test.js')); // it fails, too
      writeFileSync(join(folder, 'limit.js'), 'export const limit = (n) => (n < Number(process.env.LIMIT ?? 9) ? n : 0);\n');
      const head = `import assert from 'node:assert';\nimport { limit } from '../limit.js';\n`;
      writeFileSync(join(folder, 'test/limit.test.js'), `${head}it('at the end', () => assert.equal(limit(3), 3));\n`);
      for (const words of [
        ['--', 'npm', 'test'],
        ['--tests', 'test/limit.test.js', '--runner', 'mocha'],
      ]) {
        const { tests, diagnoses } = JSON.parse(whence(folder, '--json', 'limit.js', ...words).stdout) as DiagnosisResult;
        assert.deepEqual(
          tests.failing.map(({ name }) => name),
          ['at the end'],
        );
        assert.match(diagnoses[0]?.repairs[0]?.diff ?? '', /^\+.*n <= Number/m);
      }
    });
  });

  it('let each of three faults be repaired, although the others stay', () => {
    withProject('mocha test', '', (folder) => {
      // One function runs in both of its failing tests, and is the cause of neither.
      const program = `const area = (w, h) => {
  return w + h;
};
const edge = (w, h) => {
  return 2 * (w - h);
};
export function measure(kind, w, h) {
  if (kind === 'area') return area(w, h);
  return edge(w, h);
}
`;
      writeFileSync(join(folder, 'measure.js'), program);
      const given = ['area', 2, 3, 6, 'area', 4, 5, 20, 'edge', 2, 3, 10, 'edge', 4, 5, 18];
      const calls = [0, 4, 8, 12].map((i) => {
        const [kind, w, h, wanted] = given.slice(i, i + 4);
        return `it('${kind} ${w}', () => assert.equal(measure('${kind}', ${w}, ${h}), ${wanted}));\n`;
      });
      const head = `import assert from 'node:assert';\nimport { measure } from '../measure.js';\n`;
      writeFileSync(join(folder, 'test/measure.test.js'), head + calls.join(''));
      const result = JSON.parse(whence(folder, '--json', '--', 'npm', 'test').stdout) as DiagnosisResult;
      const repairs = result.diagnoses.flatMap(({ repairs: [first] }) => (first?.cold === true ? first.diff : [])).join('');
      assert.match(repairs, /^\+ {2}if \(value > most\) return most;$/m);
      assert.match(repairs, /^\+ {2}return w \* h;$/m);
      assert.match(repairs, /^\+ {2}return 2 \* \(w \+ h\);$/m);
      const refuted = new Set(result.refuted.map(({ component }) => JSON.stringify(component)));
      assert.ok(refuted.size > 0);
      for (const { components, reason } of result.diagnoses.filter(({ repairs: [first] }) => first !== undefined)) {
        assert.match(reason, /breaks no other test|pass(?:es)? if/);
        assert.ok(!components.some((component) => refuted.has(JSON.stringify(component))));
      }
    });
  });

  it('say of a test that it fails only behind others, and call nothing a repair that only another order is', () => {
    withProject('node --test', '', (folder) => {
      const program =
        'export const here = import.meta.dirname ?? import.meta.url;\nconst seen = [];\nexport function add(n) {\n  seen.push(n);\n  return seen.length;\n}\n';
      writeFileSync(join(folder, 'clamp.js'), program);
      const given = (n: number): string => `test('${n}', () => assert.equal(add(${n}), 1));\n`;
      const text = `import test from 'node:test';\nimport assert from 'node:assert';\nimport { add } from '../clamp.js';\n${given(1)}${given(2)}`;
      writeFileSync(join(folder, 'test/clamp.test.js'), text);
      const result = JSON.parse(whence(folder, '--json', 'test/clamp.test.js').stdout) as DiagnosisResult;
      assert.deepEqual(
        result.tests.failing.map(({ name }) => name),
        ['2'],
      );
      assert.match(result.notes.join(' '), /The test "2" fails only behind other tests/);
      assert.equal(result.diagnoses[0]?.repairs[0]?.cold, true);
    });
  });

  it('let hooks and tests of Mocha share what `this` is, and a test give itself up', () => {
    withProject('mocha test', '', (folder) => {
      const text = `import assert from 'node:assert/strict';
import { clamp } from '../clamp.js';

describe('clamp', function () {
  beforeEach(function () { this.most = 9; });
  it('above', function () { assert.equal(clamp(15, 1, this.most), 9); });
  describe('inside', function () {
    beforeEach(function () { this.least = 1; });
    it('stays', function () { assert.equal(clamp(5, this.least, this.most), 5); });
    it('is given up', function () { this.skip(); assert.equal(1, 2); });
  });
  it('does not see what is inside', function () { assert.equal(this.least, undefined); });
});
`;
      writeFileSync(join(folder, 'test/clamp.test.js'), text);
      const { tests, diagnoses, notes } = JSON.parse(whence(folder, '--json', '--', 'npm', 'test').stdout) as DiagnosisResult;
      assert.deepEqual(
        tests.failing.map(({ name, form }) => [name, form]),
        [['clamp > above', 'lowered']],
      );
      assert.equal(tests.passing, 2);
      assert.equal(diagnoses[0]?.repairs[0]?.cold, true);
      assert.doesNotMatch(notes.join(' '), /ends otherwise/);
    });
  });

  it('take back what a test of Node has mocked, and leave out what only the runner can do', () => {
    withProject('node --test', '', (folder) => {
      const program = `export function debounce(act, ms) {
  let timer;
  return (given) => {
    clearTimeout(ms);
    timer = setTimeout(() => act(given), ms);
  };
}
`;
      writeFileSync(join(folder, 'clamp.js'), program);
      const text = `import test from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { debounce } from '../clamp.js';

for (const calls of [1, 3])
  test('calls once for ' + calls, (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const act = t.mock.fn();
    const debounced = debounce(act, 100);
    for (let i = 0; i < calls; i++) debounced(i);
    t.mock.timers.tick(100);
    assert.equal(act.mock.callCount(), 1);
  });
test('a process', () => assert.equal(spawnSync(process.execPath, ['-p', '1']).status, 0));
`;
      writeFileSync(join(folder, 'test/clamp.test.js'), text);
      const { tests, diagnoses, notes } = JSON.parse(whence(folder, '--json', 'clamp.js').stdout) as DiagnosisResult;
      assert.deepEqual(
        tests.failing.map(({ name }) => name),
        ['calls once for 3'],
      );
      assert.equal(tests.passing, 2);
      assert.match(notes.join(' '), /"a process" needs another process, which candidates are not given/);
      const [first] = diagnoses[0]?.repairs ?? [];
      assert.equal(first?.cold, true);
      assert.match(first?.diff ?? '', /^\+ {4}clearTimeout\(timer\);$/m);
    });
  });

  it('give SARIF with ranks, ways and fixes', () => {
    withProject('node --test', runners[0][2], (folder) => {
      const log = JSON.parse(whence(folder, '--sarif', 'clamp.js').stdout) as {
        readonly runs: readonly { readonly results: readonly Readonly<Record<string, unknown>>[] }[];
      };
      const [first] = log.runs[0]?.results ?? [];
      assert.ok(typeof first?.['rank'] === 'number' && first['rank'] > 50);
      assert.ok(Array.isArray(first['codeFlows']) && Array.isArray(first['fixes']));
    });
  });
});
