import type { EventSource } from '../../events/eventSource.js';
import { numberAt, type Moment } from '../../events/moment.js';
import type { TextPlace } from '../../instrument/plan.js';
import type { Site } from '../../instrument/site.js';
import { passageVariableName } from '../../instrument/stops.js';
import type { Conversation } from '../../launch/debuggeeConversation.js';
import type { Digest, Look, Paused } from '../../events/rows.js';
import { throwPoint } from '../decide/throws.js';
import { joinDemands, size, type Demand } from '../question/demand.js';
import { kindOf } from '../question/kinds.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query, Show } from '../question/question.js';
import { noNotes, type Notes } from '../seen/deciding.js';
import type { Listing } from '../seen/listing.js';
import { codePlace } from '../seen/observation.js';
import type { Recording } from '../seen/recording.js';
import { SeenRun } from '../seen/seenRun.js';
import type { RunTexts } from '../text/texts.js';
import { decideChain } from './decideChain.js';
import { lookAhead, pointsAhead } from './foresight.js';
import { liveEvents, liveMoment, namedByText } from './liveRun.js';
import { Observer } from './observer.js';
import type { ProbeCounts } from './result.js';

/** What one run is to decide. */
export interface RunTask {
  readonly queries: readonly Query[];
  readonly shows: readonly Show[];
  /** What the run records, and how. */
  readonly planned: Demand;
  readonly recording: Recording;
  readonly mostListed: number;
  readonly counted: TextPlace | null;
  /** Called with all that the run has seen, before anything is decided. */
  readonly keep?: ((run: SeenRun) => Promise<void>) | undefined;
}

/** A site by where it is, as digests name it. */
const nameOfSite = (path: string, { offset, end, kind }: Site): string => `${path}:${offset}:${end}:${kind}`;

/** The text that a site of a digest is in. */
export function pathOfSite(name: string): string {
  return name.split(':').slice(0, -3).join(':');
}

/** The chain as one run decides it: every answer in it comes from this run alone, so that it is consistent (paper 3, section 6). */
export class RunDecision {
  /** What happened at each site until the stop; sites by where they are, because every run numbers them anew. */
  digest: ReadonlyMap<string, Digest[number]> = new Map();

  /** Where else the next run should wait. */
  ahead: readonly Look[] = [];

  /** What the next run is to record. */
  private lacks: Demand;
  /** How much was known when the run came to the stop: what it needs itself is what was found missing since. */
  private sizeAtStop = 0;
  private notes: Notes = noNotes;
  private run: SeenRun;
  private readonly countedAt = new Map<number, number>();
  private readonly observer: Observer;
  private readonly events: EventSource;

  constructor(
    private readonly debuggee: Conversation,
    private readonly texts: RunTexts,
    private readonly task: RunTask,
    /** Of a command that is followed: which of its processes this is, in words. */
    private readonly processNow: () => string | null = () => null,
  ) {
    const { queries, shows, planned, recording, mostListed, counted } = task;
    this.events = liveEvents(debuggee);
    this.observer = new Observer(this.events, texts, shows);
    this.lacks = planned;
    this.run = new SeenRun({
      ...{ texts, queries, shows, mostListed, recording, planned, demand: planned, events: this.events },
      ...{ countsPassages: counted !== null, moment: null, stop: null, exceptions: [] },
      ...{ observations: new Map(), activations: new Map(), madeByCalls: new Set() },
      ...{ answers: new Map(), throws: new Map(), candidates: new Map() },
    });
  }

  get answers(): ReadonlyMap<string, PointAnswer> {
    return this.run.answers;
  }

  /** What this run was planned to record, and what was found missing. */
  get demand(): Demand {
    return joinDemands(this.lacks, this.run.state.demand);
  }

  private momentOf(held: Paused): Moment {
    const probed = new Set(this.texts.probedPaths);
    return liveMoment(
      this.debuggee,
      namedByText(held, this.texts, (path) => probed.has(path)),
    );
  }

  /** The run waits at an event that an earlier one has located: what later points need is read here, before the store. */
  async observeEvent(held: Paused): Promise<void> {
    const { queries } = this.task;
    const moment = this.momentOf(held);
    const { paused } = moment;
    const observation = await this.observer.observe(
      moment,
      queries.filter(({ of }) => of !== 'P1'),
    );
    const time = paused.time - 1;
    if (queries.some(({ kind }) => kindOf(kind).asksThrows)) {
      const found = this.texts.site(paused.site);
      const text = found === undefined ? undefined : this.texts.text(found.path);
      const place = found === undefined || text === undefined ? null : { text, offset: found.site.offset };
      const activation = await this.observer.activationAt(moment, 0, place);
      this.run = this.run.with({ activations: new Map([...this.run.state.activations, [time, activation]]) });
      await this.debuggee.ask({ kind: 'exceptions', isWatched: true });
    }
    await this.guardAt(paused);
    await this.notePassage(moment, time);
    const operands = await this.observer.operandsOf(moment);
    const before = await this.observer.valueBefore(moment);
    const observations = new Map([...this.run.observations, [time, { ...observation, operands, before }]]);
    this.run = await lookAhead(this.run.with({ observations }), moment, this.observer);
  }

  /** Where the object of an event is to be looked at from now on, it is. */
  private async guardAt({ site: number, occurrence, time }: Paused): Promise<void> {
    const { path, site } = this.texts.site(number) ?? {};
    for (const { name, ...look } of this.task.planned.guards.values())
      if (
        look.path === path &&
        look.offset === site?.offset &&
        look.end === site.end &&
        look.siteKind === site.kind &&
        look.occurrence === occurrence
      )
        if (await this.debuggee.ask<boolean>({ kind: 'guard', name }))
          this.run = this.run.with({ madeByCalls: new Set([...this.run.state.madeByCalls, time - 1]) });
  }

  /** The run waits at a throw, caught or not, after a point from which exceptions are asked for. */
  async observeException(held: Paused): Promise<void> {
    const { queries } = this.task;
    const moment = this.momentOf(held);
    const { paused } = moment;
    const throwing = new Set(queries.filter(({ kind }) => kindOf(kind).leadsToThrows).map(({ id }) => id));
    const observation = await this.observer.observe(
      moment,
      queries.filter(({ of }) => throwing.has(of)),
    );
    const activations: (string | null)[] = [];
    for (const [frame, report] of paused.frames.entries()) {
      const place = report.isAsync ? null : codePlace(this.texts, null, report);
      activations.push(await this.observer.activationAt(moment, frame, place, observation.activations[frame]));
    }
    await this.notePassage(moment, paused.time);
    this.run = this.run.with({ exceptions: [...this.run.exceptions, { observation, activations }] });
  }

  /** The run waits where the user stopped: everything that it has recorded is decided. */
  async decide(held: Paused): Promise<void> {
    const { queries, shows } = this.task;
    const moment = this.momentOf(held);
    const { paused } = moment;
    this.lacks = this.demand;
    this.sizeAtStop = size(this.lacks);
    const stop = await this.observer.observe(
      moment,
      queries.filter(({ of }) => of === 'P1'),
    );
    this.run = this.run.with({ moment, stop });
    this.answer(this.answerStop(paused));
    await this.notePassage(moment, paused.time);
    await this.task.keep?.(this.run);
    const { run, notes } = await decideChain(this.run);
    this.run = run;
    this.notes = notes;
    for (const id of new Set(shows.map(({ of }) => of))) this.show(id);
    this.lacks = joinDemands(this.lacks, this.notes.lacks);
    if (this.notes.isOpen || this.notes.lacksCounts) {
      const { looks, demand } = await pointsAhead(this.run, this.notes);
      this.ahead = looks;
      this.lacks = joinDemands(this.lacks, demand);
    }
    this.digest = this.named(await this.events.digest());
  }

  /** Of each point, the how-many-th passage of what is counted it is in. */
  passages(): ReadonlyMap<string, number> {
    return new Map(
      [...this.answers.values()].flatMap(({ id, time }) => {
        const passage = this.countedAt.get(time ?? -1);
        return passage === undefined ? [] : [[id, passage] as const];
      }),
    );
  }

  private answer(answer: PointAnswer): void {
    this.run = this.run.noting({ ...noNotes, points: [answer] });
  }

  private async notePassage(moment: Moment, time: number): Promise<void> {
    const { counted } = this.task;
    if (counted === null) return;
    const passage = await numberAt(moment, 0, passageVariableName({ start: counted.offset }));
    if (passage !== null) this.countedAt.set(time, passage);
  }

  /** The candidates of each point, as far as they were asked for. */
  listings(): ReadonlyMap<string, Listing> {
    return this.run.listings();
  }

  /** Whether no answer needs what only another run sees. */
  get isDecided(): boolean {
    return !this.notes.isOpen && !this.notes.lacksCounts && this.knowsAllItNeeds;
  }

  /** Whether places and values are known: another run says how often control was there, and what is only seen there. */
  get isAnswered(): boolean {
    return !this.notes.isOpen && (this.notes.lacksCounts || this.knowsAllItNeeds);
  }

  private get knowsAllItNeeds(): boolean {
    return size(this.lacks) === this.sizeAtStop;
  }

  /** Whether every located point was waited at in this run, so that its stack and all its values are known. */
  get isComplete(): boolean {
    return [...this.answers.values()].every(({ status, stack }) => status !== 'located' || stack !== null);
  }

  private named(digest: Digest): ReadonlyMap<string, Digest[number]> {
    return new Map(
      Object.entries(digest).flatMap(([number, seen]) => {
        const found = this.texts.site(Number(number));
        const { site, path } = found ?? {};
        if (site === undefined) return [];
        // An await holds numbers of activations, which depend on what else is probed.
        const told = site.kind === 'await' ? ([seen[0], null] as const) : seen;
        return [[nameOfSite(path ?? '', site), told] as const];
      }),
    );
  }

  /** What the user should know of what cannot be seen. */
  warnings(): readonly string[] {
    const threads = this.run.state.stop?.paused.threads ?? 0;
    const process = this.processNow();
    const others = process === null ? [] : [`The stop is in the process ${process}.`];
    if (threads === 0) return others;
    return [
      ...others,
      `The program has started ${threads === 1 ? 'a worker thread' : `${threads} worker threads`}: what happens there is not seen.`,
    ];
  }

  private show(id: string): void {
    const answer = this.answers.get(id);
    if (answer?.status === 'located') this.answer({ ...answer, shown: this.run.observationOf(answer)?.shown.get(id) ?? {} });
  }

  private answerStop(paused: Paused): PointAnswer {
    if (paused.exception !== null) return throwPoint(this.run, paused);
    const found = this.texts.site(paused.site);
    const { offset, end } = found?.site ?? { offset: 0, end: 0 };
    const path = found?.path ?? '';
    const position = this.texts.text(path)?.sourcePosition(offset, end) ?? null;
    return {
      ...unknownPoint('P1', 'stop', null, 'located', ''),
      reason: null,
      position,
      functionName: paused.frames[0]?.functionName ?? null,
      identity: { path, offset, end, siteKind: 'stop', occurrence: paused.occurrence },
      hit: paused.occurrence,
      time: paused.time,
      stack: this.run.stackOf(paused, position),
    };
  }

  probes(): Omit<ProbeCounts, 'proven'> {
    return {
      sites: this.texts.counts,
      texts: this.texts.probedPaths,
      loadedTexts: this.run.state.stop?.paused.loadedTexts ?? 0,
    };
  }
}
