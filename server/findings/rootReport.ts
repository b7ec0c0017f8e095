import type { VersionMatch } from '../analysis/history/versionMatch.js';
import type { RootSolution } from '../analysis/rootSolution.js';
import type { FunctionId } from '../ir/program.js';
import { accessesOf, type FunctionAccesses, type RootAccesses } from './accesses.js';
import { TypesRestedOn } from './declaredTypes.js';
import { moveDraft, moveTypes, type DraftPlace, type FindingDraft } from './draft.js';
import type { ConditionTree } from './conditionTree.js';
import type { GateVerdict, Judgement } from './gate.js';
import type { Places } from './place.js';
import { requiresOf } from './requires.js';
import { findingsOf, loadingDraft } from './rootFindings.js';

/** All that is said about one root: plain data, without the states that it was made from. */
export interface RootReport {
  readonly functionId: FunctionId;
  /** The condition that the root asks of its parameters; null if it asks nothing. */
  readonly requires: ConditionTree | null;
  /** The declared types that `requires` rests on. */
  readonly assumes: readonly DraftPlace[];
  readonly complete: boolean;
  readonly findings: readonly FindingDraft[];
  /** Of a module that always fails: what for. */
  readonly loading: FindingDraft | null;
  readonly accesses: RootAccesses;
  /** The functions whose copies the root was made of, its own first. */
  readonly touched: readonly FunctionId[];
  /** The functions that were executed for it: to find its paths, and by the gate. */
  readonly executed: readonly FunctionId[];
  /** Null: the gate is off. */
  readonly gate: GateVerdict | null;
}

/** `judgement`: null where the gate is off. */
export function reportRoot(solution: RootSolution, judgement: Judgement | null, places: Places): RootReport {
  const touched = new Set(solution.analysis.unfolding.instances.map(({ indexed }) => indexed.body.id));
  const gate = judgement?.verdict ?? null;
  const contradicted = gate?.contradicted === true;
  const requires = contradicted ? null : requiresOf(solution).condition;
  const types = new TypesRestedOn(solution);
  const seen = judgement ?? { failures: [], isLong: false, isLongOfExact: false };
  const drafts = contradicted ? [] : findingsOf(solution, seen, places);
  const findings = drafts.map((draft) => (draft.condition === null ? draft : { ...draft, assumes: types.of(draft.condition) }));
  return {
    functionId: solution.functionId,
    requires,
    assumes: requires === null ? [] : types.of(requires),
    complete: solution.complete,
    findings,
    loading: contradicted ? null : loadingDraft(solution, seen, places),
    accesses: accessesOf(solution),
    touched: [...touched],
    executed: [...new Set([...(gate?.entered ?? []), ...solution.entered()])],
    gate,
  };
}

/** The report as it would be made of a newer version; null when that has to be done. */
export function moveReport(report: RootReport, match: VersionMatch): RootReport | null {
  if (!report.executed.every((id) => match.isSame(id))) return null;
  const functionId = match.function(report.functionId);
  const accesses = report.accesses.functions.map((accessed) => moveAccesses(accessed, match));
  const touched = report.touched.map((id) => match.function(id));
  const executed = report.executed.map((id) => match.function(id));
  const findings = report.findings.map((draft) => moveDraft(draft, match.relocation));
  const assumes = moveTypes(report.assumes, match.relocation);
  const loading = report.loading === null ? null : moveDraft(report.loading, match.relocation);
  if (report.loading !== null && loading === null) return null;
  if (functionId === null || assumes === null || !isWhole(accesses) || !isWhole(touched) || !isWhole(executed) || !isWhole(findings))
    return null;
  return { ...report, functionId, findings, loading, assumes, accesses: { ...report.accesses, functions: accesses }, touched, executed };
}

function moveAccesses(accessed: FunctionAccesses, match: VersionMatch): FunctionAccesses | null {
  const functionId = match.function(accessed.functionId);
  return functionId === null ? null : { ...accessed, functionId };
}

function isWhole<T>(items: readonly (T | null)[]): items is readonly T[] {
  return !items.includes(null);
}
