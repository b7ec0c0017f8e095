import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../process.mjs';

const durationsFile = join(root, '.cache/tests/durations.json');

/** A process takes a second and a half of the processor to load the server: files share one until they take this long together. */
const usualBatchMs = 60_000;

/** What is long goes first: who starts it last waits for it alone. In a fresh clone the name of a file says how long it takes. */
function usualMs(file) {
  if (isWorkbench(file) || file.startsWith('test/soundness/')) return 60_000;
  if (isWhole(file)) return 20_000;
  return /^test\/(adapter|faults|system)\//.test(file) ? 5_000 : 2_000;
}

/** Whether a file is of the tier of all tests alone. */
export const isWhole = (file) => file.endsWith('.all.test.ts');

/** Whether a file looks at windows of VS Code. */
export const isWorkbench = (file) => file.startsWith('test/workbench/');

/**
 * The files that share a process, the longest first. All of the workbench share one: they look at the same VS Code, which is opened once,
 * and would disturb each other. `isInOrder`: in the order of the list.
 */
export function batchesOf(files, { isInOrder = false, batchMs = usualBatchMs } = {}) {
  const known = durations();
  const ms = (file) => known[file] ?? usualMs(file);
  const workbench = files.filter(isWorkbench);
  const batches = workbench.length > 0 ? [{ files: workbench, ms: sum(workbench, ms), lane: 'workbench' }] : [];
  let open;
  for (const file of files.filter((one) => !isWorkbench(one))) {
    if (open === undefined || open.ms + ms(file) > batchMs) batches.push((open = { files: [], ms: 0 }));
    open.files.push(file);
    open.ms += ms(file);
  }
  return isInOrder ? batches : batches.sort((one, other) => other.ms - one.ms);
}

function durations() {
  try {
    return JSON.parse(readFileSync(durationsFile, 'utf8'));
  } catch {
    return {}; // no run yet
  }
}

/** Remembers how long files took. What others do on the machine makes a run slow, and not the tests: a duration grows by a fifth at most. */
export function keepDurations(milliseconds) {
  const known = durations();
  for (const [file, ms] of Object.entries(milliseconds)) known[file] = Math.round(Math.min(ms, 1.2 * (known[file] ?? Infinity)));
  mkdirSync(dirname(durationsFile), { recursive: true });
  writeFileSync(durationsFile, JSON.stringify(known, null, 1) + '\n');
}

const sum = (files, ms) => files.reduce((total, file) => total + ms(file), 0);
