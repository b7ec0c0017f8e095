import type { TypedFiles } from '../../server/syntax/diagnosis/typedFiles.js';
import type { ColdRun } from './coldRun.js';
import type { Followed, Verdict } from './followTests.js';
import type { Problem } from './problem.js';
import type { RepairSearch, Survivor } from './repairSearch.js';
import type { Diagnosis, Repair, Requirement, ShownComponent } from './diagnosisResult.js';
import { requirementsOf } from './requirements.js';
import type { Shown } from './shown.js';

/** What orders the diagnoses of one problem. */
export interface OrderInput {
  readonly group: Problem;
  readonly followed: Followed;
  readonly found: RepairSearch;
  readonly shown: Shown;
  readonly files: TypedFiles;
  readonly cold: ColdRun;
  readonly total: number;
  readonly until: number;
}

/** Repairs that are shown of one diagnosis, and repairs that are run cold in all. */
const mostRepairs = 3;
const mostCold = 3;

/** The diagnoses of one problem, best first: a validated repair and its size, a requirement, then Ochiai. */
export async function orderDiagnoses(input: OrderInput): Promise<readonly Diagnosis[]> {
  const drafts = [...draftsOf(input)].sort((a, b) => b.score - a.score);
  const diagnoses: Diagnosis[] = [];
  let runs = 0;
  for (const draft of drafts) {
    const repairs: Repair[] = [];
    for (const survivor of draft.survivors.slice(0, mostRepairs)) {
      const isCold = runs < mostCold && Date.now() < input.until;
      if (isCold) runs++;
      const passes = isCold && (await input.cold(new Map([[survivor.suspect.path, survivor.suspect.edited(survivor.candidate)]])));
      if (passes || !isCold) repairs.push(repairOf(survivor, passes, input));
    }
    const isLost = draft.survivors.length > 0 && repairs.length === 0;
    diagnoses.push(diagnosisOf(isLost ? { ...draft, score: scoreOf(null, false, 0) } : draft, repairs));
  }
  return diagnoses.sort((a, b) => b.score - a.score);
}

interface Draft {
  readonly component: ShownComponent;
  readonly survivors: readonly Survivor[];
  readonly verdict: Verdict | null;
  readonly requirement: readonly Requirement[];
  readonly score: number;
}

function* draftsOf({ group, followed, found, shown, files }: OrderInput): Generator<Draft> {
  const typed = found.survivors.filter(({ suspect, candidate }, i) => i > 20 || !files.worsens(suspect.path, suspect.edited(candidate)));
  const survivors = [...(typed.length > 0 ? typed : found.survivors)].sort((a, b) => costOf(a, group) - costOf(b, group));
  const byComponent = new Map<number, Survivor[]>();
  const gaps: Survivor[] = [];
  for (const survivor of survivors) {
    const { component } = survivor.candidate;
    if (component === null) gaps.push(survivor);
    else byComponent.set(component, [...(byComponent.get(component) ?? []), survivor]);
  }
  for (const [id, coefficient] of group.suspicion) {
    const own = byComponent.get(id) ?? [];
    const [best] = own;
    const verdict = followed.verdicts.get(id) ?? null;
    if (verdict?.kind === 'conflict' && best === undefined) continue;
    const isConsistent = verdict?.kind === 'consistent';
    const score = scoreOf(best === undefined ? null : costOf(best, group), isConsistent, coefficient);
    yield { component: shown.component(id), survivors: own, verdict, requirement: requirementsOf(id, verdict, shown), score };
  }
  for (const own of groupedByGap(gaps)) {
    const [best] = own;
    if (best === undefined) continue;
    const score = scoreOf(costOf(best, group), false, 0.5);
    yield { component: shown.gap(best.suspect, best.candidate), survivors: own, verdict: null, requirement: [], score };
  }
}

/** One diagnosis for each place; of those places that are alike the first few. */
function groupedByGap(gaps: readonly Survivor[]): readonly (readonly Survivor[])[] {
  const groups = new Map<string, Survivor[]>();
  for (const gap of gaps) {
    const key = `${gap.suspect.path} ${gap.candidate.edits[0]?.span.start}`;
    groups.set(key, [...(groups.get(key) ?? []), gap]);
  }
  return [...groups.values()].slice(0, 5);
}

/** Small changes of what is suspected most. */
function costOf({ candidate }: Survivor, { suspicion }: Problem): number {
  const own = candidate.component === null ? 0.4 : 0.5 * (1 - (suspicion.get(candidate.component) ?? 0));
  return candidate.size + own;
}

/** From 0 to 1: what has a repair is above 0.5, the smaller the repair the higher. */
function scoreOf(cost: number | null, isConsistent: boolean, coefficient: number): number {
  const score = cost === null ? (isConsistent ? 0.25 : 0) + 0.2 * coefficient : 0.5 + 0.5 / (1 + cost / 4);
  return Math.round(score * 1e4) / 1e4;
}

function repairOf({ suspect, candidate }: Survivor, cold: boolean, { shown, total }: OrderInput): Repair {
  const after = suspect.edited(candidate);
  return {
    size: candidate.size,
    edits: candidate.edits.map(({ span, text }) => ({ file: shown.path(suspect.path), span: shown.span(suspect.path, span), text })),
    diff: shown.diff(suspect, after),
    tests: { passed: total, total },
    cold,
    differsFrom: null,
  };
}

function diagnosisOf({ component, score, verdict, requirement }: Draft, repairs: readonly Repair[]): Diagnosis {
  const isRepaired = repairs.length > 0;
  const isConsistent = verdict?.kind === 'consistent';
  return {
    components: [component],
    status: isRepaired ? 'repaired' : isConsistent ? 'consistent' : 'undecided',
    requirement,
    reason: reasonOf(verdict, requirement, isRepaired),
    models: ['spectrum', ...(isConsistent ? ['followed'] : []), ...(isRepaired ? ['replayed'] : [])],
    score,
    repairs,
  };
}

function reasonOf(verdict: Verdict | null, requirement: readonly Requirement[], isRepaired: boolean): string {
  const shown = requirement.slice(0, 3).map(({ text }) => text);
  if (shown.length > 0)
    return `The failing tests pass if ${shown.join(', and ')}${requirement.length > shown.length ? ', and so on' : ''}.`;
  if (isRepaired) return 'A change of it makes all tests pass.';
  return verdict?.kind === 'undecided'
    ? `All failing tests ran it; whether it can be the cause is open: ${verdict.why}.`
    : 'All failing tests ran it.';
}
