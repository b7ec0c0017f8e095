import { existsSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { CheckSettings } from '../../server/check/checkFile.js';
import { readRegularFile, UnreadableFile } from '../../server/files/regularFile.js';
import { baselineOf, readBaseline, withoutKnown, type Baseline } from '../../server/findings/baseline.js';
import { ordered } from '../../server/findings/order.js';
import { reportPath } from '../../server/findings/reportPath.js';
import type { CheckResult, ErrorReport } from '../../server/findings/result.js';
import { findSourceFiles } from '../../server/check/sourceFiles.js';
import { checkInThread, type Progress } from '../../server/threads/thread.js';
import type { AgainstRecording } from './againstRecording.js';
import { AnalysisThread } from './analysisThread.js';
import { builtFile } from './built.js';
import { cancellable, type OperationContext } from './operation.js';

/** Files to check, and how. */
export interface CheckPathsRequest {
  /** Files, and folders with all the source files below them; relative to `cwd` or absolute. */
  readonly paths: readonly string[];
  /** Absolute. Reported paths are relative to it. */
  readonly cwd: string;
  readonly settings: CheckSettings;
  /** The folder, absolute and without links, that files found in folders must lie in: links that lead out of it are not followed; none: any. */
  readonly within?: string;
  /** Places whose abstract states are reported, too. */
  readonly at: readonly AskedPlace[];
  /** What is known and not to be reported. */
  readonly baseline?: BaselineRequest;
  /** A recording whose values are held against the analysis: its file; relative to `cwd` or absolute. */
  readonly against?: string;
  /** Is told what each file has given when it is done: who does not wait for all knows that much. */
  readonly onChecked?: (result: CheckResult) => void;
}

export interface BaselineRequest {
  /** The file that holds it; relative to `cwd` or absolute. */
  readonly file: string;
  /** What is found now is written there. */
  readonly isUpdated: boolean;
}

/** A place as people write it, from 1; `column` null: the whole line. */
export interface AskedPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number | null;
}

export interface CheckedPaths {
  readonly result: CheckResult;
  /** How many files have been checked. */
  readonly fileCount: number;
  /** What became of the baseline; null without one. */
  readonly baseline: BaselineOutcome | null;
  /** What a recording says of the analysis; null without one. */
  readonly against: AgainstRecording | null;
}

export interface BaselineOutcome {
  readonly file: string;
  /** How many findings it holds, and how many of these are gone. */
  readonly known: number;
  readonly gone: number;
  readonly isUpdated: boolean;
}

/**
 * Checks files and folders, in a thread. What cannot be read or checked is one of the result's `errors`. Rejects when it is
 * cancelled, and when the baseline cannot be read or written.
 */
export async function check(request: CheckPathsRequest, { onProgress, signal }: OperationContext<Progress>): Promise<CheckedPaths> {
  const { cwd, settings } = request;
  const baseline = request.baseline === undefined ? null : openBaseline(request.baseline, cwd);
  const { files: found, errors: pathErrors, skipped } = findSourceFiles(cwd, request.paths);
  const { within } = request;
  const files = within === undefined ? found : found.filter((file) => isWithin(within, realpathSync(file)));
  const places = request.at.map(({ path, line, column }) => ({ file: resolve(cwd, path), line, column }));
  const at = places.filter(({ file }) => files.includes(file));
  const atErrors = places.filter((place) => !at.includes(place)).map(({ file }) => unknownPlace(cwd, file));
  const result = await cancellable(
    signal,
    checkInThread({ files, cwd, settings, at }, onProgress, { worker: builtFile('worker.js'), signal, onChecked: request.onChecked }),
  );
  const failed = new Set(result.errors.map(({ file }) => file));
  const fileCount = files.filter((file) => !failed.has(reportPath(cwd, file))).length;
  const against = request.against === undefined ? null : await heldAgainst(request.against, files, { ...request, signal });
  const whole: CheckResult = {
    ...result,
    findings: ordered([...result.findings, ...(against?.findings ?? [])]),
    errors: [...pathErrors, ...atErrors, ...result.errors],
    ...(skipped.length === 0 ? {} : { skipped }),
  };
  if (baseline === null) return { result: whole, fileCount, baseline: null, against };
  const checked = files.filter((file) => !failed.has(reportPath(cwd, file)));
  return { fileCount, against, ...compare(whole, baseline, cwd, checked) };
}

function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

async function heldAgainst(
  recording: string,
  files: readonly string[],
  { cwd, settings, signal }: Pick<CheckPathsRequest, 'cwd' | 'settings'> & { readonly signal: AbortSignal },
): Promise<AgainstRecording> {
  const thread = new AnalysisThread(builtFile('conditionsWorker.js'), mostHoldingMs);
  try {
    // What reads recordings is loaded by who needs it.
    const { holdAgainst } = await import('./againstRecording.js');
    return await cancellable(signal, holdAgainst({ recording: resolve(cwd, recording), files, cwd, settings }, thread));
  } finally {
    thread.end();
  }
}

/** A file may take so long to be held against a recording. */
const mostHoldingMs = 60_000;

interface OpenedBaseline {
  readonly path: string;
  readonly request: BaselineRequest;
  /** Null: there is none yet. */
  readonly content: Baseline | null;
}

/** Throws, with a sentence for the user, when there is none or it is something else. */
function openBaseline(request: BaselineRequest, cwd: string): OpenedBaseline {
  const path = resolve(cwd, request.file);
  const text = textOfBaseline(request.file, path);
  if (text === undefined && !request.isUpdated) throw new Error(`${request.file}: There is no such baseline; --update-baseline writes it.`);
  const content = text === undefined ? null : readBaseline(text);
  if (text !== undefined && content === null) throw new Error(`${request.file}: This is not a baseline that whence has written.`);
  return { path, request, content };
}

function textOfBaseline(file: string, path: string): string | undefined {
  try {
    return existsSync(path) ? readRegularFile(path) : undefined;
  } catch (error) {
    throw error instanceof UnreadableFile ? new Error(`${file}: ${error.message}`, { cause: error }) : error;
  }
}

function compare(
  whole: CheckResult,
  opened: OpenedBaseline,
  cwd: string,
  checked: readonly string[],
): Omit<CheckedPaths, 'fileCount' | 'against'> {
  const { path, request } = opened;
  const folder = dirname(path);
  const named = (file: string): string => relative(folder, file).replaceAll('\\', '/');
  const fileOf = (file: string): string => named(resolve(cwd, file));
  const names = new Set(checked.map(named));
  const isGone = (file: string): boolean => !existsSync(resolve(folder, file));
  const filesOfBaseline = { fileOf, checked: names, isGone };
  if (!request.isUpdated) {
    const content = opened.content ?? { schema: 'whence.baseline/1', findings: [] };
    const { result, gone } = withoutKnown(whole, content, filesOfBaseline);
    return { result, baseline: { file: request.file, known: sizeOf(content), gone, isUpdated: false } };
  }
  const before = opened.content?.findings.filter(({ file }) => existsSync(resolve(folder, file))) ?? [];
  const content = baselineOf(whole, { schema: 'whence.baseline/1', findings: before }, fileOf, names);
  writeWhole(path, `${JSON.stringify(content, null, 2)}\n`);
  const { result } = withoutKnown(whole, content, filesOfBaseline);
  return { result, baseline: { file: request.file, known: sizeOf(content), gone: 0, isUpdated: true } };
}

const sizeOf = ({ findings }: Baseline): number => findings.reduce((sum, { count }) => sum + count, 0);

/** A reader finds the old text or the new one. */
function writeWhole(path: string, text: string): void {
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, text);
  renameSync(beside, path);
}

function unknownPlace(cwd: string, file: string): ErrorReport {
  return { file: reportPath(cwd, file), message: 'A place of --at must be in one of the checked files.' };
}
