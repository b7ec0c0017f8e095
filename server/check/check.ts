import { checkText, loadFailureOfText, nothingFound, type AtRequest, type CheckSettings, type FileCheck } from './checkFile.js';
import type { ModuleStatistics } from '../analysis/analyse.js';
import { ordered } from '../findings/order.js';
import { reportPath } from '../findings/reportPath.js';
import { checkSchema, type CheckResult, type ErrorReport, type StateReport } from '../findings/result.js';
import { Loading } from './loading.js';
import { Project } from './project.js';

export interface CheckRequest {
  /** Absolute paths of source files, each once. */
  readonly files: readonly string[];
  /** Reported paths are relative to it. */
  readonly cwd: string;
  readonly settings: CheckSettings;
  readonly at: readonly FileAtRequest[];
  /** Whether what each file gives is told when it is done. */
  readonly tellsFiles?: boolean;
}

/** `--at` of one of the request's files. */
export interface FileAtRequest extends AtRequest {
  /** Absolute. */
  readonly file: string;
}

/** The questions that the analysis may ask of the world: files and their texts. */
export interface CheckHost {
  /** The text of a file. Throws when it cannot be read, with a message for the user. */
  readFile(file: string): string;
  /** The text of a file that need not exist (a tsconfig); undefined when there is none. Throws when there is one that cannot be read. */
  readIfPresent(file: string): string | undefined;
  /** Called before each file is analysed. */
  progress(file: string, done: number, total: number): void;
  /** Called with what one file alone has given, where somebody may not wait for the others. */
  checked?(result: CheckResult): void;
}

/** A file's check, its states with the numbers of the requests that they answer. */
type IndexedCheck = Omit<FileCheck, 'states'> & { readonly states: readonly (readonly [number, StateReport])[] };

/**
 * Checks the files one after the other. A file that cannot be checked becomes an entry of `errors`. `project`: what has been read
 * for checks before this one.
 */
export function check(request: CheckRequest, host: CheckHost, project = new Project(host, request.cwd)): CheckResult {
  const { order, loading } = loadingOf(request, project);
  const results = new Map<string, IndexedCheck>();
  for (const [index, file] of order.entries()) {
    host.progress(file, index, order.length);
    const result = checkFile(file, request, host, project, loading);
    const isTold = result.findings.some(({ severity, within }) => severity === 'error' && within === '');
    loading.note(file, result.loadFailure, isTold);
    const problems = [project.configProblemOf(file) ?? [], project.takeUnreadable()].flat();
    const errors = problems.map((problem): ErrorReport => ({ file: reportPath(request.cwd, problem.file), message: problem.message }));
    const whole = { ...result, errors: [...result.errors, ...errors] };
    results.set(file, whole);
    host.checked?.(resultOf([whole], request.settings));
  }
  return resultOf(
    request.files.flatMap((file) => results.get(file) ?? []),
    request.settings,
  );
}

/** Who loads whom among the files, and in which order they are checked: what is loaded comes first. */
function loadingOf(
  { files, cwd, settings }: CheckRequest,
  project: Project,
): { readonly order: readonly string[]; readonly loading: Loading } {
  const loading = new Loading(project, new Set(files), (file, text) =>
    loadFailureOfText(text, reportPath(cwd, file), settings, project.file(file)),
  );
  return { order: loading.order, loading };
}

function resultOf(results: readonly IndexedCheck[], settings: CheckSettings): CheckResult {
  const suppressed = results.flatMap((result) => result.suppressed);
  const { integers, termination, arrayIndex, unknownCalls } = settings;
  const total = (pick: (statistics: ModuleStatistics) => number): number =>
    results.reduce((sum, { statistics }) => sum + pick(statistics), 0);
  return {
    schema: checkSchema,
    assumptions: { integers, termination, arrayIndex, unknownCalls },
    findings: ordered(results.flatMap(({ findings }) => findings)),
    functions: results.flatMap(({ functions }) => functions),
    states: results
      .flatMap(({ states }) => states)
      .sort(([a], [b]) => a - b)
      .map(([, state]) => state),
    errors: distinct(results.flatMap(({ errors }) => errors)),
    statistics: {
      controlPoints: total(({ points }) => points),
      unfoldedControlPoints: total(({ unfoldedPoints }) => unfoldedPoints),
      equationEvaluations: total(({ evaluations }) => evaluations),
      milliseconds: 0,
      peakMegabytes: 0,
    },
    ...(suppressed.length === 0 ? {} : { suppressed }),
  };
}

/** A file that is imported and named is read twice. */
function distinct(errors: readonly ErrorReport[]): readonly ErrorReport[] {
  return [...new Map(errors.map((error) => [JSON.stringify([error.file, error.message]), error])).values()];
}

function checkFile(file: string, request: CheckRequest, host: CheckHost, project: Project, loading: Loading): IndexedCheck {
  const shown = reportPath(request.cwd, file);
  let text: string;
  try {
    text = host.readFile(file);
  } catch (error) {
    return { ...nothingFound, states: [], errors: [{ file: shown, message: error instanceof Error ? error.message : String(error) }] };
  }
  const asked = [...request.at.entries()].filter(([, at]) => at.file === file);
  const result = checkText(
    text,
    shown,
    request.settings,
    asked.map(([, at]) => at),
    { ...project.file(file), failingLoads: (module) => loading.failingLoadsOf(file, module) },
  );
  return {
    ...result,
    states: asked.flatMap(([index], position) => result.states.slice(position, position + 1).map((state) => [index, state] as const)),
  };
}
