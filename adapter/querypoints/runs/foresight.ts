import type { Moment } from '../../events/moment.js';
import type { Look } from '../../events/rows.js';
import { argumentOf } from '../origin/callers.js';
import { StepSight } from '../origin/originSight.js';
import { copiedAt, nextOf, stepOf } from '../origin/originStep.js';
import type { Arrival } from '../question/arrival.js';
import {
  demandOfArrival,
  demandOfStep,
  demandOfVariable,
  emptyDemand,
  joinDemands,
  lackOfProperty,
  type Demand,
} from '../question/demand.js';
import { keyOfIdentity, type PointIdentity } from '../../events/controlPoint.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import { seenAs, type Query } from '../question/question.js';
import { decided, type Deciding, type Notes } from '../seen/deciding.js';
import type { Observation } from '../seen/observation.js';
import type { SeenRun } from '../seen/seenRun.js';
import type { RunTexts } from '../text/texts.js';
import type { Copied } from '../origin/copies.js';
import type { Observer } from './observer.js';
import { Slice } from './slice.js';

/** What is asked at a moment may depend on what was asked there before: a condition, then what it has chosen. */
const mostRounds = 8;

/** At how many more points a run waits because an origin may come there. */
const mostAhead = 32;

/**
 * The run waits where an origin has come to, or may come to. What will be asked there is found as the origin will, and seen at once; what is
 * to be recorded for it, the next run records. Nothing is decided by this: a point where no origin comes to was seen for nothing.
 */
export async function lookAhead(run: SeenRun, moment: Moment, observer: Observer): Promise<SeenRun> {
  const { paused } = moment;
  const query = run.state.queries.find(({ kind }) => kind === 'origin');
  const found = run.texts.site(paused.site);
  const text = found === undefined ? undefined : run.texts.text(found.path);
  if (query === undefined || found === undefined || text === undefined) return run;
  const { offset, end, kind, key } = found.site;
  const identity: PointIdentity = { path: found.path, offset, end, siteKind: kind, occurrence: paused.occurrence };
  const answer: PointAnswer = {
    ...unknownPoint(`${query.id}~ahead`, 'lastChange', null, 'located', ''),
    identity,
    time: paused.time - 1,
    after: paused.value,
  };
  const isRead = kind === 'return' || kind === 'allocation';
  const arrivals = run.state.demand.arrivals.get(keyOfIdentity(identity)) ?? [{ key, steps: [], isRead, isOthers: false }];
  let seen = run;
  for (const arrival of arrivals) seen = await askAhead(seen, { query, answer, identity, arrival }, moment, observer);
  return seen;
}

interface Ahead {
  readonly query: Query;
  readonly answer: PointAnswer;
  readonly identity: PointIdentity;
  readonly arrival: Arrival;
}

async function askAhead(start: SeenRun, ahead: Ahead, moment: Moment, observer: Observer): Promise<SeenRun> {
  const { query, answer, identity } = ahead;
  const { time } = answer;
  let run = start;
  for (let round = 0; round < mostRounds; round++) {
    const seen = time === null ? undefined : run.observations.get(time);
    if (time === null || seen === undefined) return run;
    const { value, ...notes } = await decided(copiedAhead(run, ahead));
    const { copied, sight } = value;
    const isAsked = copied?.kind === 'place' || copied?.kind === 'call';
    const next = isAsked ? nextOf(answer.id, copied, sight?.placeAt(copied.frame)?.text.text) : null;
    const step = next === null ? null : stepOf(query, next, 0);
    const others = [...notes.lacks.steps.values()];
    const tests = [...notes.lacks.tests.values()];
    const observation = await observer.observeMore(moment, seen, step === null ? others : [...others, step], tests);
    const lacks = step === null ? emptyDemand : joinDemands(demandOfStep(step), recordedFor(run, step, observation));
    run = run
      .noting({ ...notes, lacks: joinDemands(notes.lacks, lacks) })
      .with({ observations: new Map([...run.observations, [time, observation]]) });
    if (others.length + tests.length === 0) return run;
  }
  return run;

  async function* copiedAhead(at: SeenRun, { arrival }: Ahead): Deciding<{ copied: Copied | null; sight: StepSight | null }> {
    const text = at.texts.text(identity.path);
    if (text === undefined) return { copied: null, sight: null };
    const sight = new StepSight(at, answer.id, answer, answer.after ?? { kind: 'absent' });
    const looked = yield* sight.look((around) => copiedAt({ text, offset: identity.offset }, identity.end, arrival, around));
    const { copied } = looked;
    if (copied.kind !== 'argument') return looked;
    return yield* looked.sight.look((around) => argumentOf(copied.frame, copied.index, copied.steps, around));
  }
}

/** What a step asks about is recorded from the next run on. */
function recordedFor({ planned }: SeenRun, step: Query, { places }: Observation): Demand {
  const place = places.get(seenAs(step));
  if (place?.kind === 'unprobed') return demandOfVariable(place.variable);
  const key = place?.kind === 'resolved' ? place.key : null;
  return key?.kind === 'property' || key?.kind === 'private' ? lackOfProperty(planned, key.name) : emptyDemand;
}

/** Where the next run waits beside its points, because origins may come there next, and how they have come to those. */
export async function pointsAhead(
  { texts, events }: SeenRun,
  { arrivals, unrecorded }: Pick<Notes, 'arrivals' | 'unrecorded'>,
): Promise<{ readonly looks: readonly Look[]; readonly demand: Demand }> {
  const ahead = new Map<string, Look>();
  let demand = emptyDemand;
  for (const { path, offset } of unrecorded)
    demand = joinDemands(
      demand,
      sliceFrom(texts, path, (slice) => slice.fromVariable(offset)),
    );
  for (const { answer, arrival } of arrivals) {
    const { identity, time } = answer;
    if (identity === null || time === null) continue;
    const slice = sliceFrom(texts, identity.path, (one) => one.fromPoint(identity.offset, identity.end, arrival.isRead));
    demand = [slice, demandOfArrival(keyOfIdentity(identity), arrival)].reduce(joinDemands, demand);
    // What is copied stays the same value.
    for (const { site, occurrence } of await events.alike(time, mostAhead)) {
      const found = texts.site(site);
      if (found === undefined || ahead.size >= mostAhead) continue;
      const { offset, end, kind } = found.site;
      const look = { path: found.path, offset, end, siteKind: kind, occurrence };
      ahead.set(keyOfIdentity(look), look);
    }
  }
  return { looks: [...ahead.values()], demand };
}

function sliceFrom(texts: RunTexts, path: string, begin: (slice: Slice) => void): Demand {
  const text = texts.text(path);
  if (text === undefined) return emptyDemand;
  const slice = new Slice(text);
  begin(slice);
  return slice.demand;
}
