import { assertModel } from './assertModel.js';
import { chaiModel } from './chaiModel.js';
import { deepEquality } from './deepEquality.js';
import { expectModel } from './expectModel.js';
import { testsModel } from './testsModel.js';

/** By the name of the module, the expression that stands for it; those behind use those before. */
export const testModules: ReadonlyMap<string, string> = new Map([
  ['equality', deepEquality],
  ['assertions', assertModel],
  ['assert', '$node_assertions.loose'],
  ['assert/strict', '$node_assertions.strict'],
  ['test', testsModel],
  ['mocha', '$node_test'],
]);

/** Those of a runner with `expect`. */
export const expectModules: ReadonlyMap<string, string> = new Map([
  ...testModules,
  ['expects', expectModel],
  ['vitest', '$node_expects'],
  ['@jest/globals', '$node_expects'],
]);

/** With chai's module, too: nobody waits for it where no module loads it. */
export const withChai = (models: ReadonlyMap<string, string>): ReadonlyMap<string, string> => new Map([...models, ['chai', chaiModel]]);

const declaring =
  'test, it, specify, describe, context, suite, xit, xtest, xspecify, fit, xdescribe, xcontext, fdescribe, before, beforeAll, beforeEach, after, afterAll, afterEach, setup, suiteSetup, teardown, suiteTeardown';

/** The text before the modules where a runner's names are globals. */
export const globalNamesText = `const { ${declaring} } = $node_test;\n`;

/** That of a runner with `expect`. `hasContext`: bodies of vitest are given one. */
export const expectNamesText = (hasContext: boolean): string =>
  `const { ${declaring}, expect, vi, jest } = $node_expects;\n${
    hasContext
      ? '$node_test.$context = { expect, task: { name: fetch }, skip: fetch, onTestFinished: fetch, onTestFailed: fetch };\n$node_test.$lastFirst = true;\n'
      : ''
  }`;

/** The text behind the modules: it runs a test whose name or number it is given, as `$run` of the model says. */
export const runTestText = 'async function $runTest(which, how, count) { await $node_test.$run(which, how, count); }';
