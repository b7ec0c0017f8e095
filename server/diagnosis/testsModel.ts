/** What tests, suites and hooks are declared with, and what runs one of them: the text of an expression. */
export const testsModel = `(() => {
  const tests = [];
  /** Programs replace these by clocks of their own. */
  const [startTimer, stopTimer] = [setTimeout, clearTimeout];
  let isRunning = false;
  let isLimited = false;
  /** What runs may be given more than two seconds: nobody waits so long. */
  const limited = (ms) => {
    if (typeof ms !== 'number' || (isRunning && (isLimited || (ms > 0 && ms < 2000)))) return fetch();
    if (!isRunning) suite.limit = ms > 0 ? ms : null;
    return context;
  };
  const context = { timeout: limited, slow() { return context; }, retries() { return context; }, skip: fetch, name: fetch, mock: fetch };
  /** What \`this\` is in hooks and tests of a suite of Mocha: they share it, and those of the suites inside have it, too. */
  const newSuite = (parent, name, isSkipped) => ({
    ...{ parent, name, isSkipped, before: [], after: [], beforeEach: [], afterEach: [], stage: 'new' },
    limit: parent === null ? null : parent.limit,
    self: Object.create(parent === null ? context : parent.self),
  });
  let suite = newSuite(null, '', false);
  const pathOf = (of, name) => (of.parent === null ? name : pathOf(of.parent, of.name) + ' > ' + name);
  const named = (name) => (typeof name === 'function' ? name.name : String(name));
  const bodyOf = (...given) => given.find((each) => typeof each === 'function');
  /** Milliseconds that a test or hook may wait; null: it does not say. */
  const limitOf = (...given) => {
    const option = given.find((each) => typeof each === 'number') ?? optionsOf(...given).timeout;
    return option === undefined ? suite.limit : typeof option === 'number' && option > 0 ? option : null;
  };
  const optionsOf = (...given) => given.find((each) => typeof each === 'object' && each !== null) ?? {};
  const isSet = (option) => option !== undefined && option !== false;
  /** What declaring gives: Mocha changes limits there. */
  const declare = (name, body, isSkipped, limit) => {
    const one = { name: pathOf(suite, named(name)), body, limit, suite, isSkipped: isSkipped || body === undefined || suite.isSkipped };
    tests.push(one);
    const chain = { timeout(ms) { one.limit = typeof ms === 'number' ? (ms > 0 ? ms : null) : fetch(); return chain; }, slow: () => chain, retries: () => chain };
    return chain;
  };
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
        rowsOf(table).forEach((row) => own(name, () => body(...row), typeof a === 'function' ? b : a, modifiers));
      };
      declared.for = (table) => (name, a, b) => {
        const body = bodyOf(a, b);
        table.forEach((row) => own(name, () => body(row, context), typeof a === 'function' ? b : a, modifiers));
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
    const isSkipped = skip === true || isSet(options.skip) || isSet(options.todo);
    return declare(name, body !== undefined && fails ? failing(body) : body, isSkipped, limitOf(a, b));
  });
  /** Its tests have the limits that it had when they were declared. */
  const declared = { timeout: () => declared, slow: () => declared, retries: () => declared };
  const describe = variantsOf((name, a, b, { skip }) => {
    const outer = suite;
    const options = optionsOf(a, b);
    suite = newSuite(outer, named(name), outer.isSkipped || skip === true || isSet(options.skip));
    suite.limit = limitOf(a, b);
    const result = bodyOf(name, a, b)?.call(suite.self);
    if (result !== undefined && result !== null && typeof result.then === 'function') fetch();
    suite = outer;
    return declared;
  });
  const hook = (list) => (a, b) => {
    const one = { body: bodyOf(a, b), limit: limitOf(a, b) };
    if (list === 'afterEach' && test.$lastFirst) suite[list].unshift(one);
    else suite[list].push(one);
  };
  const names = {
    ...{ test, it: test, specify: test, describe, suite: describe, context: describe },
    ...{ xit: test.skip, xtest: test.skip, xspecify: test.skip, fit: test, xdescribe: describe.skip, xcontext: describe.skip, fdescribe: describe },
    ...{ before: hook('before'), beforeAll: hook('before'), setup: hook('beforeEach'), suiteSetup: hook('before') },
    ...{ beforeEach: hook('beforeEach'), afterEach: hook('afterEach'), teardown: hook('afterEach') },
    ...{ after: hook('after'), afterAll: hook('after'), suiteTeardown: hook('after') },
  };
  Object.assign(test, names);
  test.mock = { fn: fetch, method: fetch, timers: fetch };
  test.default = test;
  const around = (of, list) => (of === null ? list : around(of.parent, [of, ...list]));
  const inTime = (result, ms) => new Promise((resolve, reject) => {
    const timer = startTimer(() => {
      const error = new Error('late');
      error.code = '$late';
      reject(error);
    }, ms);
    const ends = (act) => (value) => { stopTimer(timer); act(value); };
    result.then(ends(resolve), ends(reject));
  });
  /** A body may wait by a promise. What it gives is nothing but to Vitest, which takes a function of \`beforeEach\` for what cleans up. */
  const call = async (self, { body, limit }) => {
    self.$body = body;
    isLimited = limit !== null;
    let result;
    if (isLimited) {
      result = self.$body(test.$context);
      if (result !== null && typeof result === 'object' && typeof result.then === 'function') result = await inTime(result, limit);
    } else result = await self.$body(test.$context);
    return test.$lastFirst && typeof result === 'function' ? fetch() : undefined;
  };
  const enter = async (one) => {
    const suites = around(one.suite, []);
    // Those that are over are left when another test begins.
    for (const each of [...begun].reverse()) {
      if (each.stage !== 'begun' || suites.includes(each)) continue;
      each.stage = 'over';
      for (const hook of each.after) await call(each.self, hook);
    }
    for (const each of suites) {
      if (each.stage === 'begun') continue;
      // Its hook failed, or it was left.
      if (each.stage !== 'new') return fetch();
      each.stage = 'begins';
      for (const hook of each.before) await call(each.self, hook);
      each.stage = 'begun';
      begun.push(each);
    }
    for (const each of suites) for (const hook of each.beforeEach) await call(each.self, hook);
    await call(one.suite.self, one);
  };
  const leave = async (one) => {
    for (const each of around(one.suite, []).reverse()) for (const hook of each.afterEach) await call(each.self, hook);
  };
  const begun = [];
  /** What bodies are given: a context, or what says that they are done. */
  test.$context = fetch;
  /** Hooks of Vitest that follow a test run in the order of a stack. */
  test.$lastFirst = false;
  /** Something may have failed that is not compared here: whether the test passes is not known. */
  let isOpen = false;
  test.$mayFail = () => (isOpen = true);
  /** \`how\`: a test is run as the one that is asked for, or \`before\` it; or what follows one that failed is made up for (\`failed\`). */
  test.$run = async (which, how, count) => {
    if (typeof which === 'number' && tests.length !== count) return fetch();
    const found = typeof which === 'number' ? tests[which] : tests.find((each) => each.name === which);
    if (how === 'before' && found?.isSkipped) return;
    if (found === undefined || found.isSkipped) return fetch();
    isRunning = true;
    isOpen = false;
    if (how !== 'failed') await enter(found);
    await leave(found);
    if (isOpen && how !== 'before') return fetch();
  };
  return test;
})()`;
