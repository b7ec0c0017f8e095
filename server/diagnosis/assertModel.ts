/** node:assert as the interpreter runs it: the same checks, without messages. It uses `$node_equality`. */
export const assertModel = `(() => {
  const fail = (message) => {
    if (message instanceof Error) throw message;
    const error = new Error('assertion');
    error.name = 'AssertionError';
    error.code = 'ERR_ASSERTION';
    throw error;
  };
  const { same, loosely, alike, isObject, isPattern } = $node_equality;
  const textMatches = (pattern, text) => (typeof text === 'string' ? pattern.test(text) : false);
  const shown = (error) => {
    if (!(error instanceof Error)) return String(error);
    for (let of = error; of !== Error.prototype; of = Object.getPrototypeOf(of)) if (Object.hasOwn(of, 'toString')) return error.toString();
    const { name, message } = error;
    return name === '' ? message : message === '' ? name : name + ': ' + message;
  };
  /** What assert.throws wants of an error. */
  const fits = (error, expected) => {
    if (isPattern(expected)) return expected.test(shown(error));
    if (typeof expected === 'function') {
      if (expected.prototype !== undefined && error instanceof expected) return true;
      if (expected === Error || expected.prototype instanceof Error) return false;
      return expected.call({}, error) === true;
    }
    if (!isObject(error)) return false;
    const keys = Object.keys(expected);
    if (expected instanceof Error) keys.push('name', 'message');
    for (const key of keys) {
      if (!(key in error)) return false;
      const wanted = expected[key];
      const isMatch = isPattern(wanted) && typeof error[key] === 'string' ? wanted.test(error[key]) : alike(error[key], wanted, true);
      if (!isMatch) return false;
    }
    return true;
  };
  const judge = (error, expected, message) => {
    if (expected !== undefined && typeof expected !== 'string' && !fits(error, expected)) fail(message);
  };
  const make = (strict) => {
    const assert = (value, message) => { if (!value) fail(message); };
    const when = (isFine) => (a, b, message) => { if (!isFine(a, b)) fail(message); };
    assert.ok = (value, message) => { if (!value) fail(message); };
    assert.strictEqual = when(same);
    assert.notStrictEqual = when((a, b) => !same(a, b));
    assert.deepStrictEqual = when((a, b) => alike(a, b, true));
    assert.notDeepStrictEqual = when((a, b) => !alike(a, b, true));
    assert.equal = strict ? assert.strictEqual : when(loosely);
    assert.notEqual = strict ? assert.notStrictEqual : when((a, b) => !loosely(a, b));
    assert.deepEqual = strict ? assert.deepStrictEqual : when((a, b) => alike(a, b, false));
    assert.notDeepEqual = strict ? assert.notDeepStrictEqual : when((a, b) => !alike(a, b, false));
    assert.match = (text, pattern, message) => { if (!textMatches(pattern, text)) fail(message); };
    assert.doesNotMatch = (text, pattern, message) => { if (typeof text !== 'string' || pattern.test(text)) fail(message); };
    assert.fail = (message) => fail(message);
    assert.ifError = (value) => { if (value !== undefined && value !== null) fail(); };
    assert.throws = (body, expected, message) => {
      let error;
      let threw = false;
      try { body(); } catch (thrown) { error = thrown; threw = true; }
      if (!threw) fail(typeof expected === 'string' ? expected : message);
      judge(error, expected, message);
    };
    assert.doesNotThrow = (body) => {
      let threw = false;
      try { body(); } catch { threw = true; }
      if (threw) fail();
    };
    assert.rejects = async (body, expected, message) => {
      let error;
      let threw = false;
      const promise = typeof body === 'function' ? body() : body;
      try { await promise; } catch (thrown) { error = thrown; threw = true; }
      if (!threw) fail(typeof expected === 'string' ? expected : message);
      judge(error, expected, message);
    };
    assert.doesNotReject = async (body) => {
      let threw = false;
      const promise = typeof body === 'function' ? body() : body;
      try { await promise; } catch { threw = true; }
      if (threw) fail();
    };
    assert.partialDeepStrictEqual = fetch;
    assert.default = assert;
    return assert;
  };
  const loose = make(false);
  const strict = make(true);
  loose.strict = strict;
  strict.strict = strict;
  loose.AssertionError = strict.AssertionError = fetch;
  return { loose, strict };
})()`;
