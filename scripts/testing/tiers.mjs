import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../process.mjs';
import { isWorkbench } from './batches.mjs';
import { isSupported as hasWorkbench } from '../workbench/pins.mjs';

/**
 * What a run of tests consists of. The name of a file tells its tier: `*.all.test.ts` runs with `--all` alone, every other one with
 * `npm test`, too. How many samples a random suite takes is in `test/support/counts.ts`, which reads `WHENCE_TIER`.
 */
export async function tierOf(args) {
  if (args.includes('--quick')) return quick();
  const isWhole = args.includes('--all');
  const files = testFiles().filter((file) => isWhole || !file.endsWith('.all.test.ts'));
  return {
    files: files.filter((file) => hasWorkbench || !isWorkbench(file)),
    notes: hasWorkbench ? [] : ['The tests in a real VS Code (test/workbench) run on Linux x64; here: npm run test:electron.'],
    environment: { WHENCE_TIER: process.env.WHENCE_TIER ?? (isWhole ? 'all' : 'sample') },
    hasBundle: true,
    hasLint: true,
    slowest: isWhole ? 20 : 0,
    isOver: () => false,
  };
}

/** These look at bundles and processes, or at programs by the hundred. They take seconds each: `npm test` runs them. */
const slowFolders = ['bench', 'faults', 'soundness', 'system', 'workbench'];

/**
 * After this time no file of tests is started but the rules of the house; what has been started takes a few seconds more to end. On a machine
 * that others use, too, time passes without anything being done: what the tests have used of the processor must be as much.
 */
const quickMs = 26_000;

/** The rules of the house, and what the changed files reach, the nearest first. */
async function quick() {
  const startedAt = performance.now();
  const { changedFiles, reachedBy } = await import('./reach.mjs'); // it needs a package
  const changed = changedFiles();
  const all = testFiles();
  const isQuick = (file) => !file.endsWith('.all.test.ts') && !slowFolders.some((folder) => file.startsWith(`test/${folder}/`));
  const reached = reachedBy(changed).filter((file) => all.includes(file));
  const left = reached.filter((file) => !isQuick(file));
  const isRule = (file) => file.startsWith('test/tidy/');
  const rules = all.filter(isRule);
  // The tests of a room are in the folder of its name: they know best what was changed there.
  const rooms = [2, 1].map((depth) => changed.map((file) => `test/${file.split('/').slice(0, depth).join('/')}/`));
  const nearest = rooms.flatMap((folders) => reached.filter((file) => folders.some((folder) => file.startsWith(folder))));
  const files = [...new Set([...rules, ...[...nearest, ...reached].filter(isQuick)])];
  return {
    files,
    batchMs: 8_000,
    isInOrder: true,
    notes: [
      `${changed.length} files changed: they reach ${reached.length} of ${all.length} files of tests, ${left.length} of them slow ones of npm test`,
    ],
    environment: { WHENCE_TIER: 'sample' },
    hasBundle: false,
    hasLint: false,
    slowest: 0,
    isOver: (files, cpuMs) => !files.every(isRule) && performance.now() - startedAt > quickMs && cpuMs > quickMs,
  };
}

function testFiles() {
  return (
    readdirSync(join(root, 'test'), { recursive: true })
      .map((file) => `test/${file.replaceAll('\\', '/')}`)
      // What lies in test/programs is tested, and some of it has faulty tests of its own.
      .filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/programs/'))
      .sort()
  );
}
