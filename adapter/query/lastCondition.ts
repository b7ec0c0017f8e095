import { activationOf } from './activations.js';
import type { SelectedEvent, SelectionResult } from '../runtime/messages.js';
import { forksBefore, testIsCatch, wayOf, type DecidingFork } from './forkPaths.js';
import type { Observation } from './observe.js';
import { unknownPoint, type PointAnswer } from './point.js';
import type { Query } from './query.js';
import type { RunRecord } from './runRecord.js';
import { thrownInto } from './throws.js';

/** How far back an index of a condition may reach. */
const maxConditions = 1000;

/** Paper 3, section 4.1: of the forks around the point, and then of those around each call that led there, the one last evaluated. */
export async function decideLastCondition(
  run: RunRecord,
  query: Query,
  from: PointAnswer,
  { paused, activations }: Observation,
): Promise<PointAnswer> {
  const { id, kind, of, index } = query;
  const { frames } = paused;
  const counts = { total: 0, rejected: { before: 0, sameness: 0, mayAffect: 0, index: 0 } };
  const accepted: SelectedEvent[] = [];
  for (let frame = 0; frame < frames.length && accepted.length === 0; frame++) {
    const place = run.observer.codePlace(frame === 0 ? from.identity : null, frames[frame]);
    if (place === null) continue;
    const { text, offset } = place;
    const forks = forksBefore(text.program, offset, frame === 0 && isChange(from), frame > 0);
    if (forks.length === 0) continue;
    const activation = await activationOf(run, from, paused, activations, frame);
    if (activation === 'several')
      return unknownPoint(
        id,
        kind,
        of,
        'not-found',
        'Several activations of the function that awaits have been there: which one waits for this cannot be told.',
      );
    if (activation === null) {
      for (const outer of frames.slice(Math.max(frame - 1, 0)))
        run.askForForks(run.observer.codePlace(outer === frames[0] ? from.identity : null, outer));
      return unknownPoint(id, kind, of, 'not-found', 'The conditions could not be seen.');
    }
    for (const fork of forks) {
      const { counted, events } = await eventsOf(run, fork, text.path, activation, from.time ?? 0, index, id);
      counts.total += counted.total;
      counts.rejected.mayAffect += counted.rejected.mayAffect;
      counts.rejected.before += counted.rejected.before;
      accepted.push(...events);
    }
  }
  accepted.sort((a, b) => a.ordinal - b.ordinal);
  const event = accepted.at(index);
  counts.rejected.index = counts.total - counts.rejected.before - counts.rejected.mayAffect - (event === undefined ? 0 : 1);
  if (event === undefined) return { ...unknownPoint(id, kind, of, 'initial', 'No condition precedes.'), candidates: counts };
  return locatedFork(run, query, event, counts);
}

/** As many evaluations of a fork, that led to the point, as an index may choose from. */
async function eventsOf(
  run: RunRecord,
  { start, end, leadsHere, around = [] }: DecidingFork,
  path: string,
  activation: number | null,
  before: number,
  index: number,
  point: string | null = null,
): Promise<{ readonly counted: SelectionResult; readonly events: readonly SelectedEvent[] }> {
  const sites = run.texts.numbers(path, (site) => site.kind === 'fork' && site.offset === start && site.end === end);
  const ask = (at: number) => run.select({ sites, key: null, owner: null, activation, before, index: at });
  const counted = await run.select({ sites, key: null, owner: null, activation, before, index: -1 }, point);
  const events: SelectedEvent[] = [];
  const wanted = index < 0 ? -index : index + 1;
  const step = index < 0 ? -1 : 1;
  let at = index < 0 ? -1 : 0;
  for (let { event } = at === -1 ? counted : await ask(at); event !== null && events.length < wanted; { event } = await ask(at)) {
    if (event.value !== null && leadsHere(event.value)) events.push(event);
    else if (index === -1) break;
    at += step;
    if (Math.abs(at) > maxConditions) break;
  }
  const last = index === -1 ? events[0] : undefined;
  for (const loop of last === undefined ? [] : around) {
    const { event } = (await eventsOf(run, loop, path, activation, before, -1)).counted;
    if (event !== null && last !== undefined && event.ordinal > last.ordinal) return { counted, events: [] };
  }
  return { counted, events };
}

/** The point that an evaluation of a fork is. */
export async function locatedFork(
  run: RunRecord,
  query: Query,
  event: SelectedEvent,
  candidates: PointAnswer['candidates'],
): Promise<PointAnswer> {
  const answer = run.located(query, event);
  const text = answer.identity === null ? undefined : run.texts.text(answer.identity.path);
  if (text === undefined || answer.identity === null || event.value === null) return answer;
  const { path } = answer.identity;
  if (testIsCatch(text.program, answer.identity)) return { ...thrownInto(run, answer, event, text), taken: 'caught', candidates };
  const arrivals = run.texts.numbers(path, ({ kind }) => kind === 'arrival');
  const arrival = await run.select({
    sites: arrivals,
    key: null,
    owner: null,
    activation: event.subject,
    before: Number.MAX_SAFE_INTEGER,
    after: event.ordinal,
    index: 0,
  });
  const entered = arrival.event === null ? null : (run.texts.site(arrival.event.site)?.site.key ?? null);
  const taken = wayOf(text.program, answer.identity, event.value, entered);
  return { ...answer, before: null, after: null, taken, values: run.observations.get(event.ordinal)?.operands ?? {}, candidates };
}

/** Whether what happened at a point is a change of a place. */
function isChange({ kind, identity }: PointAnswer): boolean {
  return kind === 'lastChange' || (kind === 'candidate' && identity?.siteKind !== 'fork');
}
