import { eachRow, expectNames, type Expect } from './expectTest.js';
import { compareSnapshots, type SnapshotWriter } from './inlineSnapshots.js';
import { automocked } from './moduleMocks.js';
import { SkippedTest, type NodeTest, type RunningTest } from './nodeTest.js';
import type { ModuleLoader, StandIn } from './standIn.js';

/** What the package `vitest` gives to programs. */
export type VitestModule = Readonly<Record<string, unknown>> & {
  readonly expect: Expect;
  readonly vi: Vi;
};

interface Vi {
  fn(): unknown;
  restoreAllMocks(): void;
  useRealTimers(): void;
  unstubAllGlobals(): void;
  unstubAllEnvs(): void;
  clearAllMocks(): void;
  resetAllMocks(): void;
}

/** What the package asks of the worker that it believes itself in. */
const workerState = (): unknown => ({
  ctx: { pool: 'threads' },
  config: { pool: 'threads', fakeTimers: {}, expect: {}, snapshotOptions: {}, sequence: {} },
});

/** vitest's own module, ready to be used outside of its workers. */
export function vitestModule(given: VitestModule, writer: SnapshotWriter | null): VitestModule {
  Object.assign(globalThis, { __vitest_worker__: workerState() });
  compareSnapshots(given.expect, writer);
  return given;
}

/** A stand-in for vitest: its `expect` and its mocks are those that are installed, tests are declared as those of `node:test` are. */
export function vitestStandIn({ names, afterEachFirst }: NodeTest, vitest: VitestModule, loader: ModuleLoader): StandIn {
  const { expect } = vitest;
  let ending: Ending | null = null;
  const finished = (body: Body): void => ending?.add(body, false);
  const failed = (body: Body): void => ending?.add(body, true);
  const context = (): object => ({
    expect,
    task: { name: '' },
    skip: (first?: unknown) => {
      if (first !== false) throw new SkippedTest();
    },
    onTestFinished: finished,
    onTestFailed: failed,
  });
  const called = (body: Body) => (running: RunningTest) => {
    if (ending?.running !== running) ending = new Ending(running, context());
    return body(ending.context);
  };
  // A hook may give what takes back what it did.
  const beforeEach = (body: Body, timeout?: unknown): void =>
    names.beforeEach(
      (running) => {
        const kept = (cleanup: unknown): void => {
          if (typeof cleanup === 'function') finished(cleanup as Body);
        };
        const result = called(body)(running as RunningTest);
        return result instanceof Promise ? result.then(kept) : kept(result);
      },
      { timeout },
    );
  // The last of a suite's hooks runs first.
  const afterEach = (body: Body, timeout?: unknown): void => afterEachFirst((running) => called(body)(running as RunningTest), { timeout });
  const declared = { ...expectNames(names, { expect, called, each: eachRow, hasFixtures: true }), beforeEach, afterEach };
  const automatic = (id: string): unknown => automocked(loader.actual(id), () => vitest.vi.fn());
  const mock = (of: unknown, factory?: unknown): void => {
    const id = loader.idOf(String(of));
    const written = loader.mockOf(String(of));
    const original = (): Promise<unknown> => Promise.resolve(loader.actual(id));
    const other = (): unknown => (written === null ? automatic(id) : loader.actual(written));
    const make = typeof factory === 'function' ? () => (factory as (from: typeof original) => unknown)(original) : other;
    loader.mocks.set(id, () => asModule(make()));
  };
  const unmock = (of: string): void => loader.mocks.delete(loader.idOf(of));
  const vi = Object.assign(Object.create(vitest.vi) as Vi, {
    hoisted: (make: () => unknown) => make(),
    ...{ mock, doMock: mock, unmock, doUnmock: unmock },
    importActual: (of: string) => Promise.resolve(loader.actual(loader.idOf(of))),
    importMock: (of: string) => Promise.resolve(automatic(loader.idOf(of))),
  });
  const all = { ...declared, expect, vi, vitest: vi, onTestFinished: finished, onTestFailed: failed };
  return {
    globals: all,
    modules: { vitest: { ...vitest, ...all } },
    reset: () => {
      vitest.vi.useRealTimers();
      vitest.vi.restoreAllMocks();
      vitest.vi.unstubAllGlobals();
      vitest.vi.unstubAllEnvs();
    },
    renew: (how) => {
      if (how === 'clear') vitest.vi.clearAllMocks();
      else if (how === 'reset') vitest.vi.resetAllMocks();
      else if (how === 'restore') vitest.vi.restoreAllMocks();
      else if (how === 'environment') vitest.vi.unstubAllEnvs();
      else vitest.vi.unstubAllGlobals();
    },
  };
}

type Body = (...given: unknown[]) => unknown;

/** What is done when a test of vitest has ended, the last first. */
class Ending {
  private readonly bodies: { readonly body: Body; readonly isOfFailure: boolean }[] = [];

  constructor(
    readonly running: RunningTest,
    readonly context: object,
  ) {}

  add(body: Body, isOfFailure: boolean): void {
    if (this.bodies.length === 0) this.running.after(() => this.run());
    this.bodies.push({ body, isOfFailure });
  }

  private async run(): Promise<void> {
    for (const { body, isOfFailure } of this.bodies.reverse()) if (!isOfFailure || this.running.hasFailed) await body(this.context);
  }
}

/** What a factory made, as a module whose default is its own. */
function asModule(made: unknown): unknown {
  if (made instanceof Promise) return made.then(asModule);
  return typeof made === 'object' && made !== null ? { ...made, __esModule: true } : made;
}
