import type { FrameReport, Paused } from '../../events/rows.js';
import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import { ClassTexts } from '../../trace/moment/classTexts.js';
import { RecordedMoment } from '../../trace/moment/recordedMoment.js';
import type { FrameAt } from '../../trace/moment/scopeInstances.js';
import { passagesOf, statementsAt, type LinePlace } from '../../trace/steps/passages.js';
import type { TraceStore } from '../../trace/store/traceStore.js';
import { demandOf, joinDemands, size } from '../question/demand.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query, Show } from '../question/question.js';
import { noNotes } from '../seen/deciding.js';
import type { Observation } from '../seen/observation.js';
import { recordingOf } from '../seen/recording.js';
import { SeenRun } from '../seen/seenRun.js';
import type { RunTexts, TextLibrary } from '../text/texts.js';
import { decideChain } from './decideChain.js';
import { Observer } from './observer.js';
import { recordedEvents } from './recordedSource.js';
import type { InvestigationResult } from './result.js';

/** Questions about a run that was recorded. */
export interface RecordedInvestigation {
  readonly store: TraceStore;
  readonly texts: RunTexts;
  readonly library: TextLibrary;
  readonly place: LinePlace;
  /** The how-many-th time that control is there, from 1. */
  readonly hit: number;
  readonly queries: readonly Query[];
  readonly shows: readonly Show[];
}

/** Decides a chain of questions from a recording: as from one run that waits at every point. Nothing is executed. */
export async function investigateRecording(investigation: RecordedInvestigation): Promise<InvestigationResult> {
  const { store, texts, library, place, hit, queries, shows } = investigation;
  const paths = [...new Set(store.source.texts.map(({ path }) => path))];
  const classes = new ClassTexts(texts, paths);
  const result = (points: readonly PointAnswer[]): InvestigationResult => ({
    points,
    executions: 0,
    isDeterministic: null,
    texts: library,
    runs: [],
    notes: [],
    probes: null,
    listings: new Map(),
    passages: new Map(),
  });
  const notReached = (reason: string) =>
    result([
      unknownPoint('P1', 'stop', null, 'not-reached', reason),
      ...queries.map(({ id, kind, of }) => unknownPoint(id, kind, of, 'not-reached', reason)),
    ]);
  const [statement] = statementsAt(texts, paths, place);
  if (statement === undefined) return notReached(`No statement of a text that was recorded starts on line ${place.line}.`);
  const passage = passagesOf(store, statement).filter(({ isCertain }) => isCertain)[hit - 1];
  if (passage === undefined) return notReached(`The recording has no such time that control was there${hit === 1 ? '' : ` (${hit})`}.`);
  const { text, node } = statement;
  const stopFrame: FrameAt = { activation: passage.activation, text, offset: node.start, time: passage.time };
  const sights = new Sights(store, texts, classes);
  const moment = sights.momentAt(stopFrame, 'stop', null);
  const events = recordedEvents(store);
  const observer = new Observer(events, texts, shows);
  const stop: PointAnswer = {
    ...unknownPoint('P1', 'stop', null, 'located', ''),
    reason: null,
    position: text.sourcePosition(node.start, node.end),
    functionName: moment.paused.frames[0]?.functionName ?? null,
    identity: { path: text.path, offset: node.start, end: node.end, siteKind: 'stop', occurrence: hit },
    hit,
    time: passage.time,
  };
  let demand = demandOf(queries, shows);
  let observations = new Map<number, Observation>();
  let answers: readonly PointAnswer[] = [];
  const atStop = queries.filter(({ of }) => of === 'P1');
  for (let round = 0; round < mostRounds; round++) {
    const steps = [...demand.steps.values()];
    const seen = await observer.observe(moment, [...atStop, ...steps.filter(({ of }) => of === 'P1')]);
    const start = new SeenRun({
      ...{ texts, queries: [...queries, ...steps], shows, mostListed: 0, events, moment, stop: seen },
      recording: { ...recordingOf(queries, shows, Infinity), areLastsEnough: false, areValuesTold: true },
      ...{ planned: demand, demand, countsPassages: false, exceptions: [], observations, activations: new Map(), madeByCalls: new Set() },
      ...{ answers: new Map(), throws: new Map(), candidates: new Map() },
    });
    const withStop = start.noting({ ...noNotes, points: [{ ...stop, stack: start.stackOf(moment.paused, stop.position) }] });
    const { run, notes } = await decideChain(withStop);
    const points = [...run.answers.values()];
    const lacks = joinDemands(run.state.demand, notes.lacks);
    const waited = [...points, ...notes.points].flatMap(({ time, id }) => (id === 'P1' || time === null ? [] : [time]));
    const isNew = waited.some((time) => !observations.has(time)) || size(lacks) > size(demand);
    answers = points;
    if (!isNew) break;
    const next = new Map(observations);
    for (const time of waited) {
      const sight = sights.momentOf(time);
      if (sight === null) continue;
      const observation = await observer.observe(
        sight,
        [...queries, ...lacks.steps.values()].filter(({ of }) => of !== 'P1'),
      );
      next.set(time, { ...observation, operands: await observer.operandsOf(sight), before: store.beforeOf(time) });
    }
    observations = next;
    demand = lacks;
  }
  const names = new Set(['P1', ...queries.map(({ id }) => id)]);
  return result(answers.filter(({ id }) => names.has(id)));
}

/** A chain of copies is followed no further. */
const mostRounds = 60;

/** Moments of a recording with the frames that would be on the stack. */
class Sights {
  constructor(
    private readonly store: TraceStore,
    private readonly texts: RunTexts,
    private readonly classes: ClassTexts,
  ) {}

  /** The moment of an event; null where its text is not known. */
  momentOf(event: number): RecordedMoment | null {
    const row = this.store.row(event);
    const found = row === null ? undefined : this.store.source.site(row.site);
    const text = found === undefined ? undefined : this.texts.text(found.path);
    if (row === null || found === undefined || text === undefined) return null;
    return this.momentAt({ activation: row.activation, text, offset: found.site.offset, time: event }, 'event', event);
  }

  momentAt(frame: FrameAt, why: Paused['why'], event: number | null): RecordedMoment {
    const frames = [frame, ...this.callersOf(frame)];
    const row = event === null ? null : this.store.row(event);
    const owner = row === null ? null : this.store.source.object(row.subject);
    const value = row === null ? null : this.store.valueOf(row);
    const paused: Paused = {
      kind: 'paused',
      why,
      time: event === null ? frame.time : event + 1,
      site: row?.site ?? 0,
      loadedTexts: 0,
      leftOutTexts: 0,
      threads: 0,
      occurrence: row === null ? 0 : this.store.occurrenceAt(row.site, row.event),
      passage: null,
      frames: frames.map((one) => this.report(one)),
      exception: null,
      owner,
      value,
      before: event === null ? null : this.store.beforeOf(event),
      earlier: null,
    };
    return new RecordedMoment(this.store, this.texts, this.classes, { paused, frames, owner, value });
  }

  /** The frames below one, the innermost first: an activation that goes on after an `await` has none. */
  private callersOf({ activation, time }: FrameAt): readonly FrameAt[] {
    const frames: FrameAt[] = [];
    let [at, until] = [activation, time];
    while (at !== 0 && frames.length < mostFrames) {
      const began = this.store.segmentOf(at, until);
      if (began === null || began.activation === 0 || began.event >= until) break;
      const site = this.store.callSiteOf(began);
      const found = site === null ? undefined : this.store.source.site(site);
      const text = found === undefined ? undefined : this.texts.text(found.path);
      if (found === undefined || text === undefined) break;
      frames.push({ activation: began.activation, text, offset: found.site.offset, time });
      [at, until] = [began.activation, began.event];
    }
    return frames;
  }

  private report({ text, offset }: FrameAt): FrameReport {
    const { line, column } = text.lines.positionOf(offset);
    return { functionName: nameOf(pathTo(text.program, offset), text.text), path: text.path, line, column, isAsync: false };
  }
}

const mostFrames = 10_000;

/** What V8 calls the function around an offset. */
function nameOf(path: readonly AnyNode[], text: string): string {
  const at = path.findLastIndex((node) => isFunction(node));
  const node = path[at];
  const parent = path[at - 1];
  if (node === undefined || !isFunction(node)) return '';
  if (node.id) return node.id.name;
  if (parent?.type === 'MethodDefinition' && parent.kind === 'constructor') {
    const around = path[at - 3];
    return around !== undefined && 'id' in around && around.id?.type === 'Identifier' ? around.id.name : '';
  }
  if ((parent?.type === 'MethodDefinition' || parent?.type === 'Property' || parent?.type === 'PropertyDefinition') && !parent.computed) {
    const prefix = parent.type !== 'PropertyDefinition' && /^(get|set)$/.test(parent.kind) ? `${parent.kind} ` : '';
    return prefix + text.slice(parent.key.start, parent.key.end);
  }
  return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : '';
}
