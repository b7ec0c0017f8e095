import { build, type BuildOptions } from 'esbuild';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tidy/files.js';

const cache = join(root, '.cache/tests/bundles');
const dayMs = 86_400_000;

/**
 * The folder of bundles that are made with these options from the sources of the adapter and the server. They are made by the first process
 * of tests that asks, and kept until a source changes.
 */
export async function builtOnce(options: BuildOptions): Promise<string> {
  const folder = join(cache, keyOf(options));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  removeOld();
  // Processes beside this one may build the same: a folder has its name when it is whole.
  const unfinished = mkdtempSync(join(cache, 'unfinished-'));
  await build({ absWorkingDir: root, bundle: true, platform: 'node', format: 'cjs', logLevel: 'warning', ...options, outdir: unfinished });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

function keyOf(options: BuildOptions): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(options))
    .update(readFileSync(join(root, 'package-lock.json')));
  for (const room of ['adapter', 'server']) {
    const files = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    for (const file of files.sort()) hash.update(file).update(readFileSync(join(root, room, file)));
  }
  return hash.digest('hex').slice(0, 24);
}

/** A day later nobody runs what was built from other sources. */
function removeOld(): void {
  for (const name of readdirSync(cache)) {
    const status = statSync(join(cache, name), { throwIfNoEntry: false });
    if (status !== undefined && Date.now() - status.mtimeMs > dayMs) rmSync(join(cache, name), { recursive: true, force: true });
  }
}
