import { createRequire } from 'node:module';
import { refusals, refusedSince } from './refusals.js';
import { placesOfCall, type ScriptPlace } from './scriptPlaces.js';
import { waited, type WaitLimits } from './waiting.js';

type Body = (...args: unknown[]) => unknown;

/** A test that a program has declared, not run yet. */
export interface DeclaredTest {
  readonly name: string;
  readonly file: string;
  readonly body: Body | null;
  readonly isSkipped: boolean;
  readonly isOnly: boolean;
  readonly suite: Suite;
  /** Milliseconds that it may wait by its own word; null: it does not say. */
  readonly timeoutMs: number | null;
  /** Where its file was when it declared it: the call itself first, then what called that; empty where nobody asks. */
  readonly places: readonly ScriptPlace[];
}

/** What a test throws that gives itself up: it neither passes nor fails. */
export class SkippedTest extends Error {
  override readonly name = 'SkippedTest';
}

/** The hooks of a suite; the outermost is the program's own, and in it are those of files. */
export interface Suite {
  readonly parent: Suite | null;
  /** Null: it has none, and is in no name of a test. */
  readonly name: string | null;
  readonly isSkipped: boolean;
  readonly isOnly: boolean;
  readonly hooks: Readonly<Record<HookName, Hook[]>>;
  /** Milliseconds that each of its tests and hooks may wait; null: it does not say. */
  readonly timeoutMs: number | null;
  /** Whether its `before` hooks have run. */
  hasBegun: boolean;
  /** What one of them threw: its tests fail by it. */
  failure: { readonly error: unknown } | null;
  /** What they asked for and did not get. */
  needs: string | null;
}

type HookName = 'before' | 'after' | 'beforeEach' | 'afterEach';

interface Hook {
  readonly body: Body;
  readonly timeoutMs: number | null;
}

interface Options {
  readonly timeout?: unknown;
  readonly skip?: unknown;
  readonly todo?: unknown;
  readonly only?: unknown;
}

/** A function that declares tests or suites, with its variants. */
export interface Variants {
  (name?: unknown, options?: unknown, body?: unknown): unknown;
  skip(name?: unknown, options?: unknown, body?: unknown): unknown;
  todo(name?: unknown, options?: unknown, body?: unknown): unknown;
  only(name?: unknown, options?: unknown, body?: unknown): unknown;
}

/** The names by which programs declare tests, suites and hooks. */
export interface DeclaringNames {
  readonly test: Variants;
  readonly describe: Variants;
  readonly before: DeclareHook;
  readonly after: DeclareHook;
  readonly beforeEach: DeclareHook;
  readonly afterEach: DeclareHook;
}

export type DeclareHook = (body: Body, options?: { readonly timeout?: unknown }) => void;

/** The test that runs, as its body and the hooks around it are given it. */
export interface RunningTest {
  /** Is called when the test has ended, however it did. */
  after(body: () => unknown): void;
  /** Milliseconds that the body which runs may wait; null: as long as any. */
  timeoutMs: number | null;
  /** Whether it has failed until now. */
  readonly hasFailed: boolean;
}

/** A stand-in for `node:test` that collects what is declared, so that it can be run many times in one process. */
export class NodeTest {
  readonly tests: DeclaredTest[] = [];
  readonly root: Suite = newSuite(null, null, {});
  private suite = this.root;
  file = '';
  private readonly pending: Promise<unknown>[] = [];

  /** `notesPlaces`: it is asked where tests are declared. */
  constructor(private readonly notesPlaces = false) {}

  readonly names: DeclaringNames = this.makeNames();
  /** The module that a program gets for `node:test`. */
  readonly module: unknown = this.makeModule();

  /** What is declared from here on is a file's; `isApart`: its hooks are those of its own tests alone. */
  beginFile(path: string, isApart: boolean): void {
    this.file = path;
    this.suite = isApart ? newSuite(this.root, null, {}) : this.root;
  }

  /** Suites may declare their tests later. */
  async declared(): Promise<void> {
    while (this.pending.length > 0) await this.pending.pop();
  }

  /** Forgets the tests behind the first ones: their file is loaded once more. */
  forgetBehind(count: number): void {
    this.tests.length = count;
    if (this.suite !== this.root) this.suite = newSuite(this.root, null, {});
  }

  private makeNames(): DeclaringNames {
    const variants = (declare: (name: unknown, options: unknown, body: unknown, more: Options) => unknown): Variants =>
      Object.assign((name?: unknown, options?: unknown, body?: unknown) => declare(name, options, body, {}), {
        skip: (name?: unknown, options?: unknown, body?: unknown) => declare(name, options, body, { skip: true }),
        todo: (name?: unknown, options?: unknown, body?: unknown) => declare(name, options, body, { todo: true }),
        only: (name?: unknown, options?: unknown, body?: unknown) => declare(name, options, body, { only: true }),
      });
    const test = variants((...given) => this.declareTest(...given));
    const describe = variants((...given) => this.declareSuite(...given));
    const hook =
      (name: HookName): DeclareHook =>
      (...given) =>
        void this.suite.hooks[name].push(this.hook(...given));
    return {
      ...{ test, describe, before: hook('before'), after: hook('after') },
      ...{ beforeEach: hook('beforeEach'), afterEach: hook('afterEach') },
    };
  }

  private makeModule(): unknown {
    const { test, describe } = this.names;
    return Object.assign(test, { ...this.names, it: test, suite: describe, mock: sharedMocks(), default: test });
  }

  /** Declares a hook that runs before those of its suite that were declared earlier. */
  readonly afterEachFirst: DeclareHook = (...given) => void this.suite.hooks.afterEach.unshift(this.hook(...given));

  private hook(body: Body, options: Options = {}): Hook {
    return { body, timeoutMs: timeoutOf(options) ?? this.suite.timeoutMs };
  }

  private declareTest(name: unknown, options: unknown, body: unknown, more: Options): Promise<void> {
    const given = argumentsOf(name, options, body, more);
    const { suite, file } = this;
    this.tests.push({
      name: pathOf(suite, given.name),
      file,
      body: given.body,
      isSkipped: isSet(given.options.skip) || isSet(given.options.todo) || isInSkipped(suite),
      isOnly: isSet(given.options.only) || isInOnly(suite),
      suite,
      timeoutMs: timeoutOf(given.options) ?? suite.timeoutMs,
      places: this.notesPlaces ? placesOfCall(file) : [],
    });
    return Promise.resolve();
  }

  private declareSuite(name: unknown, options: unknown, body: unknown, more: Options): Promise<void> {
    const given = argumentsOf(name, options, body, more);
    const outer = this.suite;
    this.suite = newSuite(outer, given.name, given.options);
    try {
      const result = given.body?.({ name: given.name });
      if (result instanceof Promise) this.pending.push(result);
    } finally {
      this.suite = outer;
    }
    return Promise.resolve();
  }
}

/** What mocks functions, methods and clocks: the program's, or a test's own. */
interface MockTracker {
  reset(): void;
}

/** That of the program, which tests share. */
export const sharedMocks = (): MockTracker => (createRequire(import.meta.url)('node:test') as { readonly mock: MockTracker }).mock;

function newSuite(parent: Suite | null, name: string | null, options: Options): Suite {
  const hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
  return {
    parent,
    name,
    hooks,
    isSkipped: isSet(options.skip) || isSet(options.todo),
    isOnly: isSet(options.only),
    timeoutMs: timeoutOf(options) ?? parent?.timeoutMs ?? null,
    hasBegun: false,
    failure: null,
    needs: null,
  };
}

/** Milliseconds; zero and what is no number say nothing. */
const timeoutOf = ({ timeout }: Options): number | null => (typeof timeout === 'number' && timeout > 0 ? timeout : null);
const isSet = (option: unknown): boolean => option !== undefined && option !== false;
const isInSkipped = (suite: Suite | null): boolean => suite !== null && (suite.isSkipped || isInSkipped(suite.parent));
const isInOnly = (suite: Suite | null): boolean => suite !== null && (suite.isOnly || isInOnly(suite.parent));

function pathOf(suite: Suite | null, name: string): string {
  return suite === null || suite.name === null ? name : `${pathOf(suite.parent, suite.name)} > ${name}`;
}

function argumentsOf(...[name, options, body, more]: [unknown, unknown, unknown, Options]): {
  readonly name: string;
  readonly options: Options;
  readonly body: Body | null;
} {
  const fn = [name, options, body].find((each): each is Body => typeof each === 'function') ?? null;
  const given = [name, options].find((each) => typeof each === 'object' && each !== null) ?? {};
  const named = typeof name === 'string' ? name : fn?.name;
  return { name: named === undefined || named === '' ? '<anonymous>' : named, options: { ...given, ...more }, body: fn };
}

/** A test, and the suites of which it is the last one that runs, the innermost first. */
export interface TestTurn {
  readonly test: DeclaredTest;
  readonly ends: readonly Suite[];
}

/** Tests in the order in which they run. */
export function inTurn(tests: readonly DeclaredTest[]): readonly TestTurn[] {
  const last = new Map<Suite, DeclaredTest>();
  const ran = tests.filter(({ isSkipped }) => !isSkipped);
  for (const test of ran) for (const suite of suitesAround(test)) last.set(suite, test);
  return tests.map((test) => ({ test, ends: suitesAround(test).filter((suite) => last.get(suite) === test) }));
}

/** Those that a test is in, the innermost first. */
function suitesAround({ suite: own }: DeclaredTest): readonly Suite[] {
  const suites: Suite[] = [];
  for (let suite: Suite | null = own; suite !== null; suite = suite.parent) suites.push(suite);
  return suites;
}

/** Runs one test with its hooks; throws what made it fail. Its promise is given back only where it waits. */
export function runTest({ test, ends }: TestTurn, limits: WaitLimits): unknown {
  const inside = suitesAround(test);
  const suites = [...inside].reverse();
  const context = testContext(test.name, limits, test.timeoutMs);
  const run =
    ({ body, timeoutMs }: Hook) =>
    (): unknown => {
      context.timeoutMs = timeoutMs;
      return called(body, context, limits);
    };
  const own = test.body === null ? [] : [run({ body: test.body, timeoutMs: test.timeoutMs }), () => context.finish()];
  const steps = [...suites.map((suite) => () => begin(suite, run)), ...suites.flatMap(({ hooks }) => hooks.beforeEach.map(run)), ...own];
  // What follows a test follows one that fails, too.
  const failed = (): void => void (context.hasFailed = true);
  const whole = (): unknown =>
    ending(
      () => watched(() => inOrder(steps), failed),
      () => inOrder(inside.flatMap(({ hooks }) => hooks.afterEach.map(run))),
    );
  const ended = (): unknown => ending(whole, () => inOrder(context.ends()));
  const last = (): unknown => quiet(() => inOrder(ends.flatMap(({ hooks }) => hooks.after.map(run))));
  return ending(
    () => ending(ended, last),
    () => context.restore(),
  );
}

/** Runs the `before` hooks of a suite, once. */
function begin(suite: Suite, run: (hook: Hook) => () => unknown): unknown {
  if (suite.failure !== null) throw suite.failure.error;
  if (suite.hasBegun) return undefined;
  suite.hasBegun = true;
  const then = refusals();
  const noted = (): void => void (suite.needs ??= refusedSince(then));
  return watched(
    () => ending(() => inOrder(suite.hooks.before.map(run)), noted),
    (error) => void (suite.failure = { error }),
  );
}

/** What is done; `failed` is told what it throws. */
function watched(act: () => unknown, failed: (error: unknown) => void): unknown {
  const tell = (error: unknown): never => {
    failed(error);
    throw error;
  };
  try {
    const result = act();
    return isThenable(result) ? Promise.resolve(result).catch(tell) : result;
  } catch (error) {
    return tell(error);
  }
}

/** What is done; what it throws is no failure of the test. */
function quiet(act: () => unknown): unknown {
  try {
    const result = act();
    return isThenable(result) ? Promise.resolve(result).catch(() => undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** What is done, and then what is done however that ends. */
function ending(act: () => unknown, end: () => unknown): unknown {
  // What failed first is what counts.
  const failed = (error: unknown): unknown => {
    const after = quiet(end);
    if (isThenable(after))
      return Promise.resolve(after).then(() => {
        throw error;
      });
    throw error;
  };
  let result: unknown;
  try {
    result = act();
  } catch (error) {
    return failed(error);
  }
  return isThenable(result) ? Promise.resolve(result).then(end, failed) : end();
}

/** One after the other, at once as long as none waits. */
function inOrder(steps: readonly (() => unknown)[]): unknown {
  for (const [i, step] of steps.entries()) {
    const result = step();
    if (isThenable(result)) return Promise.resolve(result).then(() => inOrder(steps.slice(i + 1)));
  }
  return undefined;
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

function called(body: Body, context: RunningTest, limits: WaitLimits): unknown {
  const takesDone = body.length >= 2;
  const result = takesDone
    ? new Promise<void>((resolve, reject) =>
        body(context, (error?: unknown) => (isSet(error) && error !== null ? reject(error as Error) : resolve())),
      )
    : body(context);
  return isThenable(result) ? waited(result, limits, () => context.timeoutMs) : undefined;
}

/** How many assertions and subtests a test says that it makes, and how many it has made. */
class Plan {
  expected: number | null = null;
  made = 0;

  /** Assertions that are counted. */
  counting(assertions: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const counted = ([name, assertion]: [string, unknown]): [string, unknown] => [
      name,
      typeof assertion !== 'function' || /^[A-Z]/.test(name)
        ? assertion
        : (...args: unknown[]): unknown => {
            this.made++;
            return (assertion as Body)(...args);
          },
    ];
    return Object.fromEntries(Object.entries(assertions).map(counted));
  }

  /** Throws where it is not kept. */
  check(): void {
    if (this.expected !== null && this.expected !== this.made)
      throw new Error(`plan expected ${this.expected} assertions but received ${this.made}`);
  }
}

/** The context that a test is given: subtests run inside of it. */
function testContext(name: string, limits: WaitLimits, timeoutMs: number | null) {
  const require = createRequire(import.meta.url);
  let mocks: MockTracker | null = null;
  const after: Body[] = [];
  const each: { readonly before: Body[]; readonly after: Body[] } = { before: [], after: [] };
  const pending: Promise<unknown>[] = [];
  const plan = new Plan();
  const context = {
    name,
    fullName: name,
    timeoutMs,
    hasFailed: false,
    signal: new AbortController().signal,
    get mock() {
      return (mocks ??= new (sharedMocks().constructor as new () => MockTracker)());
    },
    assert: plan.counting(require('node:assert') as Readonly<Record<string, unknown>>),
    diagnostic: () => undefined,
    skip: () => undefined,
    todo: () => undefined,
    plan: (count: number): void => void (plan.expected = count),
    runOnly: () => undefined,
    before: (body: Body) => body(context),
    after: (body: Body) => void after.push(body),
    beforeEach: (body: Body) => void each.before.push(body),
    afterEach: (body: Body) => void each.after.push(body),
    test: (subname?: unknown, options?: unknown, body?: unknown): Promise<void> => {
      const given = argumentsOf(subname, options, body, {});
      plan.made++;
      if (given.body === null || isSet(given.options.skip) || isSet(given.options.todo)) return Promise.resolve();
      const own = given.body;
      const run = async (): Promise<void> => {
        const inner = testContext(`${name} > ${given.name}`, limits, timeoutOf(given.options) ?? timeoutMs);
        try {
          for (const hook of each.before) await hook(inner);
          await called(own, inner, limits);
          await inner.finish();
        } finally {
          try {
            for (const hook of each.after) await hook(inner);
            for (const hook of inner.ends()) await hook();
          } finally {
            inner.restore();
          }
        }
      };
      const running = run();
      pending.push(running);
      running.catch(() => undefined);
      return running;
    },
    /** Takes back what its own mocks have replaced. */
    restore: (): void => mocks?.reset(),
    finish: (): unknown => {
      if (pending.length === 0) return plan.check();
      return (async () => {
        for (const running of pending) await running;
        plan.check();
      })();
    },
    /** What is done behind the hooks around it. */
    ends: (): readonly (() => unknown)[] => after.map((hook) => () => called(hook, context, limits)),
  };
  return context;
}
