import { SkippedTest, type NodeTest, type Variants } from './nodeTest.js';

type MochaBody = (this: unknown, done?: (error?: unknown) => void) => unknown;

/** What Mocha gives to programs, as globals and as the module `mocha`: tests and hooks are declared as those of `node:test` are. */
export function mochaNames({ names }: NodeTest): Readonly<Record<string, unknown>> {
  const contexts = new Contexts();
  const it = declaring(names.test, contexts);
  const describe = { ...suiteVariants(names.describe, contexts) };
  const suite = Object.assign((...given: [string, MochaBody]) => names.describe(given[0], contexts.inside(given[1])), describe);
  const hook = (declare: (body: () => unknown) => void) => (first: MochaBody | string, second?: MochaBody) => {
    const body = typeof first === 'string' ? second : first;
    if (body !== undefined) declare(called(body, contexts.current));
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
  const declare = (as: (name: string, body?: () => unknown) => unknown) => (name: string, body?: MochaBody) =>
    as(name, body === undefined ? undefined : called(body, contexts.current));
  // A test without a body is pending.
  const own = (name: string, body?: MochaBody): unknown => (body === undefined ? test.skip(name) : declare(test)(name, body));
  return Object.assign(own, { skip: declare(test.skip), only: declare(test.only) });
};

const suiteVariants = (describe: Variants, contexts: Contexts) => ({
  skip: (name: string, body?: MochaBody): unknown => describe.skip(name, body === undefined ? undefined : contexts.inside(body)),
  only: (name: string, body: MochaBody): unknown => describe.only(name, contexts.inside(body)),
});

/**
 * What `this` is inside of bodies: hooks and tests of a suite share one, which has what those of the suites around it have. Limits are
 * ours, and nothing is tried again.
 */
class Contexts {
  current: object = outermost();

  /** The body of a suite, whose own tests and hooks share a context. */
  inside(body: MochaBody): () => unknown {
    return () => {
      const outer = this.current;
      this.current = Object.create(outer) as object;
      try {
        return body.call(this.current);
      } finally {
        this.current = outer;
      }
    };
  }
}

function outermost(): object {
  const skip = (): never => {
    throw new SkippedTest();
  };
  const self = { timeout: () => self, slow: () => self, retries: () => self, skip };
  return self;
}

/** The body as one that waits by a promise alone. */
function called(body: MochaBody, context: object): () => unknown {
  if (body.length === 0) return () => body.call(context);
  return () =>
    new Promise<void>((resolve, reject) => {
      body.call(context, (error) => (error === undefined || error === null ? resolve() : reject(error as Error)));
    });
}
