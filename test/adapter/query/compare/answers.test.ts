import assert from 'node:assert/strict';
import { join } from 'node:path';
import { compare, compareAnswers, compareOwnQuery, compareQuestions } from '../../../../adapter/operations/compare.js';
import { root } from '../../../tidy/files.js';
import { recorded, type RecordedProgram } from '../../../support/recorded.js';

const shop = (
  test: string,
  first = '',
) => `${first}class Row { open = true; constructor(n) { this.n = n; } settle() { this.open = false; return this.n; } }
function pick(rows, want) {
  let found = null;
  for (const row of rows) if (row.n ${test} want) found = row;
  return found;
}
const rows = [new Row(1), new Row(2), new Row(3)];
const got = pick(rows, 2);
if (got.n === 3) got.settle();
`;

describe('answers of two recordings', () => {
  let own: RecordedProgram;
  let other: RecordedProgram;
  before(async () => {
    own = await recorded({ 'shop.js': shop('>') });
    // A line more: places of the other version are one line further down.
    other = await recorded({ 'shop.js': shop('===', '// 2\n') });
  });
  after(() => {
    own.dispose();
    other.dispose();
  });

  const request = () => ({ recordings: [own.file, other.file] as const, limit: Infinity, cwd: own.folder });

  it('take what one version alone declares for rows of that one', async () => {
    const newer = await recorded({ 'shop.js': `${shop('>')}function last(list) { const end = list.at(-1); return end; }\nlast(rows);\n` });
    const both = { recordings: [newer.file, own.file] as const, limit: Infinity, cwd: newer.folder };
    const turned = { ...both, recordings: [own.file, newer.file] as const };
    for (const question of ['argumentHistory(method: "last")', 'localVariableHistory(function: "last", variable: "end")']) {
      assert.deepEqual(
        [compareAnswers(both, question), compareAnswers(turned, question)].map(({ rows }) => rows.map(({ only }) => only)),
        [[1], [2]],
        question,
      );
      assert.match((compareAnswers(turned, question).notes ?? []).join(), /^The first recording: .*last/);
    }
    assert.throws(() => compareAnswers(both, 'argumentHistory(method: "none")'), /No text of the recording has a function "none"/);
    newer.dispose();
  });

  it('say which rows one of them has alone, and what differs', () => {
    const calls = compareAnswers(request(), 'argumentHistory(method: "settle")');
    assert.deepEqual([calls.isEqual, calls.rows.map(({ only }) => only)], [false, [1]]);
    const returned = compareAnswers(request(), 'returnValueHistory(method: "pick")');
    assert.deepEqual(Object.keys((returned.rows[0]?.['changed'] ?? {}) as object), ['result']);
    const made = compareAnswers(request(), 'allInstances(class: "Row")');
    assert.deepEqual(
      made.rows.map(({ only, changed }) => [only, changed]),
      [
        [undefined, undefined],
        [undefined, undefined],
        [
          undefined,
          {
            state: [
              { open: false, n: 3 },
              { open: true, n: 3 },
            ],
          },
        ],
      ],
    );
    assert.deepEqual(calls.columns.slice(-2), ['only', 'changed']);
  });

  it('lines that moved are no difference', () => {
    const { isEqual, rows } = compareAnswers(request(), 'argumentHistory(method: "Row.constructor")');
    assert.deepEqual([isEqual, rows.length], [true, 3]);
    assert.equal(compareAnswers(request(), 'wasStatementExecuted(location: "shop.js:7")').isEqual, true);
  });

  it('first differences, of a kind or of an object', () => {
    const { firstBranch, firstWrite } = compare(request());
    const [branch] = compareAnswers(request(), 'firstDifference(kind: "branch")').rows;
    assert.deepEqual([branch?.['place'], branch?.['line']], [firstBranch?.place, 4]);
    assert.deepEqual([firstBranch?.sides.map((side) => side?.['taken']), firstWrite?.place], [['else', 'then'], 'pick:found']);
    const last = own.ask('allInstances(class: "Row")').rows[2]?.['object'] as { readonly object: string };
    const [write] = compareAnswers(request(), `firstDifference(object: "${last.object}")`).rows;
    assert.equal(write?.['place'], `${last.object}.open`);
    assert.throws(() => compareAnswers(request(), 'firstDifference(kind: "colour")'), /There is no kind colour of differences/);
  });

  it('two questions on one recording are held against each other row by row', () => {
    const write = own.event('instanceFieldHistory(object: "shop.js:got @ end", field: "open")', {}, 1);
    const questions = [
      `objectState(object: "shop.js:got @ end", event: ${write - 1})`,
      `objectState(object: "shop.js:got @ end", event: ${write})`,
    ] as const;
    const { rows, isEqual } = compareQuestions({ recording: own.file, limit: Infinity, cwd: own.folder }, questions);
    assert.equal(isEqual, false);
    assert.deepEqual(
      rows.map(({ changed }) => (changed as { value?: unknown } | undefined)?.value),
      [[true, false], undefined],
    );
  });

  it('rows of an own query are paired by their events, or in their order', async () => {
    const sql = (text: string) =>
      compareOwnQuery(request(), { file: join(own.folder, 'none'), text, limits: { rows: 100, megabytes: 256 } });
    const changes = await sql(`SELECT event, name FROM change WHERE name = 'open'`);
    assert.deepEqual(
      changes.rows.map(({ only }) => only),
      [undefined, undefined, undefined, 1],
    );
    const calls = await sql('SELECT function FROM call');
    assert.deepEqual(
      calls.rows.map(({ only }) => only),
      [undefined, undefined, undefined, undefined, undefined, 1],
    );
  });

  it('an own query has a limited time on each recording', async () => {
    const run = { program: join(root, 'dist/queryWorker.js'), milliseconds: 300 };
    const asked = (text: string) =>
      compareOwnQuery(request(), { file: join(own.folder, 'none'), text, limits: { rows: 100, megabytes: 256 } }, run);
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1e12) SELECT count(*) FROM n';
    await assert.rejects(asked(numbers), /has taken 0.3 s and was ended/);
  });
});

describe('what Node writes to its own objects', () => {
  const timed = (limit: number) => `let last = 0;
const t = setInterval(() => { last++; if (last === 3) { clearInterval(t); finish(); } }, 3);
function finish() { const limit = ${limit}; if (last > 2) console.log('done', limit + last); }
`;
  const jsons = (n: number) => `const { EventEmitter } = require('node:events');
const own = JSON.parse('{"a":[1,2]}');
own.a.push(${n});
class Bus extends EventEmitter {}
const bus = new Bus();
for (let k = 0; k < ${n}; k++) bus.on('x' + k, () => k);
`;

  async function compared(
    one: string,
    another: string,
    use: (found: ReturnType<typeof compare>, own: RecordedProgram) => void,
  ): Promise<void> {
    const [own, other] = [await recorded({ 'main.cjs': one }), await recorded({ 'main.cjs': another })];
    try {
      use(compare({ recordings: [own.file, other.file], limit: Infinity, cwd: own.folder }), own);
    } finally {
      own.dispose();
      other.dispose();
    }
  }

  it('is no difference of two runs', async () => {
    await compared(timed(10), timed(10), (found) => assert.deepEqual([found.equal, found.differences], [true, []]));
    await compared(timed(10), timed(11), ({ differences }) =>
      assert.deepEqual(
        differences.map(({ kind, place }) => [kind, place]),
        [['write', 'finish:limit']],
      ),
    );
  });

  it('is one where the objects are the program’s', async () => {
    await compared(jsons(2), jsons(3), ({ differences }) => {
      const places = differences.flatMap(({ kind, place }) => (kind === 'write' ? [place.replace(/#\d+/, '')] : []));
      assert.ok(places.includes('Array[2]') && places.includes('Bus._eventsCount'), places.join());
    });
  });
});
