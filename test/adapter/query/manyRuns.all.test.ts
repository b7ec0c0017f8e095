import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ownQuery, readQuery } from '../../../adapter/operations/ownQuery.js';
import { exportParquet } from '../../../adapter/operations/exportParquet.js';
import { recordedAt } from '../../../adapter/operations/recordings.js';
import { RunShelf } from '../../../adapter/query/relations/runShelf.js';
import { unionRelations } from '../../../adapter/query/relations/unionRelations.js';
import { SqlEngine } from '../../../adapter/trace/sql/sqlQuery.js';
import { loadSqlite } from '../../../adapter/trace/sql/sqlite.js';
import { comparable } from '../../support/comparableRows.js';
import { manyRunsFolder, manyRunsQueries, recordManyRuns, type ManyRuns } from '../../support/manyRuns.js';
import { root } from '../../tidy/files.js';

const limits = { rows: 10_000, megabytes: 512 };

describe('queries about many runs', () => {
  let runs: ManyRuns;
  before(async () => (runs = await recordManyRuns([1, 2, 3, 4, 6, 12, 13])));
  after(() => runs.dispose());

  const ask = async (text: string, file = 'none') => {
    const { columns, rows } = await ownQuery({ recording: runs.folder, file: join(root, file), text, limits, cwd: runs.folder });
    return { columns, rows };
  };

  it('are ten', () => assert.equal(manyRunsQueries.length, 10));

  for (const name of manyRunsQueries)
    it(`${name}: SQL and Prolog give the same rows`, async () => {
      const sql = await ask('', `${manyRunsFolder}/${name}.sql`);
      const prolog = await ask('', `${manyRunsFolder}/${name}.pl`);
      assert.ok(sql.rows.length > 0, 'no rows');
      assert.deepEqual(
        prolog.columns.map((column) => column.toLowerCase()).sort(),
        sql.columns.map((column) => column.toLowerCase()).sort(),
      );
      assert.deepEqual(comparable(prolog), comparable(sql));
    });

  it('tell what is wrong with the runs that failed', async () => {
    const branches = await ask('', `${manyRunsFolder}/branches.sql`);
    assert.deepEqual(
      branches.rows.map(([run, , line, , taken]) => [run, line, taken]),
      [
        ['0004.trace', 31, 'then'],
        ['0004.trace', 51, 'then'],
        ['0006.trace', 31, 'then'],
        ['0006.trace', 51, 'then'],
      ],
    );
    assert.deepEqual(
      (await ask('', `${manyRunsFolder}/overwritten.sql`)).rows.map(([run, className, name, before, type]) => [
        run,
        className,
        name,
        before,
        type,
      ]),
      [
        ['0004.trace', 'Basket', 'discount', 0, 'undefined'],
        ['0006.trace', 'Basket', 'discount', 0, 'undefined'],
      ],
    );
  });

  it('are asked in recordings that do not stay open', async () => {
    const shelf = new RunShelf(recordedAt(runs.folder).kind === 'recordings' ? named(runs.folder) : [], (path) => path, 2);
    const engine = new SqlEngine(await loadSqlite(), unionRelations(shelf), limits);
    const sql = `SELECT a.run, b.run, count(*) FROM call a JOIN call b ON b.event = a.event AND b.run >= a.run WHERE a.depth = 0
      GROUP BY a.run, b.run ORDER BY 1, 2`;
    assert.equal(engine.query(sql).rows.length, (7 * 8) / 2);
    assert.deepEqual(engine.query("SELECT count(*) FROM event WHERE run = '0003.trace' AND id = 1").rows, [[1]]);
    assert.deepEqual(engine.query("SELECT count(*) FROM event WHERE run = 'none'").rows, [[0]]);
    engine.close();
    shelf.close();
  });

  it('order rows by their event, whichever run they are of', async () => {
    const { rows } = await ask('SELECT event FROM call ORDER BY event');
    const events = rows.map(([event]) => Number(event));
    assert.deepEqual(
      events,
      events.toSorted((a, b) => a - b),
    );
  });

  it('are told from their folder, and say in one sentence what is missing', async () => {
    const data = join(runs.folder, '../data');
    exportParquet(named(runs.folder), data, runs.folder);
    const request = { file: join(root, 'none'), text: 'SELECT 1', limits, cwd: runs.folder };
    assert.equal(recordedAt(data).kind, 'dataSet');
    assert.throws(() => readQuery({ ...request, recording: data }), /is a data set that was exported: name --engine duckdb or clickhouse/);
    assert.throws(() => readQuery({ ...request, recording: data, text: 'row(run, [id = X])' }), /Prolog is asked about recordings/);
    assert.throws(() => readQuery({ ...request, recording: join(root, 'docs') }), /holds no recordings/);
    assert.throws(() => readQuery({ ...request, recording: join(runs.folder, 'none') }), /There is no file/);
    await assert.rejects(
      ownQuery({ ...request, recording: data, engine: 'clickhouse' }),
      /--engine clickhouse needs the package chdb: npm install chdb\./,
    );
    await assert.rejects(ask('event(_, _, methodcall(_, _, total, _))'), /event\/3 is about one recording/);
  });
});

function named(folder: string): Extract<ReturnType<typeof recordedAt>, { kind: 'recordings' }>['recordings'] {
  const recorded = recordedAt(folder);
  return recorded.kind === 'recordings' ? recorded.recordings : assert.fail(folder);
}
