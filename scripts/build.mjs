import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './install.mjs';

/** `npm run build`: type-checks everything, then bundles into dist/. */
export async function build() {
  // Loaded late: a fresh clone has no esbuild until the packages are installed.
  const [{ bundle, markAsBuilt }, { checkTypes }] = await Promise.all([import('./bundle.mjs'), import('./types.mjs')]);
  const results = await Promise.all([checkTypes(), bundle()]);
  const isRight = results.every(Boolean);
  if (isRight) markAsBuilt();
  return isRight;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled();
  process.exitCode = (await build()) ? 0 : 1;
}
