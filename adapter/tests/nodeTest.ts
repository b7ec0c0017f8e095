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
  /** Where its file was when it declared it: the call itself first, then what called that; empty where nobody asks. */
  readonly places: readonly ScriptPlace[];
}

/** What a test throws that gives itself up: it neither passes nor fails. */
export class SkippedTest extends Error {
  override readonly name = 'SkippedTest';
}

/** The hooks of a suite; the outermost is the program's own. */
export interface Suite {
  readonly parent: Suite | null;
  readonly name: string;
  readonly isSkipped: boolean;
  readonly isOnly: boolean;
  readonly hooks: Readonly<Record<HookName, Body[]>>;
  /** Whether its `before` hooks have run. */
  hasBegun: boolean;
  /** What they asked for and did not get. */
  needs: string | null;
}

type HookName = 'before' | 'after' | 'beforeEach' | 'afterEach';

interface Options {
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
  readonly before: (body: Body) => void;
  readonly after: (body: Body) => void;
  readonly beforeEach: (body: Body) => void;
  readonly afterEach: (body: Body) => void;
}

/** A stand-in for `node:test` that collects what is declared, so that it can be run many times in one process. */
export class NodeTest {
  readonly tests: DeclaredTest[] = [];
  readonly root: Suite = newSuite(null, '', {});
  private suite = this.root;
  file = '';
  private readonly pending: Promise<unknown>[] = [];

  /** `notesPlaces`: it is asked where tests are declared. */
  constructor(private readonly notesPlaces = false) {}

  readonly names: DeclaringNames = this.makeNames();
  /** The module that a program gets for `node:test`. */
  readonly module: unknown = this.makeModule();

  /** Suites may declare their tests later. */
  async declared(): Promise<void> {
    while (this.pending.length > 0) await this.pending.pop();
  }

  /** Forgets the tests behind the first ones: their file is loaded once more. */
  forgetBehind(count: number): void {
    this.tests.length = count;
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
    const hook = (name: HookName) => (body: Body) => void this.suite.hooks[name].push(body);
    return {
      ...{ test, describe, before: hook('before'), after: hook('after') },
      ...{ beforeEach: hook('beforeEach'), afterEach: hook('afterEach') },
    };
  }

  private makeModule(): unknown {
    const { test, describe } = this.names;
    return Object.assign(test, { ...this.names, it: test, suite: describe, mock: sharedMocks(), default: test });
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

function newSuite(parent: Suite | null, name: string, options: Options): Suite {
  const hooks = { before: [], after: [], beforeEach: [], afterEach: [] };
  return {
    parent,
    name,
    hooks,
    isSkipped: isSet(options.skip) || isSet(options.todo),
    isOnly: isSet(options.only),
    hasBegun: false,
    needs: null,
  };
}

const isSet = (option: unknown): boolean => option !== undefined && option !== false;
const isInSkipped = (suite: Suite | null): boolean => suite !== null && (suite.isSkipped || isInSkipped(suite.parent));
const isInOnly = (suite: Suite | null): boolean => suite !== null && (suite.isOnly || isInOnly(suite.parent));

function pathOf(suite: Suite | null, name: string): string {
  return suite === null || suite.parent === null ? name : `${pathOf(suite.parent, suite.name)} > ${name}`;
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

/** Runs one test with its hooks; throws what made it fail. Its promise is given back only where it waits. */
export function runTest(test: DeclaredTest, limits: WaitLimits): unknown {
  const suites: Suite[] = [];
  for (let suite: Suite | null = test.suite; suite !== null; suite = suite.parent) suites.unshift(suite);
  const context = testContext(test.name, limits);
  const steps: (() => unknown)[] = [];
  for (const suite of suites)
    if (!suite.hasBegun) {
      suite.hasBegun = true;
      const begins = (body: Body) => (): unknown => {
        const then = refusals();
        const noted = (): void => void (suite.needs ??= refusedSince(then));
        return ending(() => called(body, context, limits), noted);
      };
      steps.push(...suite.hooks.before.map(begins));
    }
  for (const { hooks } of suites) steps.push(...hooks.beforeEach.map((body) => () => called(body, context, limits)));
  const { body } = test;
  if (body !== null)
    steps.push(
      () => called(body, context, limits),
      () => context.finish(),
    );
  for (const { hooks } of [...suites].reverse()) steps.push(...hooks.afterEach.map((hook) => () => called(hook, context, limits)));
  return ending(
    () => inOrder(steps),
    () => context.restore(),
  );
}

/** What is done, and then what is done however that ends. */
function ending(act: () => unknown, end: () => void): unknown {
  let result: unknown;
  try {
    result = act();
  } catch (error) {
    end();
    throw error;
  }
  if (isThenable(result)) return Promise.resolve(result).finally(end);
  end();
  return result;
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

function called(body: Body, context: unknown, limits: WaitLimits): unknown {
  const takesDone = body.length >= 2;
  const result = takesDone
    ? new Promise<void>((resolve, reject) =>
        body(context, (error?: unknown) => (isSet(error) && error !== null ? reject(error as Error) : resolve())),
      )
    : body(context);
  return isThenable(result) ? waited(result, limits) : undefined;
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
function testContext(name: string, limits: WaitLimits) {
  const require = createRequire(import.meta.url);
  let mocks: MockTracker | null = null;
  const after: Body[] = [];
  const each: { readonly before: Body[]; readonly after: Body[] } = { before: [], after: [] };
  const pending: Promise<unknown>[] = [];
  const plan = new Plan();
  const context = {
    name,
    fullName: name,
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
        const inner = testContext(`${name} > ${given.name}`, limits);
        for (const hook of each.before) await hook(inner);
        try {
          await called(own, inner, limits);
          await inner.finish();
        } finally {
          inner.restore();
        }
        for (const hook of each.after) await hook(inner);
      };
      const running = run();
      pending.push(running);
      running.catch(() => undefined);
      return running;
    },
    /** Takes back what its own mocks have replaced. */
    restore: (): void => mocks?.reset(),
    finish: (): unknown => {
      if (pending.length === 0 && after.length === 0) return plan.check();
      return (async () => {
        for (const running of pending) await running;
        plan.check();
        for (const hook of after) await hook(context);
      })();
    },
  };
  return context;
}
