import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ReplayedInput } from '../../../adapter/launch/input.js';
import { exportParquet } from '../../../adapter/operations/exportParquet.js';
import { record } from '../../../adapter/operations/record.js';
import { recordedAt, type NamedRecording } from '../../../adapter/operations/recordings.js';
import { installedIn, type EngineName } from '../../../adapter/trace/engines/installedPackage.js';
import { askNative } from '../../../adapter/trace/engines/nativeQuery.js';
import { comparable } from '../../support/comparableRows.js';
import { manyRunsFolder, manyRunsQueries } from '../../support/manyRuns.js';
import { growingTable } from '../speed/table.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const kept = join(root, '.cache/bench/manyRuns');
const engines = [join(root, '.cache/engines')];
const limits = { rows: 100_000, megabytes: 4096 };

/** The suite's runs of which one in a hundred fails. */
function seedOf(run: number): number {
  return run * 7 + (run % 100 === 99 ? 6 : run % 6);
}

/** Records the runs that are not there yet: a thousand take some minutes, once. */
async function recordSuite(count: number): Promise<readonly NamedRecording[]> {
  mkdirSync(kept, { recursive: true });
  const suite = readFileSync(join(root, manyRunsFolder, 'checkout.mjs'), 'utf8');
  const program = join(kept, 'checkout.mjs');
  if (!existsSync(program) || readFileSync(program, 'utf8') !== suite) {
    rmSync(join(kept, 'runs'), { recursive: true, force: true });
    writeFileSync(program, suite);
  }
  mkdirSync(join(kept, 'runs'), { recursive: true });
  for (let run = 0; run < count; run++) {
    const out = join(kept, 'runs', `${String(run).padStart(4, '0')}.trace`);
    if (!existsSync(out)) await recordOne(seedOf(run), out);
  }
  const recorded = recordedAt(join(kept, 'runs'));
  return recorded.kind === 'recordings' ? recorded.recordings.slice(0, count) : [];
}

async function recordOne(seed: number, out: string): Promise<void> {
  await record(
    {
      program: { node: process.execPath, nodeArgs: [], args: ['checkout.mjs', String(seed)], cwd: kept },
      settings: { include: [], exclude: [], values: 'all', budget: null, strings: 4096, redaction: true },
      labels: {},
      out: `${out}.part`,
      isForced: true,
    },
    {
      runtime: join(root, 'dist/runtime.cjs'),
      output: 'ignore',
      input: new ReplayedInput(null),
      signal: new AbortController().signal,
      onProgress: () => {},
    },
  );
  renameSync(`${out}.part`, out);
}

/** The ten questions over many runs, on each engine, by the number of runs: milliseconds, from nothing loaded to the last row. */
export async function printManyRuns(print: (text: string) => void, counts: readonly number[] = [10, 100, 1000]): Promise<void> {
  const names = (['duckdb', 'clickhouse'] as const).filter((name) => installedIn(name, engines) !== null);
  print(`\nTen questions over many runs of a test suite, of which one in a hundred fails: milliseconds, by the number of runs.\n`);
  if (names.length === 0) return print('No engine is installed: npm run engines.\n');
  const recordings = await recordSuite(Math.max(...counts));
  const folder = mkdtempSync(join(tmpdir(), 'whence-bench-'));
  try {
    for (const count of counts) {
      const began = performance.now();
      const { rows, bytes } = exportParquet(recordings.slice(0, count), join(folder, String(count)), kept);
      print(`${count} runs: ${rows} rows, ${bytes} bytes of Parquet, exported in ${((performance.now() - began) / 1000).toFixed(1)} s.\n`);
    }
    print('\n');
    const header = ['question', ...names.flatMap((name) => counts.map((count) => `${name} ${count}`)), 'rows', 'same'];
    const line = growingTable(header, manyRunsQueries, print);
    for (const query of manyRunsQueries) line(await measured(query, names, counts, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(
  query: string,
  names: readonly EngineName[],
  counts: readonly number[],
  folder: string,
): Promise<readonly string[]> {
  const sql = readFileSync(join(root, manyRunsFolder, `${query}.sql`), 'utf8');
  const cells = [query];
  const answers: string[] = [];
  let rows = 0;
  for (const engine of names)
    for (const count of counts) {
      const began = performance.now();
      const answer = await askNative({ engine, folders: engines, dataSet: join(folder, String(count)), sql, limits });
      cells.push((performance.now() - began).toFixed(0));
      if (count === counts.at(-1)) {
        answers.push(JSON.stringify(comparable(answer)));
        rows = answer.total;
      }
    }
  return [...cells, String(rows), new Set(answers).size === 1 ? 'yes' : 'NO'];
}
