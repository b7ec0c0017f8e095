import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../tidy/files.js';

const program = `import { readFileSync } from 'node:fs';
class Cell {
  value = 0;
  set(v) { this.value = v; }
}
const other = new Cell();
const cell = new Cell();
for (let i = 0; i < Number(readFileSync('count.txt', 'utf8')); i++) cell.set(i);
other.set(-1);
export const last = { cell };
`;

describe('whence query --fill', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'whence-filled-'));
  const whence = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(root, 'dist/whence.js'), ...words], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, XDG_DATA_HOME: join(folder, 'home') },
    });
  const asked = (...words: readonly string[]) => {
    const { status, stdout, stderr } = whence('query', 'run.trace', '--json', ...words);
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as {
      readonly rows: readonly Readonly<Record<string, unknown>>[];
      readonly total: number;
      readonly complete: boolean;
      readonly filled?: { readonly recording: string };
    };
  };

  before(() => {
    writeFileSync(join(folder, 'main.mjs'), program);
    writeFileSync(join(folder, 'count.txt'), '300');
    const { status, stderr } = whence('record', '--budget', '50', '--out', 'run.trace', '--', 'main.mjs');
    assert.equal(status, 0, stderr);
  });

  after(() => rmSync(folder, { recursive: true }));

  const cellOf = (): string => {
    const { rows } = asked('--ask', 'allInstances(class: "Cell")');
    return (rows[1]?.['object'] as { readonly object: string }).object;
  };

  it('answers what the budget has left out, of the same object and events', () => {
    const question = `instanceFieldHistory(object: ${JSON.stringify(cellOf())}, field: "value")`;
    const before = asked('--ask', question);
    assert.deepEqual([before.complete, before.filled], [false, undefined]);
    const { rows, total, complete, filled } = asked('--fill', '--ask', question);
    assert.deepEqual([total, complete, rows.at(-1)?.['after']], [301, true, 299]);
    assert.ok(existsSync(filled?.recording ?? ''));
    const event = before.rows[40]?.['event'];
    const later = asked('--fill', '--ask', question.replace(')', `, from: ${String(event)})`));
    assert.equal(later.rows[0]?.['after'], before.rows[40]?.['after']);
    const placed = asked('--fill', '--ask', `instanceFieldHistory(object: "this @ ${String(event)}", field: "value")`);
    assert.equal(placed.total, 301);
  });

  it('runs nothing where the recording knows all', () => {
    assert.equal(whence('record', '--complete', '--out', 'whole.trace', '--', 'main.mjs').status, 0);
    const { status, stdout } = whence('query', 'whole.trace', '--fill', '--json', '--ask', 'callTree()');
    assert.deepEqual([status, /"filled"/.test(stdout)], [0, false]);
  });

  it('refuses a run that is another one, and what is no question', () => {
    writeFileSync(join(folder, 'count.txt'), '301');
    const another = whence('query', 'run.trace', '--fill', '--ask', 'callTree()');
    assert.equal(another.status, 2);
    assert.match(another.stderr, /The program has run differently this time: main\.mjs:\d+ was passed 30\d times, and not 30\d\./);
    assert.match(whence('query', 'run.trace', '--fill', 'SELECT 1').stderr, /--fill is for one question behind --ask/);
    assert.match(whence('query', folder, '--fill', '--ask', 'callTree()').stderr, /not those of a folder/);
  });
});
