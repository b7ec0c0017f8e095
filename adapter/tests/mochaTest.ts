import type { NodeTest, Variants } from './nodeTest.js';

type MochaBody = (this: unknown, done?: (error?: unknown) => void) => unknown;

/** What Mocha gives to programs, as globals and as the module `mocha`: tests and hooks are declared as those of `node:test` are. */
export function mochaNames({ names }: NodeTest): Readonly<Record<string, unknown>> {
  const it = declaring(names.test);
  const describe = { ...suiteVariants(names.describe) };
  const suite = Object.assign((...given: [string, MochaBody]) => names.describe(given[0], bound(given[1])), describe);
  const hook = (declare: (body: () => unknown) => void) => (first: MochaBody | string, second?: MochaBody) => {
    const body = typeof first === 'string' ? second : first;
    if (body !== undefined) declare(called(body));
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

const declaring = (test: Variants) => {
  const declare = (as: (name: string, body?: () => unknown) => unknown) => (name: string, body?: MochaBody) =>
    as(name, body === undefined ? undefined : called(body));
  // A test without a body is pending.
  const own = (name: string, body?: MochaBody): unknown => (body === undefined ? test.skip(name) : declare(test)(name, body));
  return Object.assign(own, { skip: declare(test.skip), only: declare(test.only) });
};

const suiteVariants = (describe: Variants) => ({
  skip: (name: string, body?: MochaBody): unknown => describe.skip(name, body === undefined ? undefined : bound(body)),
  only: (name: string, body: MochaBody): unknown => describe.only(name, bound(body)),
});

/** What `this` is inside of bodies: limits are ours, and nothing is tried again. */
const context = (): object => {
  const self = { timeout: () => self, slow: () => self, retries: () => self, skip: () => undefined };
  return self;
};

const bound = (body: MochaBody) => (): unknown => body.call(context());

/** The body as one that waits by a promise alone. */
function called(body: MochaBody): () => unknown {
  if (body.length === 0) return bound(body);
  return () =>
    new Promise<void>((resolve, reject) => {
      body.call(context(), (error) => (error === undefined || error === null ? resolve() : reject(error as Error)));
    });
}
