import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../process.mjs';

/** What the package holds; .vscodeignore says the same to the packager. */
const contents = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE', 'dist', 'media', 'syntaxes'];

/** Puts the built extension where a server looks for installed extensions. A copy, so that a build does not disturb who uses it. */
export function layExtension(extensionsFolder) {
  if (!existsSync(join(root, 'dist/extension.cjs'))) throw new Error('The extension is not built: run `npm run build`.');
  const { publisher, name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const target = join(extensionsFolder, `${publisher}.${name}-${version}`);
  mkdirSync(target, { recursive: true });
  for (const entry of contents.filter((path) => existsSync(join(root, path)))) {
    cpSync(join(root, entry), join(target, entry), { recursive: true, filter: isPackaged });
  }
}

function isPackaged(path) {
  return !path.endsWith('.map') && basename(path) !== '.built' && path !== join(root, 'dist/test');
}
