import { activationOf } from './activationOf.js';
import { conditionByText, whatIsLeft, type WaitingFrame } from './conditionByText.js';
import type { SelectedEvent, SelectionResult } from '../../events/rows.js';
import { forksBefore, testIsCatch, wayOf, type DecidingFork } from '../text/forkPaths.js';
import { areForksKept, keptArrival, keptFork, tooManyReason } from './lastOnly.js';
import { homeAt, isFunction } from '../../instrument/tree.js';
import { isOfPackage } from '../text/ofPackage.js';
import { codePlace, type Observation } from '../seen/observation.js';
import { open, type Deciding } from '../seen/deciding.js';
import type { CodePlace } from '../text/texts.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query } from '../question/question.js';
import { demandOfForksAt, type SeenRun } from '../seen/seenRun.js';
import { thrownInto } from './throws.js';

/** How far back an index of a condition may reach. */
const maxConditions = 1000;
const beyondReason = `How many conditions precede is not known: no more than ${maxConditions} are looked at.`;

/** Paper 3, section 4.1: of the forks around the point, and then of those around each call that led there, the one last evaluated. */
export async function* decideLastCondition(
  run: SeenRun,
  query: Query,
  from: PointAnswer,
  { paused, activations }: Observation,
): Deciding<PointAnswer> {
  const { id, kind, of, index } = query;
  const { frames } = paused;
  const counted: SelectionResult[] = [];
  const accepted: Evaluation[] = [];
  let decidedIn: WaitingFrame | null = null;
  let isLoadedByPackage = false;
  for (let frame = 0; frame < frames.length && accepted.length === 0; frame++) {
    const place = codePlace(run.texts, frame === 0 ? from.identity : null, frames[frame]);
    if (place === null) continue;
    const { text, offset } = place;
    // Why a package loads a file of the user's is none of that file's conditions.
    if (isLoadedByPackage && isOfPackage(text.path)) continue;
    isLoadedByPackage ||= !isOfPackage(text.path) && !isFunction(homeAt(text.program, offset));
    const forks = forksBefore(text.program, offset, frame === 0 && isChange(from), frame > 0);
    if (forks.length === 0) continue;
    const isOfCaller = frame > 0 && areForksKept(run, from, place);
    const activation = isOfCaller ? null : await activationOf(run, from, paused, activations, frame);
    if (activation === 'several')
      return unknownPoint(
        id,
        kind,
        of,
        'not-found',
        'Several activations of the function that awaits have been there: which one waits for this cannot be told.',
      );
    const waiting = { paused, frame, place };
    // What else is asked about it needs more than the text says.
    const isEnough = of === 'P1' && index === -1 && !run.isWaitedAt(id);
    const told = activation === null && isEnough ? await conditionByText(run, query, from, waiting, forks) : null;
    if (told !== null) {
      yield { lacks: demandOfForksAt(place), lacksCounts: true };
      return told;
    }
    if (activation === null) {
      // Who awaits is known by the activation that is waited for.
      const isAsync = frame > 0 && frames[frame]?.isAsync === true;
      const isBelowUnknown = isAsync && (await activationOf(run, from, paused, activations, frame - 1)) === null;
      for (const outer of frames.slice(isBelowUnknown ? frame - 1 : frame))
        yield open(demandOfForksAt(codePlace(run.texts, outer === frames[0] ? from.identity : null, outer)));
      return unknownPoint(id, kind, of, 'not-found', 'The conditions could not be seen.');
    }
    for (const fork of forks) {
      const { counted: candidates, events, isTold } = yield* eventsOf(run, { from, place, activation, index, point: id }, fork);
      if (isTold === 'tooMany') return unknownPoint(id, kind, of, 'not-found', tooManyReason);
      if (isTold === 'unseen') return unknownPoint(id, kind, of, 'not-found', 'The conditions could not be seen.');
      counted.push(candidates);
      accepted.push(...events);
    }
    if (accepted.length > 0 && isEnough) decidedIn = waiting;
  }
  accepted.sort((a, b) => a.time - b.time);
  const chosen = accepted.at(index);
  const event = chosen?.event;
  const counts = countsOf(counted, event !== undefined);
  if (event === undefined) {
    const count = accepted.length;
    if (count === 0) return { ...unknownPoint(id, kind, of, 'initial', 'No condition precedes.'), candidates: counts };
    if (counted.some(({ total }) => total > maxConditions))
      return { ...unknownPoint(id, kind, of, 'not-found', beyondReason), candidates: counts };
    const reason = count === 1 ? 'Only one condition precedes.' : `Only ${count} conditions precede.`;
    return { ...unknownPoint(id, kind, of, index < 0 ? 'initial' : 'not-found', reason), candidates: counts };
  }
  const answer = yield* locatedFork(run, query, event, counts, chosen?.isKept === true ? chosen.time : null);
  return decidedIn === null ? answer : whatIsLeft(run, decidedIn, answer);
}

/** The candidates of all forks together; what led elsewhere is rejected by the index. */
function countsOf(counted: readonly SelectionResult[], isFound: boolean): Pick<SelectionResult, 'total' | 'rejected'> {
  const sum = (of: (one: SelectionResult) => number) => counted.reduce((total, one) => total + of(one), 0);
  const [total, before, mayAffect] = [
    sum((one) => one.total),
    sum(({ rejected }) => rejected.before),
    sum(({ rejected }) => rejected.mayAffect),
  ];
  return { total, rejected: { before, sameness: 0, mayAffect, index: total - before - mayAffect - (isFound ? 1 : 0) } };
}

/** One evaluation of a fork. */
interface Evaluation {
  readonly event: SelectedEvent;
  /** Orders those of one activation. */
  readonly time: number;
  /** Whether its activation has kept it, so that it has no time among events. */
  readonly isKept: boolean;
}

interface Asked {
  readonly from: PointAnswer;
  /** Where control went on in the function. */
  readonly place: CodePlace;
  readonly activation: number;
  readonly index: number;
  readonly point: string | null;
}

interface Evaluations {
  readonly counted: SelectionResult;
  readonly events: readonly Evaluation[];
  readonly isTold: 'told' | 'unseen' | 'tooMany';
}

/** As many evaluations of a fork, that led to the point, as an index may choose from. */
async function* eventsOf(run: SeenRun, asked: Asked, { start, end, leadsHere, around = [] }: DecidingFork): Deciding<Evaluations> {
  const { from, place, activation, index, point } = asked;
  const { path } = place.text;
  const kept = yield* keptFork(run, from, place, { start, end }, activation);
  if (kept.kind === 'unseen' || kept.kind === 'tooMany') return { counted: nothingCounted, events: [], isTold: kept.kind };
  const sites = run.texts.numbers(path, (site) => site.kind === 'fork' && site.offset === start && site.end === end);
  const request = { sites, key: null, owner: null, activation, before: from.time ?? 0 };
  const ask = (at: number) => run.events.select({ ...request, index: at });
  const counted =
    kept.kind === 'kept' ? kept.selection : point === null ? await ask(-1) : yield* run.selectFor(point, { ...request, index: -1 });
  const events: Evaluation[] = [];
  const wanted = index < 0 ? -index : index + 1;
  let at = index < 0 ? -1 : 0;
  let { event } = at === -1 ? counted : await ask(at);
  while (event !== null) {
    const leads = event.value !== null && leadsHere(event.value);
    if (leads) events.push({ event, time: kept.kind === 'kept' ? kept.time : event.ordinal, isKept: kept.kind === 'kept' });
    if (index === -1 || events.length === wanted) break;
    at += index < 0 ? -1 : 1;
    if (Math.abs(at) > maxConditions) break;
    ({ event } = await ask(at));
  }
  const last = index === -1 ? events[0] : undefined;
  for (const loop of last === undefined ? [] : around) {
    const again = yield* eventsOf(run, { ...asked, point: null }, { ...loop, leadsHere: always });
    if (again.isTold !== 'told') return again;
    const [since] = again.events;
    if (since !== undefined && last !== undefined && since.time > last.time) return { counted, events: [], isTold: 'told' };
  }
  return { counted, events, isTold: 'told' };
}

const always = (): boolean => true;

const nothingCounted: SelectionResult = {
  total: 0,
  rejected: { before: 0, sameness: 0, mayAffect: 0, index: 0 },
  forgotten: 0,
  event: null,
  list: null,
};

/** The point that an evaluation of a fork is. `keptAt`: when it was among what its activation has kept; null where it is an event. */
export async function* locatedFork(
  run: SeenRun,
  query: Query,
  event: SelectedEvent,
  candidates: PointAnswer['candidates'],
  keptAt: number | null = null,
): Deciding<PointAnswer> {
  const answer = run.located(query, event);
  const text = answer.identity === null ? undefined : run.texts.text(answer.identity.path);
  if (text === undefined || answer.identity === null || event.value === null) return answer;
  const { path } = answer.identity;
  if (testIsCatch(text.program, answer.identity))
    return { ...(yield* thrownInto(run, answer, event, text, keptAt !== null)), taken: 'caught', candidates };
  const arrivals = run.texts.numbers(path, ({ kind }) => kind === 'arrival');
  const entered = keptAt === null ? await enteredAfter(run, arrivals, event) : await keptArrival(run, arrivals, keptAt);
  const key = entered === null ? null : (run.texts.site(entered)?.site.key ?? null);
  const taken = wayOf(text.program, answer.identity, event.value, key);
  return { ...answer, before: null, after: null, taken, values: run.observations.get(event.ordinal)?.operands ?? {}, candidates };
}

/** The case that an activation has entered first after an event; null when it has entered none. */
async function enteredAfter(run: SeenRun, arrivals: readonly number[], { subject, ordinal }: SelectedEvent): Promise<number | null> {
  const request = {
    sites: arrivals,
    key: null,
    owner: null,
    activation: subject,
    before: Number.MAX_SAFE_INTEGER,
    after: ordinal,
    index: 0,
  };
  return (await run.events.select(request)).event?.site ?? null;
}

/** Whether what happened at a point is a change of a place. */
function isChange({ kind, identity }: PointAnswer): boolean {
  return kind === 'lastChange' || (kind === 'candidate' && identity?.siteKind !== 'fork');
}
