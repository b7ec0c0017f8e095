import type { Debugger, Runtime } from 'node:inspector';
import { Breakpoints, fileUrl, scriptUrl } from './breakpoints.js';
import { isAbsolute } from 'node:path';
import { RecordedInput } from '../launch/input.js';
import { removeLeftSockets } from '../launch/leftSockets.js';
import { movedText, noRequests, type HeardRequests } from '../launch/heardRequests.js';
import { isNode, type AttachConfiguration, type LaunchConfiguration } from './configuration.js';
import { NecessaryConditions } from './conditions/necessaryConditions.js';
import { DataBreakpoints } from './dataBreakpoints.js';
import { Debuggee, type DebuggeeListener } from './debuggee.js';
import { cannotAsk, goneForAnswer, noSuchThread, notPaused, uncaughtHint } from './errors.js';
import { ExceptionBreakpoints } from './exceptions.js';
import { Outputs } from './output.js';
import { Relay, RunToPassage, runToPassage, type WantedPassage } from './querypoints/runToPassage.js';
import { StopHere } from './querypoints/stopHere.js';
import type { Progresses } from './querypoints/progress.js';
import { events, type PointArguments, type RerunTold } from './querypoints/protocol.js';
import { Questions, type QueryRuntime } from './querypoints/questions.js';
import { Reruns } from './querypoints/reruns.js';
import { StopPlaces } from './querypoints/stopPlaces.js';
import { WatchedTargets } from './querypoints/watchedTargets.js';
import { FunctionBreakpoints } from './functionBreakpoints.js';
import { Loading } from './loading.js';
import type { ClientCounting } from './position.js';
import type { DapServer } from './protocol.js';
import { localPath, remotePath } from './remotePaths.js';
import type { Script, ScriptSettings } from './script.js';
import { isFileUrl, isInPackage, isOwnScript, SkipList } from './skipping.js';
import { mapFilter } from './sourceMap.js';
import { Sources } from './sources.js';
import { SessionRules } from './sessionRules.js';
import { Stacks } from './stack.js';
import { Stepping } from './stepping.js';
import { Stops, type Stop } from './stops.js';
import type { Target } from './target.js';
import { startInTerminal } from './terminal.js';
import { Traps } from './traps.js';
import { Variables } from './variables.js';

/** Longer than VS Code takes for what it hears at once. */
const leaveMs = 100;

/**
 * One configuration being debugged: the targets, and what the client has set and been shown. It lives on over a restart, so that
 * breakpoints keep their numbers.
 */
export class Debugging implements DebuggeeListener {
  private readonly traps = new Traps();
  readonly variables = new Variables(this.traps);
  readonly exceptions: ExceptionBreakpoints;
  readonly skipList: SkipList;
  readonly sources: Sources;
  readonly stacks: Stacks;
  readonly stepping: Stepping;
  readonly breakpoints: Breakpoints;
  readonly functions: FunctionBreakpoints;
  readonly data: DataBreakpoints;
  readonly stops: Stops;
  readonly questions: Questions;
  readonly stopHere: StopHere;
  private readonly reruns: Reruns;
  private recorded = new RecordedInput(true);
  readonly places = new StopPlaces();
  readonly watched = new WatchedTargets(this);
  readonly conditions: NecessaryConditions;
  readonly rules: SessionRules;
  readonly loading: Loading;
  private readonly outputs: Outputs;
  private debuggee: Debuggee | null = null;
  private lastThread = 0;
  /** Whether it was told of an exception that nobody caught. */
  private hasThrown = false;
  private readonly configured: Promise<void>;
  private setConfigured: () => void = () => {};
  /** Of which targets the client was told that they wait, and why. */
  private readonly shown = new Set<Target>();
  private isEntered = false;
  private isEnded = false;
  /** Whether the program was ended for another run, and none has taken its place. */
  private hasGivenWay = false;

  constructor(
    readonly configuration: LaunchConfiguration | AttachConfiguration,
    private readonly server: DapServer,
    readonly counting: ClientCounting,
    private readonly tools: { readonly hook: string; readonly runtime: QueryRuntime; readonly progresses: Progresses },
  ) {
    this.skipList = new SkipList(configuration.skipFiles);
    const stopsAtFailure = configuration.kind === 'launch' && configuration.stopsAtFailure;
    this.exceptions = new ExceptionBreakpoints(stopsAtFailure, (source) => this.skipList.isSkipped(source));
    this.sources = new Sources(this.skipList, configuration.links);
    this.stacks = new Stacks(this.sources, this.skipList, counting);
    this.stepping = new Stepping(this.skipList, configuration.smartStep);
    this.outputs = new Outputs(this.variables, this.sources, this.skipList, counting);
    this.breakpoints = new Breakpoints(
      () => this.targets,
      this.sources,
      counting,
      (path) => fileUrl(remotePath(configuration, path)),
      (breakpoint) => server.event('breakpoint', { reason: 'changed', breakpoint }),
    );
    this.conditions = new NecessaryConditions({
      find: tools.runtime.findConditions,
      places: this.places,
      cwd: configuration.workspace,
      settings: configuration.settings,
      isOwn: (source) => isAbsolute(source) && !isInPackage(source) && !this.skipList.isSkipped(source),
      nextId: () => this.breakpoints.nextId(),
      wasSet: (target, id, when) => this.watched.conditionSet(target, id, when),
    });
    this.loading = new Loading(this.breakpoints, this.skipList, this.conditions, () => this.exceptions.seesSkipped);
    this.functions = new FunctionBreakpoints(
      () => this.targets,
      () => this.breakpoints.nextId(),
    );
    this.data = new DataBreakpoints(this.traps, () => this.breakpoints.nextId());
    this.rules = new SessionRules({
      server,
      exceptions: this.exceptions,
      links: configuration.links,
      main: () => this.targets[0],
      stopped: (target) => this.watched.stoppedAtRule(target),
    });
    const { breakpoints, functions, data, exceptions, conditions, stepping, loading, rules } = this;
    this.stops = new Stops({
      ...{ breakpoints, functions, data, exceptions, conditions, stepping, loading, rules },
      isStartShown: ({ id }) => configuration.kind === 'attach' && !configuration.isContinued && id === this.targets[0]?.id,
    });
    this.reruns = new Reruns(
      configuration,
      () => this.debuggee?.recorded ?? this.recorded,
      (text) => server.event('output', { category: 'console', output: text }),
    );
    this.questions = new Questions({
      links: configuration.links,
      folder: configuration.workspace,
      reruns: this.reruns,
      runtime: tools.runtime,
      places: this.places,
      traps: this.traps,
      progresses: tools.progresses,
      waiting: this,
      requests: () => this.debuggee?.requests ?? noRequests,
      found: () => this.rules.told.findings,
      changed: (chain) => server.event(events.chain, chain),
    });
    this.stopHere = new StopHere(this.questions, tools.progresses, this);
    this.configured = new Promise((resolve) => (this.setConfigured = resolve));
  }

  get targets(): readonly Target[] {
    return [...(this.debuggee?.targets.values() ?? [])];
  }

  /** Reads what the client is to know before it says what it wants; throws a sentence for the user. */
  async prepare(configuration: LaunchConfiguration | AttachConfiguration = this.configuration): Promise<void> {
    if (configuration.kind === 'launch') await this.rules.open(configuration, this.tools.runtime.path);
  }

  /** Starts what the configuration names, or attaches to it; throws a sentence for the user. */
  async start(configuration: LaunchConfiguration | AttachConfiguration = this.configuration): Promise<void> {
    this.isEntered = false;
    this.isEnded = false;
    this.debuggee = new Debuggee(
      this.tools.hook,
      this.scriptSettings(this.rules.areOpen),
      configuration.asyncDepth,
      this.configured,
      () => ++this.lastThread,
      this,
    );
    if (configuration.kind === 'launch')
      await this.debuggee.launch(configuration, null, (environment) => this.rules.environment(environment));
    else await this.debuggee.attach(configuration);
  }

  /** Starts the program anew and brings it to a passage of a place; then, and not before, it takes the place of the one that waits. */
  async bringTo(at: WantedPassage, requests: HeardRequests, signal: AbortSignal, tell: (message: string) => void): Promise<Target> {
    const { configuration } = this.reruns;
    const timeoutMs = this.reruns.timeoutMs(requests);
    const run = new RunToPassage(at, scriptUrl(fileUrl(at.path)), (target) => this.watched.isMain(target));
    const relay = new Relay(run);
    const { hook } = this.tools;
    const debuggee = new Debuggee(
      hook,
      this.scriptSettings(false),
      configuration.asyncDepth,
      this.configured,
      () => ++this.lastThread,
      relay,
    );
    const { target, pause } = await runToPassage(debuggee, configuration, this.reruns.run(requests, tell), run, signal, timeoutMs);
    const location = pause.callFrames[0]?.location;
    if (location === undefined || !(await this.places.isBefore(target, location, at.line, at.column))) {
      await debuggee.end('SIGKILL');
      throw cannotAsk('V8 stops nowhere right before this point.');
    }
    await this.leave();
    await this.end('SIGKILL');
    this.isEnded = false;
    this.isEntered = true;
    this.debuggee = debuggee;
    const moved = movedText(requests, debuggee.requests);
    if (moved !== null) this.server.event('output', { category: 'console', output: `${moved}\n` });
    relay.to(this);
    await this.attached(target);
    this.watched.arrived(target, pause, at.passage);
    for (const other of debuggee.targets.values()) if (other !== target) await this.attached(other);
    return target;
  }

  /** Before another program takes the place of one that waits. */
  async leave(): Promise<void> {
    if (this.shown.size === 0) return;
    for (const { id } of this.shown) this.server.event('continued', { threadId: id, allThreadsContinued: false });
    this.shown.clear();
    // VS Code shows the oldest stop that it has not heard the end of, and does not hear it of a thread that is gone at once.
    await new Promise((resolve) => setTimeout(resolve, leaveMs));
  }

  /** Ends a program that holds a port, which another run could not have; says whether it did. */
  async giveWay(requests: HeardRequests): Promise<boolean> {
    const { debuggee } = this;
    if (debuggee === null || !(await debuggee.isListening())) return false;
    this.reruns.isAwaited = true;
    this.server.event('output', { category: 'console', output: `${this.reruns.endingText(requests)}\n` });
    await this.leave();
    await this.end('SIGKILL');
    this.hasGivenWay = true;
    await debuggee.gone();
    removeLeftSockets(debuggee.requests.servers.values());
    return true;
  }

  /** What running it again means for the program that waits. */
  async rerunTold(chain: number | null): Promise<RerunTold> {
    const { debuggee } = this;
    const requests = chain === null ? (debuggee?.requests ?? noRequests) : this.questions.chains.find(chain).requests;
    return this.reruns.told(requests, debuggee !== null && (await debuggee.isListening()));
  }

  /** After it has given way: to where it was. */
  async comeBack(at: PointArguments): Promise<void> {
    await this.stopHere.to(at, new AbortController().signal);
  }

  endIfGone(): void {
    if (!this.hasGivenWay) return;
    this.hasGivenWay = false;
    this.output('important', goneForAnswer);
    this.server.event('terminated');
  }

  stoppedAt(target: Target, description: string): void {
    this.tellStopped(target, { reason: 'goto', description });
  }

  /** The client has said all that it wants before the program runs. */
  configurationDone(): void {
    this.setConfigured();
  }

  /** Ends the processes, or (null) lets go of them. */
  async end(signal: NodeJS.Signals | null): Promise<void> {
    const { debuggee } = this;
    this.isEnded = true;
    this.hasGivenWay = false;
    this.recorded = debuggee?.recorded ?? this.recorded;
    this.debuggee = null;
    for (const target of debuggee?.targets.values() ?? []) this.forget(target);
    await debuggee?.end(signal);
  }

  interrupt(): void {
    this.debuggee?.interrupt();
  }

  target(threadId: number): Target {
    const target = this.debuggee?.targets.get(threadId);
    if (target === undefined) throw noSuchThread(threadId);
    return target;
  }

  paused(target: Target, pause: Debugger.PausedEventDataType): void {
    this.watched.paused(target, pause);
    void this.stopped(target, pause).catch(() => {}); // it has ended meanwhile
  }

  /** The user has asked for a pause. One that waits already is not to wait once more. */
  async pause(target: Target): Promise<void> {
    if (target.pause === null || !this.shown.has(target)) await this.stops.interrupts.begin(target);
  }

  /** A thread, and why it waits; throws when it runs. */
  waiting(threadId: number): { readonly target: Target; readonly pause: Debugger.PausedEventDataType } {
    const target = this.target(threadId);
    if (target.pause === null) throw notPaused();
    return { target, pause: target.pause };
  }

  async attached(target: Target): Promise<void> {
    this.server.event('thread', { reason: 'started', threadId: target.id });
    await this.configured;
    const { configuration } = this;
    this.watched.add(target);
    await this.conditions.set(this.exceptions.areConditionsChecked, []);
    const isEntered = configuration.kind === 'launch' && configuration.stopOnEntry && !this.isEntered;
    if (isEntered) this.isEntered = true;
    await Promise.all([
      this.breakpoints.bindTarget(target),
      this.exceptions.apply(target),
      this.conditions.begin(target),
      this.loading.watch(
        target,
        { areMapsUsed: configuration.sourceMaps, areProbed: this.rules.areOpen },
        isEntered ? { program: isNode(configuration.command[0] ?? '') ? configuration.program : null } : null,
      ),
      ...[...target.scripts.values()].map((script) => this.skipIfListed(script)),
    ]);
  }

  parsed(script: Script): void {
    // While it waits for the client, `attached` does it.
    void this.skipIfListed(script);
    if (!this.loading.isEachWaitedFor(script.target)) void this.conditions.late(script).catch(() => {});
    // What is no file is not waited for, nor is what a package has as CommonJS.
    const isLate = script.hasMap ? !isFileUrl(script.url) : script.mayHoldProbes && isInPackage(script.name);
    if (isLate) void this.breakpoints.bindScript(script).catch(() => {});
    if (script.url === '' || script.name.startsWith('VM') || isOwnScript(script.url)) return;
    this.server.event('loadedSource', { reason: 'new', source: this.sources.describe(script.name, script) });
  }

  resumed(target: Target): void {
    this.shown.delete(target);
    void this.stops.interrupts.again(target);
    this.conditions.resumed(target);
    this.rules.resumed(target);
    if (this.watched.has(target)) this.left();
    this.stacks.forget(target);
    this.variables.forget(target, false);
  }

  resolved(target: Target, breakpointId: string, location: Debugger.Location): void {
    this.breakpoints.resolved(target, breakpointId, location);
  }

  printed(target: Target, call: Runtime.ConsoleAPICalledEventDataType): void {
    if (this.configuration.kind === 'launch' && this.configuration.outputCapture === 'std') return;
    const output = this.outputs.printed(target, call);
    if (output !== null) this.server.event('output', output);
  }

  thrown(target: Target, details: Runtime.ExceptionDetails): void {
    this.hasThrown = true;
    this.server.event('output', this.outputs.thrown(target, details));
  }

  ended(target: Target): void {
    this.forget(target);
    this.server.event('thread', { reason: 'exited', threadId: target.id });
  }

  over(exitCode: number | null): void {
    if (this.debuggee === null) return; // it was ended by request
    this.debuggee = null;
    if (this.configuration.kind === 'attach' && this.configuration.restart !== null) return this.attachAgain(this.configuration.restart);
    const isEndedByError = this.hasThrown && exitCode !== null && exitCode !== 0 && this.exceptions.state === 'none';
    if (isEndedByError) this.server.event('output', { category: 'console', output: `${uncaughtHint}\n` });
    if (exitCode !== null) this.server.event('exited', { exitCode });
    this.server.event('terminated');
  }

  /** The program may be started anew by something else, as servers are. */
  private attachAgain({ delayMs, attempts }: { readonly delayMs: number; readonly attempts: number }): void {
    if (attempts <= 0) return this.server.event('terminated');
    setTimeout(() => {
      if (this.isEnded) return;
      this.start().catch(() => this.attachAgain({ delayMs, attempts: attempts - 1 }));
    }, delayMs).unref();
  }

  output(category: 'stdout' | 'stderr' | 'important', text: string): void {
    if (text !== '') this.server.event('output', { category, output: text });
  }

  runInTerminal: DebuggeeListener['runInTerminal'] = (command, configuration, environment) =>
    startInTerminal(this.server, command, configuration, environment);

  /** Applies what the user has toggled to all scripts. */
  async skipAgain(): Promise<void> {
    const scripts = this.targets.flatMap((target) => [...target.scripts.values()]);
    await Promise.all(scripts.map((script) => this.loading.skip(script)));
  }

  private async stopped(target: Target, pause: Debugger.PausedEventDataType): Promise<void> {
    const stop = await this.stops.decide(target, pause);
    if (stop === null) return;
    for (const breakpoint of await this.functions.bindLate(target)) this.server.event('breakpoint', { reason: 'changed', breakpoint });
    this.tellStopped(target, stop);
  }

  private tellStopped(target: Target, stop: Stop): void {
    this.stops.interrupts.shown(target);
    this.shown.add(target);
    this.server.event('stopped', { ...stop, threadId: target.id, allThreadsStopped: false });
  }

  private left(): void {
    for (const state of this.questions.chains.leave()) this.questions.tell(state);
  }

  private async skipIfListed(script: Script): Promise<void> {
    if (!script.hasMap && this.skipList.isSkipped(script.name)) await this.loading.skip(script);
  }

  private forget(target: Target): void {
    this.shown.delete(target);
    this.watched.delete(target);
    this.resumed(target);
    this.variables.forget(target, true);
    this.stops.forget(target);
    void this.stepping.end(target);
    this.breakpoints.forget(target);
    this.functions.forget(target);
    this.data.forget(target);
    this.conditions.forget(target);
  }

  private scriptSettings(areProbed: boolean): ScriptSettings {
    const { configuration } = this;
    const { sourceMaps, outFiles, sourceMapLocations, sourceMapOverrides, workspace, links } = configuration;
    return {
      areMapsUsed: sourceMaps,
      areProbed,
      isMapWanted: mapFilter(outFiles, sourceMapLocations),
      localPath: (path) => localPath(configuration, path),
      mapUnreadable: (path, reason) => this.output('important', `The source map of ${path} cannot be read: ${reason}\n`),
      overrides: sourceMapOverrides,
      workspace,
      links,
    };
  }
}
