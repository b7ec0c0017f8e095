import assert from 'node:assert/strict';
import { SqlEngine } from '../../../../adapter/trace/sql/sqlQuery.js';
import { loadSqlite } from '../../../../adapter/trace/sql/sqlite.js';
import { manyEvents } from '../../../support/handMadeRelations.js';

describe('SQL over a million rows', () => {
  let engine: SqlEngine;

  before(async () => {
    engine = new SqlEngine(await loadSqlite(), manyEvents(1_000_000), { rows: 10, megabytes: 256 });
  });

  it('goes through all of them', () => {
    assert.deepEqual(engine.query('SELECT count(*), sum(id), max(line), sum(call <= id) FROM event').rows, [
      [1_000_000, 499_999_500_000, 1000, 1_000_000],
    ]);
  });

  it('joins by indexes, without going through them', () => {
    const sql = `SELECT count(*), min(b.event - a.event) FROM change a JOIN change b ON b.event = a.next JOIN event e ON e.id = b.event
      WHERE a.owner = 77 AND e.line > 0`;
    engine.query(sql); // makes the index of owners
    const started = performance.now();
    assert.deepEqual(engine.query(sql).rows, [[49, 20_000]]);
    // A plan that goes through one of the relations for each row takes some hundred times as long.
    assert.ok(performance.now() - started < 200, `${performance.now() - started} ms`);
  });
});
