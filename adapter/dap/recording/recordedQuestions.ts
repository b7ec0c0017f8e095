import { askRecording, type RecordedQuestions as Asked } from '../../operations/whyRecorded.js';
import type { WhyResult } from '../../operations/why.js';
import type { OpenedRecording, Position } from '../../operations/openedRecording.js';
import type { Question, Show } from '../../querypoints/question/question.js';
import { cannotAsk } from '../errors.js';
import { candidateOf, Chains, checked, distinct, idOf, questionOf, reportOf, type ChainState } from '../querypoints/chains.js';
import { events, type AskArguments, type Candidates, type Chain, type PointArguments } from '../querypoints/protocol.js';
import { keptForecasts, type Forecaster } from '../querypoints/forecasts.js';
import { candidatesOf } from '../querypoints/report.js';
import type { SourceTexts } from './sourceTexts.js';

/** The questions that were asked from a position of a recording. */
interface RecordedChain extends ChainState {
  readonly position: Position;
}

/** As many circles as a timeline shows. */
const mostListed = 1_000_000;

interface Given {
  /** The folder that findings name files in. */
  readonly folder: string;
  readonly forecast: Forecaster;
  /** Tells the client that a chain is new, or has changed. */
  tell(event: string, body: Chain): void;
}

/** Questions about positions of a recording: each is answered at once, and nothing is run. */
export class RecordedQuestions {
  readonly chains: Chains<RecordedChain>;
  private readonly listings = new Map<ChainState, WhyResult['listings']>();

  constructor(
    private readonly recording: OpenedRecording,
    private readonly texts: SourceTexts,
    private readonly given: Given,
  ) {
    this.chains = new Chains<RecordedChain>(texts, given.folder);
  }

  /** Answers with the whole chain; `frame` and `expression` are those of the client's position. */
  async ask(args: AskArguments, position: Position, frame: number, expression: string | null): Promise<Chain> {
    const isOfStop = args.chain === undefined;
    const state = isOfStop ? (this.chains.waiting ?? this.chains.add({ position })) : this.chains.find(args.chain ?? 0);
    const named = args.of ?? state.current ?? 'P1';
    const listing = this.listings.get(state)?.get(named);
    const candidate = args.candidate === undefined ? null : candidateOf(listing, named, args.candidate);
    const of = candidate === null ? named : idOf(state, candidate);
    const at = isOfStop ? frame : (args.frame ?? 0);
    const question = questionOf(args, of, at, isOfStop ? expression : (args.expression ?? null));
    const shownAt = args.showAt === undefined ? { of, frame: at } : { of: args.showAt, frame: 0 };
    const shows = (args.show ?? []).map((one) => ({ ...shownAt, expression: one.trim() }));
    await this.decide(state, [...(candidate === null ? [] : [candidate]), question], shows);
    const report = reportOf(state, this.texts);
    if (report === null) throw cannotAsk('Nothing was answered.');
    this.given.tell(events.chain, report);
    return report;
  }

  candidates(args: PointArguments): Candidates {
    const { state, answer } = this.chains.point(args);
    const listing = this.listings.get(state)?.get(answer.id);
    return candidatesOf(answer.id, listing ?? { sites: [], events: [], places: [], failed: [], omitted: 0 }, this.texts);
  }

  /** The statement of a located point, right before it; of the stop where the questions were asked. */
  positionOf(args: PointArguments): { readonly state: RecordedChain; readonly position: Position } {
    const { state, answer } = this.chains.point(args);
    if (answer.id === 'P1') return { state, position: state.position };
    const position = answer.status === 'located' && answer.time !== null ? this.recording.before(answer.time) : null;
    if (position === null) throw cannotAsk(`${answer.id} is not located: nothing can be shown there.`);
    return { state, position };
  }

  /** The client looks at a point of a chain. */
  arrive(state: RecordedChain, point: string): void {
    this.chains.arrive(state, point);
    this.report(state);
  }

  /** The client looks elsewhere. */
  leave(): void {
    for (const state of this.chains.leave()) this.report(state);
  }

  private async decide(state: RecordedChain, asked: readonly Question[], added: readonly Show[]): Promise<void> {
    const questions = distinct([...state.questions, ...asked]);
    const shows = distinct([...state.shows, ...added]);
    const queries = checked(questions, shows);
    const { position: frame } = state;
    try {
      const stop = { kind: 'moment', frame, end: frame.end } as const;
      const result = await askRecording(this.recording.open, { stop, questions, shows, mostListed });
      const forecasts = keptForecasts(state.forecasts, state.result, result);
      Object.assign(state, { questions, queries, shows, result, forecasts } satisfies Partial<RecordedChain>);
      this.listings.set(state, result.listings);
      void this.forecast(state, result, stop);
    } catch (error) {
      throw error instanceof Error ? cannotAsk(error.message) : error;
    }
  }

  /** Adds what the analysis says of the points, when it is known. */
  private async forecast(state: RecordedChain, result: WhyResult, stop: Asked['stop']): Promise<void> {
    const more = (added: readonly Show[]): Promise<WhyResult> =>
      askRecording(this.recording.open, { stop, questions: state.questions, shows: [...state.shows, ...added] });
    const forecasts = await this.given.forecast(result, this.given.folder, more).catch(() => null);
    if (forecasts === null || forecasts.size === 0 || state.result !== result) return;
    state.forecasts = forecasts;
    this.report(state);
  }

  private report(state: RecordedChain): void {
    const report = reportOf(state, this.texts);
    if (report !== null) this.given.tell(events.chain, report);
  }
}
