import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { root } from './process.mjs';

/** `npm run package`: builds, and puts what VS Code installs into whence.vsix. What goes in is said by .vscodeignore. */
export async function packageExtension(packagePath = join(root, 'whence.vsix')) {
  const { createVSIX } = await import('@vscode/vsce');
  await createVSIX({
    cwd: root,
    packagePath,
    // Everything that is needed is in the bundles.
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
  return packagePath;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  const { build } = await import('./build.mjs');
  if (await build()) await packageExtension();
  else process.exitCode = 1;
}
