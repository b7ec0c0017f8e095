import type { Look, Paused, SelectedEvent } from '../../runtime/messages.js';
import { argumentOf } from '../origin/given.js';
import { StepSight } from '../origin/originSight.js';
import { copiedAt, nextOf, stepOf, type Arrival } from '../origin/originStep.js';
import { unknownPoint, type PointAnswer, type PointIdentity } from '../question/point.js';
import { seenAs, type Query } from '../question/question.js';
import type { RunRecord } from '../seen/seenRun.js';
import { Slice } from './slice.js';

/** What is asked at a moment may depend on what was asked there before: a condition, then what it has chosen. */
const mostRounds = 8;

/** At how many more points a run waits because an origin may come there. */
const mostAhead = 32;

/**
 * The program waits where an origin has come to, or may come to. What will be asked there is found as the origin will, and seen at once;
 * what is to be recorded for it, the next run records. Nothing is decided by this: a point where no origin comes to was seen for nothing.
 */
export async function lookAhead(run: RunRecord, paused: Paused): Promise<void> {
  const query = run.queries.find(({ kind }) => kind === 'origin');
  const found = run.texts.site(paused.site);
  const text = found === undefined ? undefined : run.texts.text(found.path);
  if (query === undefined || found === undefined || text === undefined) return;
  const { offset, end, kind, key } = found.site;
  const identity: PointIdentity = { path: found.path, offset, end, siteKind: kind, occurrence: paused.occurrence };
  const answer: PointAnswer = {
    ...unknownPoint(`${query.id}~ahead`, 'lastChange', null, 'located', ''),
    identity,
    time: paused.time - 1,
    after: paused.value,
  };
  const isRead = kind === 'return' || kind === 'allocation';
  const arrivals = run.facts.arrivals.get(nameOf(identity)) ?? [{ key, steps: [], isRead, isOthers: false }];
  const { isPending } = run;
  for (const arrival of arrivals) await ask(run, query, answer, arrival);
  run.isPending = isPending;
}

async function ask(run: RunRecord, query: Query, answer: PointAnswer, arrival: Arrival): Promise<void> {
  const { identity, time } = answer;
  const text = run.texts.text(identity?.path ?? '');
  if (identity === null || text === undefined || time === null) return;
  for (let round = 0; round < mostRounds; round++) {
    const seen = run.observations.get(time);
    if (seen === undefined) return;
    const sight = new StepSight(run, answer.id, answer, answer.after ?? { kind: 'absent' });
    const point = { text, offset: identity.offset };
    let copied = await copiedAt(point, identity.end, arrival, sight);
    const { frame, index, steps } = copied.kind === 'argument' ? copied : { frame: 0, index: 0, steps: [] };
    if (copied.kind === 'argument') copied = await sight.withForks(() => argumentOf(frame, index, steps, sight));
    const next =
      copied.kind === 'place' || copied.kind === 'call' ? nextOf(answer.id, copied, sight.placeAt(copied.frame)?.text.text) : null;
    const step = next === null ? null : stepOf(query, next, 0);
    if (step !== null) run.facts.addStep(step);
    const { steps: others, tests } = sight.lacking;
    const lacking = step === null ? others : [...others, step];
    run.observations.set(time, await run.observer.observeMore(seen, lacking, tests));
    if (step !== null) record(run, step, time);
    if (others.length + tests.length === 0) return;
  }
}

/** What a step asks about is recorded from now on. */
function record({ observations, facts }: RunRecord, step: Query, time: number): void {
  const place = observations.get(time)?.places.get(seenAs(step));
  if (place?.kind === 'unprobed') facts.addVariable(place.variable);
  if (place?.kind === 'resolved' && (place.key.kind === 'property' || place.key.kind === 'private')) facts.lacksProperty(place.key.name);
}

/** Notes how origins have come to the points where only the next run waits, and where it should wait beside: they may come there next. */
export async function pointsAhead(run: RunRecord): Promise<readonly Look[]> {
  const ahead = new Map<string, Look>();
  for (const { path, offset } of run.unrecorded) sliceOf(run, path)?.fromVariable(offset);
  for (const { answer, arrival } of run.unseen) {
    const { identity, time } = answer;
    if (identity === null || time === null) continue;
    sliceOf(run, identity.path)?.fromPoint(identity.offset, identity.end, arrival.isRead);
    const name = nameOf(identity);
    const known = run.facts.arrivals.get(name) ?? [];
    const isKnown = known.some((one) => JSON.stringify(one) === JSON.stringify(arrival));
    if (!isKnown) run.facts.arrivals.set(name, [...known, arrival]);
    // What is copied stays the same value.
    const events = await run.debuggee.ask<readonly SelectedEvent[]>({ kind: 'alike', ordinal: time, most: mostAhead });
    for (const { site, occurrence } of events) {
      const found = run.texts.site(site);
      if (found === undefined || ahead.size >= mostAhead) continue;
      const { offset, end, kind } = found.site;
      const look = { path: found.path, offset, end, siteKind: kind, occurrence };
      ahead.set(nameOf(look), look);
    }
  }
  return [...ahead.values()];
}

function sliceOf({ texts, facts }: RunRecord, path: string): Slice | null {
  const text = texts.text(path);
  return text === undefined ? null : new Slice(text, facts);
}

function nameOf({ path, offset, end, siteKind, occurrence }: PointIdentity): string {
  return JSON.stringify([path, offset, end, siteKind, occurrence]);
}
