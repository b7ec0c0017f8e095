/**
 * Node's modules for tests as the interpreter runs them: the same checks, without messages. `fetch` stands for what is not modelled: the
 * interpreter does not know it, so a run that meets it says nothing.
 */
const fail = `(message) => { const error = new Error(message); error.code = 'ERR_ASSERTION'; throw error; }`;

const assertion = `(() => {
  const fail = ${fail};
  const same = (a, b) => (a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b);
  const loosely = (a, b) => a == b || (a !== a && b !== b);
  const alike = (a, b, strict) => {
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return strict ? same(a, b) : loosely(a, b);
    if (a === b) return true;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
    if (a instanceof Map || a instanceof Set || a instanceof Error || b instanceof Map || b instanceof Set || b instanceof Error)
      return fetch();
    if (Array.isArray(a) && a.length !== b.length) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key) || !alike(a[key], b[key], strict)) return false;
    }
    return true;
  };
  const make = (strict) => {
    const assert = (value) => { if (!value) fail('ok'); };
    assert.ok = assert;
    assert.strictEqual = (a, b) => { if (!same(a, b)) fail('strictEqual'); };
    assert.notStrictEqual = (a, b) => { if (same(a, b)) fail('notStrictEqual'); };
    assert.deepStrictEqual = (a, b) => { if (!alike(a, b, true)) fail('deepStrictEqual'); };
    assert.notDeepStrictEqual = (a, b) => { if (alike(a, b, true)) fail('notDeepStrictEqual'); };
    assert.equal = strict ? assert.strictEqual : (a, b) => { if (!loosely(a, b)) fail('equal'); };
    assert.notEqual = strict ? assert.notStrictEqual : (a, b) => { if (loosely(a, b)) fail('notEqual'); };
    assert.deepEqual = strict ? assert.deepStrictEqual : (a, b) => { if (!alike(a, b, false)) fail('deepEqual'); };
    assert.notDeepEqual = strict ? assert.notDeepStrictEqual : (a, b) => { if (alike(a, b, false)) fail('notDeepEqual'); };
    assert.fail = () => fail('fail');
    assert.throws = (body, expected) => {
      if (expected !== undefined) fetch();
      let threw = false;
      try { body(); } catch { threw = true; }
      if (!threw) fail('throws');
    };
    assert.doesNotThrow = (body) => { body(); };
    assert.default = assert;
    return assert;
  };
  const loose = make(false);
  const strict = make(true);
  loose.strict = strict;
  strict.strict = strict;
  return { loose, strict };
})()`;

const tests = `(() => {
  const tests = [];
  let suite = { parent: null, name: '', before: [], beforeEach: [], afterEach: [], begun: false };
  const pathOf = (of, name) => (of.parent === null ? name : pathOf(of.parent, of.name) + ' > ' + name);
  const context = { timeout() { return context; }, slow() { return context; }, retries() { return context; } };
  const bodyOf = (a, b) => (typeof a === 'function' ? a : b);
  const test = (name, a, b) => { tests.push({ name: pathOf(suite, name), body: bodyOf(a, b), suite }); };
  test.test = test;
  test.it = test;
  test.specify = test;
  test.describe = (name, a, b) => {
    const outer = suite;
    suite = { parent: outer, name, before: [], beforeEach: [], afterEach: [], begun: false };
    bodyOf(a, b).call(context);
    suite = outer;
  };
  test.suite = test.describe;
  test.context = test.describe;
  test.before = (body) => { suite.before.push(body); };
  test.beforeEach = (body) => { suite.beforeEach.push(body); };
  test.afterEach = (body) => { suite.afterEach.push(body); };
  test.after = () => {};
  test.default = test;
  const around = (of, list) => (of === null ? list : around(of.parent, [of, ...list]));
  const runOne = (one) => {
    const suites = around(one.suite, []);
    for (const each of suites) {
      if (each.begun) continue;
      each.begun = true;
      for (const hook of each.before) hook();
    }
    for (const each of suites) for (const hook of each.beforeEach) hook();
    const result = one.body.call(context, fetch);
    if (result !== undefined) return fetch();
    for (const each of suites) for (const hook of each.afterEach) hook();
  };
  test.$run = (name, isBehindOthers) => {
    const found = tests.find((each) => each.name === name);
    if (found === undefined) return fetch();
    if (isBehindOthers)
      for (const each of tests) {
        if (each === found) break;
        try { runOne(each); } catch {}
      }
    return runOne(found);
  };
  return test;
})()`;

/** By the name of the module, the expression that stands for it. */
export const testModules: ReadonlyMap<string, string> = new Map([
  ['assertions', assertion],
  ['assert', '$node_assertions.loose'],
  ['assert/strict', '$node_assertions.strict'],
  ['test', tests],
  ['mocha', '$node_test'],
]);

/** The text before the modules where a runner's names are globals. */
export const globalNamesText = `const { test: it, test: specify, describe, describe: context, before, beforeEach, afterEach, after } = $node_test;\n`;

/** The text behind the modules: it runs a test whose name it is given, alone or behind those before it. */
export const runTestText = 'function $runTest(name, isBehindOthers) { return $node_test.$run(name, isBehindOthers); }';
