import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { codeFiles, importsOf, root } from './files.js';
import { importGraph } from './graph.js';
import { isIn, roomOf, rooms } from './rooms.js';

const { values } = importGraph(codeFiles);

describe('imports', () => {
  for (const room of Object.keys(rooms)) {
    it(`${room} uses only what lies below it`, () => {
      const wrong = codeFiles.filter((file) => roomOf(file) === room).flatMap((file) => wrongImports(file, room));
      assert.deepEqual(wrong, []);
    });
  }

  it('every folder of the product has its arrows in the table', () => {
    const nested = codeFiles.filter((file) => /^(server|adapter)\/.*\//.test(file));
    const unknown = nested.filter((file) => !roomOf(file).includes('/')).map((file) => posix.dirname(file));
    assert.deepEqual([...new Set(unknown)], []);
  });

  it('every relative import names a file', () => {
    const missing = codeFiles.flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => !candidates(file, specifier).some((path) => existsSync(join(root, path))))
        .map((specifier) => `${file} imports ${specifier}`),
    );
    assert.deepEqual(missing, []);
  });
});

function wrongImports(file: string, room: string): readonly string[] {
  return importsOf(file)
    .filter((specifier) => !isAllowed(file, specifier, room))
    .map((specifier) => `${file} imports ${specifier}`);
}

function isAllowed(file: string, specifier: string, room: string): boolean {
  const { uses, types = [], packages } = rooms[room] ?? { uses: [], packages: [] };
  if (!specifier.startsWith('.')) return packages.some((name) => (name === 'node:*' ? specifier.startsWith('node:') : name === specifier));
  const target = posix.join(posix.dirname(file), specifier);
  const within = roomOf(target);
  const isAmong = (list: readonly string[]) => list.some((allowed) => [target, within].includes(allowed) || isIn(target, allowed));
  const isTypeOnly = values.get(file)?.includes(target.replace(/\.js$/, '.ts')) !== true;
  return target === 'package.json' || within === room || isAmong(uses) || (isTypeOnly && isAmong(types));
}

/** A `.js` import is written for a TypeScript source. */
function candidates(file: string, specifier: string): readonly string[] {
  const path = posix.join(posix.dirname(file), specifier);
  return [path, path.replace(/\.js$/, '.ts'), path.replace(/\.([cm])js$/, '.$1ts')];
}
