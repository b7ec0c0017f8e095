import { stripVTControlCharacters } from 'node:util';
import { ensureInstalled } from './install.mjs';
import { runNode } from './process.mjs';
import { isSupported as hasWorkbench } from './workbench/pins.mjs';

/**
 * `npm test`: types, bundles, lint, format and every test. `npm run test:fast` (`--fast`) leaves out the bundles, the linter
 * and the folders of tests that take seconds each. Every step runs, whatever failed before; the last line counts the tests.
 */
const fast = process.argv.includes('--fast');
const slowFolders = ['bench', 'faults', 'soundness', 'system', 'workbench'];

delete process.env.FORCE_COLOR; // what the programs of tests print is compared

ensureInstalled();
const { checkTypes } = await import('./types.mjs');
const { bundle } = await import('./bundle.mjs');

const failedSteps = [];
await step('type check', checkTypes);
if (!fast) {
  await step('bundle', bundle);
  await step('lint', () => succeeds(['node_modules/eslint/bin/eslint.js', '.']));
  await step('format', () => succeeds(['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']));
}
const tests = await runTests();

if (failedSteps.length > 0) console.log(`failed: ${failedSteps.join(', ')}`);
console.log(`${tests.passed} passed, ${tests.failed} failed`);
process.exitCode = failedSteps.length === 0 && tests.failed === 0 ? 0 : 1;

async function step(name, run) {
  if (!(await run())) failedSteps.push(name);
}

async function succeeds(args) {
  return (await runNode(args)).code === 0;
}

/**
 * The random programs, and questions about runs, need one core for as long as all other tests need another: they run beside each other, and
 * what the first say is shown when the others have ended.
 */
async function runTests() {
  if (!fast && !hasWorkbench) console.log('The tests in a real VS Code (test/workbench) run on Linux x64; here: npm run test:electron.');
  const first = ['test/soundness/**/*.test.ts', 'test/adapter/*.test.ts'];
  const left = fast ? slowFolders.map((folder) => `test/${folder}/**`) : hasWorkbench ? first : [...first, 'test/workbench/**'];
  const beside = fast ? { passed: 0, failed: 0, output: '' } : runMocha(first, { quiet: true, limitMs: 240_000 });
  const others = await runMocha([...left.flatMap((files) => ['--ignore', files]), 'test/**/*.test.ts']);
  const { passed, failed, output } = await beside;
  process.stdout.write(output);
  return { passed: passed + others.passed, failed: failed + others.failed };
}

/** The counts are those of mocha's summary; a run that ends without one, or fails beside it, counts as a failed test. */
async function runMocha(files, { quiet = false, limitMs = 60_000 } = {}) {
  const color = process.stdout.isTTY ? ['--color'] : [];
  const options = ['--require', 'test/support/fixedSeed.ts', '--timeout', String(limitMs), ...color];
  const mocha = ['--import', 'tsx', 'node_modules/mocha/bin/mocha.js', ...options, ...files];
  const { code, output } = await runNode(mocha, { keep: true, quiet });
  const failed = count(output, 'failing');
  return { passed: count(output, 'passing'), failed: code !== 0 && failed === 0 ? 1 : failed, output };
}

function count(output, what) {
  return Number([...stripVTControlCharacters(output).matchAll(new RegExp(`^\\s+(\\d+) ${what}`, 'gm'))].at(-1)?.[1] ?? 0);
}
