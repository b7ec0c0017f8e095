import assert from 'node:assert/strict';
import { inFolder, parseResult, projectFolder, whence } from '../support/command.js';

const good = 'export const answer = 42;\n';

describe('whence check', () => {
  it('exits with 0 and a summary when nothing is wrong', () =>
    inFolder({ 'a.ts': good }, (folder) => {
      const { code, out, err } = whence(folder, 'check', 'a.ts');
      assert.match(out, /^1 file checked in .*: 0 errors, 0 warnings, 0 hints\.$/m);
      assert.deepEqual({ code, err }, { code: 0, err: '' });
    }));

  it('takes folders, without declarations, node_modules, dist and what starts with a dot', () => {
    const kept = ['a.ts', 'b/c.tsx', 'b/d.mjs', 'e.cts'];
    const skipped = ['a.d.ts', 'b/c.d.mts', 'style.d.css.ts', 'node_modules/m/i.js', 'dist/a.js', '.cache/x.js', 'readme.md'];
    inFolder(Object.fromEntries([...kept, ...skipped].map((file) => [file, good])), (folder) => {
      assert.match(whence(folder, 'check', '.').out, /^4 files checked/m);
      assert.match(whence(folder, 'check', '.', 'a.ts', 'b').out, /^4 files checked/m);
      assert.match(whence(folder, 'check', 'node_modules/m', 'dist/a.js').out, /^2 files checked/m);
    });
  });

  it('prints one JSON object and nothing else', () =>
    inFolder({ 'a.ts': good }, (folder) => {
      const outcome = whence(folder, 'check', '--json', '--integers', '--no-termination', '--array-index', 'error', 'a.ts');
      const { schema, assumptions, errors } = parseResult(outcome);
      assert.deepEqual(
        { schema, assumptions, errors },
        {
          schema: 'whence.check/1',
          assumptions: { integers: true, termination: false, arrayIndex: 'error', unknownCalls: 'return-or-throw' },
          errors: [],
        },
      );
      assert.deepEqual({ code: outcome.code, err: outcome.err }, { code: 0, err: '' });
    }));

  it('prints SARIF', () =>
    inFolder({ 'a.ts': good }, (folder) => {
      const { version } = JSON.parse(whence(folder, 'check', '--sarif', 'a.ts').out) as { version: string };
      assert.equal(version, '2.1.0');
    }));

  it('prints the state at a place', () =>
    inFolder({ 'a.ts': 'export const a = 3;\nexport const b = a + 1;\n' }, (folder) => {
      const { states } = parseResult(whence(folder, 'check', '--json', '--at', 'a.ts:1', '--at', 'a.ts:2:1', 'a.ts'));
      assert.deepEqual(
        states.map(({ file, line }) => `${file}:${line}`),
        ['a.ts:1', 'a.ts:2'],
      );
    }));
});

describe('whence cfg', () => {
  it('prints the graph of each function', () =>
    inFolder({ 'a.ts': 'export function twice(n: number): number {\n  return n + n;\n}\n' }, (folder) => {
      const { code, out, err } = whence(folder, 'cfg', 'a.ts');
      assert.deepEqual({ code, err }, { code: 0, err: '' });
      assert.match(out, /^function twice\(n\)$/m);
    }));

  it('refuses what is no program in one sentence', () =>
    inFolder({ 'a.ts': 'const = 1;\n' }, (folder) => {
      const errors = ['a.ts', 'gone.ts', '.'].map((path) => whence(folder, 'cfg', path).err);
      assert.match(errors[0] ?? '', /^whence: a\.ts: The program has a syntax error at 1:7: .*\n$/);
      assert.deepEqual(errors.slice(1), [
        'whence: gone.ts: There is no such file or folder.\n',
        'whence: .: It is a folder, not a file.\n',
      ]);
    }));
});

describe('the examples', () => {
  it('can all be checked', () => {
    const { errors, functions } = parseResult(whence(projectFolder, 'check', '--json', 'examples'));
    assert.deepEqual(errors, []);
    assert.deepEqual(
      functions.filter(({ complete }) => !complete).map(({ name }) => name),
      [],
    );
  });
});
