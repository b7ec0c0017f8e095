import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import { readIfThere } from '../../server/files/regularFile.js';
import { DiagnosisError, type RunnerName } from './request.js';

/** The runner that a command of tests starts, and the files that it names. */
export interface TestCommand {
  readonly runner: RunnerName;
  /** Absolute files and folders; none where the runner looks for them itself. */
  readonly paths: readonly string[];
  /** A word that names a file, or a pattern of files, of which there is none; null where each is there. */
  readonly missing: string | null;
  /** What it sets in the environment of the tests, as `TZ=UTC` does. */
  readonly environment: Environment;
  /** The words that it gives to the runner by which that finds its settings. */
  readonly words: readonly string[];
  /** The folder in which it starts the runner. */
  readonly folder: string;
  /** It starts the runner by its name; else a program that may be one of tests. */
  readonly isSure: boolean;
}

export type Environment = Readonly<Record<string, string>>;

const mostNested = 5;

/** Reads a command such as `npm test`, `npx mocha spec` or `node --test a.test.ts`; null where no runner is recognised. */
export const readCommand = (words: readonly string[], cwd: string): TestCommand | null => recognised(words, cwd, mostNested);

/** The same. Throws a `DiagnosisError` where no runner is recognised. */
export function testCommand(words: readonly string[], cwd: string): TestCommand {
  const found = readCommand(words, cwd);
  if (found === null) throw notRecognised(words);
  return found;
}

export const notRecognised = (words: readonly string[]): DiagnosisError =>
  new DiagnosisError(`No runner of tests was recognised in \`${words.join(' ')}\`: name it with --runner and the files with --tests.`);

/**
 * The runners that scripts of a folder's package.json start for a file of tests: those that name it, by a path, a folder or a pattern; where
 * none does, those that look for files themselves.
 */
export function scriptRunners(file: string, cwd: string): readonly RunnerName[] {
  const { scripts = {} } = JSON.parse(readIfThere(join(cwd, 'package.json')) ?? '{}') as {
    readonly scripts?: Readonly<Record<string, string>>;
  };
  const commands = Object.keys(scripts).flatMap((name) => recognised(['npm', 'run', name], cwd, mostNested) ?? []);
  const naming = commands.filter(({ paths }) => paths.some((path) => path === file || file.startsWith(join(path, sep))));
  const looking = commands.filter(({ paths, missing }) => paths.length === 0 && missing === null);
  return [...new Set((naming.length > 0 ? naming : looking).map(({ runner }) => runner))];
}

function recognised(words: readonly string[], cwd: string, depth: number): TestCommand | null {
  // Settings of the environment stand before the command.
  const from = words.findIndex((word) => !/^\w+=/.test(word) && !/^(?:cross-env|env|npx|exec|c8|nyc)$/.test(word));
  const found = startedBy(words.slice(Math.max(from, 0)), cwd, depth);
  return found === null ? null : { ...found, environment: { ...environmentOf(words.slice(0, Math.max(from, 0))), ...found.environment } };
}

/** What words such as `TZ=UTC` set. Node's own options are not handed on: they would be those of our worker. */
function environmentOf(words: readonly string[]): Environment {
  const settings = words.flatMap((word) => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word) ?? [];
    return name === undefined || value === undefined || name === 'NODE_OPTIONS' ? [] : [[name, value.replace(/^(['"])(.*)\1$/s, '$2')]];
  });
  return Object.fromEntries(settings) as Environment;
}

/** A runner with the words that it is given in a folder. */
export function commandOf(runner: RunnerName, words: readonly string[], cwd: string): TestCommand {
  if (runner === 'node') return { runner, ...pathsOf(words, cwd), words: settingsWords(words, ofNode), isSure: true };
  if (runner === 'jest') return { runner, ...pathsOf(words, cwd, jestFilter), isSure: true };
  if (runner !== 'vitest') return { runner, ...pathsOf(words, cwd), isSure: true };
  const filters = words.filter((word) => word !== 'run' && word !== 'watch');
  return { runner, ...pathsOf(filters, cwd, (word) => (path) => path.includes(word)), isSure: true };
}

/** Node with the words of a program: tests, where it is asked for them, or the name says so. */
function nodeCommand(words: readonly string[], cwd: string): TestCommand {
  const isOfTests = words.includes('--test') || words.some((word) => /\btests?\b|\bspecs?\b/.test(word));
  return { ...commandOf('node', words, cwd), isSure: isOfTests };
}

function startedBy([command = '', ...rest]: readonly string[], cwd: string, depth: number): TestCommand | null {
  if (/^(?:npm|yarn|pnpm|bun)$/.test(command)) return ofScript(rest, cwd, depth);
  const name = basename(command).replace(/\.[cm]?js$|\.cmd$/, '');
  if (name === 'mocha' || name === '_mocha') return commandOf('mocha', rest, cwd);
  if (name === 'jest' || name === 'vitest') return commandOf(name, rest, cwd);
  if (name === 'tsx') return rest.length > 0 ? nodeCommand(rest, cwd) : null;
  if (name !== 'node') return null;
  const script = rest.find((word) => !word.startsWith('-'));
  const runner = script === undefined ? null : recognised([script, ...rest.slice(rest.indexOf(script) + 1)], cwd, 0);
  if (runner !== null && !rest.includes('--test')) return runner;
  return rest.includes('--test') || script !== undefined ? nodeCommand(rest, cwd) : null;
}

/** A script of package.json, of which the first command that starts a runner counts; `--` hands more words on to it. */
function ofScript(words: readonly string[], cwd: string, depth: number): TestCommand | null {
  const own = words.filter((word, i) => !word.startsWith('-') || words.indexOf('--') < i);
  const [verb = 'test', ...more] = own.filter((word) => word !== '--');
  if (verb === 'exec') return depth > 0 ? recognised(more, cwd, depth - 1) : null;
  const isRun = verb === 'run' || verb === 'run-script';
  const name = isRun ? (more[0] ?? '') : verb === 't' ? 'test' : verb;
  const given = isRun ? more.slice(1) : more;
  const { scripts = {} } = JSON.parse(readIfThere(join(cwd, 'package.json')) ?? '{}') as {
    readonly scripts?: Readonly<Record<string, string>>;
  };
  const script = scripts[name];
  if (script === undefined) return depth > 0 && isRun === false && name !== 'test' ? recognised([name, ...given], cwd, 0) : null;
  if (depth === 0) return null;
  const found = script.split(/&&|\|\||;/).flatMap((part) => recognised([...wordsOf(part), ...given], cwd, depth - 1) ?? []);
  return found.find(({ isSure }) => isSure) ?? found[0] ?? null;
}

/** The words of a command line, with quotes taken off. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(([word, double, single]) => double ?? single ?? word);

/** Options whose value is a word of its own that may look like a file of tests. */
const withValue =
  /^(?:-[rcgtC]|--(?:require|import|loader|experimental-loader|conditions|env-file|config|package|ignore|exclude|file|grep|reporter|outputFile|test-name-pattern|test-skip-pattern|test-reporter|test-reporter-destination|test-coverage-(?:in|ex)clude|testNamePattern|setupFiles\w*|global\w+|test-global-setup))$/;

/** Options by which runners find their settings, and those of settings themselves. */
const ofSettings =
  /^(?:-[cr]|--(?:config|root|project|environment|env|globals|dom|require|import|rootDir|selectProjects|package|ui|setupFiles\w*|preset|testEnvironment))(?:=|$)/;
const alone = /^--(?:globals|dom)$/;

/** Options by which Node loads something before the tests, or finds modules otherwise. */
const ofNode = /^(?:-[rC]|--(?:require|import|loader|experimental-loader|conditions|env-file))(?:=|$)/;

/** The words by which a runner finds its settings. */
function settingsWords(words: readonly string[], options = ofSettings): readonly string[] {
  return words.flatMap((word, i) => {
    if (!options.test(word)) return [];
    const [value] = words.slice(i + 1);
    return word.includes('=') || alone.test(word) || value === undefined ? [word] : [word, value];
  });
}

/** Whether a runner takes a file for one that a word means which is no path. */
type Filter = (word: string) => (path: string) => boolean;

/** jest looks for files by a pattern. */
const jestFilter: Filter = (word) => {
  try {
    const form = new RegExp(word);
    return (path) => form.test(path);
  } catch {
    return () => false;
  }
};

/** The words that name files or folders, patterns with `*` included. What is no path may be anything, unless it ends like a script. */
function pathsOf(words: readonly string[], cwd: string, filter: Filter | null = null): Omit<TestCommand, 'runner' | 'isSure'> {
  let missing: string | null = null;
  const paths = words.flatMap((word, i) => {
    if (word.startsWith('-') || withValue.test(words[i - 1] ?? '')) return [];
    const path = resolve(cwd, word);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() === true || stats?.isDirectory() === true) return [path];
    const isPattern = word.includes('*');
    const isMeant = isPattern || /\.[cm]?[jt]sx?$/.test(word);
    const found = isMeant ? matching(word, cwd) : [];
    const filtered = found.length > 0 || filter === null || !isMeant ? found : matchingFiles(filter(word), cwd);
    if (isMeant && filtered.length === 0) missing ??= word;
    return filtered;
  });
  return { paths, missing, environment: {}, words: settingsWords(words), folder: cwd };
}

function matching(pattern: string, cwd: string): readonly string[] {
  const text = pattern.replace(/^\.\//, '').replaceAll(/\*\*\/|\*+|\?|\{([^}]*)\}|[.+^$()|[\]\\]/g, (token: string, choices?: string) => {
    if (choices !== undefined) return `(?:${choices.split(',').join('|')})`;
    return { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }[token] ?? `\\${token}`;
  });
  const form = new RegExp(`^${text}$`);
  return matchingFiles((path) => form.test(path), cwd);
}

const matchingFiles = (isMeant: (path: string) => boolean, cwd: string): readonly string[] =>
  filesBelow(cwd, '')
    .filter(isMeant)
    .map((path) => join(cwd, path));

const mostFiles = 5_000;

function filesBelow(cwd: string, folder: string, found: string[] = []): readonly string[] {
  for (const entry of readdirSync(join(cwd, folder), { withFileTypes: true })) {
    if (found.length >= mostFiles || entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) filesBelow(cwd, path, found);
    else if (entry.isFile()) found.push(path);
  }
  return found;
}
