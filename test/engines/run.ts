import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { exportParquet } from '../../adapter/operations/exportParquet.js';
import { recordedAt } from '../../adapter/operations/recordings.js';
import { openRecording } from '../../adapter/query/openReader.js';
import { recordedRelations } from '../../adapter/query/relations/recordedRelations.js';
import { RunShelf } from '../../adapter/query/relations/runShelf.js';
import { unionRelations } from '../../adapter/query/relations/unionRelations.js';
import { installedIn, type EngineName } from '../../adapter/trace/engines/installedPackage.js';
import { askNative } from '../../adapter/trace/engines/nativeQuery.js';
import { SqlEngine } from '../../adapter/trace/sql/sqlQuery.js';
import { loadSqlite } from '../../adapter/trace/sql/sqlite.js';
import { comparable } from '../support/comparableRows.js';
import { manyRunsFolder, manyRunsQueries, recordManyRuns } from '../support/manyRuns.js';
import { recorded } from '../support/recorded.js';
import { askedProgram, namedAnswers, questionsAbout, sqlAnswers } from '../support/threeAnswers.js';
import { root } from '../tidy/files.js';

/**
 * DuckDB and ClickHouse beside SQLite and the named questions: `npm run engines`, then this (`--recordings N`, `--seed S`). The named questions
 * in SQL over N recordings, the ten questions over many runs, and queries that try to reach a file. It prints what differed.
 */
const { values } = parseArgs({ options: { recordings: { type: 'string', default: '20' }, seed: { type: 'string', default: '0' } } });
const folders = [join(root, '.cache/engines')];
const engines = (['duckdb', 'clickhouse'] as const).filter((name) => installedIn(name, folders) !== null);
const limits = { rows: 1_000_000, megabytes: 2048 };
const differences: string[] = [];

const ask = (engine: EngineName, dataSet: string, sql: string) => askNative({ engine, folders, dataSet, sql, limits });

async function namedQuestions(): Promise<void> {
  let [asked, rows] = [0, 0];
  for (let round = 0; round < Number(values.recordings); round++) {
    const seed = Number(values.seed) + round;
    const run = await recorded({ 'main.js': askedProgram(seed) });
    const open = openRecording(run.file, (path) => path.slice(run.folder.length + 1));
    // Which variables an event sees is computed: no data set has it.
    const questions = questionsAbout(recordedRelations(open.reader, 'run.trace'), seed).filter(({ name }) => !name.startsWith('locals'));
    open.close();
    const named = namedAnswers(run, questions);
    const data = join(run.folder, 'data');
    exportParquet([{ run: 'run.trace', file: run.file }], data, run.folder);
    for (const engine of engines) {
      const answers = await sqlAnswers(questions, (sql) => ask(engine, data, sql));
      for (const [index, { text }] of questions.entries()) {
        asked++;
        rows += named[index]?.length ?? 0;
        if (JSON.stringify(answers[index]) !== JSON.stringify(named[index])) differences.push(`${engine}, seed ${seed}: ${text}`);
      }
    }
    run.dispose();
  }
  console.log(`Named questions: ${asked} answers of ${engines.join(' and ')} over ${values.recordings} recordings, ${rows} rows.`);
}

async function manyRuns(): Promise<void> {
  const runs = await recordManyRuns(Array.from({ length: 14 }, (_, index) => index + 1));
  const recordedRuns = recordedAt(runs.folder);
  const recordings = recordedRuns.kind === 'recordings' ? recordedRuns.recordings : [];
  const data = join(runs.folder, '../data');
  exportParquet(recordings, data, join(runs.folder, '..'));
  const shelf = new RunShelf(recordings, (path) => path.slice(join(runs.folder, '..').length + 1));
  const sqlite = new SqlEngine(await loadSqlite(), unionRelations(shelf), limits);
  for (const query of manyRunsQueries) {
    const sql = readFileSync(join(root, manyRunsFolder, `${query}.sql`), 'utf8');
    const wanted = JSON.stringify(comparable(sqlite.query(sql)));
    for (const engine of engines)
      if (JSON.stringify(comparable(await ask(engine, data, sql))) !== wanted) differences.push(`${engine}: ${query}.sql`);
  }
  await hostile(data);
  sqlite.close();
  shelf.close();
  runs.dispose();
  console.log(`Many runs: ${manyRunsQueries.length} questions over ${recordings.length} runs, beside SQLite.`);
}

/** Nothing of a file outside of the data set is answered, and no file appears. */
async function hostile(data: string): Promise<void> {
  const secret = join(data, '../secret.txt');
  writeFileSync(secret, 'the secret of the file\n');
  const before = JSON.stringify(readdirSync(join(data, '..')).sort());
  const queries = [
    `SELECT * FROM read_text('${secret}')`,
    `SELECT * FROM read_csv('${secret}')`,
    `SELECT * FROM '${secret}'`,
    `SELECT * FROM glob('${data}/../*')`,
    `COPY (SELECT 1) TO '${secret}.copy'`,
    `ATTACH '${secret}.db'`,
    'INSTALL httpfs',
    'SET enable_external_access = true',
    `SELECT * FROM query('COPY (SELECT 1) TO ''${secret}.copy''')`,
    "EXPLAIN ANALYZE COPY (SELECT 1) TO 'x.csv'",
    `SELECT file('${secret}')`,
    `SELECT arrayMap(file, ['${secret}'])`,
    `SELECT arrayMap(x -> \`file\`(x), ['${secret}'])`,
    `WITH f AS (SELECT "file"('${secret}') AS x) SELECT upper(x) FROM f`,
    `SELECT * FROM file('${secret}', 'LineAsString')`,
    `SELECT * FROM url('http://127.0.0.1:9/', 'LineAsString')`,
    `SELECT 1 INTO OUTFILE '${secret}.copy'`,
    `SELECT 1 SETTINGS readonly = 0`,
    `INSERT INTO FUNCTION file('${secret}.copy') SELECT 1`,
    'DROP TABLE call',
    'SELECT 1; SELECT 2',
  ];
  for (const engine of engines)
    for (const sql of queries) {
      const outcome = await ask(engine, data, sql).then(
        ({ rows }) => JSON.stringify(rows),
        () => 'refused',
      );
      if (outcome !== 'refused' && outcome !== '[]') differences.push(`${engine} answers ${sql}: ${outcome.slice(0, 100)}`);
    }
  if (JSON.stringify(readdirSync(join(data, '..')).sort()) !== before) differences.push('A file has appeared.');
  rmSync(secret);
  console.log(`Hostile queries: ${queries.length} on each engine.`);
}

if (engines.length < 2) console.log('DuckDB or ClickHouse is not installed here (npm run engines): what is missing is left out.');
await namedQuestions();
await manyRuns();
console.log(differences.length === 0 ? 'No answer differs.' : `${differences.length} differ:\n${differences.join('\n')}`);
process.exitCode = differences.length === 0 ? 0 : 1;
