import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
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
  /** It transforms what it loads by itself, and has settings that our stand-in does not know. */
  readonly hasSettings: boolean;
}

/** Where a runner is looked for, and how the user starts it. */
export interface RunnerPlace {
  readonly cwd: string;
  readonly tests: readonly string[];
  readonly command: readonly string[];
}

/** Finds the runner from the folder in which its command runs. Throws a `DiagnosisError` where it is not installed. */
export function installedRunner(name: RunnerName, place: RunnerPlace): InstalledRunner {
  const { cwd, tests } = place;
  if (name === 'node') {
    const reporting = (file: string): readonly string[] => ['--test-reporter=tap', `--test-reporter-destination=${file}`];
    const { node: version } = process.versions;
    return { name, version, manifest: '', folder: cwd, words: ['--no-warnings', '--test'], reporting, read: readTap, hasSettings: false };
  }
  const folder = name === 'mocha' ? cwd : settingsFolder(name, tests[0] ?? join(cwd, 'none'), cwd);
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
        words: ['--no-warnings', entry],
        reporting: (file) => ['--reporter', 'json', '--reporter-option', `output=${file}`],
        read: readMochaReport,
        hasSettings: false,
      };
    case 'vitest': {
      const reporting = (file: string): readonly string[] => ['--reporter=json', `--outputFile=${file}`];
      const words = ['--no-warnings', entry, 'run', '--no-cache', '--no-color'];
      return { ...common, words, reporting, read: readJestReport, hasSettings: true };
    }
    case 'jest': {
      const node = usesNativeModules(folder, place) ? ['--experimental-vm-modules'] : [];
      const reporting = (file: string): readonly string[] => ['--json', `--outputFile=${file}`];
      const words = ['--no-warnings', ...node, entry, '--ci', '--watchman=false'];
      return { ...common, words, reporting: (file) => [...reporting(file), '--runTestsByPath'], read: readJestReport, hasSettings: true };
    }
  }
}

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
