import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { root, runNode } from './process.mjs';
import { batchesOf, isWhole, isWorkbench, keepDurations } from './testing/batches.mjs';
import { endAll, runMocha } from './testing/mocha.mjs';
import { runTasks } from './testing/queue.mjs';
import { Report } from './testing/report.mjs';
import { tierOf } from './testing/tiers.mjs';

/**
 * `npm test`, `npm test -- --all` and `npm run quick` (`--quick`): see CONTRIBUTING.md for what each runs. Every step runs, whatever
 * failed before; the last line counts the tests. `--jobs N` runs N processes at once. Else there is one more than cores: with two more,
 * tests of programs that keep times of their own wait too long for the processor.
 */
const jobs = Number(process.argv[process.argv.indexOf('--jobs') + 1]) || availableParallelism() + 1;
const report = new Report();

/** A window is a program, a browser and a server: beside it and two others it would be slower than anybody's. */
const windowTakes = 2;

delete process.env.FORCE_COLOR; // what the programs of tests print is compared
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    endAll();
    process.exit(1);
  });
}

/**
 * Each Node that starts reads the certificates that this variable adds, which takes longer than all else that it does. Only what installs
 * packages needs them (`scripts/npmEnvironment.mjs`).
 */
const certificates = { NODE_EXTRA_CA_CERTS: undefined, WHENCE_TEST_CERTIFICATES: process.env.NODE_EXTRA_CA_CERTS };

ensureInstalled();
const tier = await tierOf(process.argv.slice(2));
for (const line of tier.notes) console.log(line);

if (tier.hasBundle) await step('bundle', bundled); // tests look at it
const tests = batchesOf(tier.files, tier).map(testing);
const isLane = ({ lane }) => lane !== undefined; // what runs one after the other takes longest
await runTasks([...windows(), ...tests.filter(isLane), ...checks(), ...tests.filter((task) => !isLane(task))], jobs);

keepDurations(report.milliseconds);
report.print({ slowest: tier.slowest });
process.exitCode = report.isGood ? 0 : 1;

async function types() {
  const { checkTypes } = await import('./types.mjs');
  return checkTypes();
}

async function bundled() {
  const { bundle } = await import('./bundle.mjs');
  return bundle();
}

async function step(name, run) {
  if (!(await run())) report.stepFailed(name);
}

/**
 * The tests of a batch; files that another one took along are run once more, each by itself. So are files that failed in a window, once:
 * no other program has the focus taken away, and no test can know when VS Code does it. The report names those that passed only then.
 */
function testing({ files, lane, isAgain = false }) {
  return {
    lane,
    takes: lane === undefined ? 1 : windowTakes,
    run: async () => {
      if (tier.isOver(files, report.cpu)) {
        report.leftOut(files);
        return [];
      }
      const outcome = await runMocha(files, { ...tier.environment, ...certificates });
      const { again, rest } = lane === undefined || isAgain ? { again: [], rest: outcome } : report.tellFailed(outcome);
      report.add(
        files.filter((file) => !again.includes(file)),
        rest,
      );
      return [
        ...outcome.unknown.map((file) => testing({ files: [file], lane })),
        ...again.map((file) => testing({ files: [file], lane, isAgain: true })),
      ];
    },
  };
}

/** VS Code and a browser are installed before what looks at them: to do so is no part of a test's time. */
function windows() {
  const files = tier.files.filter(isWorkbench);
  if (files.length === 0) return [];
  const versions = files.some(isWhole) ? ['newest', 'oldest'] : ['newest'];
  const install = async () => (await runNode(['scripts/workbench/installAll.mjs', ...versions])).code === 0;
  return [{ lane: 'workbench', takes: windowTakes, run: () => step('VS Code', install) }];
}

/** The checks that are no tests, as tasks beside them. */
function checks() {
  const eslint = () => tool('eslint/bin/eslint.js', ['.', ...cacheOf('eslint')]);
  const prettier = () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.', ...cacheOf('prettier')]);
  const linted = [{ run: () => step('lint', eslint) }, { run: () => step('format', prettier) }];
  return [{ run: () => step('type check', types) }, ...(tier.hasLint ? linted : [])];
}

function cacheOf(name) {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', join(root, '.cache/tests', name)];
}

async function tool(script, args) {
  const { code, output } = await runNode([join('node_modules', script), ...args], { keep: true, quiet: true });
  process.stdout.write(output);
  return code === 0;
}
