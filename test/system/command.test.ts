import assert from 'node:assert/strict';
import { inFolder, parseResult, whence } from '../support/command.js';

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
          assumptions: { integers: true, termination: false, arrayIndex: 'error' },
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

describe('bad input of whence check', () => {
  it('is one sentence for each bad path; the others are still checked', () =>
    inFolder({ 'a.ts': good, 'notes.txt': '', 'types.d.ts': '', 'empty/readme.md': '' }, (folder) => {
      const outcome = whence(folder, 'check', '--json', 'gone.ts', 'a.ts', 'notes.txt', 'types.d.ts', 'empty');
      assert.equal(outcome.code, 2);
      assert.deepEqual(outcome.err.split('\n'), [
        'whence: gone.ts: There is no such file or folder.',
        'whence: notes.txt: This is not a TypeScript or JavaScript file.',
        'whence: types.d.ts: A declaration file has no code to check.',
        'whence: empty: The folder holds no TypeScript or JavaScript files.',
        '',
      ]);
      assert.deepEqual(
        parseResult(outcome).errors.map(({ file }) => file),
        ['gone.ts', 'notes.txt', 'types.d.ts', 'empty'],
      );
    }));

  it('includes a place of --at outside the checked files', () =>
    inFolder({ 'a.ts': good }, (folder) =>
      refuses(folder, ['--at', 'b.ts:1', 'a.ts'], 'whence: b.ts: A place of --at must be in one of the checked files.'),
    ));

  const usage: readonly (readonly [string[], string])[] = [
    [[], 'whence: name at least one file or folder to check'],
    [['--frobnicate', 'a.ts'], "whence: unknown option '--frobnicate'"],
    [['--jso', 'a.ts'], "whence: unknown option '--jso' (Did you mean --json?)"],
    [['--json', '--sarif', 'a.ts'], "whence: option '--json' cannot be used with option '--sarif'"],
    [['--rounds', '0', 'a.ts'], "whence: option '--rounds <n>' argument '0' is invalid. It must be a whole number from 1 to 999."],
    [
      ['--at', 'a.ts', 'a.ts'],
      "whence: option '--at <file:line[:col]>' argument 'a.ts' is invalid. It must be FILE:LINE or FILE:LINE:COLUMN, counted from 1.",
    ],
    [
      ['--array-index', 'maybe', 'a.ts'],
      "whence: option '--array-index <policy>' argument 'maybe' is invalid. Allowed choices are off, hint, error.",
    ],
  ];
  for (const [args, sentence] of usage) {
    it(`is one sentence: check ${args.join(' ')}`, () => inFolder({ 'a.ts': good }, (folder) => refuses(folder, args, sentence)));
  }
});

function refuses(folder: string, args: readonly string[], sentence: string): void {
  const { code, err } = whence(folder, 'check', ...args);
  assert.deepEqual({ code, err }, { code: 2, err: `${sentence}\n` });
}
