import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { codeFiles, importsOf, read } from './files.js';

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const shipped = Object.keys(manifest.dependencies);
const declared = [...shipped, ...Object.keys(manifest.devDependencies)];

describe('packages', () => {
  it('every imported package is declared', () => {
    assert.deepEqual(undeclared(codeFiles, [...declared, 'vscode']), []);
  });

  it('the product imports none that only development has', () => {
    const product = codeFiles.filter((file) => /^(server|adapter|extension)\//.test(file));
    assert.deepEqual(undeclared(product, [...shipped, 'vscode']), []);
  });

  it('TypeScript 6 is the API that the product calls, TypeScript 7 the compiler of our own code', () => {
    assert.match(manifest.dependencies['typescript'] ?? '', /^~6\./);
    assert.match(manifest.devDependencies['typescript-native'] ?? '', /^npm:typescript@~7\./);
  });

  it('what npm runs in a fresh clone starts without any package', () => {
    for (const script of ['start', 'test', 'build', 'package', 'nightly'])
      assert.deepEqual(startsWith(`scripts/${script}.mjs`), [], script);
  });

  it('every suite of random programs or packages is a part of the night', () => {
    const night = read('scripts/nightly.mjs');
    const suites = Object.entries(manifest.scripts).filter(([name]) => /^(?:soundness|rules|conformance)/.test(name));
    const leftOut = suites.filter(([, command]) => !night.includes(/test\/\S+\.ts/.exec(command)?.[0] ?? command));
    assert.deepEqual(leftOut, []);
  });

  it('the lock file names no registry', () => {
    assert.doesNotMatch(read('package-lock.json'), /"resolved"/);
  });
});

/** The packages that Node loads before the first line of a script runs. */
function startsWith(script: string): readonly string[] {
  const found = new Set<string>();
  const seen = new Set([script]);
  for (const file of seen) {
    for (const [, specifier = ''] of read(file).matchAll(/^(?:import|export) (?:[^;]* from )?'([^']+)';/gm)) {
      if (specifier.startsWith('.')) seen.add(posix.join(posix.dirname(file), specifier));
      else if (!specifier.startsWith('node:')) found.add(`${file} imports ${specifier}`);
    }
  }
  return [...found];
}

function undeclared(files: readonly string[], known: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => !/^(\.|node:)/.test(specifier) && !known.includes(packageName(specifier)))
      .map((specifier) => `${file} imports ${specifier}`),
  );
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
