import type { FrameReport, Paused } from '../../events/rows.js';
import { isFunction, pathTo, type AnyNode } from '../../instrument/tree.js';
import { ClassTexts } from '../../trace/moment/classTexts.js';
import { RecordedMoment } from '../../trace/moment/recordedMoment.js';
import type { FrameAt } from '../../trace/moment/scopeInstances.js';
import { ActivationSteps } from '../../trace/replay/activationSteps.js';
import { RecordedStack } from '../../trace/replay/stack.js';
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
  readonly stop: RecordedStop;
  /** How many candidates of each point are listed at most; none when left out. */
  readonly mostListed?: number;
  readonly queries: readonly Query[];
  readonly shows: readonly Show[];
}

/** Where a chain of questions begins: the how-many-th time, from 1, that control is on a line, or a place in an activation at a time. */
export type RecordedStop =
  | { readonly kind: 'line'; readonly place: LinePlace; readonly hit: number }
  | { readonly kind: 'moment'; readonly frame: FrameAt; readonly end: number };

/** Decides a chain of questions from a recording: as from one run that waits at every point. Nothing is executed. */
export async function investigateRecording(investigation: RecordedInvestigation): Promise<InvestigationResult> {
  const { store, texts, library, queries, shows, mostListed = 0 } = investigation;
  const paths = [...new Set(store.source.texts.map(({ path }) => path))];
  const classes = new ClassTexts(texts, paths);
  const result = (points: readonly PointAnswer[], listings: InvestigationResult['listings'] = new Map()): InvestigationResult => ({
    points,
    executions: 0,
    isDeterministic: null,
    texts: library,
    runs: [],
    notes: [],
    probes: null,
    listings,
    passages: new Map(),
  });
  const notReached = (reason: string) =>
    result([
      unknownPoint('P1', 'stop', null, 'not-reached', reason),
      ...queries.map(({ id, kind, of }) => unknownPoint(id, kind, of, 'not-reached', reason)),
    ]);
  const found = momentOf(investigation, paths);
  if (typeof found === 'string') return notReached(found);
  const { frame: stopFrame, end, hit } = found;
  const { text, offset } = stopFrame;
  const sights = new Sights(store, texts, classes);
  const moment = sights.momentAt(stopFrame, 'stop', null);
  const events = recordedEvents(store);
  const observer = new Observer(events, texts, shows);
  const stop: PointAnswer = {
    ...unknownPoint('P1', 'stop', null, 'located', ''),
    reason: null,
    position: text.sourcePosition(offset, end),
    functionName: moment.paused.frames[0]?.functionName ?? null,
    identity: { path: text.path, offset, end, siteKind: 'stop', occurrence: hit ?? 0 },
    hit,
    time: stopFrame.time,
  };
  let demand = demandOf(queries, shows);
  let observations = new Map<number, Observation>();
  let answers: readonly PointAnswer[] = [];
  let listings: InvestigationResult['listings'] = new Map();
  const atStop = queries.filter(({ of }) => of === 'P1');
  for (let round = 0; round < mostRounds; round++) {
    const steps = [...demand.steps.values()];
    const seen = await observer.observe(moment, [...atStop, ...steps.filter(({ of }) => of === 'P1')]);
    const start = new SeenRun({
      ...{ texts, queries: [...queries, ...steps], shows, mostListed, events, moment, stop: seen },
      recording: { ...recordingOf(queries, shows, Infinity), isLastEnough: false, areValuesTold: true },
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
    listings = run.listings();
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
  return result(
    answers.filter(({ id }) => names.has(id)),
    listings,
  );
}

interface Found {
  readonly frame: FrameAt;
  readonly end: number;
  /** null: it was not counted. */
  readonly hit: number | null;
}

/** Where the chain begins; as a sentence, why there is no such moment. */
function momentOf({ store, texts, stop }: RecordedInvestigation, paths: readonly string[]): Found | string {
  if (stop.kind === 'moment') return { frame: stop.frame, end: stop.end, hit: null };
  const { place, hit } = stop;
  const [statement] = statementsAt(texts, paths, place);
  if (statement === undefined) return `No statement of a text that was recorded starts on line ${place.line}.`;
  const passage = passagesOf(store, statement).filter(({ isCertain }) => isCertain)[hit - 1];
  if (passage === undefined) return `The recording has no such time that control was there${hit === 1 ? '' : ` (${hit})`}.`;
  const { text, node } = statement;
  return { frame: { activation: passage.activation, text, offset: node.start, time: passage.time }, end: node.end, hit };
}

/** A chain of copies is followed no further. */
const mostRounds = 60;

/** Moments of a recording with the frames that would be on the stack. */
class Sights {
  private readonly stack: RecordedStack;

  constructor(
    private readonly store: TraceStore,
    private readonly texts: RunTexts,
    private readonly classes: ClassTexts,
  ) {
    this.stack = new RecordedStack(store, new ActivationSteps(store, texts));
  }

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
  private callersOf(frame: FrameAt): readonly FrameAt[] {
    const position = { ...frame, end: frame.offset, kind: 'event', isCertain: true } as const;
    return [...this.stack.frames(position)].slice(1);
  }

  private report({ text, offset }: FrameAt): FrameReport {
    const { line, column } = text.lines.positionOf(offset);
    return { functionName: nameOf(pathTo(text.program, offset), text.text), path: text.path, line, column, isAsync: false };
  }
}

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
