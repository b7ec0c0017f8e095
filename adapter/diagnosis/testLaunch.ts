import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { LineMap } from '../../server/base/span.js';
import { readIfThere } from '../../server/files/regularFile.js';
import { testPlaces, type TestPlace } from '../../server/syntax/diagnosis/testPlaces.js';
import { DiagnosisError, type RunnerName } from './request.js';
import { installedRunner } from './runner.js';
import { runnerOfFile } from './testedProgram.js';

/** One test, by its place or its name. */
export interface TestSpot {
  /** Absolute; the runner is looked for from here on. */
  readonly cwd: string;
  /** Absolute. */
  readonly file: string;
  /** A line of the test, from 1; null where only its name is known. */
  readonly line: number | null;
  /** Its own name; null where only its place is known. */
  readonly name: string | null;
  /** As the user has chosen; without it, the one that the file or its package tells. */
  readonly runner?: RunnerName;
}

/** How one test is run by its own runner, as a program with arguments. */
export interface TestLaunch {
  readonly runner: RunnerName;
  /** The names of suites and test, joined by ` > `. */
  readonly test: string;
  readonly cwd: string;
  readonly program: string;
  /** The words before the program, for Node. */
  readonly runtimeArgs: readonly string[];
  readonly args: readonly string[];
}

/** Longer than a test waits, also while somebody looks at it. */
const noTimeout = String(2 ** 31 - 1);

/** How one test is run alone, in one process as far as its runner can. Throws a `DiagnosisError`. */
export function testLaunch({ cwd, file, line, name, runner: chosen }: TestSpot): TestLaunch {
  const text = readIfThere(file);
  if (text === undefined) throw new DiagnosisError(`${basename(file)}: there is no such file.`);
  const place = placeAt(testPlaces(text, file), new LineMap(text), line, name);
  if (place === null) throw new DiagnosisError(`${basename(file)}${line === null ? '' : `:${line}`} is in no test.`);
  const runner = chosen ?? runnerOfFile(file, cwd);
  const { words, folder } = installedRunner(runner, { cwd, tests: [file], command: [], set: null });
  const pattern = patternOf(writtenAt(place, text), runner);
  const common = { runner, test: place.name, cwd: folder };
  if (runner === 'node') return { ...common, program: file, runtimeArgs: [...loaderFor(file), `--test-name-pattern=${pattern}`], args: [] };
  const at = words.findIndex((word) => !word.startsWith('-'));
  const [runtimeArgs, program = '', own] = [words.slice(0, at), words[at], words.slice(at + 1)];
  const selection = {
    mocha: ['--timeout', '0', '--grep', pattern, file],
    jest: ['--runInBand', '--testTimeout', noTimeout, '--testNamePattern', pattern, '--runTestsByPath', file],
    vitest: [...['--no-file-parallelism', '--testTimeout', '0', '--hookTimeout', '0', '--testNamePattern', pattern], file],
  }[runner];
  return { ...common, program, runtimeArgs, args: [...own, ...selection] };
}

/** The innermost test, else suite, that is at a line or begins on it; without a line the one of this name. */
function placeAt(places: readonly TestPlace[], lines: LineMap, line: number | null, name: string | null): TestPlace | null {
  if (line === null) return places.find((place) => place.name.split(' > ').at(-1) === name) ?? null;
  const isAround = ({ span }: TestPlace): boolean => lines.positionOf(span.start).line <= line && line <= lines.positionOf(span.end).line;
  const around = places.filter(isAround);
  // Of several tests on one line the name tells which.
  return around.find((place) => name !== null && place.name.split(' > ').at(-1) === name) ?? around.at(-1) ?? null;
}

/** The place with what is written of a name that a template computes. */
function writtenAt(place: TestPlace, text: string): TestPlace {
  const template = /^[\w$.]+\(\s*`((?:[^`\\]|\\.)*)`/.exec(text.slice(place.span.start, place.span.end))?.[1];
  if (template === undefined || !place.name.endsWith('*')) return place;
  return { ...place, name: place.name.slice(0, -1) + template.replaceAll(/\$\{[^}]*\}/g, '*') };
}

/** A regular expression for the name as the runner joins it: by spaces. */
function patternOf({ name, isSuite }: TestPlace, runner: RunnerName): string {
  const parts = name.split(' > ').map(partPattern);
  const end = isSuite ? '' : '$';
  // Node before 22 looks at each name alone.
  if (runner === 'node') return `^(?:${parts.slice(0, -1).join(' ')} )?${parts.at(-1) ?? ''}${end}`;
  return `^${parts.join(' ')}${end}`;
}

/** What stands for a value in a name that is written once for several tests may be anything. */
function partPattern(part: string): string {
  const pieces = part.split(/%[a-zA-Z#%]|\$\{?[\w.]+\}?|\*/);
  return pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\/-]/g, (sign) => (sign === '-' ? '[-]' : `\\${sign}`))).join('.*');
}

/** What makes Node run the file. */
function loaderFor(file: string): readonly string[] {
  if (!/\.[cm]?tsx?$/.test(file) || (process.features as { readonly typescript?: unknown }).typescript) return [];
  try {
    createRequire(file).resolve('tsx');
    return ['--import=tsx'];
  } catch {
    throw new DiagnosisError(`Node ${process.versions.node} does not run TypeScript: use Node 22.18 or later, or install tsx.`);
  }
}
