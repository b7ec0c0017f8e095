import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { isInPackage } from './packageFiles.js';
import type { OpenSettings, SettingsRequest } from './settings.js';

interface Options {
  readonly require?: string | readonly string[];
  readonly import?: string | readonly string[];
  readonly timeout?: string | number;
  readonly ui?: string;
  readonly parallel?: boolean;
  readonly 'fail-zero'?: boolean;
}

/** What makes Node read a language: the texts come to the worker without it. */
const reading =
  /^(?:tsx(?:\/|$)|ts-node|@swc-node|@babel\/register|esbuild-register|esbuild-runner|sucrase\/register|coffee|source-map-support|@esbuild-kit|swc|c8|nyc|dotenv-)/;

/** The settings of Mocha: its files are loaded as Node loads them, but for what is required before. */
export function mochaSettings({ runner, folder, words }: SettingsRequest): OpenSettings {
  const at = join(dirname(runner.manifest), 'lib/cli');
  const file = ['options.cjs', 'options.js'].map((name) => join(at, name)).find((path) => existsSync(path));
  if (file === undefined) throw new Error('Mocha has no file of options.');
  const { loadOptions } = createRequire(runner.manifest)(file) as { loadOptions(words: readonly string[]): Options };
  const options = loadOptions([...words]);
  const required = [options.require ?? [], options.import ?? []].flat().filter((name) => !reading.test(name));
  const setup = required.map((name) => moduleAt(name, folder));
  return {
    settings: {
      tests: [],
      setup: setup.filter((path) => path !== null),
      environment: { name: 'node', options: {} },
      variables: {},
      globals: {},
      renewed: [],
      timeoutMs: typeof options.timeout === 'number' ? options.timeout : null,
      resolves: false,
      keepsMeaning: true,
      transformsAll: false,
      missing: [
        ...required.flatMap((name, i) => (setup[i] === null ? [`requires ${name}`] : [])),
        ...(options.ui === undefined || /^(?:b|t)dd$/.test(options.ui) ? [] : [`has the names of ${options.ui}`]),
      ],
    },
    resolve: () => Promise.resolve(null),
    transform: () => Promise.reject(new Error('Mocha transforms nothing.')),
  };
}

/** A file of the program, or of a package; null where there is none. */
function moduleAt(name: string, folder: string): string | null {
  const path = resolvePath(folder, name);
  const ends = ['', '.js', '.cjs', '.mjs', '.ts', '.mts', '.cts'];
  const own = ends.map((end) => path + end).find((each) => existsSync(each) && /\.[cm]?[jt]s$/.test(each));
  if (own !== undefined && !isInPackage(own)) return own;
  try {
    return createRequire(join(folder, 'package.json')).resolve(name);
  } catch {
    return null;
  }
}
