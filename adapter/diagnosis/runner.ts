import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import { reading } from '../tests/preloaded.js';
import { DiagnosisError, type RunnerName } from './request.js';
import { readJestReport, readMochaReport, readTap, type RunnerReport } from './runnerReport.js';

/** The program that runs tests, as it is installed. */
export interface InstalledRunner {
  readonly name: RunnerName;
  readonly version: string;
  /** The package.json of its package; empty for the one that is Node's. */
  readonly manifest: string;
  /** The folder in which it runs: the user's, or that of its settings. */
  readonly folder: string;
  /** The words behind `node` that run files of tests. */
  readonly words: readonly string[];
  /** The words that make it write what became of each test into a file. */
  readonly reporting: (file: string) => readonly string[];
  readonly read: (report: string) => RunnerReport;
  /** It transforms what it loads by itself, and has settings of its own. */
  readonly hasSettings: boolean;
}

/** The versions of runners from which on we know how they load tests. */
const least: Readonly<Partial<Record<RunnerName, number>>> = { vitest: 4, jest: 29, mocha: 10 };

/** Throws a `DiagnosisError` where a runner is too old. */
export function refuseOld({ name, version }: Pick<InstalledRunner, 'name' | 'version'>): void {
  const needed = least[name];
  if (needed !== undefined && Number.parseInt(version, 10) < needed)
    throw new DiagnosisError(`${name} ${version} is too old for a diagnosis: it needs ${name} ${needed} or later.`);
}

/** Whether a runner's settings may say something of these modules: without a file of settings only what is no plain script is its own matter. */
export function mayBeSet(name: RunnerName, folder: string, modules: readonly string[]): boolean {
  if (name === 'node') return false;
  const names = readdirSync(folder);
  const manifest = JSON.parse(readIfThere(join(folder, 'package.json')) ?? '{}') as Readonly<Record<string, unknown>>;
  const files = {
    vitest: /^(?:vitest|vite)\.(?:config|workspace)\./,
    jest: /^(?:jest\.config\.|babel\.config\.|\.babelrc)/,
    mocha: /^\.mocharc\./,
  };
  const isOwn = (path: string): boolean => /\.(?:[cm]?[jt]s|json)$/.test(path);
  if (names.some((each) => files[name].test(each)) || manifest[name] !== undefined || names.includes('__mocks__')) return true;
  return name !== 'mocha' && (manifest['babel'] !== undefined || !modules.every(isOwn));
}

/** Where a runner is looked for, and how the user starts it. */
export interface RunnerPlace {
  readonly cwd: string;
  readonly tests: readonly string[];
  readonly command: readonly string[];
  /** The words by which it finds its settings, and the folder in which it is started with them. */
  readonly set: { readonly words: readonly string[]; readonly folder: string } | null;
}

/** Finds the runner from the folder in which its command runs. Throws a `DiagnosisError` where it is not installed. */
export function installedRunner(name: RunnerName, place: RunnerPlace): InstalledRunner {
  const { cwd, tests, set } = place;
  if (name === 'node') {
    const reporting = (file: string): readonly string[] => ['--test-reporter=tap', `--test-reporter-destination=${file}`];
    const { node: version } = process.versions;
    const at = set !== null && set.words.length > 0 ? set.folder : cwd;
    const words = ['--no-warnings', ...withoutMissing(set?.words ?? [], at).map((word) => relativeTo(at, word)), '--test'];
    return { name, version, manifest: '', folder: at, words, reporting, read: readTap, hasSettings: false };
  }
  const own = (set?.words ?? []).map((word) => relativeTo(set?.folder ?? cwd, word));
  const usual = name === 'mocha' ? cwd : settingsFolder(name, tests[0] ?? join(cwd, 'none'), cwd);
  const folder = set !== null && own.length > 0 ? set.folder : usual;
  let manifest: string;
  try {
    manifest = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
  } catch {
    throw new DiagnosisError(`${name} is not installed where the tests run.`);
  }
  const { version, bin } = JSON.parse(readIfThere(manifest) ?? '{}') as {
    readonly version: string;
    readonly bin: string | Readonly<Record<string, string>>;
  };
  const entry = join(dirname(manifest), (typeof bin === 'string' ? bin : bin[name]) ?? '');
  const common = { name, version, manifest, folder };
  switch (name) {
    case 'mocha':
      return {
        ...common,
        words: ['--no-warnings', entry, ...own],
        reporting: (file) => ['--reporter', 'json', '--reporter-option', `output=${file}`],
        read: readMochaReport,
        hasSettings: false,
      };
    case 'vitest': {
      const reporting = (file: string): readonly string[] => ['--reporter=json', `--outputFile=${file}`];
      const words = ['--no-warnings', entry, 'run', '--no-cache', '--no-color', ...own];
      return { ...common, words, reporting, read: readJestReport, hasSettings: true };
    }
    case 'jest': {
      const node = usesNativeModules(folder, place) ? ['--experimental-vm-modules'] : [];
      const reporting = (file: string): readonly string[] => ['--json', `--outputFile=${file}`];
      const words = ['--no-warnings', ...node, entry, '--ci', '--watchman=false', ...own];
      return { ...common, words, reporting: (file) => [...reporting(file), '--runTestsByPath'], read: readJestReport, hasSettings: true };
    }
  }
}

/** Without what only makes Node read a language and is not installed: the files may need none of it. */
function withoutMissing(words: readonly string[], folder: string): readonly string[] {
  const isMissing = (name: string): boolean => {
    if (!reading.test(name)) return false;
    try {
      createRequire(join(folder, 'package.json')).resolve(name);
      return false;
    } catch {
      return true;
    }
  };
  return words.filter((word, i) => {
    const value = word.startsWith('-') ? (word.includes('=') ? word.replace(/^[^=]*=/, '') : (words[i + 1] ?? '')) : word;
    return !isMissing(value);
  });
}

/** A word with the path in it as it is from a folder: copies of that are run, too. */
const relativeTo = (folder: string, word: string): string => {
  const [, option = '', path = ''] = /^(--[\w.]+=)?(.*)$/s.exec(word) ?? [];
  return isAbsolute(path) ? option + (relative(folder, path) || '.') : word;
};

/** jest loads modules of ECMAScript only where Node is told to let it. */
function usesNativeModules(folder: string, { command }: RunnerPlace): boolean {
  const flag = '--experimental-vm-modules';
  const text = readIfThere(join(folder, 'package.json')) ?? '';
  return [...command, process.env['NODE_OPTIONS'] ?? '', text].some((each) => each.includes(flag));
}

/** The nearest folder at or above the test that has settings of the runner, or a package.json. */
function settingsFolder(name: RunnerName, test: string, cwd: string): string {
  const settings = [`${name}.config`, ...(name === 'vitest' ? ['vite.config'] : [])];
  const files = [
    'package.json',
    ...settings.flatMap((file) => ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json'].map((end) => `${file}.${end}`)),
  ];
  for (let folder = dirname(test); ; folder = dirname(folder)) {
    if (files.some((file) => existsSync(join(folder, file)))) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}
