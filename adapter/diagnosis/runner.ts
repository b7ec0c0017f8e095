import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import { DiagnosisError, type RunnerName } from './request.js';

/** The program that runs tests, as it is installed. */
export interface InstalledRunner {
  readonly name: RunnerName;
  readonly version: string;
  /** The words behind `node` that run files of tests. */
  readonly words: readonly string[];
}

/** Finds the runner from the folder in which its command runs. Throws a `DiagnosisError` where it is not installed. */
export function installedRunner(name: RunnerName, cwd: string): InstalledRunner {
  if (name === 'node') return { name, version: process.versions.node, words: ['--no-warnings', '--test'] };
  if (name !== 'mocha') throw new DiagnosisError(`Tests of ${name} can't be diagnosed yet: only those of node:test and mocha.`);
  let manifest: string;
  try {
    manifest = createRequire(join(cwd, 'package.json')).resolve(`${name}/package.json`);
  } catch {
    throw new DiagnosisError(`${name} is not installed where the tests run.`);
  }
  const { version, bin } = JSON.parse(readIfThere(manifest) ?? '{}') as {
    readonly version: string;
    readonly bin: Readonly<Record<string, string>>;
  };
  return { name, version, words: ['--no-warnings', join(dirname(manifest), bin[name] ?? '')] };
}
