import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { codeFiles } from './files.js';

/** Names that say what part a file plays in its folder: they may stand in several. */
const parts = new Set(['main.ts', 'facts.ts', 'abstract.ts', 'concrete.ts', 'term.ts']);

/** Names that still stand for two subjects within a half: the list only becomes shorter. */
const open: ReadonlySet<string> = new Set([
  ...['debuggee.ts', 'generatedCode.ts', 'protocol.ts', 'scopes.ts', 'shapes.ts', 'sights.ts', 'stack.ts', 'stops.ts'],
  'variables.ts',
]);

describe('names of files', () => {
  for (const half of ['server', 'adapter', 'extension']) {
    it(`stand for one subject each in ${half}`, () => {
      const names = codeFiles.filter((file) => file.startsWith(`${half}/`)).map((file) => posix.basename(file));
      const twice = names.filter((name, index) => names.indexOf(name) < index && !parts.has(name));
      assert.deepEqual(
        twice.filter((name) => !open.has(name)),
        [],
      );
    });
  }
});
