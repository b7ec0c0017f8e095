import { resolve } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { present } from '../base/errors.js';
import { valuesOutside, type AgainstRunRequest, type OutsideValue } from '../check/againstRun.js';
import type { CheckHost } from '../check/check.js';
import { CheckedFiles } from '../check/checkedFiles.js';
import { fromEntry, type EntryVerdict, type FromEntryRequest } from '../check/fromEntry.js';
import { forecast, type Forecast, type ForecastRequest } from '../check/forecast.js';
import { proofsOf, type Proofs, type ProofsRequest } from '../check/proofs.js';
import type { RulePruning, RulePruningRequest } from '../check/keptPruning.js';
import { rulePruning } from '../check/rulePruning.js';
import { pauseConditions, type PauseCondition, type PauseRequest } from '../check/pauseConditions.js';
import { keepCode } from '../files/keptCode.js';
import { readIfThere, readRegularFile } from '../files/regularFile.js';

/** A question about a run that the analysis is asked. */
export type RunTask =
  | { readonly kind: 'pauseConditions'; readonly request: PauseRequest }
  /** For a program and the project's files that it imports, each file once; absolute. */
  | { readonly kind: 'programConditions'; readonly request: PauseRequest }
  | { readonly kind: 'forecast'; readonly request: ForecastRequest }
  | { readonly kind: 'valuesOutside'; readonly request: AgainstRunRequest }
  | { readonly kind: 'fromEntry'; readonly request: FromEntryRequest }
  | { readonly kind: 'proofs'; readonly request: ProofsRequest }
  | { readonly kind: 'rulePruning'; readonly request: RulePruningRequest };

/** The answers to the tasks, by their kinds; there is none where a file cannot be read or analysed. */
export interface RunTaskAnswers {
  readonly pauseConditions: readonly PauseCondition[];
  readonly programConditions: readonly { readonly file: string; readonly conditions: readonly PauseCondition[] }[];
  readonly forecast: readonly (Forecast | null)[];
  readonly valuesOutside: readonly OutsideValue[];
  readonly fromEntry: readonly (EntryVerdict | null)[];
  readonly proofs: Proofs;
  readonly rulePruning: RulePruning;
}

/** The thread in which a run asks the analysis, file by file; what files import from each other is read once. */
const port = present(parentPort, 'the thread that started this one');
const host: CheckHost = { readFile: (file) => readRegularFile(file), readIfPresent: (file) => readIfThere(file), progress: () => {} };
const folders = new Map<string, CheckedFiles>();

port.on('message', (task: RunTask) => {
  if (task.kind !== 'rulePruning') give(answer(task));
  else void rulePruning(task.request).then(give, () => give(null));
});

/** Who asked may end the thread with the answer. */
function give(found: RunTaskAnswers[RunTask['kind']] | null): void {
  keepCode();
  port.postMessage(found);
}

function answer(task: Exclude<RunTask, { readonly kind: 'rulePruning' }>): RunTaskAnswers[RunTask['kind']] | null {
  const { cwd } = task.request;
  const files = folders.get(cwd) ?? new CheckedFiles(host, cwd);
  folders.set(cwd, files);
  try {
    switch (task.kind) {
      case 'pauseConditions':
        return conditionsOf(task.request, files);
      case 'programConditions':
        return ofProgram(task.request, files);
      case 'forecast':
        return forecast(task.request, files);
      case 'valuesOutside':
        return valuesOutside(task.request, files);
      case 'fromEntry':
        return fromEntry(task.request, files);
      case 'proofs':
        return proofsOf(task.request);
    }
  } catch {
    return null;
  }
}

function conditionsOf(request: PauseRequest, files: CheckedFiles): readonly PauseCondition[] {
  return pauseConditions(request, files, (path) => resolve(request.cwd, path));
}

function ofProgram(request: PauseRequest, files: CheckedFiles): RunTaskAnswers['programConditions'] {
  const first = { file: request.file, conditions: conditionsOf(request, files) };
  const others = [...(files.project.dependenciesOf(request.file)?.outlines ?? [])].filter((file) => isOwn(file, request.file));
  return [first, ...others.map((file) => ({ file, conditions: orNone(() => conditionsOf({ ...request, file }, files)) }))];
}

function isOwn(file: string, program: string): boolean {
  return file !== program && !/[\\/]node_modules[\\/]/.test(file) && !/\.d\.[cm]?ts$|\.json$/.test(file);
}

function orNone(find: () => readonly PauseCondition[]): readonly PauseCondition[] {
  try {
    return find();
  } catch {
    return [];
  }
}
