import { forkClockName, isWriteTo, lastForkNames, lastWriteNames, type LastWriteNames } from '../../instrument/hiddenLocals.js';
import { homeAt } from '../../instrument/tree.js';
import type { SelectedEvent, SelectionResult } from '../../events/rows.js';
import { numberAt, valueAt, type Moment } from '../../events/moment.js';
import { demandOfCounts, demandOfEvents, type Demand } from '../question/demand.js';
import { open, type Deciding, type DecidingNow } from '../seen/deciding.js';
import type { CodePlace, RunTexts } from '../text/texts.js';
import type { PointAnswer } from '../question/point.js';
import type { Resolved } from '../seen/resolve.js';
import type { SeenRun } from '../seen/seenRun.js';

/**
 * What activations have kept themselves of a long run (`instrument/hiddenLocals.ts`): read where the program waits at the stop, in its own frame.
 * `unseen`: it could not be read; the next run records events instead.
 */
export type Kept<T> = { readonly kind: 'events' } | { readonly kind: 'unseen' } | { readonly kind: 'tooMany' } | T;

export interface KeptEvent {
  readonly kind: 'kept';
  readonly selection: SelectionResult;
  /** The how-many-th of what its activation has kept. */
  readonly time: number;
}

export const tooManyReason = 'It happened more often than 2,147,483,647 times: the runs are too long to tell which one was last.';

/** The last write to a variable of the innermost frame at the stop. */
export async function* keptWrite(run: SeenRun, from: PointAnswer, { key, owner }: Resolved): Deciding<Kept<KeptEvent>> {
  const { moment } = run.state;
  if (moment === null || !run.keepsInLocals || from.id !== 'P1' || key.kind !== 'variable' || owner === null) return { kind: 'events' };
  const { path, declaration } = key;
  if (run.recordsVariable({ path, offset: declaration })) return { kind: 'events' };
  const sites = run.texts.numbers(path, (site) => isWriteTo(declaration, site));
  const names = lastWriteNames(declaration);
  const passages = await run.passagesOf(sites);
  if (passages.kind !== 'passages') return passages;
  if ((await valueAt(moment, 0, names.site)) === null) return { kind: 'events' };
  const total = passages.counts.reduce((sum, count) => sum + count, 0);
  const [site, passage, count] = [
    await numberAt(moment, 0, names.site),
    await numberAt(moment, 0, names.passage),
    await writesAt(moment, run.texts, names, sites, passages),
  ];
  if (count === 'uncounted') return yield* unseen(demandOfCounts);
  if (count === 0) return none(total);
  if (site === null || passage === null || count === null) return total === 0 ? none(total) : yield* unseen(demandOfEvents);
  return keptEvent(run, { site, passage, count, total, subject: owner, time: 0 }, from);
}

/** How many writes there were in the innermost frame's scope; null: it cannot be seen. */
async function writesAt(
  moment: Moment,
  texts: RunTexts,
  names: LastWriteNames,
  sites: readonly number[],
  { counts, scopes }: { readonly counts: readonly number[]; readonly scopes: number },
): Promise<number | null | 'uncounted'> {
  const base = await numberAt(moment, 0, names.base);
  if (base === null) return numberAt(moment, 0, names.count);
  if (counts.every((count) => count === 0)) return 0;
  const places = new Set(sites.map((site) => texts.site(site)?.site.offset));
  // A text that was loaded twice has its sites twice.
  const isAlone = places.size === sites.length && (await numberAt(moment, 0, names.instance)) === scopes;
  return isAlone ? counts.reduce((sum, count) => sum + count, -base) : 'uncounted';
}

/** The last evaluation of a fork by the activation that stops. */
export async function* keptFork(
  run: SeenRun,
  from: PointAnswer,
  { text, offset }: CodePlace,
  fork: { readonly start: number; readonly end: number },
  activation: number,
): Deciding<Kept<KeptEvent>> {
  const { moment } = run.state;
  if (moment === null || !areForksKept(run, from, { text, offset })) return { kind: 'events' };
  const sites = run.texts.numbers(text.path, (site) => site.kind === 'fork' && site.offset === fork.start && site.end === fork.end);
  const passages = await run.passagesOf(sites);
  if (passages.kind !== 'passages') return passages;
  if ((await valueAt(moment, 0, forkClockName(homeAt(text.program, offset)))) === null) return { kind: 'events' };
  const names = lastForkNames(fork);
  const total = passages.counts.reduce((sum, count) => sum + count, 0);
  const [site] = sites;
  if (site === undefined) return none(total);
  const count = await numberAt(moment, 0, names.count);
  // What an initialiser of a class evaluates is kept where nobody sees it.
  if (count === null) return yield* unseen(demandOfEvents);
  if (count === 0) return none(total);
  const [passage, time] = [await numberAt(moment, 0, names.passage), await numberAt(moment, 0, names.time)];
  const value = await valueAt(moment, 0, names.value);
  if (passage === null || time === null || value === null) return yield* unseen(demandOfEvents);
  const kept = keptEvent(run, { site, passage, count, total, subject: activation, time }, from);
  const { selection } = kept;
  return { ...kept, selection: { ...selection, event: selection.event === null ? null : { ...selection.event, value } } };
}

/** Whether the activation that stops keeps the forks of the function around a place, once the run is long. */
export function areForksKept(run: SeenRun, from: PointAnswer, { text, offset }: CodePlace): boolean {
  if (!run.keepsInLocals || from.id !== 'P1' || from.identity?.path !== text.path) return false;
  const home = homeAt(text.program, offset);
  return home === homeAt(text.program, from.identity.offset) && !run.recordsForks({ path: text.path, offset: home.start });
}

/** Of the cases of a `switch`, the one that was entered after it had been evaluated at a time; null when that is not kept. */
export async function keptArrival(run: SeenRun, cases: readonly number[], after: number): Promise<number | null> {
  const { moment } = run.state;
  if (moment === null) return null;
  let first: { readonly site: number; readonly time: number } | null = null;
  for (const number of cases) {
    const site = run.texts.site(number)?.site;
    const time = site === undefined ? null : await numberAt(moment, 0, lastForkNames({ start: site.offset, end: site.end }).time);
    if (time !== null && time > after && (first === null || time < first.time)) first = { site: number, time };
  }
  return first?.site ?? null;
}

interface Told {
  readonly site: number;
  readonly passage: number;
  readonly count: number;
  readonly total: number;
  readonly subject: number;
  readonly time: number;
}

function keptEvent(run: SeenRun, { site, passage, count, total, subject, time }: Told, from: PointAnswer): KeptEvent {
  // Only where the program has waited at it does it have a time among events.
  const ordinal = run.observedAt(site, passage) ?? (from.time ?? 0) - 0.5;
  const event: SelectedEvent = { ordinal, site, occurrence: passage, subject, value: null, before: null };
  const rejected = { before: 0, sameness: 0, mayAffect: total - count, index: count - 1 };
  return { kind: 'kept', selection: { total, rejected, forgotten: 0, event, list: null }, time };
}

function none(total: number): KeptEvent {
  const rejected = { before: 0, sameness: 0, mayAffect: total, index: 0 };
  return { kind: 'kept', selection: { total, rejected, forgotten: 0, event: null, list: null }, time: 0 };
}

/** The next run records what could not be read. */
function* unseen(lacks: Demand): DecidingNow<{ readonly kind: 'unseen' }> {
  yield open(lacks);
  return { kind: 'unseen' };
}
