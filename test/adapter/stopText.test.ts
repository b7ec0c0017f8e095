import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readStop } from '../../adapter/operations/stopText.js';
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
    assert.throws(() => lineOf('somewhere'), /write FILE:LINE/);
  });

  it('of a line on which nothing starts offer the nearest ones', () => {
    const ask = ['--ask', 'lastChange(total)', '--json', '--', 'main.js'];
    const { code, out } = whence(cwd, 'why', '--stop', 'sum.js:5', ...ask);

    assert.equal(code, 1);
    assert.match(JSON.parse(out).points[0].reason, /no statement .* starts on line 5; the nearest one starts on line 4\.$/);
  });
});
