import { appendFileSync, readFileSync } from 'node:fs';
import { sourceOf } from './compiledFile.mjs';

/**
 * Mocha reporter that writes every event as one line of JSON to the file that its option `output` names. A file outlives a process that
 * is killed, and no program that a test starts can hold it open, as it could a pipe.
 */
export default class EventLog {
  constructor(runner, { reporterOptions: { output } }) {
    const write = (event) => appendFileSync(output, `${JSON.stringify({ at: Date.now(), cpu: cpuMs(), ...event })}\n`);
    const about = (runnable) => ({ file: fileOf(runnable), title: runnable.fullTitle() });
    // No test begins before all files are loaded.
    runner.once('start', () => write({ kind: 'loaded', planned: testsOf(runner.suite) }));
    for (const begin of ['hook', 'test']) {
      runner.on(begin, (runnable) => write({ kind: 'begin', ...about(runnable), limitMs: runnable.timeout() }));
    }
    runner.on('pass', (test) => write({ kind: 'passed', ...about(test), ms: test.duration }));
    runner.on('pending', (test) => write({ kind: 'failed', ...about(test), ms: 0, error: 'The test is left out.', isLeftOut: true }));
    runner.on('fail', (runnable, error) => {
      write({ kind: 'failed', ...about(runnable), ms: runnable.duration ?? 0, error: textOf(error) });
    });
    runner.once('end', () => write({ kind: 'ended' }));
  }
}

/** The processor's milliseconds for this process and what it has started and seen ending; elsewhere than on Linux this process's own. */
function cpuMs() {
  if (process.platform !== 'linux') return Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1000);
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + 10 * Number(ticks), 0);
}

/** The number of tests in each file. */
function testsOf(suite, counts = {}) {
  for (const test of suite.tests) counts[fileOf(test)] = (counts[fileOf(test)] ?? 0) + 1;
  for (const inner of suite.suites) testsOf(inner, counts);
  return counts;
}

function fileOf(runnable) {
  for (let at = runnable; at !== undefined; at = at.parent) if (at.file !== undefined) return sourceOf(at.file);
  // A hook that belongs to no file runs beside a test that does.
  return runnable.ctx?.currentTest?.file === undefined ? null : sourceOf(runnable.ctx.currentTest.file);
}

/** The message, which a test may have made longer after the error was made, and the frames that are ours. */
function textOf(error) {
  if (!(error instanceof Error)) return String(error);
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line) && !/node_modules|node:internal/.test(line));
  return [`${error.name}: ${error.message}`, ...frames].join('\n');
}
