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
  if (signal.aborted) return { passed: false, report: null };
  await watch();
  const passed = await new Promise<boolean>((resolve) => {
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
    const settle = (isPassed: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      end();
      unguard();
      resolve(isPassed);
    };
    child.on('error', () => settle(false));
    child.on('exit', (code) => settle(code === 0));
  });
  const text = readIfThere(file);
  try {
    return { passed, report: text === undefined ? null : read(text) };
  } catch {
    return { passed, report: null };
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
  for (const line of text.split('\n')) {
    const depth = (/^ */.exec(line)?.[0].length ?? 0) / 4;
    const begun = /^ *# Subtest: (.*)$/.exec(line);
    const ended = /^ *(not )?ok \d+/.exec(line);
    if (begun !== null) {
      open.length = depth;
      open.push((begun[1] ?? '').replaceAll(/\\([#\\])/g, '$1'));
    } else if (ended !== null && open.length > depth) {
      outcomes.set(open.slice(0, depth + 1).join(' > '), ended[1] !== undefined && !/ # (?:SKIP|TODO)/.test(line));
      open.length = depth;
    }
  }
  return outcomes;
}

/** Those of these tests of which the report says that they passed. */
export function passing(report: RunnerReport | null, names: readonly string[]): readonly string[] {
  return report === null ? [] : names.filter((name) => hasFailed(report, name) === false);
}

/** Whether a test failed; undefined where the report does not have it. Some runners join names by spaces. */
export function hasFailed(report: RunnerReport, name: string): boolean | undefined {
  return report.get(name) ?? report.get(name.replaceAll(' > ', ' '));
}
