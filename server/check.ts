import { analyseModule, type ModuleStatistics } from './analysis/analyse.js';
import { defaultSettings, type AnalysisSettings } from './analysis/settings.js';
import { AccessProofs } from './findings/accesses.js';
import { gateEffort, isContradicted } from './findings/gate.js';
import { Places } from './findings/place.js';
import { reportPath } from './findings/reportPath.js';
import {
  checkSchema,
  type ArrayIndexPolicy,
  type CheckResult,
  type ErrorReport,
  type Finding,
  type FunctionReport,
  type StateReport,
} from './findings/result.js';
import { findingsOf, requiresOf } from './findings/rootFindings.js';
import { StateCollector } from './findings/stateReports.js';
import type { FunctionId, ModuleIr } from './ir/program.js';
import { withPrelude } from './prelude.js';
import { lowerModule } from './syntax/lower.js';
import { ProjectConfigs } from './syntax/projectConfig.js';

export interface CheckRequest {
  /** Absolute paths of source files, each once. */
  readonly files: readonly string[];
  /** Reported paths are relative to it. */
  readonly cwd: string;
  readonly settings: CheckSettings;
  readonly at: readonly AtRequest[];
}

export interface CheckSettings {
  /** Unknown numbers are safe integers. */
  readonly integers: boolean;
  /** A run that does not terminate fails. */
  readonly termination: boolean;
  readonly arrayIndex: ArrayIndexPolicy;
  /** How often the four passes are repeated. */
  readonly rounds: number;
  /** Functions are analysed once for each call site. */
  readonly unfolding: boolean;
  /** Certain failures are tried on sample inputs before they are reported. */
  readonly gate: boolean;
  /** Every equation is evaluated again on each finished solution (tests do). */
  readonly verify?: boolean;
}

/** `--at FILE:LINE[:COL]`: 1-based; without a column, just after the last statement that ends on the line. */
export interface AtRequest {
  /** Absolute; one of the request's files. */
  readonly file: string;
  readonly line: number;
  readonly column: number | null;
}

/** What the analysis may ask of the world. */
export interface CheckHost {
  /** The text of a file. Throws when it cannot be read, with a message for the user. */
  readFile(file: string): string;
  /** The text of a file that need not exist (a tsconfig). */
  readIfPresent?(file: string): string | undefined;
  /** Called before each file is analysed. */
  progress(file: string, done: number, total: number): void;
}

/** What was found in one file. */
interface FileResult {
  readonly findings: readonly Finding[];
  readonly functions: readonly FunctionReport[];
  readonly states: readonly (readonly [number, StateReport])[];
  readonly errors: readonly ErrorReport[];
  readonly statistics: ModuleStatistics;
}

const nothing: FileResult = {
  findings: [],
  functions: [],
  states: [],
  errors: [],
  statistics: { points: 0, unfoldedPoints: 0, evaluations: 0 },
};

/** Checks the files one after the other. A file that cannot be checked becomes an entry of `errors`. */
export function check(request: CheckRequest, host: CheckHost): CheckResult {
  const configs = new ProjectConfigs({ readIfPresent: (file) => host.readIfPresent?.(file) });
  const results = request.files.map((file, index) => {
    host.progress(file, index, request.files.length);
    const result = checkFile(file, request, host);
    const problem = configs.problemOf(file);
    if (problem === null) return result;
    return { ...result, errors: [...result.errors, { file: reportPath(request.cwd, problem.file), message: problem.message }] };
  });
  const { integers, termination, arrayIndex } = request.settings;
  const total = (pick: (statistics: ModuleStatistics) => number): number =>
    results.reduce((sum, { statistics }) => sum + pick(statistics), 0);
  return {
    schema: checkSchema,
    assumptions: { integers, termination, arrayIndex },
    findings: results.flatMap(({ findings }) => findings),
    functions: results.flatMap(({ functions }) => functions),
    states: results
      .flatMap(({ states }) => states)
      .sort(([a], [b]) => a - b)
      .map(([, state]) => state),
    errors: results.flatMap(({ errors }) => errors),
    statistics: {
      controlPoints: total(({ points }) => points),
      unfoldedControlPoints: total(({ unfoldedPoints }) => unfoldedPoints),
      equationEvaluations: total(({ evaluations }) => evaluations),
      milliseconds: 0,
      peakMegabytes: 0,
    },
  };
}

function checkFile(file: string, request: CheckRequest, host: CheckHost): FileResult {
  const shown = reportPath(request.cwd, file);
  let text: string;
  try {
    text = host.readFile(file);
  } catch (error) {
    return { ...nothing, errors: [{ file: shown, message: error instanceof Error ? error.message : String(error) }] };
  }
  const lowered = lowerModule(text, { file: shown, assertions: true });
  if (lowered.kind === 'syntaxErrors') return { ...nothing, errors: syntaxErrors(shown, text, lowered.errors) };
  return checkModule(withPrelude(lowered.module), lowered.module, file, shown, request);
}

function syntaxErrors(
  file: string,
  text: string,
  errors: readonly { readonly span: { readonly start: number; readonly end: number }; readonly message: string }[],
): ErrorReport[] {
  const first = errors[0];
  if (first === undefined) return [];
  const { line, column } = new Places(text, file).lines.positionOf(first.span.start);
  return [{ file, message: `The program has a syntax error at ${line}:${column}: ${first.message.replace(/\.?$/, '.')}` }];
}

/** `module` is linked with descriptions of built-ins; `program` is what the user wrote. */
function checkModule(module: ModuleIr, program: ModuleIr, file: string, shown: string, request: CheckRequest): FileResult {
  const places = new Places(module.text, shown);
  const asked = [...request.at.entries()].filter(([, at]) => at.file === file);
  const states = new StateCollector(
    module,
    places,
    asked.map(([, at]) => at),
  );
  const proofs = new AccessProofs();
  const effort = gateEffort();
  const findings: Finding[] = module.invalidAssertions.map(({ span, message }) => ({
    ...places.at(span, message),
    code: 'assertion-invalid',
    severity: 'warning',
    condition: null,
    because: [],
  }));
  const roots = new Map<FunctionId, { requires: string | null; complete: boolean }>();
  const touched = new Map<FunctionId, boolean>();
  const statistics = analyseModule(module, analysisSettings(request.settings), (solution) => {
    states.add(solution);
    proofs.add(solution);
    const contradicted = request.settings.gate && isContradicted(solution, program, effort);
    if (!contradicted) findings.push(...findingsOf(solution, places));
    roots.set(solution.functionId, { requires: contradicted ? null : requiresOf(solution).condition, complete: solution.complete });
    for (const { indexed } of solution.analysis.unfolding.instances)
      touched.set(indexed.body.id, (touched.get(indexed.body.id) ?? true) && solution.complete);
  });
  const inBounds = conditionsInBounds(module, program, proofs, statistics, request.settings);
  const functions = program.functions.flatMap((body): FunctionReport[] => {
    const root = roots.get(body.id);
    if (body.kind === 'module' && body.accesses.length === 0) return [];
    if (root === undefined && body.accesses.length === 0) return [];
    const total = body.accesses.length;
    return [
      {
        name: body.name,
        file: shown,
        span: places.spanOf(body.nameSpan),
        root: root !== undefined,
        requires: root?.requires ?? null,
        inBounds: total === 0 || inBounds.get(body.id) === root?.requires ? null : (inBounds.get(body.id) ?? null),
        accesses: { total, proven: proofs.proven(body.id, total) },
        complete: (root?.complete ?? true) && !body.opaque && (touched.get(body.id) ?? true),
      },
    ];
  });
  return {
    findings: sortFindings(findings),
    functions,
    states: asked.map(([index], position) => [index, states.reports()[position] as StateReport] as const),
    errors: [],
    statistics,
  };
}

/** Evaluations of a module above which it is not analysed a second time. */
const maxEvaluationsForBounds = 200_000;

/**
 * What roots need so that every element access is inside its array: what they would require if an index outside failed the run.
 * Only asked where an access to an array of known length is not proven.
 */
function conditionsInBounds(
  module: ModuleIr,
  program: ModuleIr,
  proofs: AccessProofs,
  statistics: ModuleStatistics,
  settings: CheckSettings,
): ReadonlyMap<FunctionId, string | null> {
  const conditions = new Map<FunctionId, string | null>();
  if (settings.arrayIndex !== 'hint' || !proofs.mayBeOutside || statistics.evaluations > maxEvaluationsForBounds) return conditions;
  analyseModule(module, analysisSettings({ ...settings, arrayIndex: 'error' }), (solution) => {
    if (program.functions[solution.functionId] !== undefined) conditions.set(solution.functionId, requiresOf(solution).condition);
  });
  return conditions;
}

/** By place; the same finding in several unfoldings is one. */
function sortFindings(findings: readonly Finding[]): Finding[] {
  const unique = new Map<string, Finding>();
  for (const finding of findings) unique.set(JSON.stringify([finding.span, finding.code, finding.severity, finding.condition]), finding);
  return [...unique.values()].sort((a, b) => a.span.line - b.span.line || a.span.column - b.span.column);
}

function analysisSettings(settings: CheckSettings): AnalysisSettings {
  const { integers, termination, arrayIndex, rounds, unfolding, verify = false } = settings;
  return { ...defaultSettings, integers, termination, arrayIndex, rounds, unfolding, verify };
}
