/** The matchers that are modelled; a test with another one is not followed. */
export const modelledMatchers: ReadonlySet<string> = new Set(
  (
    'toBe toEqual toStrictEqual toBeTruthy toBeFalsy toBeNull toBeUndefined toBeDefined toBeNaN toBeGreaterThan toBeGreaterThanOrEqual ' +
    'toBeLessThan toBeLessThanOrEqual toBeCloseTo toContain toContainEqual toHaveLength toHaveProperty toMatch toMatchObject toBeInstanceOf ' +
    'toBeTypeOf toBeOneOf toSatisfy toThrow toThrowError toHaveBeenCalled toHaveBeenCalledTimes toHaveBeenCalledWith toHaveBeenLastCalledWith toHaveBeenNthCalledWith ' +
    'toHaveReturned toHaveReturnedWith toBeCalled toBeCalledTimes toBeCalledWith ' +
    'toMatchSnapshot toMatchInlineSnapshot toThrowErrorMatchingSnapshot toThrowErrorMatchingInlineSnapshot'
  ).split(' '),
);

/** `expect` of jest and vitest, and their mock functions: the text of an expression. It uses `$node_equality` and `$node_test`. */
export const expectModel = `(() => {
  const { same, equals, isObject, isPattern } = $node_equality;
  const fail = () => {
    const error = new Error('assertion');
    error.code = 'ERR_ASSERTION';
    throw error;
  };
  const matcher = ($matches) => ({ $matches });
  const typeNames = new Map([[Number, 'number'], [String, 'string'], [Boolean, 'boolean']]);
  const isA = (value, type) => (type === Object ? isObject(value) : typeNames.has(type) ? typeof value === typeNames.get(type) : value instanceof type);
  const containing = (value, part) => {
    if (!isObject(value)) return false;
    for (const key of Object.keys(part)) if (!(key in value) || !equals(value[key], part[key])) return false;
    return true;
  };
  const listContaining = (value, part) => Array.isArray(value) && part.every((wanted) => value.some((each) => equals(each, wanted)));
  const matchesObject = (value, part) => {
    if (isObject(part) && part.$matches !== undefined) return part.$matches(value);
    if (!isObject(value) || !isObject(part)) return equals(value, part);
    if (Array.isArray(part))
      return Array.isArray(value) && value.length === part.length && part.every((each, i) => matchesObject(value[i], each));
    if (Array.isArray(value) || part instanceof Map || part instanceof Set || part instanceof Error || isPattern(part)) return equals(value, part);
    for (const key of Object.keys(part)) if (!(key in value) || !matchesObject(value[key], part[key])) return false;
    return true;
  };
  const isNear = (a, b, digits) => {
    if (a === Infinity && b === Infinity || a === -Infinity && b === -Infinity) return true;
    return Math.abs(b - a) < Math.pow(10, -digits) / 2;
  };
  const contains = (value, item) => {
    if (typeof value === 'string') return typeof item === 'string' ? value.includes(item) : fetch();
    if (Array.isArray(value) || value instanceof Set) return [...value].some((each) => each === item || (each !== each && item !== item));
    return fetch();
  };
  const textMatches = (value, wanted) => (typeof wanted === 'string' ? value.includes(wanted) : wanted.test(value));
  const numeric = (...values) => values.every((value) => typeof value === 'number' || typeof value === 'bigint') || fail();
  const keysOf = (path) => (Array.isArray(path) ? path : path.split(/[.[\\]]+/).filter((key) => key !== ''));
  const errorFits = (error, wanted) => {
    if (wanted === undefined) return true;
    const message = isObject(error) && 'message' in error ? error.message : error;
    if (typeof wanted === 'string') return typeof message === 'string' ? message.includes(wanted) : fetch();
    if (isPattern(wanted)) return typeof message === 'string' ? wanted.test(message) : fetch();
    if (typeof wanted === 'function') return error instanceof wanted;
    if (wanted.$matches !== undefined) return wanted.$matches(error);
    return wanted instanceof Error && message !== wanted.message ? false : fetch();
  };
  const checks = {
    toBe: (a, b) => same(a, b),
    toEqual: (a, b) => equals(a, b, false),
    toStrictEqual: (a, b) => equals(a, b, true),
    toBeTruthy: (a) => !!a,
    toBeFalsy: (a) => !a,
    toBeNull: (a) => a === null,
    toBeUndefined: (a) => a === undefined,
    toBeDefined: (a) => a !== undefined,
    toBeNaN: (a) => a !== a,
    toBeGreaterThan: (a, b) => numeric(a, b) && a > b,
    toBeGreaterThanOrEqual: (a, b) => numeric(a, b) && a >= b,
    toBeLessThan: (a, b) => numeric(a, b) && a < b,
    toBeLessThanOrEqual: (a, b) => numeric(a, b) && a <= b,
    toBeCloseTo: (a, b, digits) => numeric(a, b) && isNear(a, b, digits ?? 2),
    toContain: contains,
    toContainEqual: (a, b) => [...a].some((each) => equals(each, b, false)),
    toHaveLength: (a, b) => a !== undefined && a !== null && a.length === b,
    toHaveProperty: (a, path, ...rest) => {
      let value = a;
      for (const key of keysOf(path)) {
        if (value === undefined || value === null || !(isObject(value) || typeof value === 'function' ? key in value : value[key] !== undefined)) return false;
        value = value[key];
      }
      return rest.length === 0 || equals(value, rest[0], false);
    },
    toMatch: (a, b) => (typeof a === 'string' ? textMatches(a, b) : fail()),
    toMatchObject: (a, b) => (isObject(a) ? matchesObject(a, b) : fail()),
    toBeInstanceOf: (a, b) => a instanceof b,
    toBeTypeOf: (a, b) => typeof a === b,
    toBeOneOf: (a, list) => [...list].some((each) => equals(a, each, false)),
    toSatisfy: (a, holds) => !!holds(a),
    toHaveBeenCalled: (a) => a.mock.calls.length > 0,
    toHaveBeenCalledTimes: (a, count) => a.mock.calls.length === count,
    toHaveBeenCalledWith: (a, ...given) => a.mock.calls.some((call) => equals(call, given, false)),
    toHaveBeenLastCalledWith: (a, ...given) => a.mock.calls.length > 0 && equals(a.mock.calls[a.mock.calls.length - 1], given, false),
    toHaveBeenNthCalledWith: (a, nth, ...given) => a.mock.calls.length >= nth && equals(a.mock.calls[nth - 1], given, false),
    toHaveReturned: (a) => a.mock.results.some((each) => each.type === 'return'),
    toHaveReturnedWith: (a, value) => a.mock.results.some((each) => each.type === 'return' && equals(each.value, value, false)),
    toMatchSnapshot: () => $node_test.$mayFail(),
    toThrowErrorMatchingSnapshot: (a) => {
      let threw = typeof a !== 'function';
      try { if (!threw) a(); } catch { threw = true; }
      return threw && $node_test.$mayFail();
    },
  };
  checks.toMatchInlineSnapshot = checks.toMatchSnapshot;
  checks.toThrowErrorMatchingInlineSnapshot = checks.toThrowErrorMatchingSnapshot;
  checks.toBeCalled = checks.toHaveBeenCalled;
  checks.toBeCalledTimes = checks.toHaveBeenCalledTimes;
  checks.toBeCalledWith = checks.toHaveBeenCalledWith;
  const names = Object.keys(checks);
  /** Words of chai, which vitest has, too. */
  const words = ['to', 'be', 'is', 'have', 'deep', 'that', 'equal', 'eq', 'eql', 'ok', 'true', 'false', 'null', 'undefined', 'throw', 'include', 'a', 'an', 'instanceOf'];
  class Matchers {
    constructor(value, isNot) {
      this.$value = value;
      this.$isNot = isNot;
    }
    get not() { return new Matchers(this.$value, !this.$isNot); }
    get resolves() { return new Settled(this.$value, this.$isNot, false); }
    get rejects() { return new Settled(this.$value, this.$isNot, true); }
    toThrow(wanted) {
      let threw = false;
      let error;
      try { this.$value(); } catch (thrown) { threw = true; error = thrown; }
      if ((threw && errorFits(error, wanted)) === this.$isNot) fail();
    }
  }
  class Settled {
    constructor(value, isNot, wantsRejection) {
      this.$value = value;
      this.$isNot = isNot;
      this.$wantsRejection = wantsRejection;
    }
    get not() { return new Settled(this.$value, !this.$isNot, this.$wantsRejection); }
    async $settle() {
      const { $value: value } = this;
      let threw = false;
      let result;
      try { result = await (typeof value === 'function' ? value() : value); } catch (error) { threw = true; result = error; }
      if (threw !== this.$wantsRejection) fail();
      return result;
    }
    async toThrow(wanted) {
      const error = await this.$settle();
      if (this.$wantsRejection ? errorFits(error, wanted) === this.$isNot : fetch()) fail();
    }
  }
  for (const name of names) {
    Matchers.prototype[name] = function (...given) { if (checks[name](this.$value, ...given) === this.$isNot) fail(); };
    Settled.prototype[name] = async function (...given) { if (checks[name](await this.$settle(), ...given) === this.$isNot) fail(); };
  }
  Matchers.prototype.toThrowError = Matchers.prototype.toThrow;
  Settled.prototype.toThrowError = Settled.prototype.toThrow;
  for (const word of words) Matchers.prototype[word] = Settled.prototype[word] = fetch;
  const expect = (value) => new Matchers(value, false);
  expect.anything = () => matcher((value) => value !== undefined && value !== null);
  expect.any = (type) => matcher((value) => isA(value, type));
  expect.objectContaining = (part) => matcher((value) => containing(value, part));
  expect.arrayContaining = (part) => matcher((value) => listContaining(value, part));
  expect.stringContaining = (part) => matcher((value) => typeof value === 'string' && value.includes(part));
  expect.stringMatching = (pattern) => matcher((value) => typeof value === 'string' && textMatches(value, pattern));
  expect.closeTo = (wanted, digits) => matcher((value) => typeof value === 'number' && isNear(value, wanted, digits ?? 2));
  expect.not = {
    objectContaining: (part) => matcher((value) => !containing(value, part)),
    arrayContaining: (part) => matcher((value) => !listContaining(value, part)),
    stringContaining: (part) => matcher((value) => !(typeof value === 'string' && value.includes(part))),
    stringMatching: (pattern) => matcher((value) => !(typeof value === 'string' && textMatches(value, pattern))),
  };
  expect.extend = expect.soft = expect.poll = expect.addSnapshotSerializer = expect.getState = fetch;
  expect.assertions = expect.hasAssertions = () => {};
  expect.unreachable = fail;
  const fn = (given) => {
    let usual = given;
    let once = [];
    const mock = { calls: [], results: [] };
    const mocked = function (...args) {
      mock.calls.push(args);
      const act = once.length > 0 ? once.shift() : usual;
      try {
        const value = act === undefined ? undefined : act.apply(this, args);
        mock.results.push({ type: 'return', value });
        return value;
      } catch (value) {
        mock.results.push({ type: 'throw', value });
        throw value;
      }
    };
    const giving = (value) => () => value;
    mocked.mock = mock;
    mocked.mockImplementation = (act) => { usual = act; return mocked; };
    mocked.mockImplementationOnce = (act) => { once.push(act); return mocked; };
    mocked.mockReturnValue = (value) => mocked.mockImplementation(giving(value));
    mocked.mockReturnValueOnce = (value) => mocked.mockImplementationOnce(giving(value));
    mocked.mockResolvedValue = (value) => mocked.mockImplementation(async () => value);
    mocked.mockResolvedValueOnce = (value) => mocked.mockImplementationOnce(async () => value);
    mocked.mockRejectedValue = (value) => mocked.mockImplementation(async () => { throw value; });
    mocked.mockRejectedValueOnce = (value) => mocked.mockImplementationOnce(async () => { throw value; });
    mocked.mockClear = () => { mock.calls.length = 0; mock.results.length = 0; return mocked; };
    mocked.mockReset = fetch;
    mocked.mockRestore = fetch;
    mocked.mockName = () => mocked;
    mocked.getMockName = mocked.mockReturnThis = mocked.withImplementation = fetch;
    return mocked;
  };
  const unmodelled = {};
  for (const name of ('mock unmock doMock dontMock setMock spyOn useFakeTimers useRealTimers advanceTimersByTime runAllTimers runOnlyPendingTimers setSystemTime hoisted ' +
    'stubGlobal stubEnv importActual importMock requireActual requireMock mocked isMockFunction clearAllMocks resetAllMocks restoreAllMocks resetModules isolateModules').split(' '))
    unmodelled[name] = fetch;
  /** Nobody waits longer than two seconds. */
  const limited = (ms) => (ms < 2000 ? fetch() : undefined);
  const mocks = { ...unmodelled, fn, mocked: (of) => of, setTimeout: limited, setConfig: (given) => limited(given.testTimeout) };
  return { ...$node_test, expect, vi: mocks, jest: mocks, onTestFinished: fetch, onTestFailed: fetch };
})()`;
