import { parseArgs } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { runNode } from './process.mjs';

/**
 * `npm start`: from a clone to the first findings, in the terminal and in the editor, with nothing but Node and npm.
 * `npm start -- --no-workbench` ends after those in the terminal.
 */
const { values } = parseArgs({ options: { 'no-workbench': { type: 'boolean', default: false } } });

ensureInstalled();
const { isUpToDate } = await import('./bundle.mjs');
const { build } = await import('./build.mjs');
if (!isUpToDate() && !(await build())) {
  console.error('Whence could not be built: see the messages above.');
  process.exit(1);
}
console.log('$ whence check examples\n');
const { code } = await runNode(['dist/whence.js', 'check', 'examples']);
if (code === 1) {
  // The command says by exit code 1 that it found something; here that is the point, and no failure of `npm start`.
  console.log('\nThese findings are intended: the examples contain mistakes. README.md walks through them.');
}
if (code > 1 || values['no-workbench']) {
  process.exitCode = code === 1 ? 0 : code;
} else {
  const { openExamples } = await import('./workbench/open.mjs');
  process.exitCode = await openExamples();
}
