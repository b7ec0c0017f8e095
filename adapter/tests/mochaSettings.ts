import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { moduleAt, reading } from './preloaded.js';
import type { OpenSettings, SettingsRequest } from './settings.js';

interface Options {
  readonly require?: string | readonly string[];
  readonly import?: string | readonly string[];
  readonly timeout?: string | number;
  readonly ui?: string;
  readonly parallel?: boolean;
  readonly 'fail-zero'?: boolean;
}

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
