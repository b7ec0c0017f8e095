import assert from 'node:assert/strict';
import type { Relation } from '../../../../adapter/trace/relations/relation.js';
import { QueryError } from '../../../../adapter/trace/relations/queryError.js';
import { shapeOf } from '../../../../adapter/trace/relations/schema.js';
import { SqlEngine } from '../../../../adapter/trace/sql/sqlQuery.js';
import { loadSqlite, type Sqlite } from '../../../../adapter/trace/sql/sqlite.js';
import { completed, relationOf } from '../../../support/handMadeRelations.js';

const limits = { rows: 1000, megabytes: 64 };

/** A Row whose `open` is 1, then 2, then NaN, and another one; the calls 0, 1 in 0, and 4. */
const relations = completed([
  relationOf(
    'call',
    [
      { event: 0, depth: 0, function: '', last: 7 },
      { event: 1, parent: 0, depth: 1, function: 'Row.settle', last: 3 },
      { event: 4, parent: 0, depth: 1, function: 'Row.close', last: 6 },
    ],
    ['parent', 'function'],
  ),
  relationOf(
    'change',
    [
      { event: 2, call: 1, owner: 3, name: 'open', type: 'number', number: 1, next: 3 },
      { event: 3, call: 1, owner: 3, name: 'open', type: 'number', number: 2, previous: 2, next: 5 },
      { event: 5, call: 4, owner: 3, name: 'open', type: 'number', number: null, text: 'NaN', previous: 3 },
      { event: 6, call: 4, owner: 9, name: 'Open', type: 'string', text: 'a\u0000ä😀' },
    ],
    ['owner', 'name', 'call'],
  ),
]);

/** The same relation, and what it was opened with. */
function watched(relation: Relation, opened: string[]): Relation {
  return {
    shape: relation.shape,
    isOrdered: relation.isOrdered,
    estimate: (constraints) => relation.estimate(constraints),
    open: (constraints) => {
      opened.push(
        constraints.map(({ column, comparison, value }) => `${relation.shape.columns[column]?.name} ${comparison} ${value}`).join(', '),
      );
      return relation.open(constraints);
    },
  };
}

describe('SQL over relations', () => {
  let sqlite: Sqlite;
  let engine: SqlEngine;

  before(async () => {
    sqlite = await loadSqlite();
    engine = new SqlEngine(sqlite, relations, limits);
  });

  const rows = (sql: string) => engine.query(sql).rows;

  it('answers with columns, rows and their number', () => {
    assert.deepEqual(engine.query('SELECT event, "function" AS name FROM call WHERE parent = 0'), {
      columns: ['event', 'name'],
      rows: [
        [1, 'Row.settle'],
        [4, 'Row.close'],
      ],
      total: 2,
    });
  });

  it('counts the rows that it does not give', () => {
    const few = new SqlEngine(sqlite, relations, { ...limits, rows: 1 });
    const { rows, total } = few.query('SELECT event FROM change');
    few.close();
    assert.deepEqual([rows, total], [[[2]], 4]);
  });

  it('joins relations', () => {
    const sql =
      'SELECT c.event, f.depth FROM change c JOIN call f ON f.event = c.call WHERE f."function" = \'Row.close\' ORDER BY c.event DESC';
    assert.deepEqual(rows(sql), [
      [6, 1],
      [5, 1],
    ]);
  });

  it('follows a call to the top by recursion', () => {
    const sql = `WITH RECURSIVE up(event) AS (SELECT 4 UNION ALL SELECT parent FROM call JOIN up ON call.event = up.event WHERE parent IS NOT NULL)
      SELECT event FROM up`;
    assert.deepEqual(rows(sql), [[4], [0]]);
  });

  it('gives every relation of the schema, each row with its run', () => {
    assert.deepEqual(
      relations.flatMap(({ shape }) => engine.query(`SELECT * FROM "${shape.name}"`).columns.slice(-1)),
      relations.map(({ shape }) => shape.columns.at(-1)?.name),
    );
    assert.deepEqual(rows('SELECT DISTINCT run FROM change'), [['run 1']]);
  });

  it('compares as SQLite does, whatever an index says', () => {
    assert.deepEqual(rows("SELECT event FROM change WHERE name = 'open' COLLATE NOCASE"), [[2], [3], [5], [6]]);
    assert.deepEqual(rows("SELECT event FROM change WHERE event = '3'"), [[3]]);
    assert.deepEqual(rows("SELECT event FROM change WHERE event > 'x'"), []);
    assert.deepEqual(rows("SELECT event FROM change WHERE event < x'00'"), [[2], [3], [5], [6]]);
    assert.deepEqual(rows('SELECT event FROM change WHERE event = NULL'), []);
    assert.deepEqual(rows('SELECT event FROM change WHERE event > 2.5 AND event <= 5'), [[3], [5]]);
    assert.deepEqual(rows('SELECT event FROM change WHERE event IN (9, 6, 2)'), [[2], [6]]);
    assert.deepEqual(rows('SELECT event FROM change WHERE number IS NULL'), [[5], [6]]);
    assert.deepEqual(rows('SELECT event FROM change WHERE NOT event < 5 AND owner IS NOT 3'), [[6]]);
  });

  it('divides numbers of the program as numbers', () => {
    assert.deepEqual(rows('SELECT number / 2 FROM change WHERE event = 2'), [[0.5]]);
  });

  it('gives texts with zeros and letters of all planes, numbers and bytes as JSON', () => {
    assert.deepEqual(rows("SELECT text, 1e999, 9007199254740993, x'ab', NULL FROM change WHERE event = 6"), [
      ['a\u0000ä😀', { number: 'Infinity' }, { bigint: '9007199254740993' }, { bytes: 'ab' }, null],
    ]);
  });

  it('reads by an index of the relation what a constraint names', () => {
    const opened: string[] = [];
    const asked = new SqlEngine(
      sqlite,
      relations.map((relation) => watched(relation, opened)),
      limits,
    );
    asked.query("SELECT 1 FROM change WHERE owner = 3 AND event < 5 AND name = 'open'");
    asked.query('SELECT 1 FROM change c JOIN call f ON f.event = c.call WHERE c.event = 5');
    asked.close();
    assert.deepEqual(opened, ['owner = 3, event < 5, name = open', 'event = 5', 'event = 4']);
  });

  it('sorts nothing that comes in order', () => {
    const plan = (sql: string) => rows(`EXPLAIN QUERY PLAN ${sql}`).map((row) => row[3]);
    assert.doesNotMatch(String(plan('SELECT event FROM change WHERE owner = 3 ORDER BY event')), /TEMP B-TREE/);
    assert.match(String(plan('SELECT event FROM change WHERE owner = 3 ORDER BY event DESC')), /TEMP B-TREE/);
    assert.match(String(plan('SELECT id FROM run ORDER BY id')), /TEMP B-TREE/);
  });

  const faults: readonly (readonly [what: string, sql: string, message: RegExp, line: number, column: number])[] = [
    ['a word that is none', 'SELEC 1', /near "SELEC": syntax error/, 1, 1],
    ['a table that is none', 'SELECT 1\nFROM missing', /no such table: missing/, 2, 6],
    ['a column that is none, behind letters of two bytes', "SELECT 'ä😀', missing FROM event", /no such column: missing/, 1, 15],
    ['a text that does not end', "SELECT 1,\n  'abc", /unrecognized token/, 2, 3],
    ['a statement that does not end', 'SELECT (1\n', /incomplete input/, 1, 10],
    ['a second statement', 'SELECT 1; -- one\n SELECT 2', /one statement/, 2, 2],
    ['no statement', '-- nothing', /no statement/, 1, 1],
    ['a write', '-- a comment\nDELETE FROM event', /may only read/, 2, 1],
    ['a table of its own', 'CREATE TEMP TABLE t AS SELECT 1', /may only read/, 1, 1],
    ['another database', "ATTACH '/etc/passwd' AS other", /may only read/, 1, 1],
    ['a setting', 'PRAGMA hard_heap_limit = 0', /may only read/, 1, 1],
  ];
  for (const [what, sql, message, line, column] of faults)
    it(`says where the fault is: ${what}`, () => {
      assert.throws(
        () => engine.query(sql),
        (error) => {
          assert.ok(error instanceof QueryError);
          assert.match(error.message, message);
          assert.deepEqual(error.place, { line, column });
          return true;
        },
      );
      assert.deepEqual(rows('SELECT 1'), [[1]]);
    });

  it('stops at its memory, and answers the next query', () => {
    const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)';
    assert.throws(
      () => engine.query(`${numbers} SELECT max(t) FROM (SELECT DISTINCT printf('%02000d', i) AS t FROM n)`),
      /needs more than 64 MB|too big/,
    );
    assert.deepEqual(rows('SELECT 1'), [[1]]);
  });

  it('lets nothing of a relation that throws pass for an answer', () => {
    const broken: Relation = {
      shape: shapeOf('event'),
      isOrdered: true,
      estimate: () => ({ rows: 1, isUnique: false }),
      open: () => ({
        next: () => true,
        cell: () => {
          throw new RangeError('The recording is cut.');
        },
      }),
    };
    const engine = new SqlEngine(sqlite, [broken], limits);
    assert.throws(() => engine.query('SELECT id FROM event'), /The recording is cut/);
    engine.close();
  });
});
