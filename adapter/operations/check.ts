import { resolve } from 'node:path';
import type { CheckSettings } from '../../server/check/checkFile.js';
import { reportPath } from '../../server/findings/reportPath.js';
import type { CheckResult, ErrorReport } from '../../server/findings/result.js';
import { findSourceFiles } from '../../server/check/sourceFiles.js';
import { checkInThread, type Progress } from '../../server/threads/thread.js';
import { builtFile } from './built.js';
import { cancellable, type OperationContext } from './operation.js';

/** Files to check, and how. */
export interface CheckPathsRequest {
  /** Files, and folders with all the source files below them; relative to `cwd` or absolute. */
  readonly paths: readonly string[];
  /** Absolute. Reported paths are relative to it. */
  readonly cwd: string;
  readonly settings: CheckSettings;
  /** Places whose abstract states are reported, too. */
  readonly at: readonly AskedPlace[];
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
}

/** Checks files and folders, in a thread. What cannot be read or checked is one of the result's `errors`; it only rejects when it is cancelled. */
export async function check(request: CheckPathsRequest, { onProgress, signal }: OperationContext<Progress>): Promise<CheckedPaths> {
  const { cwd, settings } = request;
  const { files, errors: pathErrors } = findSourceFiles(cwd, request.paths);
  const places = request.at.map(({ path, line, column }) => ({ file: resolve(cwd, path), line, column }));
  const at = places.filter(({ file }) => files.includes(file));
  const atErrors = places.filter((place) => !at.includes(place)).map(({ file }) => unknownPlace(cwd, file));
  const result = await cancellable(
    signal,
    checkInThread({ files, cwd, settings, at }, onProgress, { worker: builtFile('worker.js'), signal }),
  );
  const failed = new Set(result.errors.map(({ file }) => file));
  const fileCount = files.filter((file) => !failed.has(reportPath(cwd, file))).length;
  return { result: { ...result, errors: [...pathErrors, ...atErrors, ...result.errors] }, fileCount };
}

function unknownPlace(cwd: string, file: string): ErrorReport {
  return { file: reportPath(cwd, file), message: 'A place of --at must be in one of the checked files.' };
}
