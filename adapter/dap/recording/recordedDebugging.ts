import type { DebugProtocol } from '@vscode/debugprotocol';
import { isAbsolute, resolve } from 'node:path';
import type { AnalysisThread } from '../../operations/analysisThread.js';
import { OpenedRecording, type Direction, type Position, type StepKind } from '../../operations/openedRecording.js';
import { positionBySteps } from '../../operations/recordedSteps.js';
import { RecordedSight, type RecordedFrame } from '../../operations/recordedSight.js';
import { RecordedSources } from '../../operations/recordedSources.js';
import { evaluationFailed, noSuchHandle, recordingUnreadable } from '../errors.js';
import type { ClientCounting } from '../position.js';
import type { DapServer } from '../protocol.js';
import type { StaticHalf } from '../querypoints/questions.js';
import type { RecordingConfiguration } from './recordingConfiguration.js';
import { isHit, RecordedBreakpoints, type RecordedBreakpoint } from './recordedBreakpoints.js';
import { RecordedQuestions } from './recordedQuestions.js';
import { isTruthy, printedText, recordedText } from './recordedValue.js';
import { RecordedVariables } from './recordedVariables.js';
import { SourceTexts } from './sourceTexts.js';

/** How long a search may keep everything else waiting. */
const turnMs = 30;

/** How long a client is told that a jump is on. */
const jumpMs = 20;

/** So long requests come first, after each part of the recording that is read ahead. */
const pauseMs = 20;

/** A recording being debugged: where the client looks at it, and what it is to stop at. Nothing is run. */
export class RecordedDebugging {
  readonly sight: RecordedSight;
  readonly sources: RecordedSources;
  readonly texts: SourceTexts;
  readonly breakpoints: RecordedBreakpoints;
  readonly variables: RecordedVariables;
  readonly questions: RecordedQuestions;
  readonly analysis: AnalysisThread;
  /** The folder that the analysis names files in. */
  readonly folder: string;
  /** Positions that the client was offered to go to. */
  readonly targets: Position[] = [];
  private frames = new Map<number, RecordedFrame>();
  private stack: RecordedFrame[] = [];
  private restOfStack: Iterator<Position> | null = null;
  private lastFrame = 0;
  private isClosed = false;
  private at: Position | null = null;
  /** Where the session begins that goes on from another one's stop. */
  private moment: Position | null = null;
  private running: AbortController | null = null;
  /** What a condition could not be evaluated for, so that it is said once. */
  private readonly told = new Set<string>();
  /** Of a breakpoint with a hit condition: where its passages are, oldest first. */
  private readonly passages = new Map<number, readonly Position[]>();

  private constructor(
    readonly recording: OpenedRecording,
    private readonly configuration: RecordingConfiguration,
    private readonly server: DapServer,
    readonly counting: ClientCounting,
    runtime: StaticHalf,
  ) {
    this.sight = new RecordedSight(recording);
    this.sources = new RecordedSources(recording, configuration.workspace);
    this.texts = new SourceTexts(this.sources);
    this.breakpoints = new RecordedBreakpoints(this.sources, counting);
    this.variables = new RecordedVariables(this.sight);
    this.analysis = runtime.analysis;
    this.folder = configuration.workspace ?? process.cwd();
    const { folder } = this;
    const tell = (name: string, body: object): void => server.event(name, body);
    this.questions = new RecordedQuestions(recording, this.texts, { folder, forecast: runtime.forecast, tell });
  }

  /** Opens the recording of a configuration; throws a sentence for the user. */
  static async of(
    configuration: RecordingConfiguration,
    server: DapServer,
    counting: ClientCounting,
    runtime: StaticHalf,
  ): Promise<RecordedDebugging> {
    const { recording, workspace } = configuration;
    const file = isAbsolute(recording) ? recording : resolve(workspace ?? process.cwd(), recording);
    let opened: OpenedRecording;
    try {
      opened = OpenedRecording.of(file, workspace);
    } catch (error) {
      throw recordingUnreadable(error instanceof Error ? error.message : String(error));
    }
    const debugging = new RecordedDebugging(opened, configuration, server, counting, runtime);
    await debugging.sources.compare();
    await debugging.findMoment();
    debugging.readAhead();
    return debugging;
  }

  /** Between requests all of the recording is read once. */
  private readAhead(): void {
    if (this.isClosed || !this.recording.readOn()) return;
    setTimeout(() => this.readAhead(), pauseMs).unref();
  }

  /** Whether it begins at the stop of the session that it goes on from. */
  get isAtMoment(): boolean {
    return this.moment !== null;
  }

  /** Looks for the stop of the session that this one goes on from. */
  private async findMoment(): Promise<void> {
    const { moment = null } = this.configuration;
    if (moment === null) return;
    this.moment = moment.reason === null ? await positionBySteps(this.recording, moment.steps) : null;
    const reason = moment.reason ?? 'This run did not come there in the same way.';
    const where =
      this.moment === null
        ? `Where the other session waits is not found in it: ${reason}`
        : 'It is shown from where the other session waited, which is ended.';
    this.output(
      'important',
      `A program that runs cannot be recorded from now on, so it was run once more and recorded from its start. ${where}\n`,
    );
  }

  close(): void {
    this.isClosed = true;
    this.running?.abort();
    this.recording.close();
  }

  /** Where the client looks; throws when nothing was recorded. */
  get position(): Position {
    return this.at ?? fail('Nothing of the program was recorded.');
  }

  get threadId(): number {
    return this.at === null ? 1 : this.sight.thread(this.at) + 1;
  }

  /** Shows where the session begins: the event of the configuration, else the exception that ended the program, else its first statement. */
  begin(): void {
    const { event } = this.configuration;
    const { store } = this.recording.open.reader;
    const asked = event === null ? null : this.recording.before(event);
    if (this.moment !== null) return this.arrive(this.moment, { reason: 'goto' });
    if (asked !== null) return this.arrive(asked, { reason: 'goto' });
    for (const row of store.uncaught()) {
      const place = this.placeOfEvent(row.event);
      if (place !== null) return this.arrive(place, { reason: 'exception', description: 'Paused on the exception that ended the program' });
    }
    const first = this.recording.first();
    if (first !== null) return this.arrive(first, { reason: 'entry' });
    this.output('important', 'Nothing of the program was recorded that could be shown.\n');
    this.server.event('terminated');
  }

  /** Goes on by one step. */
  step(direction: Direction, kind: StepKind): void {
    const from = this.position;
    const to = this.recording.step(from, direction, kind);
    if (to === null) return this.arrive(from, atEdge(direction));
    this.arrive(to, { reason: 'step' });
  }

  /** Goes on to what the client has set, or to the end or begin of the recording. */
  async run(direction: Direction): Promise<void> {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    try {
      for await (const { position, points } of this.recording.stops(
        this.position,
        direction,
        this.breakpoints.all,
        breathe(running.signal),
      )) {
        const hit: RecordedBreakpoint[] = [];
        for (const point of points) if (await this.accepts(point, position, running.signal)) hit.push(point);
        const [first] = hit;
        if (first !== undefined) return this.arrive(position, this.reasonOf(first, hit, position));
      }
      const edge = direction === 'forward' ? this.recording.last() : this.recording.first();
      this.arrive(edge ?? this.position, atEdge(direction));
    } catch (error) {
      if (!running.signal.aborted) throw error;
      this.arrive(this.position, { reason: 'pause' });
    } finally {
      if (this.running === running) this.running = null;
    }
  }

  /** Ends a search that is on. */
  pause(): void {
    this.running?.abort();
  }

  goTo(position: Position, stopped: Omit<DebugProtocol.StoppedEvent['body'], 'threadId'> = { reason: 'goto' }): void {
    this.arrive(position, stopped);
  }

  /** Where an event is in its text, when it happens. */
  placeOfEvent(event: number): Position | null {
    const { store } = this.recording.open.reader;
    const row = store.row(event);
    const site = row === null ? undefined : store.source.site(row.site)?.site;
    const home = row === null ? null : this.recording.steps.homeOf(row.activation, event);
    if (row === null || site === undefined || home === null) return this.recording.before(event);
    const { offset, end } = site;
    return { activation: row.activation, text: home.text, offset, end, time: event, kind: 'event', isCertain: true };
  }

  /** The frames that the client asks for, as far as it looks down. */
  stackTrace(start: number, levels: number): { readonly frames: readonly RecordedFrame[]; readonly total: number } {
    this.restOfStack ??= this.recording.stack.frames(this.position);
    const end = levels === 0 ? Infinity : start + levels;
    // One more than is asked for, which tells whether there is more: VS Code offers to load it.
    while (this.stack.length <= end) {
      const next = this.restOfStack.next();
      if (next.done === true) break;
      const frame = this.sight.frame(next.value);
      this.stack.push(frame);
      this.frames.set(++this.lastFrame, frame);
    }
    return { frames: this.stack.slice(start, end), total: this.stack.length };
  }

  idOf(frame: RecordedFrame): number {
    return this.lastFrame - this.stack.length + 1 + this.stack.indexOf(frame);
  }

  frame(id: number): RecordedFrame {
    return this.frames.get(id) ?? fail(noSuchHandle().message);
  }

  isPastFrame(id: number): boolean {
    return id > 0 && id <= this.lastFrame && !this.frames.has(id);
  }

  /** The number of a frame, from the innermost. */
  indexOf(id: number): number {
    return this.stack.indexOf(this.frame(id));
  }

  /** A fault of ours while nobody waits for a response. */
  failed(error: unknown): void {
    this.output('important', `${error instanceof Error ? error.message : String(error)}\n`);
    this.arrive(this.position, { reason: 'pause' });
  }

  output(category: 'console' | 'important', text: string, at?: RecordedFrame): void {
    const place = at === undefined ? {} : { source: this.texts.describe(at.path), line: this.counting.line(at.line - 1) };
    this.server.event('output', { category, output: text, ...place });
  }

  private arrive(position: Position, stopped: Omit<DebugProtocol.StoppedEvent['body'], 'threadId'>): void {
    this.at = position;
    this.frames = new Map();
    this.stack = [];
    this.restOfStack = null;
    this.variables.forget();
    this.questions.leave();
    const description = stopped.description ?? this.timeText(position);
    const tell = () => this.server.event('stopped', { ...stopped, description, threadId: this.threadId, allThreadsStopped: true });
    // After the response, which tells the client that the recording goes on.
    if (stopped.reason !== 'goto') return void setImmediate(tell);
    // Of a jump no response says so, and VS Code keeps the words of the first stop until something does. It reads both at once as one.
    setImmediate(() => this.server.event('continued', { threadId: this.threadId, allThreadsContinued: true }));
    setTimeout(tell, jumpMs);
  }

  /** Where in the recording a position is, for people. */
  private timeText({ time }: Position): string {
    const count = (number: number) => number.toLocaleString('en');
    return `At event ${count(time)} of ${count(this.recording.end)}`;
  }

  private reasonOf(first: RecordedBreakpoint, hit: readonly RecordedBreakpoint[], position: Position) {
    const hitBreakpointIds = hit.map(({ id }) => id);
    if (first.stop.kind === 'change') {
      const { before, after } = this.sight.change(first.stop, position.time - 1);
      return {
        reason: first.reason,
        hitBreakpointIds,
        text: before === null ? recordedText(after) : `${recordedText(before)} → ${recordedText(after)}`,
      };
    }
    if (first.stop.kind !== 'throw') return { reason: first.reason, hitBreakpointIds };
    const thrown = this.sight.thrown(position);
    return { reason: first.reason, hitBreakpointIds, text: thrown === null ? '' : recordedText(thrown.value) };
  }

  /** Whether what a breakpoint asks beside its place is so; one with a message prints it instead. */
  private async accepts(point: RecordedBreakpoint, position: Position, signal: AbortSignal): Promise<boolean> {
    if (!this.holds(point, position)) return false;
    if (point.hitCondition !== null) {
      const passage = (await this.passagesOf(point, signal)).findIndex((one) => isSamePlace(one, position)) + 1;
      const wanted = isHit(point.hitCondition, passage);
      if (wanted === null) this.say(point, `The hit condition “${point.hitCondition}” is none: write a number, or such as >= 5 or % 2.`);
      if (wanted !== true) return false;
    }
    if (point.logMessage === null) return true;
    const text = point.logMessage.replace(/\{([^{}]*)\}/g, (_, expression: string) => this.printed(position, expression));
    this.output('console', `${text}\n`, this.sight.frame(position));
    return false;
  }

  private holds(point: RecordedBreakpoint, position: Position): boolean {
    if (point.condition === null) return true;
    const outcome = this.sight.evaluate(position, point.condition, this.sight.thrown(position)?.value ?? null);
    if ('value' in outcome) return isTruthy(outcome.value);
    this.say(point, `The condition “${point.condition}” cannot be evaluated everywhere: ${outcome.error}.`);
    return false;
  }

  private printed(position: Position, expression: string): string {
    const outcome = this.sight.evaluate(position, expression);
    return 'error' in outcome ? outcome.error : printedText(outcome.value);
  }

  /** Every passage of a breakpoint for which its condition holds. Counted once, from the begin of the recording. */
  private async passagesOf(point: RecordedBreakpoint, signal: AbortSignal): Promise<readonly Position[]> {
    const known = this.passages.get(point.id);
    if (known !== undefined) return known;
    const found: Position[] = [];
    const start: Position = { ...this.position, activation: 0, time: 0, kind: 'event', offset: 0, end: 0 };
    for await (const { position } of this.recording.stops(start, 'forward', [point], breathe(signal)))
      if (this.holds(point, position)) found.push(position);
    this.passages.set(point.id, found);
    return found;
  }

  private say(point: RecordedBreakpoint, sentence: string): void {
    if (this.told.has(`${point.id} ${sentence}`)) return;
    this.told.add(`${point.id} ${sentence}`);
    this.output('important', `${sentence}\n`);
  }
}

function atEdge(direction: Direction) {
  const description = direction === 'forward' ? 'The recording ends here' : 'The recording begins here';
  return { reason: 'pause', description };
}

function isSamePlace(a: Position, b: Position): boolean {
  return a.activation === b.activation && a.time === b.time && a.offset === b.offset && a.end === b.end;
}

/** Gives others a turn when it has been long; throws when it is ended. */
function breathe(signal: AbortSignal): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < turnMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    began = performance.now();
  };
}

function fail(sentence: string): never {
  throw evaluationFailed(sentence);
}
