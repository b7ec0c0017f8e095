import assert from 'node:assert/strict';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { exportParquet } from '../../../adapter/operations/exportParquet.js';
import { openRecording } from '../../../adapter/query/openReader.js';
import { recordedRelations } from '../../../adapter/query/relations/recordedRelations.js';
import type { Relation } from '../../../adapter/trace/relations/relation.js';
import { exportedSchema } from '../../../adapter/trace/relations/schema.js';
import { recorded, type RecordedProgram } from '../../support/recorded.js';

const program = `class Row {
  #secret = -0;
  constructor(name) { this.open = 0; this.name = name; }
  settle(by) { this.open += by; return this.open > 4 ? NaN : this.open; }
}
function deep(n) { return n === 0 ? 1n : deep(n - 1); }
const rows = ['a', 'ü\\n', ''].map((name) => new Row(name));
for (const row of rows) for (let i = 0; i < 4; i++) row.settle(i / 2);
deep(30);
const parsed = JSON.parse('{"list": [1, 2, {"x": null}]}');
const map = new Map([['k', rows[0]]]);
map.set(Symbol('s'), Infinity);
function fails(value) { throw new RangeError('too large: ' + value); }
for (const value of [1, 2, 3]) try { fails(value); } catch (error) { parsed.list.push(error); }
(async () => { await null; rows[0].settle(0.25); })();
switch (rows.length) { case 1: break; case 3: deep(1); default: deep(2); }
`;

type Rows = readonly Readonly<Record<string, unknown>>[];

describe('a data set of Parquet', () => {
  let run: RecordedProgram;
  before(async () => (run = await recorded({ 'main.js': program })));
  after(() => run.dispose());

  it('has the rows of every relation, in whichever ranges they are written', async () => {
    const open = openRecording(run.file, (path) => path.slice(run.folder.length + 1));
    try {
      const relations = new Map(recordedRelations(open.reader, 'run.trace').map((relation) => [relation.shape.name, relation]));
      const wanted = exportedSchema.map(({ name }) => rowsOf(relations.get(name) ?? assert.fail(name)));
      for (const size of [1 << 20, 40]) {
        const folder = join(run.folder, `data${size}`);
        const written = exportParquet([{ run: 'run.trace', file: run.file }], folder, run.folder, size);
        for (const [index, { name }] of exportedSchema.entries())
          assert.deepEqual(sorted(await rowsIn(join(folder, `relation=${name}`, 'run=run.trace'))), sorted(wanted[index] ?? []), name);
        assert.equal(
          written.rows,
          wanted.reduce((sum, rows) => sum + rows.length, 0),
        );
      }
      const counts = Object.fromEntries(exportedSchema.map(({ name }, index) => [name, wanted[index]?.length ?? 0]));
      for (const [name, count] of Object.entries(counts)) assert.ok(count > 0, `no row of ${name}`);
    } finally {
      open.close();
    }
  });

  it('has content with a row for each element, and links between changes of a place', async () => {
    const folder = join(run.folder, 'linked');
    exportParquet([{ run: 'run.trace', file: run.file }], folder, run.folder);
    const content = await rowsIn(join(folder, 'relation=content/run=run.trace'));
    assert.deepEqual(
      content.filter(({ kind, type }) => kind === 'element' && type === 'number').map(({ name, number }) => [name, number]),
      [
        ['0', 1],
        ['1', 2],
      ],
    );
    const changes = await rowsIn(join(folder, 'relation=change/run=run.trace'));
    const byEvent = new Map(changes.map((row) => [row['event'], row]));
    const linked = changes.filter(({ previous }) => previous !== null);
    assert.ok(linked.length > 10);
    for (const row of linked) {
      const before = byEvent.get(row['previous']);
      assert.deepEqual([before?.['owner'], before?.['name'], before?.['next']], [row['owner'], row['name'], row['event']]);
    }
  });

  it('is for its owner alone, takes a run once, and keeps nothing of one that fails', () => {
    const folder = join(run.folder, 'private');
    const recording = { run: 'a b/100%.trace', file: run.file };
    exportParquet([recording], folder, run.folder);
    const file = join(folder, 'relation=call/run=a%20b%2F100%25.trace/part-0.parquet');
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.throws(() => exportParquet([recording], folder, run.folder), /has the run a b\/100%\.trace already/);
    assert.throws(() => exportParquet([{ run: 'none', file: join(run.folder, 'main.js') }], folder, run.folder), /is no trace of Whence/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => !name.startsWith('relation=')),
      [],
    );
  });

  it('takes what can be read of a folder, and says what it has left out', () => {
    const folder = join(run.folder, 'some');
    const newer = join(run.folder, 'newer.trace');
    const bytes = readFileSync(run.file);
    bytes[7] = 9;
    writeFileSync(newer, bytes);
    const recordings = [
      { run: 'newer', file: newer },
      { run: 'one', file: run.file },
    ];
    const { runs, leftOut } = exportParquet(recordings, folder, run.folder);
    assert.equal(runs, 1);
    assert.match(leftOut.join('|'), /^[^|]*newer\.trace is a trace of a newer version \(9\) of Whence\.$/);
    assert.deepEqual(readdirSync(join(folder, 'relation=run')), ['run=one']);
  });

  it('says that a folder cannot be made, where Node tries without end', function () {
    if (process.platform !== 'linux') this.skip();
    assert.throws(
      () => exportParquet([{ run: 'one', file: run.file }], '/proc/none/data', run.folder),
      /\/proc\/none\/data cannot be made: E\w+\.$/,
    );
  });
});

/** The rows of a relation, as objects. */
function rowsOf(relation: Relation): Rows {
  const rows: Record<string, unknown>[] = [];
  for (const cursor = relation.open([]); cursor.next();)
    rows.push(Object.fromEntries(relation.shape.columns.map(({ name }, column) => [name, cursor.cell(column)])));
  return rows;
}

async function rowsIn(folder: string): Promise<Rows> {
  const parts = readdirSync(folder).map(async (name): Promise<Rows> => {
    const file = await asyncBufferFromFile(join(folder, name));
    const rows = await parquetReadObjects({ file, compressors: { GZIP: (bytes) => gunzipSync(bytes) } });
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value])),
    );
  });
  return (await Promise.all(parts)).flat();
}

/** In an order of their own: parts are read in any. */
function sorted(rows: Rows): readonly string[] {
  return rows
    .map((row) => JSON.stringify(row, (_key, value: unknown) => (Object.is(value, -0) ? '-0' : value === Infinity ? 'Infinity' : value)))
    .sort();
}
