import type { TextPlace } from '../../instrument/plan.js';
import { passageVariableName } from '../../instrument/stops.js';
import { declarationOf } from '../../instrument/scopes.js';
import type { DebuggeeProcess } from '../../launch/process.js';
import type { Digest, Look, Paused } from '../../runtime/messages.js';
import { decideCandidate } from '../decide/candidate.js';
import { decideCreated } from '../decide/created.js';
import type { SiteCounts } from '../report/explain.js';
import type { Facts } from '../question/demand.js';
import { decideInevitable } from '../decide/inevitable.js';
import { decideLastChange } from '../decide/lastChange.js';
import { lookAhead, pointsAhead } from './foresight.js';
import type { Listing } from '../seen/listing.js';
import { decideLastCondition } from '../decide/lastCondition.js';
import { Observer } from './observer.js';
import { decideOrigin } from '../origin/origin.js';
import { unknownPoint, type PointAnswer } from '../question/point.js';
import type { Query, Show } from '../question/question.js';
import { RunRecord } from '../seen/seenRun.js';
import type { RunTexts } from '../text/texts.js';
import { decideExceptionAfter, throwPoint } from '../decide/throws.js';

/** How much a run has probed. */
export interface ProbeCounts {
  readonly sites: SiteCounts;
  /** Texts that hold a probe, by path. */
  readonly texts: readonly string[];
  readonly loadedTexts: number;
}

/** The chain as one run decides it: every answer in it comes from this run alone, so that it is consistent (paper 3, section 6). */
export class RunDecision {
  /** What happened at each site until the stop; sites by where they are, because every run numbers them anew. */
  digest: ReadonlyMap<string, Digest[number]> = new Map();

  /** Where else the next run should wait. */
  ahead: readonly Look[] = [];
  /** How much was known when the run came to the stop: what it needs itself is what was found missing since. */
  private sizeAtStop = 0;

  private readonly countedAt = new Map<number, number>();
  private readonly observer: Observer;
  private readonly record: RunRecord;

  constructor(
    private readonly debuggee: DebuggeeProcess,
    private readonly texts: RunTexts,
    private readonly queries: readonly Query[],
    facts: Facts,
    private readonly shows: readonly Show[] = [],
    mostListed = 0,
    private readonly counted: TextPlace | null = null,
  ) {
    this.observer = new Observer(debuggee, texts, shows);
    this.record = new RunRecord(debuggee, texts, queries, facts, this.observer, shows, counted !== null, mostListed);
  }

  get answers(): ReadonlyMap<string, PointAnswer> {
    return this.record.answers;
  }

  /** The debuggee waits at an event that an earlier run has located: what later points need is read here, before the store. */
  async observeEvent(paused: Paused): Promise<void> {
    const observation = await this.observer.observe(
      paused,
      this.queries.filter(({ of }) => of !== 'P1'),
    );
    if (this.queries.some(({ kind }) => kind === 'exceptionAfter')) {
      const found = this.texts.site(paused.site);
      const text = found === undefined ? undefined : this.texts.text(found.path);
      const place = found === undefined || text === undefined ? null : { text, offset: found.site.offset };
      this.record.activations.set(paused.time - 1, await this.observer.activationAt(0, place));
      await this.debuggee.ask({ kind: 'exceptions', isWatched: true });
    }
    await this.guardAt(paused);
    await this.notePassage(paused.time - 1);
    this.record.observations.set(paused.time - 1, {
      ...observation,
      operands: await this.observer.operandsOf(paused),
      before: await this.observer.valueBefore(paused),
    });
    await lookAhead(this.record, paused);
  }

  /** Where the object of an event is to be looked at from now on, it is. */
  private async guardAt({ site: number, occurrence, time }: Paused): Promise<void> {
    const { path, site } = this.texts.site(number) ?? {};
    for (const { name, ...look } of this.record.facts.guards)
      if (
        look.path === path &&
        look.offset === site?.offset &&
        look.end === site.end &&
        look.siteKind === site.kind &&
        look.occurrence === occurrence
      )
        if (await this.debuggee.ask<boolean>({ kind: 'guard', name })) this.record.madeByCalls.add(time - 1);
  }

  /** The debuggee waits at a throw, caught or not, after a point from which exceptions are asked for. */
  async observeException(paused: Paused): Promise<void> {
    const kinds = new Map(this.queries.map(({ id, kind }) => [id, kind]));
    const observation = await this.observer.observe(
      paused,
      this.queries.filter(({ of }) => /^(exceptionAfter|lastCondition|thrown)$/.test(kinds.get(of) ?? '')),
    );
    const activations: (string | null)[] = [];
    for (const [frame, report] of paused.frames.entries()) {
      const place = report.isAsync ? null : this.observer.codePlace(null, report);
      activations.push(await this.observer.activationAt(frame, place, observation.activations[frame]));
    }
    await this.notePassage(paused.time);
    this.record.exceptions.push({ observation, activations });
  }

  /** The debuggee waits where the user stopped: everything that this run has recorded is decided. */
  async decide(paused: Paused): Promise<void> {
    this.sizeAtStop = this.record.facts.size;
    this.record.stop = await this.observer.observe(
      paused,
      this.queries.filter(({ of }) => of === 'P1'),
    );
    this.record.answers.set('P1', this.answerStop(paused));
    await this.notePassage(paused.time);
    // Steps of an origin are decided with it.
    for (const query of this.queries)
      if (!query.id.includes('~') && !this.record.answers.has(query.id)) this.record.answers.set(query.id, await this.decideQuery(query));
    for (const id of new Set(this.shows.map(({ of }) => of))) this.show(id);
    if (this.record.isPending || this.record.lacksCounts) this.ahead = await pointsAhead(this.record);
    this.digest = this.named(await this.debuggee.ask<Digest>({ kind: 'digest' }));
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

  private async notePassage(time: number): Promise<void> {
    if (this.counted === null) return;
    const passage = await this.observer.numberAt(0, passageVariableName({ start: this.counted.offset }));
    if (passage !== null) this.countedAt.set(time, passage);
  }

  /** The candidates of each point, as far as they were asked for. */
  listings(): ReadonlyMap<string, Listing> {
    return this.record.listings();
  }

  /** Whether no answer needs what only another run sees. */
  get isDecided(): boolean {
    return !this.record.isPending && !this.record.lacksCounts && this.knowsAllItNeeds;
  }

  /** Whether places and values are known: another run tells how often control was there, and what is only seen there. */
  get isAnswered(): boolean {
    return !this.record.isPending && (this.record.lacksCounts || this.knowsAllItNeeds);
  }

  private get knowsAllItNeeds(): boolean {
    return this.record.facts.size === this.sizeAtStop;
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
        return [[`${path}:${site.offset}:${site.end}:${site.kind}`, told] as const];
      }),
    );
  }

  /** What the user should know of what cannot be seen. */
  notes(): readonly string[] {
    const threads = this.record.stop?.paused.threads ?? 0;
    if (threads === 0) return [];
    return [`The program has started ${threads === 1 ? 'a worker thread' : `${threads} worker threads`}: what happens there is not seen.`];
  }

  private show(id: string): void {
    const answer = this.answers.get(id);
    if (answer?.status !== 'located') return;
    this.record.answers.set(id, { ...answer, shown: this.record.observationOf(answer)?.shown.get(id) ?? {} });
  }

  private answerStop(paused: Paused): PointAnswer {
    if (paused.exception !== null) return throwPoint(this.record, paused);
    const found = this.texts.site(paused.site);
    const { offset, end } = found?.site ?? { offset: 0, end: 0 };
    const path = found?.path ?? '';
    return {
      ...unknownPoint('P1', 'stop', null, 'located', ''),
      reason: null,
      position: this.texts.text(path)?.sourcePosition(offset, end) ?? null,
      functionName: paused.frames[0]?.functionName ?? null,
      identity: { path, offset, end, siteKind: 'stop', occurrence: paused.occurrence },
      hit: paused.occurrence,
      time: paused.time,
      stack: this.record.stackOf(paused),
    };
  }

  private async decideQuery(query: Query): Promise<PointAnswer> {
    const { id, kind, of, candidate } = query;
    if (candidate !== undefined) return decideCandidate(this.record, query, candidate);
    const from = this.answers.get(of);
    if (from?.status === 'located' && from.time === null)
      return unknownPoint(id, kind, of, 'not-found', `When ${of} happened is not known.`);
    if (from?.status !== 'located' || from.time === null)
      return unknownPoint(id, kind, of, from?.status === 'not-reached' ? 'not-reached' : 'not-found', `${of} is not located.`);
    const observation = this.record.observationOf(from);
    if (observation === null) {
      this.record.isPending = true;
      this.foresee(query, from);
      return unknownPoint(id, kind, of, 'not-found', `The runs differ so much that ${of} could not be looked at.`);
    }
    switch (kind) {
      case 'lastChange':
        return decideLastChange(this.record, query, from, observation);
      case 'origin':
        return decideOrigin(this.record, query, (step) => this.decideQuery(step));
      case 'created':
        return decideCreated(this.record, query, observation);
      case 'lastCondition':
        return decideLastCondition(this.record, query, from, observation);
      case 'inevitable':
        return decideInevitable(this.record, query, from, observation);
      case 'exceptionAfter':
        return decideExceptionAfter(this.record, query, from, observation);
      default:
        return unknownPoint(id, kind, of, 'not-found', `${kind} is not decided.`);
    }
  }

  /** What a question will need at a point that only the next run waits at, as far as its text says it: then that run can decide it. */
  private foresee({ kind, place, frame, isOfText = false }: Query, { identity }: PointAnswer): void {
    const text = identity === null ? undefined : this.texts.text(identity.path);
    if (identity === null || text === undefined) return;
    const { offset } = identity;
    if (kind === 'lastCondition') this.record.askForForks({ text, offset });
    if (place?.kind !== 'variable' || frame !== 0) return;
    const binding = text.scopes.lookUp(isOfText ? place.name : text.nameAt(place.name, offset, this.texts), offset);
    if (binding !== undefined && binding.kind !== 'import')
      this.record.facts.addVariable({ path: text.path, offset: declarationOf(binding) });
  }

  probes(): ProbeCounts {
    return {
      sites: this.texts.counts,
      texts: this.texts.probedPaths,
      loadedTexts: this.record.stop?.paused.loadedTexts ?? 0,
    };
  }
}
