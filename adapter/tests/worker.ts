import { createRequire } from 'node:module';
import net from 'node:net';
import dgram from 'node:dgram';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect, stripVTControlCharacters } from 'node:util';
import { Script } from 'node:vm';
import type {
  CaptureRequest,
  LoadSettings,
  ObservedRun,
  ObservedValue,
  Reply,
  Request,
  Switch,
  TestError,
  TestOutcome,
  TrialRequest,
  WorkerModule,
  WorkerProgram,
} from './testMessages.js';
import { moduleText } from './moduleText.js';
import { AwaitedMock, ModuleMocks } from './moduleMocks.js';
import { testEnvironment, type TestEnvironment } from './testEnvironment.js';
import { inTurn, NodeTest, runTest, SkippedTest, type DeclaredTest, type Suite } from './nodeTest.js';
import { brokenBy, HeldRun } from './heldRun.js';
import { observedValue, untilIdle } from './observedValue.js';
import { refusal, refusals, refusedByNode, refusedSince } from './refusals.js';
import { callingScript, placeOfThrow, scriptName } from './scriptPlaces.js';
import { turnOfLoop, UnheardErrors, untilQuiet } from './unheard.js';
import { isIdle, type WaitLimits } from './waiting.js';
import { openSettings, type OpenSettings } from './settings.js';
import { standInMaker, type ModuleLoader, type StandIn, type StandInMaker } from './standIn.js';
import { usedMs, workClock } from './work.js';

/*
 * The process in which tests and candidates run. It is started with Node's permission model: it writes below a temporary folder
 * alone, and starts no other process. The network, which that model does not know, is refused here.
 */

class OutOfFuel extends Error {
  override readonly name = 'OutOfFuel';
  constructor() {
    super('The test did not end: it was given up.');
  }
}

/** One for all passages of a candidate: a recursion that nobody awaits ends each of its calls by one, and each would look up its stack. */
let outOfFuel: OutOfFuel | null = null;

/** What the switched texts know. */
const state = {
  m: 0,
  on: [] as (true | undefined)[],
  left: Infinity,
  counts: new Map<number, number>() as Map<number, number> | null,
  observed: [] as ObservedValue[][],
  ranBefore: [] as number[],
  c(id: number): void {
    if (state.left-- <= 0) throw (outOfFuel ??= new OutOfFuel());
    if (state.counts !== null) state.counts.set(id, (state.counts.get(id) ?? 0) + 1);
  },
  f(): void {
    if (state.left-- <= 0) throw (outOfFuel ??= new OutOfFuel());
  },
  o(mark: number, read: () => unknown): void {
    (state.observed[mark] ??= []).push(observedValue(read));
    state.ranBefore[mark] = state.counts?.size ?? 0;
  },
};

/** What a test breaks by itself, before the program's own code sees it. */
const held = new HeldRun(
  () => {
    const { counts } = state;
    state.counts = null;
    return () => void (state.counts = counts);
  },
  () => loaded().isTest(callingScript()),
);
Object.assign(state, held.probes);

/** The time, whatever clock a test has set. */
const now = performance.now.bind(performance);

type Wrapper = (exports: unknown, require: (specifier: string) => unknown, module: { exports: unknown }, ...more: unknown[]) => void;

/** What one run of the program has loaded; most runners load each file of tests with modules of its own. */
interface Run {
  readonly test: NodeTest;
  readonly mocks: ModuleMocks;
  readonly loaded: Map<string, { exports: unknown }>;
  /** The modules that are being loaded, the innermost last. */
  readonly loading: string[];
  standIn: StandIn;
}

type HookBody = () => unknown;

/** How often a file of tests is loaded for mocks that it waits for. */
const mostAwaited = 50;

/** The modules of the program, loaded anew for each run, so that no run sees what another one left. */
class Modules {
  private readonly wrappers = new Map<string, Wrapper>();
  private readonly modules: ReadonlyMap<string, WorkerModule>;
  private readonly packages = new Map<string, unknown>();
  private makeStandIn: StandInMaker = () => noStandIn;
  /** Those of the last run. */
  private readonly standIns: StandIn[] = [];
  private environment: TestEnvironment = { renew: () => undefined };

  constructor(readonly program: WorkerProgram) {
    this.modules = new Map(program.modules.map((module) => [module.path, module]));
  }

  /** Those of the runner, and packages that only `import` loads. */
  async loadPackages(): Promise<void> {
    const { settings, runner } = this.program;
    this.makeStandIn = await standInMaker(runner);
    const given = this.makeStandIn(new NodeTest(), this.loaderOf(newRun(new NodeTest()))).modules;
    if (settings !== null) {
      Object.assign(process.env, settings.variables);
      Object.assign(globalThis, settings.globals);
      this.environment = await testEnvironment(runner, settings.environment, settings.folder);
    }
    for (const { path, script, own, packages } of this.program.modules)
      for (const [, specifier = ''] of script.matchAll(/\brequire\(["']([^"']+)["']\)/g)) {
        if (specifier in own || specifier in given || /^(?:node:)?test$/.test(specifier)) continue;
        await this.loadPackage(path, specifier, packages[specifier] ?? specifier);
      }
    for (const path of settings?.setup ?? []) if (!this.modules.has(path)) await this.loadPackage(path, path, path);
  }

  /** A package that only `import` loads is there before anybody requires it. */
  private async loadPackage(from: string, specifier: string, found: string): Promise<void> {
    try {
      createRequire(from)(found);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_REQUIRE_ESM') return;
      const path = createRequire(from).resolve(found);
      this.packages.set(`${from}\0${specifier}`, await import(isAbsolute(path) ? pathToFileURL(path).href : path));
    }
  }

  /** Whether a script is that of a file of tests. */
  isTest(script: string | null): boolean {
    return script !== null && this.program.tests.some((path) => scriptName(path) === script);
  }

  /** All tests that the program declares, in a fresh state. */
  async declare(notesPlaces = false): Promise<readonly DeclaredTest[]> {
    const { runner, tests, settings } = this.program;
    const test = new NodeTest(notesPlaces);
    const isShared = runner.name === 'mocha';
    this.reset();
    this.standIns.length = 0;
    let run = newRun(test);
    for (const [i, path] of tests.entries()) {
      const isFirst = i === 0 || !isShared;
      if (isFirst) {
        run = newRun(test);
        run.standIn = this.makeStandIn(test, this.loaderOf(run));
        this.standIns.push(run.standIn);
      }
      test.beginFile(path, !isShared);
      // Some runners give their names without an import.
      Object.assign(globalThis, run.standIn.globals);
      if (isFirst && settings !== null) this.declareRenewal(run.standIn, test, settings);
      await this.loadTests(isFirst ? [...(settings?.setup ?? []), path] : [path], run);
      await test.declared();
    }
    return runner.name === 'node' ? test.tests : withOnly(test.tests, !isShared);
  }

  private declareRenewal({ renew }: StandIn, test: NodeTest, { renewed }: LoadSettings): void {
    if (renewed.length === 0) return;
    test.names.beforeEach(() => {
      for (const how of renewed) renew(how);
    });
  }

  /** Takes back what tests have left beside the modules. */
  reset(): void {
    for (const { reset } of this.standIns) reset();
    this.environment.renew();
  }

  /** Loads a file of tests; where it needs a mock that is awaited, once more. */
  private async loadTests(paths: readonly string[], run: Run): Promise<void> {
    const known = run.test.tests.length;
    const before = new Map(run.loaded);
    for (let awaited = 0; ; awaited++) {
      try {
        for (const path of paths) this.begin(path, run);
        return;
      } catch (error) {
        if (!(error instanceof AwaitedMock) || awaited >= mostAwaited) throw error;
        run.loading.length = 0;
        run.loaded.clear();
        for (const [each, module] of before) run.loaded.set(each, module);
        run.test.forgetBehind(known);
        await run.mocks.settle(error);
      }
    }
  }

  /** Loads a file of tests, or what is loaded before it: Mocha takes the hooks that this gives. */
  private begin(path: string, run: Run): void {
    const given = this.modules.has(path) ? this.load(path, run) : this.actual(path, path, run);
    const { mochaHooks } = (given ?? {}) as { readonly mochaHooks?: Readonly<Record<string, HookBody | readonly HookBody[]>> };
    if (this.program.runner.name !== 'mocha' || typeof mochaHooks !== 'object') return;
    const { beforeAll: before, afterAll: after, beforeEach, afterEach } = mochaHooks;
    for (const [name, bodies] of Object.entries({ before, after, beforeEach, afterEach }))
      for (const body of [bodies ?? []].flat()) (run.standIn.globals[name] as (body: HookBody) => void)(body);
  }

  private loaderOf(run: Run): ModuleLoader {
    const from = (): string => run.loading.at(-1) ?? run.test.file;
    const idOf = (specifier: string): string => this.modules.get(from())?.own[specifier] ?? specifier;
    return {
      mocks: run.mocks,
      idOf,
      mockOf: (specifier) => this.modules.get(from())?.mocks[specifier] ?? null,
      actual: (id) => (this.modules.has(id) ? this.load(id, run) : this.actual(id, run.test.file, run)),
    };
  }

  private load(path: string, run: Run): unknown {
    const known = run.loaded.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} as unknown };
    run.loaded.set(path, module);
    if (path.endsWith('.json')) return (module.exports = createRequire(path)(path) as unknown);
    const source = this.modules.get(path);
    if (source === undefined) throw new Error(`${path} is no module of the program.`);
    const require = (specifier: string): unknown => {
      const id = source.own[specifier] ?? specifier;
      if (run.mocks.has(id)) return run.mocks.get(id);
      // What stands for a package by jest does so without a word of the test.
      const always = this.program.runner.name === 'jest' && source.own[specifier] === undefined ? source.mocks[specifier] : undefined;
      return always === undefined || always === path ? this.actual(specifier, path, run) : this.load(always, run);
    };
    const folder = path.replace(/[\\/][^\\/]*$/, '');
    const isMain = path === this.program.main?.path;
    const required = Object.assign(require, { main: isMain ? module : undefined });
    run.loading.push(path);
    this.wrapperOf(source)(module.exports, required, module, path, folder, state, metaOf(path, folder, isMain));
    run.loading.pop();
    return module.exports;
  }

  private actual(specifier: string, path: string, run: Run): unknown {
    const own = this.modules.get(path)?.own[specifier];
    if (own !== undefined) return this.load(own, run);
    if (specifier === 'node:test') return run.test.module;
    const found = run.standIn.modules[specifier] ?? this.packages.get(`${path}\0${specifier}`);
    return found ?? (createRequire(path)(this.modules.get(path)?.packages[specifier] ?? specifier) as unknown);
  }

  private wrapperOf({ path, script }: WorkerModule): Wrapper {
    let wrapper = this.wrappers.get(path);
    if (wrapper === undefined) {
      wrapper = new Script(moduleText(script), { filename: scriptName(path) }).runInThisContext() as Wrapper;
      this.wrappers.set(path, wrapper);
    }
    return wrapper;
  }
}

/** `import.meta` of a module; vitest has more in it. */
function metaOf(path: string, folder: string, isMain: boolean): unknown {
  const { href: url } = pathToFileURL(path);
  const resolve = (specifier: string): string =>
    /^\.{0,2}\//.test(specifier) ? new URL(specifier, url).href : pathToFileURL(createRequire(path).resolve(specifier)).href;
  return { url, filename: path, dirname: folder, env: process.env, main: isMain, resolve };
}

const noStandIn: StandIn = { globals: {}, modules: {}, reset: () => undefined, renew: () => undefined };
const newRun = (test: NodeTest): Run => ({
  test,
  standIn: noStandIn,
  mocks: new ModuleMocks(),
  loaded: new Map(),
  loading: [],
});

/** Where some tests are the only ones, the others are skipped: those of their file, or all. */
function withOnly(tests: readonly DeclaredTest[], isByFile: boolean): readonly DeclaredTest[] {
  const files = new Set(tests.filter(({ isOnly }) => isOnly).map(({ file }) => file));
  const isLeftOut = ({ file, isOnly }: DeclaredTest): boolean => files.size > 0 && !isOnly && (!isByFile || files.has(file));
  return tests.map((test) => (isLeftOut(test) ? { ...test, isSkipped: true } : test));
}

let modules: Modules | null = null;
let timeoutMs = 2_000;
/** What the runner's settings say, where this process is asked for them. */
let opened: OpenSettings | null = null;

function settingsOf(): OpenSettings {
  if (opened === null) throw new Error('No settings were read.');
  return opened;
}

/** Milliseconds with nothing to do after which a test of the program as it is ends. */
const longIdleMs = 600;

/** vitest alone takes no exception that nobody catches for one of the test. */
const waiting = (idleMs: number): WaitLimits => ({ timeoutMs, idleMs, hearsUncaught: loaded().program.runner.name !== 'vitest' });

/** What nobody catches. jest alone hears nothing of it behind the end of a test. */
const unheard = new UnheardErrors();
const countsUnheard = (): boolean => loaded().program.runner.name !== 'jest';

/** Milliseconds in which what tests have left running may still fail. */
const mostLeftMs = 300;

function switchOn({ number, on }: Switch): void {
  outOfFuel = null;
  state.m = number;
  state.on = [];
  for (const id of on) state.on[id] = true;
}

async function capture({ fuel, names, isCounted }: CaptureRequest): Promise<readonly TestOutcome[]> {
  switchOn({ number: 0, on: [] });
  const top = new Map<number, number>();
  state.counts = isCounted ? top : null;
  state.left = fuel;
  held.begin(true);
  const tests = await loaded().declare(isCounted);
  held.loaded();
  const outcomes: TestOutcome[] = [];
  const turnOf = new Map<object, number>();
  unheard.taken();
  const chosen = names === null ? tests : names.flatMap((name) => tests.find((each) => each.name === name) ?? []);
  for (const turn of inTurn(chosen)) {
    const { test } = turn;
    const { name, file, places } = test;
    if (test.isSkipped) {
      outcomes.push({ name, file, places, error: null, isSkipped: true, needs: null, covered: [], passages: 0, milliseconds: 0 });
      continue;
    }
    // The top level ran for every test.
    const counts = new Map(top);
    state.counts = isCounted ? counts : null;
    state.left = fuel;
    let error: TestError | null = null;
    let isSkipped = false;
    let needs: string | null = null;
    const began = now();
    const then = refusals();
    held.beginTest();
    try {
      const result = unheard.begunBy(turn, () => runTest(turn, waiting(longIdleMs)));
      if (result !== undefined) await result;
    } catch (thrown) {
      isSkipped = thrown instanceof SkippedTest;
      if (!isSkipped) {
        error = errorOf(thrown);
        needs = refusedByNode(thrown) ?? refusedSince(then) ?? neededBy(test.suite);
      }
    }
    const broken = isSkipped ? null : held.broken(error === null);
    if (broken !== null) error = errorOf(broken);
    if (countsUnheard()) await turnOfLoop();
    turnOf.set(turn, outcomes.length);
    outcomes.push({
      ...{ name, file, places, error },
      ...{ isSkipped, needs },
      covered: [...counts],
      passages: fuel - state.left,
      milliseconds: now() - began,
    });
  }
  if (countsUnheard()) await untilQuiet(isIdle, mostLeftMs);
  unheard.forgetBeginners();
  for (const { of, error } of countsUnheard() ? unheard.taken() : []) {
    const at = of === undefined ? undefined : turnOf.get(of);
    const outcome = at === undefined ? undefined : outcomes[at];
    if (at === undefined || outcome === undefined || outcome.error !== null || outcome.isSkipped) continue;
    outcomes[at] = { ...outcome, error: { ...errorOf(error), isUnheard: true }, needs: refusedByNode(error) };
  }
  state.counts = null;
  held.begin(false);
  loaded().reset();
  return outcomes;
}

const neededBy = (suite: Suite | null): string | null => (suite === null ? null : (suite.needs ?? neededBy(suite.parent)));

/** Runs the program, which has no tests, until it waits for nothing more. */
async function observe(on: Switch, fuel: number): Promise<ObservedRun> {
  switchOn(on);
  const counts = (state.counts = new Map<number, number>());
  state.left = fuel;
  state.observed = [];
  state.ranBefore = [];
  const { main } = loaded().program;
  if (main !== null) process.argv.splice(1, Infinity, main.path, ...main.words);
  let error: TestError | null = null;
  const failed = (thrown: unknown): void => void (error ??= errorOf(thrown));
  process.on('uncaughtException', failed);
  process.on('unhandledRejection', failed);
  try {
    await untilIdle(() => loaded().declare());
  } catch (thrown) {
    failed(thrown);
  }
  process.off('uncaughtException', failed);
  process.off('unhandledRejection', failed);
  state.counts = null;
  return { values: state.observed, ranBefore: state.ranBefore, error, covered: [...counts] };
}

/** Milliseconds after which a candidate with many tests says that it still runs. */
const stillRunningMs = 250;

/** What became of a candidate: how many tests passed, and which one failed. */
interface Trial {
  readonly passed: number;
  readonly failedBy: string | null;
}

/** One candidate: the tests in order, until one fails; what nobody catches fails the last one. */
async function tryOne(candidate: Switch, request: TrialRequest): Promise<Trial> {
  for (let isAgain = false; ; isAgain = true) {
    unheard.taken();
    const trial = await triedOnce(candidate, request);
    if (trial.failedBy !== null || !countsUnheard()) return trial;
    await untilQuiet(isIdle, Math.min(mostLeftMs, request.idleMs));
    if (unheard.taken().length === 0) return trial;
    // What one before it had left may fail now: once more, behind it.
    if (isAgain) return { passed: trial.passed - 1, failedBy: request.order.at(-1) ?? '' };
  }
}

async function triedOnce(candidate: Switch, { order, fuel, idleMs }: TrialRequest): Promise<Trial> {
  switchOn(candidate);
  state.counts = null;
  state.left = fuel;
  let passed = 0;
  let tests: readonly DeclaredTest[];
  held.begin(true);
  try {
    tests = await loaded().declare();
    held.loaded();
  } catch {
    return { passed, failedBy: order[0] ?? '' };
  }
  const byName = new Map(tests.map((test) => [test.name, test]));
  const turns = new Map(inTurn(order.flatMap((name) => byName.get(name) ?? [])).map((turn) => [turn.test.name, turn]));
  let toldAt = now();
  for (const name of order) {
    if (now() - toldAt > stillRunningMs) {
      toldAt = now();
      await sent({ kind: 'begun', number: candidate.number, usedMs: usedMs() });
    }
    const turn = turns.get(name);
    if (turn === undefined) return { passed, failedBy: name };
    state.left = fuel;
    held.beginTest();
    try {
      const result = runTest(turn, waiting(idleMs));
      if (result !== undefined) await result;
    } catch {
      return { passed, failedBy: name };
    }
    // A program may catch what ends it.
    if (state.left < 0 || held.broken(true) !== null) return { passed, failedBy: name };
    passed++;
  }
  return { passed, failedBy: null };
}

function loaded(): Modules {
  if (modules === null) throw new Error('Nothing was loaded.');
  return modules;
}

function errorOf(thrown: unknown): TestError {
  const own = typeof thrown === 'object' && thrown !== null ? (thrown as Record<string, unknown>) : {};
  // What jest's `expect` says of its values lies in a field.
  const given = isMatched(own['matcherResult'])
    ? { ...own['matcherResult'], ...own, name: 'AssertionError', message: own['message'] }
    : own;
  const shown = (key: string): string | null =>
    key in given ? inspect(given[key], { depth: 3, breakLength: 100, maxArrayLength: 40 }).slice(0, 1_000) : null;
  const text = (key: string): string | null =>
    typeof given[key] === 'string' ? stripVTControlCharacters(given[key]).slice(0, 2_000) : null;
  return {
    name: text('name') ?? 'Error',
    message: text('message') ?? inspect(thrown).slice(0, 2_000),
    code: text('code') ?? (given['name'] === 'AssertionError' ? 'ERR_ASSERTION' : null),
    expected: shown('expected'),
    actual: shown('actual'),
    ...brokenBy(thrown),
  };
}

const isMatched = (result: unknown): result is Readonly<Record<string, unknown>> => typeof result === 'object' && result !== null;

async function answer(request: Request): Promise<void> {
  switch (request.kind) {
    case 'settings':
      opened = await openSettings(request);
      return reply({ kind: 'settings', settings: opened.settings });
    case 'resolve': {
      const { resolve } = settingsOf();
      return reply({ kind: 'resolved', modules: await Promise.all(request.asked.map(([specifier, from]) => resolve(specifier, from))) });
    }
    case 'transform': {
      const of = settingsOf();
      return reply({ kind: 'transformed', texts: await Promise.all(request.texts.map(([path, text]) => of.transform(path, text))) });
    }
    case 'load':
      modules = new Modules(request.program);
      timeoutMs = Math.min(request.program.timeoutMs, request.program.settings?.ownTimeoutMs ?? Infinity);
      await modules.loadPackages();
      return reply({ kind: 'loaded', heap: heapInUse() });
    case 'capture': {
      const worked = workClock();
      const outcomes = await capture(request);
      return reply({ kind: 'captured', outcomes, milliseconds: worked(), heap: heapInUse() });
    }
    case 'observe':
      return reply({ kind: 'observed', run: await observe(request.on, request.fuel) });
    case 'try': {
      Error.stackTraceLimit = 1;
      const began = now();
      const worked = workClock();
      let tried = 0;
      for (const candidate of request.switches) {
        if (now() - began > request.milliseconds) break;
        // Whoever waits learns which one kills or hangs the process.
        await sent({ kind: 'begun', number: candidate.number, usedMs: usedMs() });
        const { passed, failedBy } = await tryOne(candidate, request);
        if (passed > 0 || failedBy === null) reply({ kind: 'tried', number: candidate.number, passed, failedBy });
        tried++;
      }
      return reply({ kind: 'done', tried, workMs: worked() });
    }
  }
}

const heapInUse = (): number => Math.ceil(process.memoryUsage().heapUsed / 2 ** 20);

function reply(message: Reply): void {
  send(message);
}

/** Waits until a message has left the process. */
const sent = (message: Reply): Promise<void> => new Promise((resolve) => void send(message, undefined, undefined, () => resolve()));

const end = process.exit.bind(process);
const send = process.send?.bind(process) ?? (() => false);

/** Whether Node's permission model holds. */
const isConfined = (process as { readonly permission?: unknown }).permission !== undefined;

/** A candidate reaches no network, ends no process, and prints nothing; the tests as they are may need the network. */
function confine(): void {
  const refuse = (what: 'network' | 'end') => () => {
    throw refusal(what);
  };
  if (isConfined) {
    net.Socket.prototype.connect = refuse('network');
    net.Server.prototype.listen = refuse('network');
    dgram.Socket.prototype.bind = refuse('network');
    dgram.Socket.prototype.send = refuse('network');
  }
  process.kill = refuse('end');
  process.exit = refuse('end');
  process.abort = refuse('end');
  const silent = ((...args: unknown[]): boolean => {
    const done = args.at(-1);
    if (typeof done === 'function') queueMicrotask(done as () => void);
    return true;
  }) as typeof process.stdout.write;
  process.stdout.write = silent;
  process.stderr.write = silent;
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const) console[name] = () => undefined;
}

confine();
unheard.listen();
let queue = Promise.resolve();
process.on('message', (request: Request) => {
  queue = queue
    .then(() => answer(request))
    .catch((error: unknown) =>
      reply({ kind: 'failed', place: placeOfThrow(error), message: error instanceof Error ? error.message : String(error) }),
    );
});
process.on('disconnect', () => end(0));
