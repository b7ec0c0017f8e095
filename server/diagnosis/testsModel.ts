/** What tests, suites and hooks are declared with, and what runs one of them: the text of an expression. */
export const testsModel = `(() => {
  const tests = [];
  const context = { timeout() { return context; }, slow() { return context; }, retries() { return context; }, skip: fetch, name: fetch, mock: fetch };
  /** What \`this\` is in hooks and tests of a suite of Mocha: they share it, and those of the suites inside have it, too. */
  const newSuite = (parent, name, isSkipped) => ({
    ...{ parent, name, isSkipped, before: [], beforeEach: [], afterEach: [], begun: false },
    self: Object.create(parent === null ? context : parent.self),
  });
  let suite = newSuite(null, '', false);
  const pathOf = (of, name) => (of.parent === null ? name : pathOf(of.parent, of.name) + ' > ' + name);
  const named = (name) => (typeof name === 'function' ? name.name : String(name));
  const bodyOf = (...given) => given.find((each) => typeof each === 'function');
  const optionsOf = (...given) => given.find((each) => typeof each === 'object' && each !== null) ?? {};
  const isSet = (option) => option !== undefined && option !== false;
  /** The bodies are called with these; \`how\` changes what calling one means. */
  const declare = (name, body, isSkipped, how) =>
    void tests.push({ name: pathOf(suite, named(name)), body, how, suite, isSkipped: isSkipped || body === undefined || suite.isSkipped });
  const rowsOf = (table) => (table.raw === undefined ? table.map((row) => (Array.isArray(row) ? row : [row])) : fetch());
  const variantsOf = (own) => {
    const make = (modifiers) => {
      const declared = (name, a, b) => own(name, a, b, modifiers);
      declared.skip = modifiers.skip ? declared : (name, a, b) => own(name, a, b, { ...modifiers, skip: true });
      declared.todo = declared.skip;
      declared.only = (name, a, b) => own(name, a, b, modifiers);
      declared.concurrent = declared.only;
      declared.sequential = declared.only;
      declared.fails = declared.failing = (name, a, b) => own(name, a, b, { ...modifiers, fails: true });
      declared.each = (table) => (name, a, b) => {
        const body = bodyOf(a, b);
        rowsOf(table).forEach((row) => own(name, () => body(...row), undefined, modifiers));
      };
      declared.for = (table) => (name, a, b) => {
        const body = bodyOf(a, b);
        table.forEach((row) => own(name, () => body(row, context), undefined, modifiers));
      };
      declared.skipIf = (is) => (is ? make({ ...modifiers, skip: true }) : declared);
      declared.runIf = (is) => (is ? declared : make({ ...modifiers, skip: true }));
      return declared;
    };
    return make({});
  };
  const failing = (body) => async () => {
    try { await body(); } catch { return; }
    const error = new Error('fails');
    error.code = 'ERR_ASSERTION';
    throw error;
  };
  const test = variantsOf((name, a, b, { skip, fails }) => {
    const body = bodyOf(name, a, b);
    const options = optionsOf(a, b);
    declare(name, body !== undefined && fails ? failing(body) : body, skip === true || isSet(options.skip) || isSet(options.todo));
  });
  const describe = variantsOf((name, a, b, { skip }) => {
    const outer = suite;
    const options = optionsOf(a, b);
    suite = newSuite(outer, named(name), outer.isSkipped || skip === true || isSet(options.skip));
    const result = bodyOf(name, a, b)?.call(suite.self);
    if (result !== undefined && result !== null && typeof result.then === 'function') fetch();
    suite = outer;
  });
  const hook = (list) => (a, b) => { suite[list].push(bodyOf(a, b)); };
  const names = {
    ...{ test, it: test, specify: test, describe, suite: describe, context: describe },
    ...{ xit: test.skip, xtest: test.skip, xspecify: test.skip, fit: test, xdescribe: describe.skip, xcontext: describe.skip, fdescribe: describe },
    ...{ before: hook('before'), beforeAll: hook('before'), setup: hook('beforeEach'), suiteSetup: hook('before') },
    ...{ beforeEach: hook('beforeEach'), afterEach: hook('afterEach'), teardown: hook('afterEach') },
    ...{ after() {}, afterAll() {}, suiteTeardown() {} },
  };
  Object.assign(test, names);
  test.mock = { fn: fetch, method: fetch, timers: fetch };
  test.default = test;
  const around = (of, list) => (of === null ? list : around(of.parent, [of, ...list]));
  /** A body may wait by a promise. */
  const call = async (self, body) => {
    self.$body = body;
    await self.$body(test.$context);
  };
  const runOne = async (one) => {
    const suites = around(one.suite, []);
    for (const each of suites) {
      if (each.begun) continue;
      each.begun = true;
      for (const body of each.before) await call(each.self, body);
    }
    for (const each of suites) for (const body of each.beforeEach) await call(each.self, body);
    await call(one.suite.self, one.body);
    for (const each of [...suites].reverse()) for (const body of each.afterEach) await call(each.self, body);
  };
  /** What bodies are given: a context, or what says that they are done. */
  test.$context = fetch;
  test.$run = async (which, isBefore, count) => {
    if (typeof which === 'number' && tests.length !== count) return fetch();
    const found = typeof which === 'number' ? tests[which] : tests.find((each) => each.name === which);
    if (isBefore && found?.isSkipped) return;
    if (found === undefined || found.isSkipped) return fetch();
    await runOne(found);
  };
  return test;
})()`;
