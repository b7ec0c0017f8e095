import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diagnoseValues, type DiagnosisResult, type ValueMark } from '../../../adapter/operations/diagnose.js';
import { positionBehindLine, WidenedText, withVariables } from '../../../server/syntax/diagnosis/markedValues.js';
import { builtOnce } from '../../support/builtOnce.js';
import { root } from '../../tidy/files.js';

/** A value of `main.ts`, as `LINE:EXPRESSION`. */
type Marked = `${number}:${string}`;

interface Marks {
  readonly wrong: readonly Marked[];
  readonly right?: readonly Marked[];
}

/** What is said of a program for its marked values. */
async function diagnosed(text: string, { wrong, right = [] }: Marks, words: readonly string[] = []): Promise<DiagnosisResult> {
  const built = await builtOnce({ entryPoints: { testWorker: 'adapter/tests/worker.ts' }, format: 'esm' });
  const folder = mkdtempSync(join(tmpdir(), 'whence-marked-'));
  const program = join(folder, 'main.ts');
  const mark =
    (isRight: boolean) =>
    (marked: Marked): ValueMark => {
      const [line = '', ...expression] = marked.split(':');
      return { file: program, line: Number(line), expression: expression.join(':'), isRight };
    };
  const marks = [...wrong.map(mark(false)), ...right.map(mark(true))];
  try {
    writeFileSync(program, text);
    return await diagnoseValues(
      { cwd: folder, program, words, files: [], marks, cardinality: 1, timeoutMs: 120_000 },
      { worker: join(built, 'testWorker.js'), signal: new AbortController().signal, onProgress: () => {} },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const linesOf = ({ diagnoses }: DiagnosisResult): readonly number[] =>
  diagnoses.flatMap(({ components }) => components.map(({ span }) => span.line));
const refutedLines = ({ refuted }: DiagnosisResult): readonly number[] => refuted.map(({ component }) => component.span.line);

// Paper 4, section 2.
const areaAndCirc = `const r = 3;
const area = r * 3.141;
const circ = 2 * r * 3.141;
export { r, area, circ };
`;

describe('a program without tests, of which some values are right or wrong', function () {
  this.timeout(240_000);

  it('area wrong and circumference right: the radius or the area, and not the circumference (paper 4, section 2)', async () => {
    const result = await diagnosed(areaAndCirc, { wrong: ['2:area'], right: ['3:circ'] });
    assert.deepEqual(linesOf(result), [2, 1]);
    assert.deepEqual(refutedLines(result), [3]);
    assert.deepEqual(
      result.refuted[0]?.conflict.map(({ span }) => span.line),
      [1, 2],
    );
    const [failing] = result.tests.failing;
    assert.equal(failing?.message, 'it is 9.423, which is wrong');
    assert.equal(failing?.form, 'lowered');
    assert.equal(result.complete, true);
  });

  it('a value that is right clears what it comes from', async () => {
    const result = await diagnosed(areaAndCirc, { wrong: ['2:area'], right: ['1:r'] });
    assert.deepEqual(linesOf(result), [2]);
    assert.deepEqual(refutedLines(result), [1, 3]);
  });

  it('two wrong values have what both depend on in common', async () => {
    const result = await diagnosed(areaAndCirc, { wrong: ['2:area', '3:circ'] });
    assert.deepEqual(linesOf(result), [1]);
  });

  it('two wrong values that have nothing in common need a component each', async () => {
    const text = 'const a = 1;\nconst b = 2;\nconst c = a + 1;\nconst d = b + 1;\nexport { c, d };\n';
    const { diagnoses } = await diagnosed(text, { wrong: ['3:c', '4:d'] });
    const lines = diagnoses.map(({ components }) => components.map(({ span }) => span.line).sort());
    assert.deepEqual(lines.sort(), [
      [1, 2],
      [1, 4],
      [2, 3],
      [3, 4],
    ]);
  });

  it('follows calls, loops, branches and objects, and what runs later is cleared', async () => {
    const result = await diagnosed(
      `interface Box { count: number; name: string }
function fill(box: Box, n: number): void {
  for (let i = 0; i < n; i++) box.count += 2;
  box.name = 'full';
}
const box: Box = { count: 0, name: '' };
const n: number = 1;
fill(box, n);
console.log(box.name);
const later: number = box.count + 1;
console.log(later);
`,
      { wrong: ['8:box.count'] },
    );
    const lines = linesOf(result);
    for (const line of [3, 6, 7, 8]) assert.ok(lines.includes(line), `line ${line}`);
    for (const line of [9, 10, 11]) assert.ok(refutedLines(result).includes(line), `line ${line}`);
  });

  it('a branch that was not taken is part of it', async () => {
    const result = await diagnosed(
      `export function sign(n: number): string {
  let name: string = 'plus';
  if (n < -1) name = 'minus';
  return name;
}
const shown: string = sign(-1);
export { shown };
`,
      { wrong: ['6:shown'] },
    );
    assert.ok(linesOf(result).includes(3));
  });

  it('gives the words behind its name to a program, and sees what it does after waiting', async () => {
    const result = await diagnosed(
      `const words: string[] = process.argv.slice(2);
setTimeout(() => {
  const count = words.length;
  console.log(count);
}, 1);
`,
      { wrong: ['3:count'] },
      ['a', 'b'],
    );
    assert.match(result.tests.failing[0]?.message ?? '', /^it is 2,/);
    assert.ok(linesOf(result).includes(1));
  });

  for (const [what, marks, message] of [
    ['nothing is wrong', { wrong: [], right: ['2:area'] }, 'Say with --wrong which value is wrong.'],
    ['there is no such line', { wrong: ['9:area'] }, 'main.ts has no line 9.'],
    ['it is no expression', { wrong: ['2:area +'] }, '`area +` at main.ts:2 is not an expression.'],
    ['it changes something', { wrong: ['2:area++'] }, '`area++` at main.ts:2 changes something: only what is read can be right or wrong.'],
    ['there is no such name', { wrong: ['2:size'] }, '`size` at main.ts:2 has no value: size is not defined.'],
    ['it is right and wrong', { wrong: ['2:area'], right: ['2:area'] }, "`area` at main.ts:2 can't be both right and wrong."],
  ] as const)
    it(`says in a sentence that ${what}`, () => assert.rejects(diagnosed(areaAndCirc, marks), { name: 'DiagnosisError', message }));

  it('says where a program never came', () =>
    assert.rejects(
      diagnosed('export function f(): number {\n  const a = 1;\n  return a;\n}\nthrow new Error("early");\n', { wrong: ['2:a'] }),
      {
        message: 'The program never came to main.ts:2. It ended before: early',
      },
    ));

  it('is asked on the command line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'whence-marked-'));
    const whence = (...words: readonly string[]) =>
      spawnSync(process.execPath, [join(root, 'dist/whence.js'), 'diagnose', ...words], { cwd: folder, encoding: 'utf8' });
    try {
      writeFileSync(join(folder, 'area.ts'), areaAndCirc);
      const asked = whence('--json', '--wrong', 'area.ts:2:area', '--correct', 'area.ts:3:circ', '--', 'area.ts');
      assert.equal(asked.status, 1, asked.stderr);
      assert.deepEqual(linesOf(JSON.parse(asked.stdout) as DiagnosisResult), [2, 1]);
      const unfinished = whence('--wrong', 'area.ts:area');
      assert.deepEqual([unfinished.status, unfinished.stdout], [2, '']);
      assert.equal(unfinished.stderr, 'whence: --wrong area.ts:area: write it as FILE:LINE:EXPRESSION.\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the place behind a line', () => {
  const behind = (text: string, line: number): string | null => {
    const position = positionBehindLine(text, '/p.ts', line);
    return position === null ? null : `${text.slice(0, position)}|${text.slice(position)}`;
  };

  it('is behind the last statement that ends there, and before a jump', () => {
    assert.equal(behind('a; b;\nc;', 1), 'a; b;|\nc;');
    assert.equal(behind('if (a) {\n  b;\n}\nc;', 3), 'if (a) {\n  b;\n}|\nc;');
    assert.equal(behind('function f() {\n  return 1;\n}', 2), 'function f() {\n  |return 1;\n}');
  });

  it('of a statement without braces is behind what holds it', () => {
    assert.equal(behind('if (a) b;\nelse c;\nd;', 2), 'if (a) b;\nelse c;|\nd;');
  });

  it('of the head of a block is inside', () => {
    assert.equal(behind('while (a) {\n  b;\n}', 1), 'while (a) {\n  |b;\n}');
    assert.equal(behind('while (a) {\n\n}', 2), 'while (a) {\n\n|}');
  });

  it('is nowhere beyond the text', () => assert.equal(behind('a;', 2), null));

  it('moves what is behind it', () => {
    const wider = new WidenedText('ab;cd', [{ position: 3, text: '++' }]);
    assert.equal(wider.text, 'ab;++cd');
    assert.deepEqual([wider.startOf(3), wider.endOf(3), wider.startOf(0), wider.endOf(5)], [5, 3, 0, 7]);
  });

  it('makes variables of constants without moving them', () => {
    const text = 'const a = 1, b = 2;\nconst { c } = d;\nconst e = 3;';
    assert.equal(withVariables(text, '/p.ts', new Set(['b', 'c'])), 'let   a = 1, b = 2;\nlet   { c } = d;\nconst e = 3;');
  });
});
