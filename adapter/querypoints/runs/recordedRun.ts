import { ClassTexts } from '../../trace/moment/classTexts.js';
import { Kind } from '../../trace/store/rowMeaning.js';
import type { TraceStore } from '../../trace/store/traceStore.js';
import { demandOf, joinDemands, size, type Demand } from '../question/demand.js';
import { kindOf } from '../question/kinds.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query, Show } from '../question/question.js';
import { noNotes } from '../seen/deciding.js';
import { codePlace, type Observation } from '../seen/observation.js';
import { recordingOf } from '../seen/recording.js';
import { SeenRun, type SeenException } from '../seen/seenRun.js';
import type { RunTexts, TextLibrary } from '../text/texts.js';
import { decideChain } from './decideChain.js';
import { throwPoint } from '../decide/throws.js';
import { Observer } from './observer.js';
import { MissedLooks } from './watchedLooks.js';
import { unrecorded, withoutGaps, type DecidedPrefix } from './recordedGaps.js';
import { RecordedSights } from './recordedSights.js';
import { recordedEvents } from './recordedSource.js';
import { findStop, type FoundStop, type RecordedStop } from './recordedStop.js';
import type { InvestigationResult } from './result.js';

/** Questions about a run that was recorded. */
export interface RecordedInvestigation {
  readonly store: TraceStore;
  readonly texts: RunTexts;
  readonly library: TextLibrary;
  readonly stop: RecordedStop;
  /** How many candidates of each point are listed at most; none when left out. */
  readonly mostListed?: number;
  readonly queries: readonly Query[];
  readonly shows: readonly Show[];
}

/** Decides a chain of questions from a recording: as from one run that waits at every point. Nothing is executed. */
export async function investigateRecording(investigation: RecordedInvestigation): Promise<InvestigationResult> {
  const { store, texts, library, queries, stop } = investigation;
  const paths = [...new Set(store.source.texts.map(({ path }) => path))];
  const missed = new MissedLooks();
  // Hidden variables are no expressions of the user's.
  const sights = new RecordedSights(
    store,
    texts,
    new ClassTexts(texts, paths),
    (text) => void (text.includes('__w_') || missed.note(text)),
  );
  const result = (points: readonly PointAnswer[], listings: InvestigationResult['listings'] = new Map()): InvestigationResult => ({
    points,
    executions: 0,
    isDeterministic: null,
    texts: library,
    runs: [],
    notes: store.source.ending === null ? [noEnd] : [],
    probes: null,
    listings,
    passages: new Map(),
  });
  const found = await findStop({ store, texts, sights, paths }, stop);
  if ('status' in found) {
    const { status, reason } = found;
    return result([
      unknownPoint('P1', 'stop', null, status, reason),
      ...queries.map(({ id, kind, of }) => unknownPoint(id, kind, of, status, reason)),
    ]);
  }
  const decide = async (some: readonly Query[]): Promise<DecidedPrefix> => {
    missed.take();
    store.counted.takeBlamed();
    const decided = await new RecordedChain({ ...investigation, queries: some }, sights, found, missed).decide();
    return { ...decided, unknown: missed.take(), counted: new Set(store.counted.takeBlamed()) };
  };
  const { points, listings } = await withoutGaps(decide, queries, (site) => whyUnknown(store, texts, site));
  return result(points, listings);
}

/** What code that is not seen may have written is told when the program ends. */
const noEnd = 'The recording has no end: what code that is not seen has written until then is not known.';

/** What the recording leaves out at a site, as a sentence. */
function whyUnknown(store: TraceStore, texts: RunTexts, site: number): string {
  const place = placeOf(store, texts, site);
  if (store.counted.unrecorded.paths.includes(store.source.site(site)?.path ?? ''))
    return `Only the calls of the code at ${place} are recorded, and it may have written the value: record with --include.`;
  if (store.counted.isOfStoring(site))
    return `The call at ${place} has had code of Node run, which may have stored the value that was there already: a run tells (--fill).`;
  return `What happened at ${place} behind the budget was only counted, and may be the answer: record with --complete.`;
}

/** Where a site is, as a user reads it. */
function placeOf(store: TraceStore, texts: RunTexts, site: number): string {
  const found = store.source.site(site);
  const position = found === undefined ? undefined : texts.text(found.path)?.sourcePosition(found.site.offset);
  return position === undefined ? 'a place' : `${position.path.split(/[\\/]/).at(-1) ?? ''}:${position.line}`;
}

/** A chain of copies is followed no further. */
const mostRounds = 60;

/** Of more exceptions nobody looks at each. */
const mostThrows = 10_000;

/** One chain of questions, decided in rounds: each knows the moments of the points that the one before has found. */
class RecordedChain {
  private readonly events;
  private exceptions: readonly SeenException[] = [];
  private observations: ReadonlyMap<number, Observation> = new Map();
  private activations: ReadonlyMap<number, string | null> = new Map();

  constructor(
    private readonly investigation: RecordedInvestigation,
    private readonly sights: RecordedSights,
    private readonly stop: FoundStop,
    private readonly missed: MissedLooks,
  ) {
    this.events = recordedEvents(investigation.store);
  }

  /** Looks for what is to be shown, and for the tests by which an origin is chosen. */
  private observerFor({ tests }: Demand): Observer {
    const { texts, shows } = this.investigation;
    return new Observer(this.events, texts, [...shows, ...tests.values()]);
  }

  async decide(): Promise<Pick<DecidedPrefix, 'points' | 'listings' | 'guards'>> {
    const { queries, shows } = this.investigation;
    let demand = demandOf(queries, shows);
    for (let round = 0; ; round++) {
      if (demand.throws || queries.some(({ kind }) => kindOf(kind).asksThrows)) this.exceptions = await this.exceptionsBefore(demand);
      const { run, notes } = await decideChain(await this.runFor(demand));
      const lacks = joinDemands(run.state.demand, notes.lacks);
      const all = [...run.answers.values(), ...notes.points];
      const waited = all.flatMap(({ time, id }) => (id === 'P1' || time === null ? [] : [time]));
      const isNew = waited.some((time) => !this.observations.has(time)) || size(lacks) > size(demand);
      if (!isNew || round === mostRounds)
        return { points: this.shown(run), listings: run.listings(), guards: new Set(lacks.guards.keys()) };
      await this.look(waited, lacks);
      demand = lacks;
    }
  }

  /** What is known when a round begins. */
  private async runFor(demand: Demand): Promise<SeenRun> {
    const { texts, queries, shows, mostListed = 0 } = this.investigation;
    const { moment, point, isUncaught = false } = this.stop;
    const steps = [...demand.steps.values()];
    const atStop = [...queries, ...steps].filter(({ of }) => of === 'P1');
    const start = new SeenRun({
      ...{ texts, queries: [...queries, ...steps], shows, mostListed, events: this.events, moment },
      stop: await this.missed.observe(this.observerFor(demand), moment, atStop),
      recording: { ...recordingOf(queries, shows, Infinity), isLastEnough: false, areValuesTold: true },
      ...{ planned: demand, demand, countsPassages: false, exceptions: this.exceptions, observations: this.observations },
      ...{ activations: this.activations, madeByCalls: new Set(), answers: new Map(), throws: new Map(), candidates: new Map() },
    });
    const stop =
      point === null
        ? throwOf(throwPoint(start, moment.paused), isUncaught)
        : { ...point, stack: start.stackOf(moment.paused, point.position) };
    return start.noting({ ...noNotes, points: [stop] });
  }

  /** Looks at the moments of points. */
  private async look(times: readonly number[], demand: Demand): Promise<void> {
    const { texts, queries } = this.investigation;
    const all = [...queries, ...demand.steps.values()];
    const asked = all.filter(({ of }) => of !== 'P1');
    const observations = new Map(this.observations);
    const activations = new Map(this.activations);
    const observer = this.observerFor(demand);
    for (const time of times) {
      const sight = this.sights.momentOf(time);
      if (sight === null) continue;
      const observation = await this.missed.observe(observer, sight, asked);
      const { shown: operands } = await this.missed.during(() => observer.operandsOf(sight)); // no answer rests on them
      observations.set(time, { ...observation, operands, before: sight.paused.before });
      if (!all.some(({ kind }) => kindOf(kind).asksThrows)) continue;
      activations.set(time, await observer.activationAt(sight, 0, codePlace(texts, null, sight.paused.frames[0])));
    }
    this.observations = observations;
    this.activations = activations;
  }

  /** Every throw until the stop, with what is asked of it; and that at which the user stopped. */
  private async exceptionsBefore(demand: Demand): Promise<readonly SeenException[]> {
    const { store, texts, queries } = this.investigation;
    const all = [...queries, ...demand.steps.values()];
    const throwing = new Set(all.filter(({ kind }) => kindOf(kind).leadsToThrows).map(({ id }) => id));
    const asked = all.filter(({ of }) => throwing.has(of));
    const observer = this.observerFor(demand);
    const exceptions: SeenException[] = [];
    const { point, moment: stop } = this.stop;
    for (const { event } of store.ofKind(Kind.throw, 0, stop.paused.time - (point === null ? 0 : 1))) {
      const moment = exceptions.length < mostThrows ? this.sights.throwOf(event) : null;
      if (moment === null) continue;
      const observation = await this.missed.observe(observer, moment, asked);
      const activations: (string | null)[] = [];
      for (const [frame, report] of moment.paused.frames.entries())
        activations.push(await observer.activationAt(moment, frame, codePlace(texts, null, report), observation.activations[frame]));
      exceptions.push({ observation, activations });
    }
    return exceptions;
  }

  /** Whether a condition may lie in a function that waits for the one that runs: which one that is was not recorded. */
  private isAwaitedUnseen({ id, status, of }: PointAnswer, run: SeenRun): boolean {
    const query = this.investigation.queries.find((one) => one.id === id);
    if (status !== 'initial' || query === undefined || !kindOf(query.kind).asksForks) return false;
    const time = of === null ? undefined : run.answers.get(of)?.time;
    const moment = of === 'P1' ? this.stop.moment : time === undefined || time === null ? null : this.sights.momentOf(time);
    return moment !== null && this.sights.isAwaited(moment);
  }

  /** The answers with what was to be shown of them. */
  private shown(run: SeenRun): readonly PointAnswer[] {
    const { queries, shows } = this.investigation;
    const names = new Set(['P1', ...queries.map(({ id }) => id)]);
    const asked = new Set(shows.map(({ of }) => of));
    return [...run.answers.values()].flatMap((answer) => {
      if (!names.has(answer.id)) return [];
      if (this.isAwaitedUnseen(answer, run)) return [{ ...answer, status: 'not-recorded', reason: awaited }];
      if (answer.status === 'located' && answer.position === null)
        return [unrecorded(answer, 'The text of the code that did it is not in the recording.')];
      if (!asked.has(answer.id) || answer.status !== 'located') return [answer];
      return [{ ...answer, shown: run.observationOf(answer)?.shown.get(answer.id) ?? {} }];
    });
  }
}

const awaited = 'Which function waits for this one is not in the recording.';

/** The point of a throw. What ended the program was caught by nobody. */
function throwOf(answer: PointAnswer, isUncaught: boolean): PointAnswer {
  return answer.exception === null || !isUncaught ? answer : { ...answer, exception: { ...answer.exception, isCaught: false } };
}
