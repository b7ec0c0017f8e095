import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import JSZip from 'jszip';
import { packageExtension } from '../../scripts/package.mjs';

const maxMegabytes = 12;

describe('whence.vsix', () => {
  let folder: string;
  let file: string;
  let names: readonly string[];
  let archive: JSZip;

  before('package what npm run build made', async () => {
    folder = mkdtempSync(join(tmpdir(), 'whence-'));
    file = await packageExtension(join(folder, 'whence.vsix'));
    archive = await JSZip.loadAsync(readFileSync(file));
    names = Object.values(archive.files)
      .filter(({ dir }) => !dir)
      .map(({ name }) => name);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it(`is smaller than ${maxMegabytes} MB`, () => {
    assert.ok(statSync(file).size < maxMegabytes * 1_000_000, `${statSync(file).size} bytes`);
  });

  it('holds everything that runs', () => {
    const wanted = [
      'extension.cjs',
      'programs.cjs',
      'start.cjs',
      'server.js',
      'abstractState.js',
      'timeline.js',
      'typescript/typescript.js',
      'typescript/lib.es5.d.ts',
      'typescript/lib.dom.d.ts',
    ];
    const missing = [...wanted.map((name) => `extension/dist/${name}`), 'extension/package.json', 'extension/media/icon.png'].filter(
      (name) => !names.includes(name),
    );
    assert.deepEqual(missing, []);
  });

  it('holds every file that the manifest names', async () => {
    const manifest = (await archive.file('extension/package.json')?.async('string')) ?? '';
    const named = [...manifest.matchAll(/"(?:\.\/)?((?:dist|media|syntaxes)\/[^"]+)"/g)].map(([, path]) => `extension/${path}`);
    assert.ok(named.length > 5);
    assert.deepEqual(
      named.filter((name) => !names.includes(name)),
      [],
    );
  });

  it('holds no source maps, no sources, no tests and no packages', () => {
    assert.deepEqual(
      names.filter((name) => /\.map$|node_modules|\/(test|server|adapter|scripts|examples)\/|(?<!\.d)\.[cm]?tsx?$/.test(name)),
      [],
    );
  });

  it("holds no other declarations than the compiler's own, and those of rules", () => {
    assert.deepEqual(
      names.filter((name) => name.endsWith('.d.ts') && !/^extension\/dist\/(?:typescript\/lib\.[\w.]*d|rules\.d)\.ts$/.test(name)),
      [],
    );
  });

  it('holds the licences of what it is made of', () => {
    const wanted = ['extension/LICENSE.txt', 'extension/dist/typescript/LICENSE.txt', 'extension/dist/licences.txt'];
    assert.deepEqual(
      wanted.filter((name) => !names.includes(name)),
      [],
    );
  });
});
