import { build } from 'esbuild';
import { join } from 'node:path';
import { root } from '../tidy/files.js';

/**
 * Bundles the tests that run inside the extension host into one file that exports `run`, and returns its path. It lies in the project,
 * where it finds mocha.
 */
export async function bundleHostTests(): Promise<string> {
  const outfile = join(root, 'dist/test/extensionHost.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['test/extension/host/run.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return outfile;
}
