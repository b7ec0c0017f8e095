import { SkippedTest, type DeclareHook, type NodeTest, type RunningTest, type Variants } from './nodeTest.js';

type MochaBody = (this: unknown, done?: (error?: unknown) => void) => unknown;

/** What Mocha gives to programs, as globals and as the module `mocha`: tests and hooks are declared as those of `node:test` are. */
export function mochaNames({ names }: NodeTest): Readonly<Record<string, unknown>> {
  const contexts = new Contexts();
  const it = declaring(names.test, contexts);
  const describe = { ...suiteVariants(names.describe, contexts) };
  const suite = Object.assign((...given: [string, MochaBody]) => contexts.suite(names.describe, ...given), describe);
  const hook = (declare: DeclareHook) => (first: MochaBody | string, second?: MochaBody) => {
    const body = typeof first === 'string' ? second : first;
    if (body !== undefined) declare(contexts.called(body, contexts.current, { timeout: contexts.timeoutMs }) as () => unknown);
  };
  const [before, after] = [hook(names.before), hook(names.after)];
  const [beforeEach, afterEach] = [hook(names.beforeEach), hook(names.afterEach)];
  return {
    ...{ it, specify: it, test: it, xit: it.skip, xspecify: it.skip },
    ...{ describe: suite, context: suite, suite, xdescribe: suite.skip, xcontext: suite.skip },
    ...{ before, after, beforeEach, afterEach },
    ...{ suiteSetup: before, suiteTeardown: after, setup: beforeEach, teardown: afterEach },
  };
}

const declaring = (test: Variants, contexts: Contexts) => {
  const declare = (as: (name: string, body?: unknown) => unknown) => (name: string, body?: MochaBody) => {
    const own: Limits = { timeout: contexts.timeoutMs };
    as(name, body === undefined ? undefined : contexts.called(body, contexts.current, own));
    return chained(own);
  };
  const skip = declare(test.skip);
  // A test without a body is pending.
  const own = (name: string, body?: MochaBody): unknown => (body === undefined ? skip(name) : declare(test)(name, body));
  return Object.assign(own, { skip, only: declare(test.only) });
};

const suiteVariants = (describe: Variants, contexts: Contexts) => ({
  skip: (name: string, body?: MochaBody): unknown => contexts.suite(describe.skip, name, body),
  only: (name: string, body: MochaBody): unknown => contexts.suite(describe.only, name, body),
});

/** Milliseconds that a body may wait, as far as somebody has said. */
interface Limits {
  timeout: number | null;
}

/** What declaring gives: the limits of what was declared can be changed there, too. */
function chained(limits: Limits): object {
  const self = {
    timeout: (given: unknown): object => {
      limits.timeout = milliseconds(given);
      return self;
    },
    ...{ slow: (): object => self, retries: (): object => self },
  };
  return self;
}

/** Mocha reads `'2s'`, too; zero is no limit. */
function milliseconds(given: unknown): number | null {
  const [, count = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*(ms|s|m)?\s*$/.exec(String(given)) ?? [];
  const factor = unit === 's' ? 1_000 : unit === 'm' ? 60_000 : 1;
  return Number(count) > 0 ? Number(count) * factor : null;
}

/** What `this` is inside of bodies: hooks and tests of a suite share one, which has what those of the suites around it have. */
class Contexts {
  current: object;
  /** Of what is declared now. */
  timeoutMs: number | null = null;
  private running: RunningTest | null = null;

  constructor() {
    const skip = (): never => {
      throw new SkippedTest();
    };
    const limit = (given?: unknown): unknown => {
      const of = this.running;
      if (given === undefined) return (of === null ? this.timeoutMs : of.timeoutMs) ?? defaultMs;
      if (of === null) this.timeoutMs = milliseconds(given);
      else of.timeoutMs = milliseconds(given);
      return self;
    };
    // Nothing is tried again.
    const self = { timeout: limit, slow: () => self, retries: () => self, skip };
    this.current = self;
  }

  /** Declares a suite, whose own tests and hooks share a context. */
  suite(describe: (name: string, body?: unknown) => unknown, name: string, body?: MochaBody): object {
    const limits: Limits = { timeout: null };
    const inside = (own: MochaBody) => (): unknown => {
      const outer = { current: this.current, timeoutMs: this.timeoutMs };
      this.current = Object.create(outer.current) as object;
      try {
        return own.call(this.current);
      } finally {
        Object.assign(this, outer);
      }
    };
    describe(name, body === undefined ? undefined : inside(body));
    return chained(limits);
  }

  /** The body as one that waits by a promise alone. */
  called(body: MochaBody, context: object, limits: Limits): (running: RunningTest) => unknown {
    return (running) => {
      this.running = running;
      running.timeoutMs = limits.timeout;
      if (body.length === 0) return body.call(context);
      return new Promise<void>((resolve, reject) => {
        body.call(context, (error) => (error === undefined || error === null ? resolve() : reject(error as Error)));
      });
    };
  }
}

/** Mocha's own limit. */
const defaultMs = 2_000;
