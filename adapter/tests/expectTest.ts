import { format } from 'node:util';
import { extended, withFixtures, type Fixtures } from './fixtures.js';
import type { DeclareHook, DeclaringNames, RunningTest, Variants } from './nodeTest.js';

/** The `expect` of jest and vitest, as far as tests leave something in it. */
export interface Expect {
  getState(): ExpectState;
  setState(state: ExpectState): void;
  extend(matchers: Readonly<Record<string, (...given: never[]) => MatcherResult>>): void;
}

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

interface ExpectState {
  readonly assertionCalls?: number;
  readonly expectedAssertionsNumber?: number | null;
  readonly isExpectingAssertions?: boolean;
}

type Body = (...given: unknown[]) => unknown;
type Each = (declare: (name: string, body: Body, options?: unknown) => unknown) => (table: unknown, ...more: unknown[]) => unknown;

type RunningBody = (running: RunningTest) => unknown;

/** How a runner with `expect` calls bodies. */
export interface ExpectRunner {
  readonly expect: Expect;
  /** The body as one that waits by a promise alone. */
  readonly called: (body: Body) => RunningBody;
  readonly each: Each;
  /** Its tests have `extend`, by which their context has more in it. */
  readonly hasFixtures: boolean;
}

/** Words behind `test.` and `describe.` that change how something is declared. */
interface Modifiers {
  readonly skip?: true;
  readonly todo?: true;
  readonly only?: true;
  /** It is expected to fail. */
  readonly fails?: true;
}

const modifying: Readonly<Record<string, Modifiers>> = {
  skip: { skip: true },
  todo: { todo: true },
  only: { only: true },
  fails: { fails: true },
  failing: { fails: true },
  ...{ concurrent: {}, sequential: {}, shuffle: {} },
};

/** What programs of jest and vitest declare tests and hooks with. */
export function expectNames(names: DeclaringNames, runner: ExpectRunner): Readonly<Record<string, unknown>> {
  const fixtures: Fixtures = new Map();
  const test = declaring({ declare: names.test, runner, isSuite: false, fixtures, names }, {});
  const describe = declaring({ declare: names.describe, runner, isSuite: true, fixtures, names }, {});
  const hook = (declare: DeclareHook) => (body: Body, timeout?: unknown) => declare(runner.called(body) as Body, { timeout });
  return {
    ...{ test, it: test, describe, suite: describe },
    ...{ beforeAll: hook(names.before), afterAll: hook(names.after) },
    ...{ beforeEach: hook(names.beforeEach), afterEach: hook(names.afterEach) },
  };
}

interface Declaring {
  readonly declare: Variants;
  readonly runner: ExpectRunner;
  readonly isSuite: boolean;
  readonly fixtures: Fixtures;
  readonly names: DeclaringNames;
}

/** A function that declares tests or suites, with all its variants. */
function declaring(of: Declaring, modifiers: Modifiers): unknown {
  const { declare, runner, isSuite, names } = of;
  const own = (name: unknown, first?: unknown, second?: unknown, contextAt = 0): unknown => {
    const timeout = [first, second].find((each) => typeof each === 'number');
    const body = [first, second].find((each): each is Body => typeof each === 'function');
    const options = [first, second].find((each) => typeof each === 'object' && each !== null) ?? {};
    const { fails = false, ...given } = { ...(timeout === undefined ? {} : { timeout }), ...(options as Modifiers), ...modifiers };
    const title = typeof name === 'function' ? name.name : String(name);
    // A test without a body is one that is still to be written.
    if (body === undefined) return declare.todo(title);
    if (isSuite) return declare(title, given, () => body());
    const whole = contextAt < 0 ? body : withFixtures(body, of.fixtures);
    const checked = asserting(runner.called(whole), runner.expect);
    return declare(title, given, fails === true ? failing(checked) : checked);
  };
  const variants: PropertyDescriptorMap = {};
  const variant = (key: string, get: () => unknown): void => void (variants[key] = { get, enumerable: true });
  for (const [key, more] of Object.entries(modifying)) variant(key, () => declaring(of, { ...modifiers, ...more }));
  // Rows of `each` stand where the context would.
  variant('each', () => runner.each((name, body, options) => own(name, body, options, -1)));
  if (runner.hasFixtures && !isSuite) {
    variant(
      'extend',
      () =>
        (...given: unknown[]) =>
          declaring({ ...of, fixtures: extended(of.fixtures, given) }, modifiers),
    );
    variant(
      'override',
      () =>
        (...given: unknown[]) =>
          declaring({ ...of, fixtures: extended(of.fixtures, given) }, modifiers),
    );
    variant('describe', () => declaring({ ...of, declare: names.describe, isSuite: true }, {}));
    const hooks = { beforeAll: names.before, afterAll: names.after, beforeEach: names.beforeEach, afterEach: names.afterEach };
    for (const [key, declareHook] of Object.entries(hooks))
      variant(
        key,
        () => (body: Body, timeout?: unknown) => declareHook(runner.called(withFixtures(body, of.fixtures)) as Body, { timeout }),
      );
  }
  variant('for', () => (table: readonly unknown[]) => (name: string, first: unknown, second?: unknown) => {
    const body = [first, second].find((each): each is Body => typeof each === 'function');
    const options = [first, second].find((each) => typeof each === 'number' || typeof each === 'object');
    table.forEach((row, i) => own(titleOf(name, Array.isArray(row) ? row : [row], i), body && forRow(body, row, of.fixtures), options, -1));
  });
  variant('skipIf', () => (condition: unknown) => declaring(of, condition ? { ...modifiers, skip: true } : modifiers));
  variant('runIf', () => (condition: unknown) => declaring(of, condition ? modifiers : { ...modifiers, skip: true }));
  return Object.defineProperties(own, variants);
}

/** The body with a row before its context. */
function forRow(body: Body, row: unknown, fixtures: Fixtures): Body {
  const whole = withFixtures(body, fixtures, 1);
  return (context) => whole(row, context);
}

/** The body of a test, at whose end as many assertions were made as it had announced. */
function asserting(body: RunningBody, expect: Expect): RunningBody {
  const check = (): void => {
    const { assertionCalls = 0, expectedAssertionsNumber = null, isExpectingAssertions = false } = expect.getState();
    const isWrong = expectedAssertionsNumber !== null && assertionCalls !== expectedAssertionsNumber;
    if (isWrong || (isExpectingAssertions && assertionCalls === 0))
      throw Object.assign(new Error(`expected ${expectedAssertionsNumber ?? 'some'} assertions, got ${assertionCalls}`), {
        code: 'ERR_ASSERTION',
      });
  };
  return (running) => {
    expect.setState({ assertionCalls: 0, expectedAssertionsNumber: null, isExpectingAssertions: false });
    const result = body(running);
    return result instanceof Promise ? result.then(check) : check();
  };
}

function failing(body: RunningBody): RunningBody {
  return async (running) => {
    try {
      await body(running);
    } catch {
      return;
    }
    throw Object.assign(new Error('The test was expected to fail.'), { code: 'ERR_ASSERTION' });
  };
}

/** `test.each` as vitest has it: a list of rows, or a template of a table. */
export const eachRow: Each =
  (declare) =>
  (table, ...more) => {
    const rows = isTemplate(table) ? templateRows(table, more) : (table as readonly unknown[]);
    return (name: string, first: unknown, second?: unknown) => {
      const body = [first, second].find((each): each is Body => typeof each === 'function');
      const options = [first, second].find((each) => typeof each === 'number' || typeof each === 'object');
      rows.forEach((row, i) => {
        const given = Array.isArray(row) ? (row as readonly unknown[]) : [row];
        if (body !== undefined) declare(titleOf(name, given, i), () => body(...given), options);
      });
    };
  };

const isTemplate = (table: unknown): table is TemplateStringsArray => Array.isArray(table) && 'raw' in table;

function templateRows(strings: TemplateStringsArray, values: readonly unknown[]): readonly unknown[] {
  const [head = ''] = strings;
  const keys = head
    .trim()
    .split('|')
    .map((key) => key.trim());
  return Array.from({ length: Math.floor(values.length / keys.length) }, (_, row) =>
    Object.fromEntries(keys.map((key, i) => [key, values[row * keys.length + i]])),
  );
}

/** A title with the values of its row: `%s` and its like, `$key`, and `%#` for the number. */
function titleOf(name: string, row: readonly unknown[], index: number): string {
  const numbered = name.replaceAll(/%([#$])/g, (_, sign: string) => String(sign === '#' ? index : index + 1));
  const count = numbered.split('%').length - 1;
  const [first] = row;
  return format(numbered, ...row.slice(0, count)).replaceAll(/\$([\w$]+(?:\.[\w$]+)*)/g, (all, path: string) => {
    if (typeof first !== 'object' || first === null) return all;
    const value = path.split('.').reduce<unknown>((of, key) => (of as Record<string, unknown> | null | undefined)?.[key], first);
    return format('%j', value).replace(/^"(.*)"$/, "'$1'");
  });
}
