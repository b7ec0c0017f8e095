import { join } from 'node:path';
import { root } from '../../tidy/files.js';
import { install } from './install.js';

/** A published package whose tarball holds its tests, and how its own runner is started, from its folder. */
export interface PackageSuite {
  readonly name: string;
  readonly version: string;
  /** Of the package with the runner: below the folder where all are installed. */
  readonly runner: string;
  readonly args: readonly string[];
}

const tape = 'node_modules/tape/bin/tape';
const mocha = 'node_modules/mocha/bin/mocha.js';

export const suites: readonly PackageSuite[] = [
  { name: 'qs', version: '6.11.0', runner: tape, args: ['test/**/*.js'] },
  { name: 'minimist', version: '1.2.8', runner: tape, args: ['test/**/*.js'] },
  { name: 'object-inspect', version: '1.13.1', runner: tape, args: ['test/*.js'] },
  { name: 'deep-equal', version: '2.2.3', runner: tape, args: ['test/**/*.js'] },
  { name: 'shell-quote', version: '1.8.1', runner: tape, args: ['test/**/*.js'] },
  { name: 'traverse', version: '0.6.6', runner: tape, args: ['test/*.js'] },
  { name: 'json-stable-stringify', version: '1.1.1', runner: tape, args: ['test/**/*.js'] },
  { name: 'static-eval', version: '2.1.0', runner: tape, args: ['test/*.js'] },
  { name: 'hash.js', version: '1.1.7', runner: mocha, args: ['--reporter=spec', 'test/*-test.js'] },
  { name: 'fastq', version: '1.17.1', runner: tape, args: ['test/test.js', 'test/promise.js'] },
  { name: 'secure-json-parse', version: '2.7.0', runner: tape, args: ['test/*.test.js'] },
  { name: 'safe-regex2', version: '4.0.0', runner: tape, args: ['test/*.js'] },
];

/** Runners, and what the tests need beside the packages. */
const others: Readonly<Record<string, string>> = {
  tape: '5.7.5',
  mocha: '11.7.5',
  'has-symbols': '1.0.3',
  'for-each': '0.3.3',
  'iconv-lite': '0.5.1',
  'qs-iconv': '1.0.4',
  'safer-buffer': '2.1.2',
  'es-value-fixtures': '1.4.2',
  'functions-have-names': '1.2.3',
  'has-tostringtag': '1.0.0',
  'make-arrow-function': '1.2.0',
  'mock-property': '1.0.2',
  'string.prototype.repeat': '1.0.0',
  globalthis: '1.0.3',
  'error-cause': '1.0.6',
  'core-js': '2.6.12',
  'available-typed-arrays': '1.0.5',
  'has-proto': '1.0.1',
  'has-typed-arrays': '1.0.1',
  'object.getownpropertydescriptors': '2.1.7',
  semver: '6.3.1',
  esprima: '3.1.3',
  async: '3.2.5',
  'neo-async': '2.6.2',
};

/** The folder in which the packages are installed. */
export function installSuites(): string {
  const folder = join(root, '.cache/packages');
  const dependencies = { ...others, ...Object.fromEntries(suites.map(({ name, version }) => [name, version])) };
  install(folder, 'suites', dependencies, join(import.meta.dirname, 'lock.json'));
  return folder;
}
