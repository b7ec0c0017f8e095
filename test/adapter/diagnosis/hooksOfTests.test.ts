import assert from 'node:assert/strict';
import { mochaNames } from '../../../adapter/tests/mochaTest.js';
import { inTurn, NodeTest, runTest, type Variants } from '../../../adapter/tests/nodeTest.js';

type Declare = (...given: unknown[]) => unknown;

/** Runs all tests that are declared, in their order; tells how each ended. */
async function outcomes(collected: NodeTest): Promise<readonly string[]> {
  const told: string[] = [];
  for (const turn of inTurn(collected.tests)) {
    try {
      await runTest(turn, { timeoutMs: 400, idleMs: 400, hearsUncaught: true });
      told.push('passed');
    } catch (error) {
      told.push(error instanceof Error ? error.message : String(error));
    }
  }
  return told;
}

const fails = (message: string) => (): never => {
  throw new Error(message);
};

describe('hooks of tests', () => {
  it('follow a test that fails, as one that passes', async () => {
    const collected = new NodeTest();
    const { test, describe: suite, after, beforeEach, afterEach } = collected.names;
    const log: string[] = [];
    const note = (what: string) => (): void => void log.push(what);
    afterEach(note('outer'));
    suite('s', () => {
      afterEach(note('inner'));
      after(note('over'));
      test('fails', (t: { after(body: () => void): void }) => {
        t.after(note('t.after'));
        fails('body')();
      });
      test('waits and fails', () => Promise.reject(new Error('later')));
    });
    suite('u', () => {
      beforeEach(fails('before'));
      test('never begins', note('body'));
    });
    test('passes', note('body'));
    assert.deepEqual(await outcomes(collected), ['body', 'later', 'before', 'passed']);
    const expected = ['inner', 'outer', 't.after', 'inner', 'outer', 'over', 'outer', 'body', 'outer'];
    assert.deepEqual(log, expected);
  });

  it('say nothing more of a test that has failed, and fail one that has not', async () => {
    const collected = new NodeTest();
    const { test, afterEach } = collected.names;
    afterEach(fails('hook'));
    test('fails', fails('body'));
    test('passes', () => undefined);
    assert.deepEqual(await outcomes(collected), ['body', 'hook']);
  });

  it('of a file are those of its own tests', async () => {
    const collected = new NodeTest();
    const { test, beforeEach } = collected.names;
    collected.beginFile('a', true);
    beforeEach(fails('of a'));
    test('one', () => undefined);
    collected.beginFile('b', true);
    test('two', () => undefined);
    assert.deepEqual(await outcomes(collected), ['of a', 'passed']);
    assert.deepEqual(
      collected.tests.map(({ name }) => name),
      ['one', 'two'],
    );
  });

  it('that fail before a suite fail all its tests', async () => {
    const collected = new NodeTest();
    const { test, describe: suite, before } = collected.names;
    suite('s', () => {
      before(fails('before'));
      test('first', () => undefined);
      test('second', () => undefined);
    });
    assert.deepEqual(await outcomes(collected), ['before', 'before']);
  });

  it('follow subtests that fail', async () => {
    const collected = new NodeTest();
    const log: string[] = [];
    collected.names.test('whole', async (t: { test: Declare; afterEach: Declare }) => {
      t.afterEach(() => void log.push('after each'));
      await t.test('part', (u: { after: Declare }) => {
        u.after(() => void log.push('after'));
        throw new Error('part');
      });
    });
    assert.deepEqual(await outcomes(collected), ['part']);
    assert.deepEqual(log, ['after each', 'after']);
  });
});

describe('the time that a test allows itself', () => {
  const never = (): Promise<void> => new Promise<void>((resolve) => void setTimeout(resolve, 3_000).unref());
  const late = (ms: number): string => `The test did not end within its ${ms} milliseconds.`;
  const given = 'The test was given up after 400 milliseconds.';

  it('is an option of node:test, of suites and hooks, too', async () => {
    const collected = new NodeTest();
    const { test, describe: suite, beforeEach } = collected.names;
    test('own', { timeout: 20 }, never);
    test('more', { timeout: 9_000 }, never);
    suite('s', { timeout: 30 }, () => {
      test('of the suite', never);
      test('own', { timeout: 10 }, never);
    });
    suite('u', () => {
      beforeEach(never, { timeout: 40 });
      test('of a hook', () => undefined);
    });
    assert.deepEqual(await outcomes(collected), [late(20), given, late(30), late(10), late(40)]);
  });

  it('is said in Mocha by a context, and by what declares', async () => {
    const collected = new NodeTest();
    const names = mochaNames(collected) as Readonly<Record<string, Variants>>;
    const { it: test, describe: suite } = names;
    assert.ok(test && suite);
    interface Context {
      timeout(ms?: number | string): unknown;
    }
    test('own', function (this: Context) {
      this.timeout('20ms');
      return never();
    });
    (test('declared', never) as Context).timeout(30);
    suite('s', function (this: Context) {
      this.timeout(40);
      test('of the suite', never);
    });
    test('none', never);
    assert.deepEqual(await outcomes(collected), [late(20), late(30), late(40), given]);
  });
});
