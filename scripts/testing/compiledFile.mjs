import { join, relative } from 'node:path';
import { root } from '../process.mjs';

/** Where the JavaScript of sources and tests is, which is not committed. */
export const compiledFolder = join(root, '.cache/tests/compiled');

/** The JavaScript of a source; a file that is JavaScript is itself. */
export function compiledFile(file) {
  return file.endsWith('.ts') ? join(compiledFolder, file.replace(/\.ts$/, '.js')) : file;
}

/** The source of a file that runs, from the folder of the project: itself where it was not compiled. */
export function sourceOf(file) {
  const inFolder = relative(compiledFolder, file);
  return inFolder.startsWith('..') ? relative(root, file) : inFolder.replaceAll('\\', '/').replace(/\.js$/, '.ts');
}
