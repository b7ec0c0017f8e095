import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { root } from '../tidy/files.js';
import { bundleHostTests } from './hostBundle.js';

/**
 * `npm run test:electron [VERSION]`: the tests of the extension host in a VS Code that is downloaded, for machines that may. Those of
 * `npm test` run in a workbench that comes from npm.
 */
const folder = mkdtempSync(join(tmpdir(), 'whence-electron-'));
const workspace = join(folder, 'examples');
cpSync(join(root, 'examples'), workspace, { recursive: true });
try {
  process.exitCode = await runTests({
    version: process.argv[2] ?? 'stable',
    cachePath: join(root, '.cache/vscode-test'),
    extensionDevelopmentPath: root,
    extensionTestsPath: await bundleHostTests(),
    launchArgs: [workspace, '--disable-extensions', '--disable-workspace-trust', '--user-data-dir', join(folder, 'user')],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
