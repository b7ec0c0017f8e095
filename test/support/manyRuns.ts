import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReplayedInput } from '../../adapter/launch/input.js';
import { record } from '../../adapter/operations/record.js';
import { read } from '../tidy/files.js';
import { runtimePath } from './querying.js';

/** Recordings of runs of the suite in `examples/queries/manyRuns`, in a folder. */
export interface ManyRuns {
  readonly folder: string;
  dispose(): void;
}

/** The folder of the queries about many runs. */
export const manyRunsFolder = 'examples/queries/manyRuns';

/** The names of the ten queries: each is there in SQL and in Prolog. */
export const manyRunsQueries: readonly string[] = readdirSync(manyRunsFolder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''));

/** Records the suite with each of these seeds; from the second half on in a second version, which has a comment more. */
export async function recordManyRuns(seeds: readonly number[]): Promise<ManyRuns> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-runs-'));
  const runs = join(folder, 'runs');
  mkdirSync(runs);
  const text = read(`${manyRunsFolder}/checkout.mjs`);
  writeFileSync(join(folder, 'checkout.mjs'), text);
  for (const [index, seed] of seeds.entries()) {
    if (index === Math.floor(seeds.length / 2)) writeFileSync(join(folder, 'checkout.mjs'), `${text}// version 2\n`);
    await record(
      {
        program: { node: process.execPath, nodeArgs: [], args: ['checkout.mjs', String(seed)], cwd: folder },
        settings: { include: [], exclude: [], values: 'all', budget: null, strings: 4096, redaction: true },
        labels: { seed: String(seed) },
        out: join(runs, `${String(index).padStart(4, '0')}.trace`),
        isForced: false,
      },
      {
        runtime: await runtimePath(),
        output: 'ignore',
        input: new ReplayedInput(null),
        signal: new AbortController().signal,
        onProgress: () => {},
      },
    );
  }
  return { folder: runs, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
