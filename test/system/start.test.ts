import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from '../support/command.js';

/** Has a process say, when it ends, whether it has loaded our copy of the compiler. */
const watching = `data:text/javascript,${encodeURIComponent(
  "import { Module } from 'node:module'; process.on('exit', () => console.error(Object.keys(Module._cache).some((path) => path.endsWith('typescript.js')) ? 'loaded' : 'not loaded'));",
)}`;

describe('starting', () => {
  const programs: readonly (readonly [string, readonly string[]])[] = [
    ['the command', ['dist/whence.js', '--version']],
    ['whence why', ['dist/whence.js', 'why', '--stop', 'uncaught', '--ask', 'lastChange(x)', '--', 'examples/no-such-program.js']],
    ['the server for agents', ['dist/whence.js', 'mcp']],
    ['the debug adapter', ['dist/adapter.cjs']],
  ];
  for (const [what, [file = '', ...words]] of programs)
    it(`${what} does not wait for the compiler to be loaded`, () => {
      const { stderr } = spawnSync(process.execPath, ['--import', watching, join(projectFolder, file), ...words], {
        cwd: projectFolder,
        input: '',
        encoding: 'utf8',
        timeout: 60_000,
      });

      assert.match(stderr, /^not loaded$/m);
    });
});
