import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CorpusPackage } from './corpusPackages.js';

/** Where the packages are installed: ignored by git, kept between runs. */
const corpusFolder = fileURLToPath(new URL('../../.cache/corpus', import.meta.url));

export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the package's folder. */
  readonly name: string;
  readonly lines: number;
}

/** Installs what is missing, without running any script of a package; `whole`: with what a package takes only where it is there. */
export function install(packages: readonly Pick<CorpusPackage, 'name' | 'version'>[], folder = corpusFolder, whole = false): void {
  const missing = packages.filter(({ name, version }) => installedVersion(join(folder, 'node_modules', name)) !== version);
  if (missing.length === 0) return;
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  // Named in the manifest, so that a later install of others does not remove them.
  const before = existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly dependencies?: object }) : {};
  const dependencies = { ...before.dependencies, ...Object.fromEntries(packages.map(({ name, version }) => [name, version])) };
  writeFileSync(manifest, `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`);
  const options = [
    '--ignore-scripts',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--omit=dev',
    ...(whole ? [] : ['--omit=optional', '--omit=peer', '--legacy-peer-deps']),
  ];
  execFileSync('npm', ['install', ...options, '--prefix', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

function installedVersion(folder: string): string | null {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return null;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version?: string };
  return version ?? null;
}

export function folderOf(name: string): string {
  return join(corpusFolder, 'node_modules', name);
}

/** The package's sources, in the order of their names. */
export function sourcesOf(wanted: CorpusPackage): readonly SourceFile[] {
  const folder = folderOf(wanted.name);
  const isSource = wanted.kind === 'types' ? /\.[cm]?tsx?$/ : /\.[cm]?jsx?$/;
  const isLeftOut = /\.d\.[cm]?ts$|\.min\.|(^|\/)(node_modules|__tests__|tests?|benchmarks?)\/|\.(test|spec|bench|test-d)\./;
  return wanted.sources
    .flatMap((source) => filesIn(join(folder, source)))
    .map((path) => ({ path, name: relative(folder, path).replaceAll('\\', '/') }))
    .filter(({ name }) => isSource.test(name) && !isLeftOut.test(name) && wanted.without?.test(name) !== true)
    .map(({ path, name }) => ({ path, name, lines: lineBreaks(path) }));
}

function filesIn(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)));
}

/** As `wc -l` counts. */
function lineBreaks(path: string): number {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}
