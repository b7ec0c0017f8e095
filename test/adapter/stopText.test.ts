import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecordedStop, readStop } from '../../adapter/operations/stopText.js';
import { whence } from '../support/command.js';

describe('the words of a stop', () => {
  let cwd = '';

  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), 'whence-stop-')));
    writeFileSync(
      join(cwd, 'main.js'),
      "const { sum } = require('./sum.js');\nlet total = 0;\ntotal = sum([1, 2]);\nconsole.log(total);\n",
    );
    writeFileSync(
      join(cwd, 'sum.js'),
      'exports.sum = (list) => {\n  let total = 0;\n  for (const n of list) total += n;\n  return total;\n};\n\n// the end\n',
    );
  });

  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const lineOf = (stop: string): string => {
    const found = readStop({ stop, hit: 1 }, { cwd, program: 'main.js' });
    return found.kind === 'line' ? `${found.file.slice(cwd.length + 1)}:${found.line}` : found.kind;
  };

  it('name a line by its text, of the program first', () => {
    assert.equal(lineOf('let total = 0;'), 'main.js:2');
    assert.equal(lineOf('console.log(total)'), 'main.js:4');
  });

  it('name a line of another file by its text', () => {
    assert.equal(lineOf('  return total;'), 'sum.js:4');
  });

  it('name a line by its number, and the throw that nobody catches', () => {
    assert.equal(lineOf('sum.js:3'), 'sum.js:3');
    assert.equal(lineOf('uncaught'), 'uncaught');
  });

  it('are refused in a sentence that lists the lines, when there are several', () => {
    assert.throws(() => lineOf('total = '), { message: '--stop "total = ": 2 lines have this text: main.js:2, main.js:3.' });
  });

  it('are refused when no line has the text', () => {
    assert.throws(() => lineOf('let nothing'), /^Error: --stop "let nothing": No line of the program or of a file here has this text/);
    assert.throws(() => lineOf('total.nothing'), /No line of the program or of a file here has this text/);
    assert.throws(() => lineOf('somewhere'), /write FILE:LINE/);
    assert.throws(() => lineOf('main.js'), /write FILE:LINE/);
  });

  it('that nearly are the text of lines offer these, the most alike first', () => {
    const sentence = /: No line of the program or of a file here has this text; most alike (.*)\.$/;
    assert.throws(
      () => readStop({ stop: 'total = sum([1, 3])', hit: 1 }, { cwd, program: 'main.js' }),
      (error: Error) => {
        assert.match(error.message, sentence);
        assert.match(sentence.exec(error.message)?.[1] ?? '', /^(?:is|are) main\.js:3 \(total = sum\(\[1, 2\]\);\)/);
        return true;
      },
    );
  });

  it('that are part of a line, but for a slip, offer that line, and none of another file beside it', () => {
    for (const stop of ['total = smu(', 'sum([1, 3'])
      assert.throws(
        () => readStop({ stop, hit: 1 }, { cwd, program: 'main.js' }),
        /most alike (?:is|are) main\.js:3 \(total = sum\(\[1, 2\]\);\)(?:, main\.js:\d+ \([^)]*\))*\.$/,
      );
  });

  it('that name no line have no condition, and those that happen once no count, of a program and of a recording', () => {
    for (const stop of ['uncaught', 'caught', 'failure', 'broken', '#3'])
      for (const source of [
        ['--', 'main.js'],
        ['--recording', 'none.trace'],
      ]) {
        const { code, out, err } = whence(cwd, 'why', '--stop', stop, '--when', 'total > 0', '--ask', 'lastChange(total)', ...source);
        const sentence = `whence: --when is an expression at a line: leave it out with --stop ${stop}.\n`;
        assert.deepEqual([code, out, err], [2, '', sentence]);
      }
    for (const [stop, source] of [
      ['uncaught', ['--', 'main.js']],
      ['uncaught', ['--recording', 'none.trace']],
      ['#3', ['--recording', 'none.trace']],
    ] as const) {
      const { code, out, err } = whence(cwd, 'why', '--stop', stop, '--hit', '2', '--ask', 'lastChange(total)', ...source);
      const sentence = `whence: --hit counts what happens more than once: leave it out with --stop ${stop}.\n`;
      assert.deepEqual([code, out, err], [2, '', sentence]);
    }
    assert.deepEqual(readRecordedStop({ stop: '#3', hit: 1 }, cwd), { kind: 'event', event: 3 });
    assert.deepEqual(readRecordedStop({ stop: 'uncaught', hit: 1 }, cwd), { kind: 'uncaught' });
    assert.throws(() => readRecordedStop({ stop: 'broken', hit: 1 }, cwd), /^Error: --stop broken needs a run/);
    const line = readRecordedStop({ stop: 'main.js:2', hit: 1, when: 'total > 0' }, cwd);
    assert.deepEqual(line.kind === 'line' && [line.file, line.when], ['main.js', 'total > 0']);
  });

  it('of a line on which nothing starts offer the nearest ones', () => {
    const ask = ['--ask', 'lastChange(total)', '--json', '--', 'main.js'];
    const { code, out } = whence(cwd, 'why', '--stop', 'sum.js:5', ...ask);

    assert.equal(code, 1);
    assert.match(JSON.parse(out).points[0].reason, /no statement .* starts on line 5; the nearest one starts on line 4\.$/);
  });

  it('lead to questions that are offered at the stop where they cannot be asked of the point before', () => {
    const asked = [
      '--ask',
      'lastCondition()',
      '--ask',
      'A = lastChange(nothing)',
      '--ask',
      'lastChange(total)',
      '--ask',
      'lastCondition(A)',
    ];
    const { out } = whence(cwd, 'why', '--stop', 'console.log(total)', ...asked, '--', 'main.js');

    assert.deepEqual(
      out.match(/from the stop: .*/g),
      ['A = lastChange(P1: nothing)', 'lastChange(P1: total)'].map((text) => `from the stop: --ask "${text}"`),
    );
  });

  it('lead to one line about runs that differ, which --pin makes the same', () => {
    writeFileSync(join(cwd, 'random.js'), 'let x = Math.random();\nx = Math.random() + 1;\nconsole.log(x);\n');
    const ask = (...more: readonly string[]) =>
      whence(cwd, 'why', '--stop', 'random.js:3', '--ask', 'lastChange(x)', '--ask', 'lastChange(P2:x)', ...more, '--', 'random.js').out;

    const [differing, pinned] = [ask(), ask('--pin')];

    assert.match(
      differing,
      /^Decided in \d runs, which differ from each other: all that is said is of the last; --pin has .* be the same\.$/m,
    );
    assert.ok((differing.match(/in run 1: /g) ?? []).length <= 2);
    assert.match(pinned, /^Decided in \d runs\.$/m);
  });
});
