import assert from 'node:assert/strict';
import { inFolder, parseResult, whence } from '../support/command.js';

const good = 'export const answer = 42;\n';

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

  it('is a syntax error; the other files are still checked', () =>
    inFolder({ 'a.ts': good, 'broken.ts': 'export function f( {\n' }, (folder) => {
      const { code, out, err } = whence(folder, 'check', '.');
      assert.equal(code, 2);
      assert.match(out, /^1 file checked/m);
      assert.match(err, /^whence: broken\.ts: The program has a syntax error at 2:1: .*\n$/);
    }));

  it('is a broken tsconfig, named once', () =>
    inFolder({ 'tsconfig.json': '{ "compilerOptions": {', 'a.ts': good, 'b.ts': good }, (folder) => {
      const { code, err } = whence(folder, 'check', '.');
      assert.equal(code, 2);
      assert.match(err, /^whence: tsconfig\.json: .*\n$/);
    }));

  it('is a wrong assertion: a finding inside the comment', () =>
    inFolder({ 'a.ts': 'export function f(n: number) {\n  // @always n <\n  // @always m > 1\n  return n;\n}\n' }, (folder) => {
      const { findings } = parseResult(whence(folder, 'check', '--json', 'a.ts'));
      const invalid = findings.filter(({ code }) => code === 'assertion-invalid');
      assert.deepEqual(
        invalid.map(({ span }) => span.line),
        [2, 3],
      );
    }));

  const hard: Readonly<Record<string, string>> = {
    'parentheses 5,000 deep': `export const a = ${'('.repeat(5000)}1${')'.repeat(5000)};`,
    'blocks 5,000 deep': `export function f(n: number) { ${'{'.repeat(5000)} n++; ${'}'.repeat(5000)} return n; }`,
    'conditions 5,000 deep': `export function f(n: number) { ${'if (n > 0) {'.repeat(5000)} n++; ${'}'.repeat(5000)} return n; }`,
    'arrays 5,000 deep': `export const a = ${'['.repeat(5000)}1${']'.repeat(5000)};`,
    'calls 5,000 deep': `export function f(n: number) { return ${'g('.repeat(5000)}n${')'.repeat(5000)}; }\nfunction g(n: number) { return n; }`,
    'functions 5,000 deep': `export const f = ${'() => '.repeat(5000)} 1;`,
    'a sum of 5,000': `export function f(n: number) { return n${' + n'.repeat(5000)}; }`,
    'a file of 50,000 lines': `export function f(n: number) {\n${'  n = n + 1;\n'.repeat(50000)}  return n;\n}`,
    'an empty file': '',
  };
  for (const [name, text] of Object.entries(hard)) {
    it(`is not ${name}`, () =>
      inFolder({ 'a.ts': text }, (folder) => {
        const outcome = whence(folder, 'check', '--json', 'a.ts');
        assert.deepEqual({ code: outcome.code, err: outcome.err, errors: parseResult(outcome).errors }, { code: 0, err: '', errors: [] });
      }));
  }

  it('is not an import cycle', () => {
    const program = (here: string, there: string) =>
      `import { ${there} } from './${there}.js';\nexport function ${here}(n: number): number {\n  return n < 0 ? 0 : ${there}(n - 1);\n}\n`;
    inFolder({ 'a.ts': program('a', 'b'), 'b.ts': program('b', 'a') }, (folder) => {
      const { code, err } = whence(folder, 'check', '.');
      assert.deepEqual({ code, err }, { code: 0, err: '' });
    });
  });

  const usage: readonly (readonly [string[], string])[] = [
    [[], 'whence: name at least one file or folder to check'],
    [['a.ts', ''], 'whence: a file or folder to check has an empty name'],
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
