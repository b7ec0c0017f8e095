import { expectNames, type Expect, type ExpectRunner } from './expectTest.js';
import { compareSnapshots, type SnapshotWriter } from './inlineSnapshots.js';
import type { NodeTest, RunningTest } from './nodeTest.js';
import type { ModuleLoader, StandIn } from './standIn.js';

type Body = (...given: unknown[]) => unknown;
type Methods = Readonly<Record<string, Body>>;

/** The packages that jest is made of. */
export interface JestPackages {
  readonly expect: Expect;
  readonly each: ExpectRunner['each'];
  readonly mocker: Methods & { getMetadata(of: unknown): unknown; generateFromMetadata(metadata: unknown): unknown };
  readonly timers: Methods;
}

/** jest's packages; `load` finds one of them through those that depend on it. */
export function jestPackages(load: (name: string, through: readonly string[]) => unknown, writer: SnapshotWriter | null): JestPackages {
  const circus = ['@jest/core', 'jest-config', 'jest-circus'];
  const { expect } = load('expect', [...circus, '@jest/expect']) as { readonly expect: Expect };
  compareSnapshots(expect, writer);
  const { bind } = load('jest-each', circus) as { readonly bind: ExpectRunner['each'] };
  const runtime = [...circus, 'jest-runtime'];
  const { ModuleMocker } = load('jest-mock', runtime) as { readonly ModuleMocker: new (global: unknown) => JestPackages['mocker'] };
  const { ModernFakeTimers } = load('@jest/fake-timers', runtime) as { readonly ModernFakeTimers: new (given: object) => Methods };
  const timers = new ModernFakeTimers({ config: { fakeTimers: {}, rootDir: process.cwd() }, global: globalThis });
  return { expect, each: bind, mocker: new ModuleMocker(globalThis), timers };
}

const mockMethods = ['fn', 'spyOn', 'mocked', 'replaceProperty', 'isMockFunction', 'clearAllMocks', 'resetAllMocks', 'restoreAllMocks'];
const timerMethods = [
  ...['useFakeTimers', 'useRealTimers', 'setSystemTime', 'getRealSystemTime', 'now', 'getTimerCount', 'clearAllTimers'],
  ...['runAllTimers', 'runAllTimersAsync', 'runAllTicks', 'runOnlyPendingTimers', 'runOnlyPendingTimersAsync'],
  ...['advanceTimersByTime', 'advanceTimersByTimeAsync', 'advanceTimersToNextTimer', 'advanceTimersToNextTimerAsync'],
];
/** Those that give something back; the others give the object `jest`. */
const answering = /^(?:fn|spyOn|mocked|replaceProperty|isMockFunction|now|get\w+|\w+Async)$/;

/** A stand-in for jest: its `expect` and its mocks are those that are installed, tests are declared as those of `node:test` are. */
export function jestStandIn({ names }: NodeTest, packages: JestPackages, loader: ModuleLoader): StandIn {
  const { expect, each, mocker, timers } = packages;
  // It may say for all tests how long they may wait.
  let timeoutMs: number | null = null;
  const called = (body: Body) => (running: RunningTest) => {
    running.timeoutMs ??= timeoutMs;
    return body.length === 0 ? body() : untilDone(body);
  };
  const declared = expectNames(names, { expect, called, each, hasFixtures: false });
  const { test, describe } = declared as Readonly<Record<string, { readonly skip: unknown; readonly only: unknown }>>;
  const jest: Record<string, unknown> = {};
  const give = (from: Methods, keys: readonly string[]): void => {
    for (const key of keys)
      jest[key] = (...given: unknown[]) => {
        const result = from[key]?.call(from, ...given);
        return answering.test(key) ? result : jest;
      };
  };
  give(mocker, mockMethods);
  give(timers, timerMethods);
  const automatic = (of: string): unknown => mocker.generateFromMetadata(mocker.getMetadata(loader.actual(loader.idOf(of))));
  const mock = (of: string, factory?: () => unknown): unknown => {
    const id = loader.idOf(of);
    const written = loader.mockOf(of);
    loader.mocks.set(id, factory ?? (() => (written === null ? automatic(id) : loader.actual(written))));
    return jest;
  };
  const unmock = (of: string): unknown => (loader.mocks.delete(loader.idOf(of)), jest);
  Object.assign(jest, {
    ...{ mock, doMock: mock, setMock: (of: string, made: unknown) => mock(of, () => made), unmock, dontMock: unmock, deepUnmock: unmock },
    ...{ requireActual: (of: string) => loader.actual(loader.idOf(of)), createMockFromModule: automatic, requireMock: automatic },
    setTimeout: (ms: number) => ((timeoutMs = ms), jest),
    retryTimes: () => jest,
  });
  const all = { ...declared, expect, jest };
  return {
    globals: {
      ...all,
      ...{ xit: test?.skip, xtest: test?.skip, fit: test?.only, xdescribe: describe?.skip, fdescribe: describe?.only },
    },
    modules: { '@jest/globals': all },
    reset: () => {
      timers['useRealTimers']?.call(timers);
      mocker['restoreAllMocks']?.call(mocker);
    },
    renew: (how) => void mocker[`${how}AllMocks`]?.call(mocker),
  };
}

function untilDone(body: Body): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const done = (error?: unknown): void => (error === undefined || error === null ? resolve() : reject(error as Error));
    body(Object.assign(done, { fail: (error: unknown) => reject(error as Error) }));
  });
}
