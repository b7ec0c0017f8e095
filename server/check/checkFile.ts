import { ModuleAnalysis, type ModuleStatistics } from '../analysis/analyse.js';
import { ModuleHistory, ReportHistory, type Reporting } from '../analysis/history/history.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import { defaultSettings, type AnalysisSettings } from '../analysis/settings.js';
import { concreteBuiltins } from '../builtins/concreteModels.js';
import { runFunction } from '../execution/concrete/run.js';
import { AccessProofs } from '../findings/accesses.js';
import type { ConditionTree } from '../findings/conditionTree.js';
import { TypesRestedOn } from '../findings/declaredTypes.js';
import { finishFinding, finishTypes, moveTypes, type DraftPlace, type FindingDraft } from '../findings/draft.js';
import { Gate } from '../findings/gate.js';
import { fileNote, unknownFunctions } from '../findings/givenUp.js';
import { Places } from '../findings/place.js';
import { withoutIgnored } from '../findings/ignored.js';
import { withoutRetold } from '../findings/retold.js';
import type {
  ArrayIndexPolicy,
  UnknownCalls,
  ErrorReport,
  Finding,
  FunctionReport,
  StateReport,
  SuppressedFinding,
} from '../findings/result.js';
import { printCondition } from '../findings/printCondition.js';
import { moveReport, reportRoot, type RootReport } from '../findings/rootReport.js';
import { requiresOf } from '../findings/requires.js';
import { StateCollector } from '../findings/stateReports.js';
import { ownFunctions } from '../ir/linked.js';
import type { FunctionId, ModuleIr } from '../ir/program.js';
import { maxSyntaxNodes } from '../syntax/lower/lower.js';
import { failingLoadFinding, loadFailureOf, type LoadFailure } from './failingLoads.js';
import { firstRenderFindings, mayImportReact } from './firstRender.js';
import { withPrelude } from './linkPrelude.js';
import { fileAlone, type ProjectFile } from './project.js';

export interface CheckSettings {
  /** Unknown numbers are safe integers. */
  readonly integers: boolean;
  /** A run that does not terminate fails. */
  readonly termination: boolean;
  readonly arrayIndex: ArrayIndexPolicy;
  readonly unknownCalls: UnknownCalls;
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

/** The result of checking one file. */
export interface FileCheck {
  readonly findings: readonly Finding[];
  /** What comments take out of the findings. */
  readonly suppressed: readonly SuppressedFinding[];
  readonly functions: readonly FunctionReport[];
  /** One for each place that was asked for; none when the file cannot be analysed. */
  readonly states: readonly StateReport[];
  readonly errors: readonly ErrorReport[];
  readonly statistics: ModuleStatistics;
  /** Why loading the file always fails; null where it may not. */
  readonly loadFailure: LoadFailure | null;
}

export const nothingFound: FileCheck = {
  findings: [],
  suppressed: [],
  functions: [],
  states: [],
  errors: [],
  statistics: { points: 0, unfoldedPoints: 0, evaluations: 0 },
  loadFailure: null,
};

/** The memory of a file's last check, for the check of its next version. */
export interface CheckHistory {
  readonly roots: ModuleHistory;
  readonly reports: ReportHistory<RootReport>;
  readonly bounds: ReportHistory<BoundsReport>;
}

export function emptyHistory(): CheckHistory {
  return { roots: new ModuleHistory(), reports: new ReportHistory(), bounds: new ReportHistory() };
}

export interface CheckOptions {
  readonly control: CheckControl;
  /** Places whose states are asked for; they are not remembered, so that there is no history then. */
  readonly at: readonly AtRequest[];
  readonly history: CheckHistory | null;
  /** Knows what the file imports. */
  readonly file: ProjectFile;
}

/** A check with the analysis that it was made from. */
export interface AnalysedFile {
  readonly check: FileCheck;
  /** Null: the text has syntax errors. */
  readonly module: ModuleIr | null;
  readonly analysis: ModuleAnalysis | null;
}

/** Checks the text of one file. `shown` is the file's name in reports; `file` knows what it imports. */
export function checkText(
  text: string,
  shown: string,
  settings: CheckSettings,
  at: readonly AtRequest[] = [],
  file: ProjectFile = fileAlone(shown),
): FileCheck {
  return analyseText(text, shown, settings, { control: uncontrolled, at, history: null, file }).check;
}

/** A check whose forward passes are done: states can be asked for, conditions are still to be found. */
export interface BegunCheck {
  /** Null: the text has syntax errors, and the check is over. */
  readonly begun: { readonly module: ModuleIr; readonly analysis: ModuleAnalysis } | null;
  readonly errors: readonly ErrorReport[];
  /** To be called once. */
  finish(): AnalysedFile;
}

export function analyseText(text: string, shown: string, settings: CheckSettings, options: CheckOptions): AnalysedFile {
  return beginCheck(text, shown, settings, options).finish();
}

export function beginCheck(text: string, shown: string, settings: CheckSettings, options: CheckOptions): BegunCheck {
  const lowered = options.file.lower(text);
  if (lowered.kind === 'syntaxErrors') {
    const errors = syntaxErrors(shown, text, lowered.errors);
    return { begun: null, errors, finish: () => ({ check: { ...nothingFound, errors }, module: null, analysis: null }) };
  }
  if (lowered.kind === 'tooLarge') {
    const message = `it has ${counted(lowered.nodes)} syntax nodes, and up to ${counted(maxSyntaxNodes)} are analysed. Nothing is claimed about it.`;
    const check = { ...nothingFound, findings: [fileNote(new Places(text, shown), message)] };
    return { begun: null, errors: [], finish: () => ({ check, module: null, analysis: null }) };
  }
  const program = options.file.link(lowered.module);
  const module = withPrelude(program);
  const checked: CheckedModule = { own: lowered.module, program, module };
  const analyse = (history: CheckHistory | null): ModuleAnalysis =>
    new ModuleAnalysis(module, analysisSettings(settings), { isCancelled: options.control.cancelled, history: history?.roots ?? null });
  const { history } = options;
  const analysis = analyse(history);
  const finish = (): AnalysedFile => {
    const check = checkModule(analysis, checked, shown, settings, options);
    if (history === null || !analysis.usedUp) return { check, module, analysis };
    // Where budgets decide, what was remembered may not count: the file is checked once more, from scratch.
    const again = analyse(null);
    return { check: checkModule(again, checked, shown, settings, { ...options, history: null }), module, analysis: again };
  };
  return { begun: { module, analysis }, errors: [], finish };
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

interface CheckedModule {
  readonly own: ModuleIr;
  /** What the user wrote, and what it imports. */
  readonly program: ModuleIr;
  /** Linked with descriptions of built-ins, too. */
  readonly module: ModuleIr;
}

function checkModule(
  analysis: ModuleAnalysis,
  { own, program, module }: CheckedModule,
  shown: string,
  settings: CheckSettings,
  { at, history, file, control }: CheckOptions,
): FileCheck {
  const places = placesOf(module, shown);
  const states = new StateCollector(module, places, at);
  const gate = settings.gate ? new Gate(program) : null;
  const reporting: Reporting<RootReport, RootSolution> = {
    report: (solution) => {
      states.add(solution);
      return reportRoot(solution, gate?.judge(solution) ?? null, places);
    },
    move: moveReport,
    accept: (report) => gate === null || report.gate === null || gate.repeats(report.gate),
  };
  const { reports, statistics } = analysis.solveRoots(settings.arrayIndex === 'error', reporting, history?.reports);
  const mayBeOutside = new Set(reports.flatMap(({ accesses, functionId }) => (accesses.mayBeOutside ? [functionId] : [])));
  const areBoundsAsked = mayBeOutside.size > 0 && settings.arrayIndex === 'hint' && statistics.evaluations <= maxEvaluationsForBounds;
  const inBounds = areBoundsAsked ? analysis.solveRoots(true, boundsReporting, history?.bounds, mayBeOutside).reports : [];
  const functions = analysis.isTooLarge
    ? unknownFunctions(program, places)
    : functionReports(program, reports, new Map(inBounds.map((report) => [report.functionId, report])), places);
  const failingLoads = file.failingLoads?.(program) ?? [];
  const ofAnyCall = reports.flatMap((root) => findingsOf(root, places, analysis));
  const renders = { settings: analysisSettings(settings), isCancelled: control.cancelled, gate: settings.gate, shown };
  const rendered = mayImportReact(program) ? firstRenderFindings(file.linkWithHooks(own), ofAnyCall, renders) : [];
  const found = sortFindings([
    ...(analysis.isSpent ? [fileNote(places, spentText(functions))] : []),
    ...invalidAssertions(program, places),
    ...ofAnyCall,
    ...(rendered ?? []),
    ...failingLoads.map((load) => failingLoadFinding(load, places)),
  ]);
  const isWhole = rendered !== null && !analysis.isSpent && !analysis.isTooLarge && functions.every(({ complete }) => complete);
  const { findings, suppressed } = withoutIgnored(withoutRetold(found), program.ignores, places, isWhole);
  const check: FileCheck = {
    findings,
    suppressed,
    functions,
    states: states.reports(),
    errors: [],
    statistics,
    loadFailure: failingLoads[0]?.failure ?? topLevelFailure(reports, module, places),
  };
  if (history !== null) analysis.remember(history.roots);
  return check;
}

/** The failure of the module's own top level, for those that load it; null where it may be loaded. */
function topLevelFailure(reports: readonly RootReport[], { functions }: ModuleIr, places: Places): LoadFailure | null {
  const top = reports.find(({ functionId }) => functions[functionId]?.kind === 'module');
  const failing = top?.loading ?? null;
  return failing === null ? null : loadFailureOf(finishFinding(failing, places), failing.message, places);
}

/** Why loading a file always fails, of which nothing else is asked; null where it may not. */
export function loadFailureOfText(text: string, shown: string, settings: CheckSettings, file: ProjectFile): LoadFailure | null {
  const lowered = file.lower(text);
  if (lowered.kind !== 'module') return null;
  const program = file.link(lowered.module);
  if (isLoadedWell(program)) return null;
  const module = withPrelude(program);
  const places = placesOf(module, shown);
  const gate = settings.gate ? new Gate(program) : null;
  const reporting: Reporting<RootReport, RootSolution> = {
    report: (solution) => reportRoot(solution, gate?.judge(solution) ?? null, places),
    move: () => null,
    accept: () => true,
  };
  const top = new Set(module.functions.filter(({ kind }) => kind === 'module').map(({ id }) => id));
  const analysis = new ModuleAnalysis(module, analysisSettings(settings));
  return topLevelFailure(analysis.solveRoots(false, reporting, null, top).reports, module, places);
}

/**
 * Whether the interpreter comes to the end of the module's top level: nothing is left to be analysed then. A promise may be rejected behind
 * that end.
 */
function isLoadedWell(program: ModuleIr): boolean {
  const top = program.functions.find(({ kind }) => kind === 'module');
  const texts = [program.text, ...(program.linked?.texts.values() ?? [])];
  if (top === undefined || texts.some((text) => /\b(?:Promise|async|await|import\s*\()/.test(text))) return false;
  const { outcome } = runFunction(program, top.id, [], { ...loadingLimits, builtins: concreteBuiltins });
  return outcome.kind === 'good';
}

const loadingLimits = { fuel: 30_000, maxDepth: 1_000 } as const;

function spentText(functions: readonly FunctionReport[]): string {
  const unknown = functions.filter(({ complete }) => !complete).length;
  const rest = unknown === functions.length ? 'it' : `${counted(unknown)} of its ${counted(functions.length)} functions`;
  return `its analysis takes more effort than one file is given. Nothing is claimed about ${rest}.`;
}

/** `1,234,567` */
function counted(count: number): string {
  return count.toLocaleString('en-US');
}

export function placesOf({ text, linked }: ModuleIr, shown: string): Places {
  return new Places(text, shown, linked?.texts);
}

function invalidAssertions({ invalidAssertions: invalid }: ModuleIr, places: Places): readonly Finding[] {
  return invalid.map(({ span, message, isNote }) => ({
    ...places.at(span, message),
    code: 'assertion-invalid',
    within: '',
    severity: isNote === true ? 'hint' : 'warning',
    condition: null,
    because: [],
    alternatives: [],
    assumes: [],
  }));
}

/** Whoever calls a function, no assertion may be violated in it; what it throws is no failure of a run that catches it. */
function findingsOf({ findings, functionId }: RootReport, places: Places, analysis: ModuleAnalysis): readonly Finding[] {
  const isOfThrows = ({ claimWhereCaught }: FindingDraft): boolean => claimWhereCaught !== undefined;
  const isCaught = findings.some(isOfThrows) && analysis.mayBeCaught(functionId);
  return (isCaught ? findings.flatMap(ofCall) : findings).map((draft) => finishFinding(draft, places));
}

/** What a finding says of calls alone: their exceptions are caught. */
function ofCall(draft: FindingDraft): readonly FindingDraft[] {
  const { claimWhereCaught: claim, message } = draft;
  if (claim === undefined) return [draft];
  return claim === null ? [] : [{ ...draft, message: [claim, ...message.slice(1)] }];
}

function functionReports(
  program: ModuleIr,
  roots: readonly RootReport[],
  inBounds: ReadonlyMap<FunctionId, BoundsReport>,
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
    const bounds = inBounds.get(body.id);
    return [
      {
        name: body.name,
        file: places.file,
        span: places.spanOf(body.nameSpan),
        root: root !== undefined,
        requires,
        inBounds: total === 0 || isSame(bounds?.requires ?? null, requires) ? null : (bounds?.requires ?? null),
        assumes: finishTypes(distinct([...(root?.assumes ?? []), ...(bounds?.assumes ?? [])]), places),
        accesses: { total, proven: proofs.proven(body.id, total) },
        complete: (root?.complete ?? true) && !body.opaque && (touched.get(body.id) ?? true),
      },
    ];
  });
}

/** The same annotation may be meant by several conditions. */
const distinct = (types: readonly DraftPlace[]): readonly DraftPlace[] => [
  ...new Map(types.map((type) => [`${type.file ?? ''}:${type.span.start}`, type])).values(),
];

const isSame = (a: ConditionTree | null, b: ConditionTree | null): boolean =>
  a === b || (a !== null && b !== null && printCondition(a) === printCondition(b));

/** Evaluations of a module above which none of its roots is solved a second time. */
const maxEvaluationsForBounds = 200_000;

/**
 * What a root needs so that every element access is inside its array: what it would require if an index outside failed the run.
 * Only asked of roots in which an access to an array of known length is not proven.
 */
interface BoundsReport {
  readonly functionId: FunctionId;
  readonly requires: ConditionTree | null;
  /** The declared types that it rests on. */
  readonly assumes: readonly DraftPlace[];
  /** The functions that were executed to find its paths. */
  readonly executed: readonly FunctionId[];
}

const boundsReporting: Reporting<BoundsReport, RootSolution> = {
  report: (solution) => {
    const requires = requiresOf(solution).condition;
    return {
      functionId: solution.functionId,
      requires,
      assumes: requires === null ? [] : new TypesRestedOn(solution).of(requires),
      executed: [...solution.entered()],
    };
  },
  move: (report, match) => {
    const functionId = match.function(report.functionId);
    const executed = report.executed.flatMap((id) => (match.isSame(id) ? [match.function(id)] : []));
    const isWhole = executed.length === report.executed.length;
    const assumes = moveTypes(report.assumes, match.relocation);
    if (functionId === null || assumes === null || !isWhole) return null;
    return { ...report, functionId, assumes, executed: executed.filter((id) => id !== null) };
  },
  accept: () => true,
};

/** By place; the same finding in several unfoldings is one. */
function sortFindings(findings: readonly Finding[]): Finding[] {
  const unique = new Map<string, Finding>();
  for (const finding of findings) unique.set(JSON.stringify([finding.span, finding.code, finding.severity, finding.condition]), finding);
  return [...unique.values()].sort((a, b) => a.span.line - b.span.line || a.span.column - b.span.column);
}

function analysisSettings(settings: CheckSettings): AnalysisSettings {
  const { integers, termination, arrayIndex, unknownCalls, rounds, unfolding, verify = false } = settings;
  return { ...defaultSettings, integers, termination, arrayIndex, unknownCalls, rounds, unfolding, verify };
}
