import { ModuleAnalysis, type ModuleStatistics } from './analysis/analyse.js';
import { defaultSettings, type AnalysisSettings } from './analysis/settings.js';
import { AccessProofs } from './findings/accesses.js';
import { finishFinding } from './findings/draft.js';
import { gateEffort, isContradicted } from './findings/gate.js';
import { Places } from './findings/place.js';
import type { ArrayIndexPolicy, ErrorReport, Finding, FunctionReport, StateReport } from './findings/result.js';
import { reportRoot, type RootReport } from './findings/rootReport.js';
import { requiresOf } from './findings/rootFindings.js';
import { PointStateCollector, type PointStates } from './findings/pointStates.js';
import { StateCollector } from './findings/stateReports.js';
import { ownFunctions } from './ir/linked.js';
import type { FunctionId, ModuleIr } from './ir/program.js';
import { withPrelude } from './prelude.js';
import { fileAlone, type ProjectFile } from './project.js';

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
/** 1-based; without a column, just after the last statement that ends on the line. */
export interface AtRequest {
  readonly line: number;
  readonly column: number | null;
}

/** Asked now and then while a check goes on; when it says yes, the check ends with `AnalysisCancelled`. */
export interface CheckControl {
  cancelled(): boolean;
}
const uncontrolled: CheckControl = { cancelled: () => false };

/** What was found in one file. */
export interface FileCheck {
  readonly findings: readonly Finding[];
  readonly functions: readonly FunctionReport[];
  /** One for each place that was asked for; none when the file cannot be analysed. */
  readonly states: readonly StateReport[];
  readonly errors: readonly ErrorReport[];
  readonly statistics: ModuleStatistics;
}

export const nothingFound: FileCheck = {
  findings: [],
  functions: [],
  states: [],
  errors: [],
  statistics: { points: 0, unfoldedPoints: 0, evaluations: 0 },
};

/** Checks the text of one file. `shown` is the file's name in reports; `file` knows what it imports. */
export function checkText(
  text: string,
  shown: string,
  settings: CheckSettings,
  at: readonly AtRequest[] = [],
  control: CheckControl = uncontrolled,
  file: ProjectFile = fileAlone(shown),
): FileCheck {
  const lowered = file.lower(text);
  if (lowered.kind === 'syntaxErrors') return { ...nothingFound, errors: syntaxErrors(shown, text, lowered.errors) };
  const program = file.link(lowered.module);
  return checkModule(withPrelude(program), program, shown, settings, at, control);
}

/** The abstract states at one place of a file, copy by copy; null when there is no control point. */
export function statesOf(
  text: string,
  shown: string,
  settings: CheckSettings,
  at: AtRequest,
  control: CheckControl,
  file: ProjectFile = fileAlone(shown),
): PointStates | null {
  const lowered = file.lower(text);
  if (lowered.kind === 'syntaxErrors') return null;
  const module = withPrelude(file.link(lowered.module));
  const states = new PointStateCollector(module, placesOf(module, shown), at);
  const analysis = new ModuleAnalysis(module, analysisSettings(settings), control.cancelled);
  analysis.solveRoots(settings.arrayIndex === 'error', (solution) => states.add(solution));
  return states.result();
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

/** `module` is linked with descriptions of built-ins too; `program` is what the user wrote, and what it imports. */
function checkModule(
  module: ModuleIr,
  program: ModuleIr,
  shown: string,
  settings: CheckSettings,
  at: readonly AtRequest[],
  control: CheckControl,
): FileCheck {
  const places = placesOf(module, shown);
  const states = new StateCollector(module, places, at);
  const effort = gateEffort();
  const roots: RootReport[] = [];
  const analysis = new ModuleAnalysis(module, analysisSettings(settings), control.cancelled);
  const statistics = analysis.solveRoots(settings.arrayIndex === 'error', (solution) => {
    states.add(solution);
    roots.push(reportRoot(solution, settings.gate && isContradicted(solution, program, effort), places));
  });
  const mayBeOutside = roots.some(({ accesses }) => accesses.mayBeOutside);
  const areBoundsAsked = mayBeOutside && settings.arrayIndex === 'hint' && statistics.evaluations <= maxEvaluationsForBounds;
  const inBounds = areBoundsAsked ? conditionsInBounds(analysis) : new Map<FunctionId, string | null>();
  return {
    findings: sortFindings([...invalidAssertions(program, places), ...roots.flatMap((root) => findingsOf(root, places))]),
    functions: functionReports(program, roots, inBounds, places),
    states: states.reports(),
    errors: [],
    statistics,
  };
}

function placesOf({ text, linked }: ModuleIr, shown: string): Places {
  return new Places(text, shown, linked?.texts);
}

function invalidAssertions({ invalidAssertions: invalid }: ModuleIr, places: Places): readonly Finding[] {
  return invalid.map(({ span, message }) => ({
    ...places.at(span, message),
    code: 'assertion-invalid',
    severity: 'warning',
    condition: null,
    because: [],
  }));
}

function findingsOf({ findings }: RootReport, places: Places): readonly Finding[] {
  return findings.map((draft) => finishFinding(draft, places));
}

function functionReports(
  program: ModuleIr,
  roots: readonly RootReport[],
  inBounds: ReadonlyMap<FunctionId, string | null>,
  places: Places,
): readonly FunctionReport[] {
  const rootOf = new Map(roots.map((root) => [root.functionId, root]));
  const touched = new Map<FunctionId, boolean>();
  for (const root of roots) for (const callee of root.touched) touched.set(callee, (touched.get(callee) ?? true) && root.complete);
  const proofs = new AccessProofs(roots.map(({ accesses }) => accesses));
  return ownFunctions(program).flatMap((body): FunctionReport[] => {
    const root = rootOf.get(body.id);
    const total = body.accesses.length;
    if (total === 0 && (root === undefined || body.kind === 'module')) return [];
    const requires = root?.requires ?? null;
    return [
      {
        name: body.name,
        file: places.file,
        span: places.spanOf(body.nameSpan),
        root: root !== undefined,
        requires,
        inBounds: total === 0 || inBounds.get(body.id) === requires ? null : (inBounds.get(body.id) ?? null),
        accesses: { total, proven: proofs.proven(body.id, total) },
        complete: (root?.complete ?? true) && !body.opaque && (touched.get(body.id) ?? true),
      },
    ];
  });
}

/** Evaluations of a module above which its roots are not solved a second time. */
const maxEvaluationsForBounds = 200_000;

/**
 * What roots need so that every element access is inside its array: what they would require if an index outside failed the run.
 * Only asked where an access to an array of known length is not proven.
 */
function conditionsInBounds(analysis: ModuleAnalysis): ReadonlyMap<FunctionId, string | null> {
  const conditions = new Map<FunctionId, string | null>();
  analysis.solveRoots(true, (solution) => conditions.set(solution.functionId, requiresOf(solution).condition));
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
