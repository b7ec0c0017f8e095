import assert from 'node:assert/strict';
import type { Relation } from '../../../../adapter/trace/relations/relation.js';
import { SqlEngine } from '../../../../adapter/trace/sql/sqlQuery.js';
import { loadSqlite } from '../../../../adapter/trace/sql/sqlite.js';
import { manyEvents } from '../../../support/handMadeRelations.js';

describe('SQL over a million rows', () => {
  let engine: SqlEngine;
  let visited = 0;

  /** A relation that counts the rows that are gone through. */
  const counting = (relation: Relation): Relation => ({
    shape: relation.shape,
    isOrdered: relation.isOrdered,
    estimate: (constraints) => relation.estimate(constraints),
    open(constraints) {
      const rows = relation.open(constraints);
      return {
        next: () => {
          visited++;
          return rows.next();
        },
        cell: (column) => rows.cell(column),
      };
    },
  });

  before(async () => {
    engine = new SqlEngine(await loadSqlite(), manyEvents(1_000_000).map(counting), { rows: 10, megabytes: 256 });
  });

  it('goes through all of them', () => {
    assert.deepEqual(engine.query('SELECT count(*), sum(id), max(line), sum(call <= id) FROM event').rows, [
      [1_000_000, 499_999_500_000, 1000, 1_000_000],
    ]);
  });

  it('joins by indexes, without going through them', () => {
    const sql = `SELECT count(*), min(b.event - a.event) FROM change a JOIN change b ON b.event = a.next JOIN event e ON e.id = b.event
      WHERE a.owner = 77 AND e.line > 0`;
    visited = 0;
    assert.deepEqual(engine.query(sql).rows, [[49, 20_000]]);
    // A plan that goes through one of the relations visits a quarter of a million rows.
    assert.ok(visited < 1_000, `${visited} rows`);
  });
});
