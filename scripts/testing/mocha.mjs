import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../process.mjs';
import { compile } from './compile.mjs';
import { compiledFile } from './compiledFile.mjs';

/** The longest that a test may take which names no limit of its own. On a loaded machine everything takes longer. */
const limitMs = 240_000;

/**
 * `graceMs`: how long a process may be silent beyond the limit of its test, and how long it may take to load its files. `leaveMs`: how long
 * it may stay when all of its tests have ended; timers that were not cleared hold it, for minutes some of them.
 */
const usualPatience = { graceMs: 60_000, leaveMs: 5_000 };

const running = new Set();

/**
 * Compiles what has changed, and runs files of tests in one process of their own. Resolves to the tests that ended, the milliseconds that
 * each file took, and the files of which nothing is known because the process ended, or was ended, in another file.
 */
export async function runMocha(files, environment = {}, patience = usualPatience) {
  await compile();
  const folder = mkdtempSync(join(tmpdir(), 'whence-tests-'));
  try {
    const log = join(folder, 'events');
    const { output, end, isKilled } = await watched(files, log, environment, patience);
    return outcomeOf(files, eventsOf(log), { output, end, isKilled });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends every process of tests, and what they have started. */
export function endAll() {
  for (const child of running) killGroup(child);
}

function watched(files, log, environment, patience) {
  return new Promise((resolve, reject) => {
    const color = process.stdout.isTTY ? ['--color'] : [];
    const reporter = ['--reporter', 'scripts/testing/reporter.mjs', '--reporter-option', `output=${log}`];
    const options = ['--require', compiledFile('test/support/fixedSeed.ts'), '--timeout', String(limitMs), ...reporter, ...color];
    const child = spawn(
      process.execPath,
      ['--enable-source-maps', 'node_modules/mocha/bin/mocha.js', ...options, ...files.map(compiledFile)],
      {
        cwd: root,
        env: { ...process.env, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true, // a group of its own: a process that hangs is ended together with what it has started
      },
    );
    running.add(child);
    let output = '';
    let isKilled = false;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const clock = setInterval(() => {
      if (Date.now() < deadlineOf(eventsOf(log), startedAt, patience)) return;
      isKilled = true;
      killGroup(child);
    }, 1_000);
    const startedAt = Date.now();
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearInterval(clock);
      running.delete(child);
      // What it has left behind may hold the pipes open.
      const ended = () => resolve({ output, end: signal ?? code, isKilled });
      child.on('close', ended);
      setTimeout(ended, 2_000).unref();
    });
  });
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // no groups on Windows
  }
}

function eventsOf(log) {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n');
  return lines.slice(0, -1).map((line) => JSON.parse(line)); // the last line is empty, or not yet whole
}

function deadlineOf(events, startedAt, { graceMs, leaveMs }) {
  const last = events.at(-1);
  if (last === undefined) return startedAt + graceMs;
  if (last.kind === 'ended') return last.at + leaveMs;
  return last.at + graceMs + (last.kind === 'begin' ? last.limitMs : 0);
}

function outcomeOf(files, events, { output, end, isKilled }) {
  const tests = events.filter(({ kind }) => kind === 'passed' || kind === 'failed');
  const milliseconds = timesOf(events, 'at');
  const cpu = { ...timesOf(events, 'cpu'), total: events.at(-1)?.cpu ?? 0 };
  const failed = tests.filter(({ kind, isLeftOut }) => kind === 'failed' && !isLeftOut).length; // mocha takes what is left out as good
  const why = isKilled ? 'it did not end in time and was killed' : `it ended with ${end}`;
  const fault = (file, title, message) => ({ kind: 'failed', file, title, ms: 0, error: `${message}\n${output.slice(-4_000)}` });

  if (events.length === 0) {
    if (files.length > 1) return { tests, milliseconds, cpu, output, unknown: files };
    return { tests: [fault(files[0], files[0], `The file is not loaded: ${why}.`)], milliseconds, cpu, output, unknown: [] };
  }
  if (events.some(({ kind }) => kind === 'ended')) {
    const isRight = isKilled || end === (failed > 0 ? Math.min(failed, 255) : 0);
    const faults = isRight ? [] : [fault(files.at(-1), `the process of ${files.join(', ')}`, `After all tests had ended, ${why}.`)];
    const notes = isKilled ? [`something held the process of ${files.join(', ')} after its tests: it was killed`] : [];
    return { tests: [...tests, ...faults], milliseconds, cpu, output, unknown: [], notes };
  }

  const last = events.findLast(({ file }) => typeof file === 'string');
  const { planned } = events[0];
  const unfinished = files.filter((file) => tests.filter((test) => test.file === file).length < (planned[file] ?? 0));
  const culprit = last?.file ?? files[0];
  const lost = (planned[culprit] ?? 0) - tests.filter(({ file }) => file === culprit).length;
  const faults = [
    fault(culprit, last?.title ?? culprit, `The process was lost in this test, and ${lost} of the file are missing: ${why}.`),
  ];
  return { tests: [...tests, ...faults], milliseconds, cpu, output, unknown: unfinished.filter((file) => file !== culprit) };
}

/** Files run one after the other: what passes between two events belongs to the file of the second. */
function timesOf(events, clock) {
  const milliseconds = {};
  events.forEach(({ [clock]: at, file }, index) => {
    if (index > 0 && typeof file === 'string') milliseconds[file] = (milliseconds[file] ?? 0) + at - events[index - 1][clock];
  });
  return milliseconds;
}
