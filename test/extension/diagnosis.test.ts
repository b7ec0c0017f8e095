import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DiagnosisRequest, DiagnosisResult } from '../../adapter/diagnosis/protocol.js';
import { assertedObstacle, testOf } from '../../extension/tests/askedTest.js';
import { runDiagnosis } from '../../extension/tests/testsProcess.js';
import { rowsOfDiagnosis, whyNotLine } from '../../extension/diagnosis/diagnosisRows.js';
import { editedText } from '../../extension/diagnosis/editedText.js';
import { root } from '../tidy/files.js';

const program = join(root, 'dist/testsProcess.js');

const files = {
  'package.json': '{"type": "module"}',
  'share.js': 'export function share(total, people) {\n  return total * people;\n}\n',
  'share.test.js':
    "import assert from 'node:assert';\nimport test from 'node:test';\nimport { share } from './share.js';\n" +
    "test('of one', () => assert.equal(share(6, 1), 6));\ntest('of two', () => assert.equal(share(6, 2), 3));\n",
};

describe('diagnoses in the editor', function () {
  this.timeout(240_000);
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'whence-editor-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const requestOf = (file: string): DiagnosisRequest => ({
    cwd: folder,
    files: [],
    tests: [{ file: join(folder, file), line: 5 }],
    test: null,
    runner: 'auto',
    command: [],
    cardinality: 1,
    repairs: true,
    timeoutMs: 60_000,
  });
  const run = (file: string, signal = new AbortController().signal, onProgress = (_: string) => {}): Promise<DiagnosisResult> =>
    runDiagnosis(requestOf(file), { program, signal, onProgress });

  it('run in a process of their own, and their repairs fit the files', async () => {
    const told: string[] = [];
    const result = await run('share.test.js', undefined, (what) => told.push(what));
    assert.ok(told.includes('running the tests'));
    const [diagnosis] = result.diagnoses;
    const [repair] = diagnosis?.repairs ?? [];
    const text = editedText(readFileSync(join(folder, 'share.js'), 'utf8'), repair?.edits ?? []);
    assert.equal(text, files['share.js'].replace('*', '/'));

    const rows = rowsOfDiagnosis({ isSearching: false, cwd: folder, result, isOld: () => false });
    assert.deepEqual([rows[0]?.label, rows[0]?.description], ['1 test fails', '1 passes']);
    assert.equal(rows[1]?.label, '1. share.js:2 what is returned in share');
    assert.equal(rows[1]?.children[0]?.label, 'return total / people;');
    assert.match(rows[1]?.children[0]?.context ?? '', / repair /);
    const edited = rowsOfDiagnosis({ isSearching: false, cwd: folder, result, isOld: (file) => file === join(folder, 'share.js') });
    assert.match(edited[1]?.description ?? '', /^edited since: /);
    assert.doesNotMatch(edited[1]?.children[0]?.context ?? '', / repair /);
    const [suspect, oldSuspect] = [rows[1], edited[1]];
    assert.deepEqual([suspect?.passage?.test.name, suspect?.passage?.hit, suspect?.passage?.place.span.line], ['of two', 1, 2]);
    assert.match(suspect?.context ?? '', / passage /);
    assert.equal(oldSuspect?.passage, null);
  });

  const span = (line: number, endLine = line) => ({ line, column: 1, endLine, endColumn: 9 });
  const component = (line: number, endLine = line) =>
    ({ file: 'a.js', span: span(line, endLine), function: 'f', kind: 'statement' }) as const;
  const result: DiagnosisResult = {
    schema: 'whence.diagnose/1',
    runner: { name: 'node', version: '20' },
    tests: {
      failing: [{ name: 't', file: 'a.test.js', line: 4, form: 'lowered', message: '', inputs: [] }],
      passing: 1,
      flaky: [],
      weak: [],
    },
    diagnoses: [
      {
        components: [component(3)],
        status: 'consistent',
        requirement: [
          { test: 't', hit: 1, loading: true, expression: 'x', text: 'first' },
          { test: 't', hit: 2, loading: true, expression: 'x', text: 'second' },
          { test: 't', hit: 3, expression: 'x', text: 'third' },
        ],
        reason: 'The failing test passes if so.',
        models: ['followed'],
        score: 1,
        repairs: [],
      },
    ],
    refuted: [
      { component: component(1, 9), models: ['abstract'], conflict: [] },
      { component: component(5), models: ['followed', 'dependency'], conflict: [component(3), component(7)] },
    ],
    searched: { checks: 1, candidates: 0, of: 0 },
    complete: true,
    notes: [],
    milliseconds: { suspects: 1, capture: 1, followed: 1, repair: 0, candidates: 0, total: 2 },
  };
  const shown = { cwd: '/w', result, isSearching: false, isOld: () => false };

  it('say that the search goes on while it does', () => {
    const labels = (isSearching: boolean): readonly string[] =>
      rowsOfDiagnosis({ ...shown, result: { ...result, complete: false }, isSearching }).map(({ label }) => label);
    assert.ok(labels(true).includes('The search goes on'));
    assert.ok(!labels(true).includes('The search is not complete'));
    assert.ok(labels(false).includes('The search is not complete'));
  });

  it('lead to passages, counted from the start of the program on', () => {
    const [, suspect] = rowsOfDiagnosis(shown);
    assert.deepEqual(
      [suspect?.passage, ...(suspect?.children ?? []).map(({ passage }) => passage)].map((passage) => passage?.hit),
      [1, 1, 2, 5],
    );
  });

  it('say of a line why it is not to blame', () => {
    assert.equal(whyNotLine(shown, '/w/a.js', 3), 'It is suspect 1: The failing test passes if so.');
    assert.equal(
      whyNotLine(shown, '/w/a.js', 5),
      'Whatever it gives, a test fails: that is certain by followed and dependency. One of these must be wrong: a.js:3 the statement in f; a.js:7 the statement in f.',
    );
    assert.equal(whyNotLine(shown, '/w/a.js', 8), 'Whatever it gives, a test fails: that is certain by abstract.');
    assert.equal(whyNotLine(shown, '/w/b.js', 3), 'No failing test ran this line, or its file is not suspected.');
  });

  it('say in one sentence why there is none', async () => {
    await assert.rejects(run('missing.test.js'), { message: 'missing.test.js: there is no such file.' });
  });

  it('end when they are cancelled, also by somebody who does not wait for them to begin', async () => {
    cpSync(join(folder, 'share.test.js'), join(folder, 'waits.test.js'));
    writeFileSync(join(folder, 'share.js'), 'export const share = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\n');
    for (const isLate of [false, true]) {
      const cancelling = new AbortController();
      if (!isLate) cancelling.abort();
      const running = run('waits.test.js', cancelling.signal, () => cancelling.abort());
      const outcome = await running.then(
        ({ complete }) => String(complete),
        (error: Error) => error.message,
      );
      assert.ok(['false', 'Cancelled.'].includes(outcome), outcome);
    }
  });

  it('say that no value is compared, before anything is asked', () => {
    assert.match(assertedObstacle({ kind: 'function', expression: '() => q.push(3)' }) ?? '', /^No value is compared here/);
    assert.match(assertedObstacle({ kind: 'computed', expression: 'a + b' }) ?? '', /“a \+ b”, is computed in the assertion/);
    assert.equal(assertedObstacle({ kind: 'call', expression: 'f(1)' }), null);
    assert.match(assertedObstacle(null) ?? '', /cannot be told/);
  });

  it('take a row of the Test Explorer, a message of a failure, and nothing else', () => {
    const uri = { scheme: 'file', fsPath: '/a/cart.test.ts' };
    const item = { label: 'adds', uri, range: { start: { line: 4 } } };
    assert.deepEqual(testOf(item), { file: '/a/cart.test.ts', line: 5, name: 'adds' });
    assert.deepEqual(testOf({ test: item, message: {} }), testOf(item));
    assert.deepEqual(testOf({ label: 'adds', uri }), { file: '/a/cart.test.ts', line: null, name: 'adds' });
    for (const other of [undefined, 'adds', { label: 'adds', uri: undefined }, { ...item, uri: { ...uri, scheme: 'untitled' } }])
      assert.equal(testOf(other), null);
  });

  it('count lines as the language does', () => {
    const edit = { file: 'a', span: { line: 3, column: 1, endLine: 3, endColumn: 2 }, text: 'd' };
    assert.equal(editedText('a\r\nb\u2028c\n', [edit]), 'a\r\nb\u2028d\n');
  });
});
