import type { TypedFiles } from '../../server/syntax/diagnosis/typedFiles.js';
import type { TestOutcome } from '../tests/testMessages.js';
import type { ColdRun } from './coldRun.js';
import type { Followed, Verdict } from './followTests.js';
import type { SuspectSet } from './followSets.js';
import type { Problem } from './problem.js';
import type { RepairSearch, Survivor } from './repairSearch.js';
import type { Diagnosis, Difference, Repair, ShownComponent } from './diagnosisResult.js';
import { reasonOf } from './reason.js';
import { requirementsOf, type Claim } from './requirements.js';
import type { Shown } from './shown.js';
import type { TellApart } from './tellApart.js';

/** What orders the diagnoses of one problem. */
export interface OrderInput {
  readonly group: Problem;
  readonly ran: readonly TestOutcome[];
  /** No other test fails. */
  readonly isAll: boolean;
  readonly followed: Followed;
  /** Sets of several components. */
  readonly sets: readonly SuspectSet[];
  readonly found: RepairSearch;
  readonly shown: Shown;
  readonly files: TypedFiles;
  readonly cold: ColdRun;
  /** Whether all tests of the problem pass in the worker with the text as it is edited. */
  readonly passesAsText: (survivor: Survivor) => Promise<boolean>;
  /** The program has assertions, of which no runner knows. */
  readonly isHeld: boolean;
  readonly apart: TellApart;
  readonly until: number;
}

/** Repairs that are shown of one diagnosis, repairs that are run cold in all, and at the same time. */
const mostRepairs = 3;
const mostCold = 6;
const atOnce = 2;
/** Sets of several components that are shown. */
const mostSets = 12;
/** Survivors whose types are checked. */
const mostTyped = 24;

/** The diagnoses of one problem, best first: a validated repair and its size, a requirement, then Ochiai. */
export async function orderDiagnoses(input: OrderInput): Promise<readonly Diagnosis[]> {
  const { cold, until, group } = input;
  const asked = [...group.failing, ...group.passing].map(({ name }) => name);
  const ran = input.ran.map(({ name }) => name);
  const sorted = (drafts: readonly Draft[]): readonly Draft[] => [...drafts].sort((a, b) => b.score - a.score);
  let drafts = sorted([...draftsOf(input)]);
  const results = new Map<Survivor, ColdResult | null>();
  // What is shown first has passed cold; where it did not, the next one takes its place.
  for (let runs = 0; runs < mostCold && Date.now() < until;) {
    const next = drafts
      .slice(0, atOnce)
      .flatMap(({ survivors }) => survivors.slice(0, 1))
      .filter((survivor) => !results.has(survivor));
    if (next.length === 0) break;
    runs += next.length;
    const texts = next.map(({ suspect, candidate }) => new Map([[suspect.path, suspect.edited(candidate)]]));
    const passed = await Promise.all(texts.map((text) => cold(text, ran)));
    for (const [i, survivor] of next.entries()) {
      const own = passed[i];
      if (own === undefined || own === null) {
        results.set(survivor, null);
        continue;
      }
      results.set(survivor, {
        isGood: asked.every((name) => own.has(name)) && (!input.isHeld || (await input.passesAsText(survivor))),
        passed: ran.filter((name) => own.has(name)).length,
        total: ran.length,
      });
    }
    drafts = sorted(drafts.map((draft) => withoutFailed(draft, results, input)));
  }
  drafts = sorted(await passingAsText(drafts, results, input));
  const shownOnes = drafts.flatMap(({ survivors }) => survivors.slice(0, mostRepairs));
  const differences = await input.apart.differences(shownOnes, until);
  return drafts.map((draft) =>
    diagnosisOf(
      draft,
      input,
      draft.survivors
        .slice(0, mostRepairs)
        .map((survivor) =>
          repairOf(survivor, { cold: results.get(survivor) ?? null, differsFrom: differences.get(survivor) ?? null }, input),
        ),
    ),
  );
}

/** How the tests ended under their runner with a repair; `isGood`: those of its problem passed. */
interface ColdResult {
  readonly isGood: boolean;
  readonly passed: number;
  readonly total: number;
}

/** What was tried was a text with switches: what is shown, and did not run cold, is tried as the edited text that one sees. */
async function passingAsText(
  drafts: readonly Draft[],
  results: ReadonlyMap<Survivor, ColdResult | null>,
  input: OrderInput,
): Promise<readonly Draft[]> {
  const passing: Draft[] = [];
  for (const draft of drafts) {
    const survivors: Survivor[] = [];
    for (const survivor of draft.survivors) {
      if (survivors.length === mostRepairs) break;
      if ((results.get(survivor) ?? null) !== null || (await input.passesAsText(survivor))) survivors.push(survivor);
    }
    // A gap is nothing without what is missing there.
    if (survivors.length > 0 || draft.components.every(({ kind }) => kind !== 'missing'))
      passing.push(withSurvivors(draft, survivors, input));
  }
  return passing;
}

function withoutFailed(draft: Draft, results: ReadonlyMap<Survivor, ColdResult | null>, input: OrderInput): Draft {
  return withSurvivors(
    draft,
    draft.survivors.filter((survivor) => results.get(survivor)?.isGood !== false),
    input,
  );
}

function withSurvivors(draft: Draft, survivors: readonly Survivor[], { group }: OrderInput): Draft {
  const [best] = survivors;
  if (best === draft.survivors[0]) return { ...draft, survivors };
  return { ...draft, survivors, score: scoreOf(best === undefined ? null : costOf(best, group), false, 0) };
}

interface Draft {
  readonly components: readonly ShownComponent[];
  readonly survivors: readonly Survivor[];
  readonly verdict: Verdict | null;
  readonly claims: readonly Claim[];
  readonly score: number;
}

function* draftsOf({ group, followed, sets, found, shown, files }: OrderInput): Generator<Draft> {
  const survivors = typedOnes(
    [...found.survivors].sort((a, b) => costOf(a, group) - costOf(b, group) || growthOf(a) - growthOf(b)),
    files,
  );
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
    yield { components: [shown.component(id)], survivors: own, verdict, claims: requirementsOf(id, verdict, shown), score };
  }
  for (const own of groupedByGap(gaps)) {
    const [best] = own;
    if (best === undefined) continue;
    const score = scoreOf(costOf(best, group), false, 0.5);
    yield { components: [shown.gap(best.suspect, best.candidate)], survivors: own, verdict: null, claims: [], score };
  }
  for (const { components, verdict } of shownSets(sets)) {
    const claims = components.flatMap(({ id }) => requirementsOf(id, verdict, shown));
    const coefficients = components.map(({ id }) => group.suspicion.get(id) ?? 0);
    const score = scoreOf(null, verdict.kind === 'consistent', Math.min(...coefficients)) / components.length;
    yield { components: components.map(({ id }) => shown.component(id)), survivors: [], verdict, claims, score };
  }
}

/** Sets of which somebody knows that they explain the failure; where there are none, a few that may. */
function shownSets(sets: readonly SuspectSet[]): readonly SuspectSet[] {
  const consistent = sets.filter(({ verdict }) => verdict.kind === 'consistent');
  return (consistent.length > 0 ? consistent : sets).slice(0, mostSets);
}

/** Without those with which the compiler finds more errors, as long as that leaves some; of many the last are not checked. */
function typedOnes(survivors: readonly Survivor[], files: TypedFiles): readonly Survivor[] {
  const checked = survivors.slice(0, mostTyped);
  const bad = new Set<Survivor>();
  for (const suspect of new Set(checked.map((survivor) => survivor.suspect))) {
    const own = checked.filter((survivor) => survivor.suspect === suspect);
    const worsen = files.worsen(
      suspect.path,
      own.map(({ candidate }) => suspect.edited(candidate)),
    );
    own.forEach((survivor, i) => worsen[i] === true && bad.add(survivor));
  }
  const typed = survivors.filter((survivor) => !bad.has(survivor));
  return typed.length > 0 ? typed : survivors;
}

/** One diagnosis for each place; of many the first few. */
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
  const { component, beside, size } = candidate;
  const coefficient = suspicion.get(component ?? beside ?? -1) ?? 0;
  return size + (component === null ? 0.3 + 0.25 * (1 - coefficient) : 0.5 * (1 - coefficient));
}

/** By how many characters a repair makes the text longer: of equal ones the shortest text comes first. */
const growthOf = ({ candidate: { edits } }: Survivor): number =>
  edits.reduce((sum, { span, text }) => sum + text.length - (span.end - span.start), 0);

/** From 0 to 1: what has a repair is above 0.5, the smaller the repair the higher. */
function scoreOf(cost: number | null, isConsistent: boolean, coefficient: number): number {
  const score = cost === null ? (isConsistent ? 0.25 : 0) + 0.2 * coefficient : 0.5 + 0.5 / (1 + cost / 4);
  return Math.round(score * 1e4) / 1e4;
}

function repairOf(
  { suspect, candidate }: Survivor,
  { cold, differsFrom }: { readonly cold: ColdResult | null; readonly differsFrom: Difference | null },
  { shown, group }: OrderInput,
): Repair {
  // In the worker none ran but those of the problem, and all passed.
  const total = group.failing.length + group.passing.length;
  const after = suspect.edited(candidate);
  return {
    size: candidate.size,
    edits: candidate.edits.map(({ span, text }) => ({ file: shown.path(suspect.path), span: shown.span(suspect.path, span), text })),
    diff: shown.diff(suspect, after),
    tests: cold === null ? { passed: total, total } : { passed: cold.passed, total: cold.total },
    cold: cold !== null,
    differsFrom,
  };
}

function diagnosisOf({ components, score, verdict, claims }: Draft, { group, isAll }: OrderInput, repairs: readonly Repair[]): Diagnosis {
  const isRepaired = repairs.length > 0;
  const isConsistent = verdict?.kind === 'consistent';
  return {
    components,
    status: isRepaired ? 'repaired' : isConsistent ? 'consistent' : 'undecided',
    requirement: claims.map(({ requirement }) => requirement),
    reason: reasonOf({ group, isAll, verdict, claims, isRepaired, count: components.length }),
    models: ['spectrum', ...(isConsistent ? ['followed'] : []), ...(isRepaired ? ['replayed'] : [])],
    score,
    repairs,
  };
}
