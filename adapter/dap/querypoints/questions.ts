import type { AnalysisThread } from '../../operations/analysisThread.js';
import type { CommandToRun } from '../../operations/programs.js';
import { InvestigationError, why, type WhyContext, type WhyRequest, type WhyResult } from '../../operations/why.js';
import { questionKinds } from '../../querypoints/question/kinds.js';
import type { Query, Question, Show } from '../../querypoints/question/question.js';
import type { ReplayStep, TextPlace } from '../../instrument/plan.js';
import { cannotAsk } from '../errors.js';
import { byHandIn, type HeardRequests } from '../../launch/heardRequests.js';
import type { ConditionFinder } from '../conditions/necessaryConditions.js';
import type { Links } from '../links.js';
import type { Target } from '../target.js';
import type { Traps } from '../traps.js';
import { candidateOf, Chains, checked, distinct, idOf, questionOf, reportOf, type ChainState, type LiveChain } from './chains.js';
import { keptForecasts, type Forecaster } from './forecasts.js';
import { shownAtStop } from './shownAtStop.js';
import type { LostStop, StepsToStop } from './stopReplay.js';
import { alikeStop, type AlikeStop } from './alikeStop.js';
import { programFrames } from './frames.js';
import type { Progresses } from './progress.js';
import { findingsInRun } from './findingsInRun.js';
import type { AskArguments, Candidates, Chain, FindingTold, PointArguments } from './protocol.js';
import { candidatesOf } from './report.js';
import type { Rerun } from './rerun.js';
import type { Reruns } from './reruns.js';
import { difference, otherWay, pictureOf, primitiveText, type StopPicture } from './sameStop.js';
import type { StopPlaces } from './stopPlaces.js';

/** What is asked of the static analysis about a run. */
export interface StaticHalf {
  readonly analysis: AnalysisThread;
  /** What it says of the points of a chain. */
  readonly forecast: Forecaster;
}

/** What every question needs of the adapter. */
export interface QueryRuntime extends StaticHalf {
  /** Loaded before a program that is run again. */
  readonly path: string;
  /** The static analysis of one file. */
  findConditions: ConditionFinder;
}

/** Where the program waits, and what is asked there. */
export interface AskedStop {
  readonly target: Target;
  /** The steps that led there, or why they are not known. */
  readonly steps: StepsToStop | LostStop;
  /** Whether that is another thread or process than the program's main one. */
  readonly isElsewhere: boolean;
  /** The finding of a rule whose moment is asked about; null: that where the program waits. */
  readonly finding: AskedFinding | null;
  /** Of the stop's frames, which one is meant. */
  readonly frame: number;
  readonly expression: string | null;
}

/** The moment of what a rule has found. */
export interface AskedFinding {
  readonly id: number;
  readonly step: ReplayStep;
  /** What was seen there; null where that is not known. */
  readonly picture: StopPicture | null;
  readonly isWaiting: boolean;
}

/** The program that waits, while it is run again. */
interface WaitingProgram {
  /** Ends it when it holds a port, and says whether it did: another run could not have the port. */
  giveWay(requests: HeardRequests): Promise<boolean>;
  /** Has another take its place. */
  comeBack(at: PointArguments): Promise<void>;
  /** Ends the session when it was ended, and none has taken its place. */
  endIfGone(): void;
}

/** What asking needs of the session. */
interface Asking {
  readonly links: Links;
  /** The folder that findings name files in. */
  readonly folder: string;
  readonly reruns: Reruns;
  readonly runtime: QueryRuntime;
  readonly places: StopPlaces;
  readonly traps: Traps;
  readonly progresses: Progresses;
  readonly waiting: WaitingProgram;
  /** What has come to the servers of the program until now. */
  requests(): HeardRequests;
  /** What rules have found, oldest first. */
  found(): readonly FindingTold[];
  /** Tells the client that a chain is new, or has changed. */
  changed(chain: Chain): void;
}

/** A sentence for the user. */
const firstElsewhere = 'Answered for the first thread or process that comes to this stop with the same stack and values.';

/** As many circles as a timeline shows. */
const mostListed = 1_000_000;

/** Questions about a stop, and about what was found from it: each is answered by running the program again beside the one that waits. */
export class Questions {
  readonly chains: Chains<LiveChain>;
  private readonly listings = new Map<ChainState, WhyResult['listings']>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly given: Asking) {
    this.chains = new Chains(given.links, given.folder);
  }

  /** The steps to a stop as another run can be held against them; or, as a sentence, why not. */
  replaySteps(target: Target, seen: StepsToStop): Promise<readonly ReplayStep[] | string> {
    return this.given.places.replaySteps(target, seen);
  }

  /** Answers with the whole chain. One question after the other: each goes on from what the one before has found. */
  ask(args: AskArguments, stopOf: () => AskedStop, signal: AbortSignal): Promise<Chain> {
    let back: PointArguments | null = null;
    const answer = this.last.then(() => this.answer(args, stopOf, signal, (at) => (back = at)));
    this.last = answer
      .then(() => (back === null ? undefined : this.given.waiting.comeBack(back)))
      .catch(() => this.given.waiting.endIfGone());
    return answer;
  }

  candidates(args: PointArguments): Candidates {
    const { state, answer } = this.chains.point(args);
    const listing = this.listings.get(state)?.get(answer.id);
    return candidatesOf(answer.id, listing ?? { sites: [], events: [], places: [], failed: [], omitted: 0 }, this.given.links);
  }

  /** The chain of the stop at which the program waits; a new one when there is none. */
  async chainAt({
    target,
    steps: seen,
    isElsewhere,
    finding,
  }: Pick<AskedStop, 'target' | 'steps' | 'isElsewhere' | 'finding'>): Promise<LiveChain> {
    if (finding !== null) return this.chainOf(finding);
    if (isLost(seen) && !seen.isRepeated) throw cannotAsk(seen.reason);
    const elsewhere = isElsewhere ? target : null;
    const known = this.chains.waitingWhere((one) => one.elsewhere === elsewhere);
    if (known !== undefined) return known;
    if (!isLost(seen)) {
      const steps = await this.given.places.replaySteps(target, seen);
      if (typeof steps === 'string') throw cannotAsk(steps);
      return this.chains.add({
        steps,
        picture: await pictureOf(target),
        about: isElsewhere ? firstElsewhere : null,
        target,
        elsewhere,
        finding: null,
        requests: this.given.requests(),
      });
    }
    const alike = await this.alikeAt(target);
    if (alike === null) throw cannotAsk(seen.reason);
    const requests = this.given.requests();
    return this.chains.add({ steps: [alike.step], picture: alike.picture, about: alike.note, target, elsewhere, finding: null, requests });
  }

  private chainOf({ id, step, picture, isWaiting }: AskedFinding): LiveChain {
    const known = this.chains.last(({ finding }) => finding === id);
    if (known !== undefined) return known;
    const requests = this.given.requests();
    const state = this.chains.add({ steps: [step], picture, about: null, target: null, elsewhere: null, finding: id, requests });
    if (!isWaiting) state.current = null;
    return state;
  }

  /** A stop that no number tells, but what is seen there; null where that does not tell it either. */
  private async alikeAt(target: Target): Promise<AlikeStop | null> {
    const { places, traps } = this.given;
    const callFrames = target.pause?.callFrames ?? [];
    const [frame] = programFrames(target, callFrames);
    // What is called from there has run since the place was passed.
    if (frame === undefined || frame !== callFrames[0]) return null;
    const picture = await pictureOf(target, 'all');
    if (target.trap === null) {
      const place = await places.around(target, frame.location);
      return place === null ? null : alikeStop(place, picture);
    }
    const trap = await traps.stop(target, [target.trap]);
    if (trap === null) return null;
    if (trap.access === 'read') {
      const place = await places.read(target, frame.location, trap.key, (name) => picture.variables.has(name));
      return place === null ? null : alikeStop(place, picture);
    }
    const write = await places.write(target, frame.location);
    if (write === null) return null;
    const value = trap.change === null ? null : primitiveText(trap.change.after);
    return alikeStop(write.place, picture, write.property === null || value === null ? [] : [[write.property, value]]);
  }

  private async answer(
    args: AskArguments,
    stopOf: () => AskedStop,
    signal: AbortSignal,
    gaveWay: (at: PointArguments) => void,
  ): Promise<Chain> {
    const stop = args.chain === undefined ? stopOf() : null;
    const state = stop === null ? this.chains.find(args.chain ?? 0) : await this.chainAt(stop);
    // At a point that the program was brought to, a question is about that point.
    const named = args.of ?? state.current ?? 'P1';
    const candidate = args.candidate === undefined ? null : candidateOf(this.listings.get(state)?.get(named), named, args.candidate);
    const of = candidate === null ? named : idOf(state, candidate);
    const frame = stop?.frame ?? args.frame ?? 0;
    const question = questionOf(args, of, frame, stop?.expression ?? args.expression ?? null);
    const at = args.showAt === undefined ? { of, frame } : { of: args.showAt, frame: 0 };
    const shows = (args.show ?? []).map((expression) => ({ ...at, expression: expression.trim() }));
    const asked = [...(candidate === null ? [] : [candidate]), question];
    const isNew = distinct([...state.questions, ...asked]).length > state.questions.length;
    if (state.stacks !== 'known' || isNew || shows.length > 0) {
      const at = { chain: state.id, point: state.current ?? 'P1' };
      await this.decide(state, asked, shows, signal, () => gaveWay(at));
    }
    const report = this.report(state);
    if (report === null) throw cannotAsk('Nothing was answered.');
    this.given.changed(report);
    return report;
  }

  private async decide(
    state: LiveChain,
    asked: readonly Question[],
    shows: readonly Show[],
    signal: AbortSignal,
    gaveWay: () => void,
  ): Promise<void> {
    const questions = distinct([...state.questions, ...asked]);
    const allShows = distinct([...state.shows, ...shows]);
    const queries = checked(questions, allShows); // before a program that waits is ended for them
    const notes: string[] = state.about === null ? [] : [state.about];
    this.given.reruns.check();
    if (await this.given.waiting.giveWay(state.requests)) gaveWay();
    const keep = (result: WhyResult, stacks: ChainState['stacks']) => {
      const forecasts = keptForecasts(state.forecasts, state.result, result);
      const known = { questions, queries, shows: allShows, notes: [...new Set(notes)], result, stacks, forecasts };
      Object.assign(state, known satisfies Partial<ChainState>);
      this.listings.set(state, result.listings);
    };
    try {
      const result = await this.given.progresses.during(titleOf(queries.at(-1)), signal, (both, tell) =>
        why(this.request(state, { questions, shows: allShows }), {
          ...this.context(state, { notes, signal: both, tell }),
          onAnswers: (early) => {
            keep(early, 'following');
            this.tell(state);
          },
        }),
      );
      const [stop] = result.points;
      if (stop?.status !== 'located') throw cannotAsk(stop?.reason ?? 'The stop was not found again.');
      keep(result, 'known');
      void this.forecast(state, result);
    } finally {
      if (state.stacks === 'following') {
        state.stacks = 'missing';
        this.tell(state);
      }
    }
  }

  /** Adds what the analysis says of the points, when it is known. The program is not run for that. */
  private async forecast(state: LiveChain, result: WhyResult): Promise<void> {
    const forecasts = await this.given.runtime.forecast(result, state.folder, (shows) => shownAtStop(state, shows)).catch(() => null);
    if (forecasts === null || forecasts.size === 0 || state.result !== result) return;
    state.forecasts = forecasts;
    this.tell(state);
  }

  /** The same questions once more, with passages counted. */
  again(
    state: LiveChain,
    asked: { readonly counted: TextPlace; readonly signal: AbortSignal; tell(message: string): void },
  ): Promise<WhyResult> {
    return why({ ...this.request(state, state), counted: asked.counted }, this.context(state, { notes: [], ...asked }));
  }

  /** Tells the client how a chain is now. */
  tell(state: LiveChain): void {
    const report = this.report(state);
    if (report !== null) this.given.changed(report);
  }

  private report(state: LiveChain): Chain | null {
    const report = reportOf(state, this.given.links);
    if (report === null) return null;
    const found = this.given.found();
    if (found.length === 0) return report;
    const candidates = [...(this.listings.get(state) ?? [])].map(([point, listing]) => candidatesOf(point, listing, this.given.links));
    const findings = findingsInRun(report, candidates, found, state.finding);
    return findings.length === 0 ? report : { ...report, findings };
  }

  private request({ steps, elsewhere, requests }: LiveChain, asked: Pick<ChainState, 'questions' | 'shows'>): WhyRequest {
    const program = this.given.reruns.check();
    return {
      stop: { kind: 'replay', steps },
      questions: asked.questions,
      shows: asked.shows,
      program: elsewhere === null ? program : commandOf(program),
      isPinned: false,
      timeoutMs: this.given.reruns.timeoutMs(requests),
      mostListed,
    };
  }

  private context(
    { picture, elsewhere, requests }: LiveChain,
    { notes, signal, tell }: { readonly notes: string[]; readonly signal: AbortSignal; tell(message: string): void },
  ): WhyContext {
    return {
      runtime: this.given.runtime.path,
      ...this.given.reruns.run(requests, tell),
      output: 'ignore',
      signal,
      onProgress: ({ run }) => tell(elsewhere === null ? `run ${run}` : `run ${run}${byHandText(requests)}`),
      async checkStop(paused, look) {
        if (picture === null) return null;
        const objection = otherWay(picture, paused);
        const differing = objection === null ? await difference(picture, look) : null;
        if (differing !== null && elsewhere !== null) return differing;
        if (differing !== null) notes.push(differing);
        return objection;
      },
    };
  }
}

/** The question as the client shows it while it is answered. */
function titleOf(query: Query | undefined): string {
  const kind = query === undefined ? undefined : Object.entries(questionKinds).find(([name]) => name === query.kind)?.[1];
  return `Whence: ${kind?.title.replace('#', () => query?.expression ?? '') ?? 'a question'}`;
}

/** What nobody repeats to a command's processes. */
function byHandText(requests: HeardRequests): string {
  const byHand = byHandIn(requests);
  return byHand.length === 0 ? '' : `: repeat ${byHand.join('; ')}`;
}

/** The program with all threads and processes that it starts. */
function commandOf({ node, nodeArgs, args, cwd, environment }: Rerun): CommandToRun {
  return { command: [node, ...nodeArgs, ...args], cwd, environment };
}

const isLost = (steps: StepsToStop | LostStop): steps is LostStop => !Array.isArray(steps);

/** Of a run that could not be made, the sentence for the user. */
export function sentenceOf(error: unknown): unknown {
  return error instanceof InvestigationError ? cannotAsk(error.message.replace('--timeout', '“rerunTimeout”')) : error;
}
