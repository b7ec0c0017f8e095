import { spawn } from 'node:child_process';
import { readIfThere } from '../../server/files/regularFile.js';
import { signalGroup } from '../launch/program.js';
import { guard, watch } from '../launch/watchdog.js';
import type { InstalledRunner } from './runner.js';
import type { Environment } from './testCommand.js';

/** Of each test whether it failed under its own runner, by its name. */
export type RunnerReport = ReadonlyMap<string, boolean>;

/** One run of tests under their runner. */
export interface RunnerRun {
  /** All tests passed. */
  readonly passed: boolean;
  /** With what it ended by itself; null where it was ended. */
  readonly exitCode: number | null;
  /** Null where the runner has written nothing that can be read. */
  readonly report: RunnerReport | null;
}

export interface RunnerOptions {
  readonly folder: string;
  /** The file that the report is written into. */
  readonly file: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What is set beside our own environment. */
  readonly environment: Environment;
}

/** Runs files of tests under their own runner, in a process of its own. */
export async function runUnder(
  { words, reporting, read }: InstalledRunner,
  tests: readonly string[],
  { folder, file, timeoutMs, signal, environment }: RunnerOptions,
): Promise<RunnerRun> {
  if (signal.aborted) return { passed: false, exitCode: null, report: null };
  await watch();
  const exitCode = await new Promise<number | null>((resolve) => {
    // It leads a group, so that what it has started ends with it.
    const child = spawn(process.execPath, [...words, ...reporting(file), ...tests], {
      cwd: folder,
      env: { ...process.env, ...environment, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined, CI: '1' },
      stdio: 'ignore',
      detached: true,
    });
    const unguard = child.pid === undefined ? () => {} : guard(child.pid);
    const end = (): void => {
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL');
    };
    const timer = setTimeout(end, timeoutMs);
    signal.addEventListener('abort', end);
    const settle = (code: number | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      end();
      unguard();
      resolve(code);
    };
    child.on('error', () => settle(null));
    child.on('exit', (code) => settle(code));
  });
  const ended = { passed: exitCode === 0, exitCode };
  const text = readIfThere(file);
  try {
    return { ...ended, report: text === undefined ? null : read(text) };
  } catch {
    return { ...ended, report: null };
  }
}

/** What vitest and jest write. */
interface JestReport {
  readonly testResults?: readonly {
    readonly assertionResults?: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** The report of vitest or jest. Throws where it is none. */
export function readJestReport(text: string): RunnerReport {
  const { testResults = [] } = JSON.parse(text) as JestReport;
  const all = testResults.flatMap(({ assertionResults = [] }) => assertionResults);
  const ran = all.filter(({ status }) => status === 'passed' || status === 'failed');
  return new Map(ran.map(({ ancestorTitles, title, status }) => [[...ancestorTitles, title].join(' > '), status === 'failed']));
}

interface MochaReport {
  readonly passes: readonly { readonly fullTitle: string }[];
  readonly failures: readonly { readonly fullTitle: string }[];
}

/** The report of Mocha, which joins names by spaces. Throws where it is none. */
export function readMochaReport(text: string): RunnerReport {
  const { passes, failures } = JSON.parse(text) as MochaReport;
  return new Map([
    ...passes.map(({ fullTitle }) => [fullTitle, false] as const),
    ...failures.map(({ fullTitle }) => [fullTitle, true] as const),
  ]);
}

/** The Test Anything Protocol as Node writes it: a line before each test or suite names it, and one behind it tells how it ended. */
export function readTap(text: string): RunnerReport {
  const outcomes = new Map<string, boolean>();
  const open: string[] = [];
  const late: { readonly name: string; readonly file: string | undefined }[] = [];
  for (const line of text.split('\n')) {
    const [, lateName, file] = behindTest.exec(line) ?? [];
    if (lateName !== undefined) late.push({ name: unescaped(lateName), file });
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 4;
    const begun = /^ *# Subtest: (.*)$/.exec(line);
    const ended = /^ *(not )?ok \d+/.exec(line);
    if (begun !== null) {
      open.length = depth;
      open.push(unescaped(begun[1] ?? ''));
    } else if (ended !== null && open.length > depth) {
      const name = open.slice(0, depth + 1).join(' > ');
      const hasFailed = ended[1] !== undefined && !/ # (?:SKIP|TODO)/.test(line);
      // A file fails by what is known of its tests.
      const isKnown = hasFailed && depth === 0 && late.some(({ file }) => file !== undefined && isOfFile(name, file));
      if (!isKnown) outcomes.set(name, hasFailed);
      open.length = depth;
    }
  }
  for (const { name } of late)
    for (const each of outcomes.keys()) if (each === name || each.endsWith(` > ${name}`)) outcomes.set(each, true);
  return outcomes;
}

/** What Node says of a test that has ended where something fails that it began. */
const behindTest = /^ *# (?:Error|Warning): Test "(.*?)" (?:at (.+?):\d+:\d+ )?generated asynchronous activity after the test ended/;
const unescaped = (text: string): string => text.replaceAll(/\\([#\\])/g, '$1');

/** Whether a path is that of a file, as one of both is named from a folder. */
const isOfFile = (path: string, file: string): boolean => path === file || path.endsWith(`/${file}`) || file.endsWith(`/${path}`);

/** Those of these tests that passed in a run of some files; where the run failed by something that is no test's, none did. */
export function passingIn(
  { passed, report }: Pick<RunnerRun, 'passed' | 'report'>,
  files: readonly string[],
  names: readonly string[],
): readonly string[] {
  if (passed) return names;
  const failed = [...(report ?? [])].filter(([, hasFailed]) => hasFailed).map(([name]) => name);
  const isByItself = failed.length === 0 || failed.some((name) => files.some((file) => isOfFile(file, name)));
  return isByItself ? [] : passing(report, names);
}

/** Those of these tests of which the report says that they passed. */
export function passing(report: RunnerReport | null, names: readonly string[]): readonly string[] {
  return report === null ? [] : names.filter((name) => hasFailed(report, name) === false);
}

/** Whether a test failed; undefined where the report does not have it. Some runners join names by spaces. */
export function hasFailed(report: RunnerReport, name: string): boolean | undefined {
  return report.get(name) ?? report.get(name.replaceAll(' > ', ' '));
}
