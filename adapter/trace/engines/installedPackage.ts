import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importFile } from '../../../server/files/importFile.js';

/** An engine that is a package of npm, which the user installs: by the name of `--engine`. */
const packages = { duckdb: '@duckdb/node-api', clickhouse: 'chdb' } as const;

export type EngineName = keyof typeof packages;

/** Where a package is, seen from folders in their order; null when none has it. */
export function installedIn(engine: EngineName, folders: readonly string[]): string | null {
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    try {
      return createRequire(join(folder, 'none.js')).resolve(packages[engine]);
    } catch {
      // It is not seen from there.
    }
  }
  return null;
}

/** Loads an engine's package. Throws one sentence where it is not installed, or does not start. */
export async function loadEngine(engine: EngineName, folders: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const file = installedIn(engine, folders);
  const name = packages[engine];
  if (file === null) throw new Error(`--engine ${engine} needs the package ${name}: npm install ${name}.`);
  try {
    const loaded = (await importFile(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
    // Of a CommonJS package not every name is found.
    return { ...(loaded['default'] as object | undefined), ...loaded };
  } catch (error) {
    const [first = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(`The package ${name} does not start: ${first.replace(/\.$/, '')}.`, { cause: error });
  }
}
