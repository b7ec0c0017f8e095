import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { codeFiles, read } from './files.js';

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

describe('names of probes', () => {
  it('stand for one function each where rules run: they are put together, and one would take the place of another', () => {
    const files = codeFiles.filter((file) => file.startsWith('adapter/runtime/rules/'));
    const names = files.flatMap((file) => [...read(file).matchAll(/^ {2,4}(__w_\w+)(?:: )?\(/gm)].map(([, name]) => name));
    assert.ok(names.length > 20, String(names.length));
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) < index),
      [],
    );
  });
});
