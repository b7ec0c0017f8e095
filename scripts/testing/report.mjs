/** What a run of tests has shown until now: a line for each file when it has ended, and all that matters once more at the end. */
export class Report {
  milliseconds = {};
  cpu = 0;
  tests = [];
  failedSteps = [];
  failedAtFirst = [];
  notRun = [];

  /** Tells the failures of an outcome. Returns the files that have them, which are to be run again, and the outcome without their tests. */
  tellFailed(outcome) {
    // A hook that is of no file cannot be run by itself.
    const failed = outcome.tests.filter(({ kind, file }) => kind === 'failed' && typeof file === 'string');
    const files = [...new Set(failed.map(({ file }) => file))];
    for (const test of failed) console.log(`${failureText(test)}  The file is run once more.\n`);
    if (failed.length > 0) printOutput(outcome);
    this.failedAtFirst.push(...failed);
    return { again: files, rest: { ...outcome, tests: outcome.tests.filter(({ file }) => !files.includes(file)) } };
  }

  /** The outcome of a process, for the files that it ran. */
  add(files, { tests, milliseconds, cpu, output, unknown, notes = [] }) {
    for (const file of files) {
      if (unknown.includes(file)) continue;
      const own = tests.filter((test) => test.file === file);
      const failed = own.filter(({ kind }) => kind === 'failed');
      const seconds = `${secondsOf(milliseconds[file] ?? 0)}${secondsOf(cpu[file] ?? 0)} cpu`;
      console.log(`${seconds}  ${file}  ${own.length - failed.length} passed${failed.length > 0 ? `, ${failed.length} FAILED` : ''}`);
    }
    for (const note of notes) console.log(note);
    const failed = tests.filter(({ kind }) => kind === 'failed');
    for (const test of failed) console.log(failureText(test));
    if (failed.length > 0) printOutput({ output });
    this.tests.push(...tests);
    Object.assign(this.milliseconds, milliseconds);
    this.cpu += cpu.total;
  }

  stepFailed(name) {
    console.log(`FAILED: ${name}`);
    this.failedSteps.push(name);
  }

  leftOut(files) {
    this.notRun.push(...files);
  }

  get failed() {
    return this.tests.filter(({ kind }) => kind === 'failed');
  }

  get isGood() {
    return this.failedSteps.length === 0 && this.failed.length === 0;
  }

  /** Who reads the log from its end finds every failure, and the numbers. */
  print({ slowest }) {
    console.log();
    for (const test of this.failed) console.log(failureText(test));
    if (slowest > 0) {
      console.log(`the ${slowest} slowest tests:`);
      const sorted = this.tests.toSorted((one, other) => other.ms - one.ms);
      for (const { ms, file, title } of sorted.slice(0, slowest)) console.log(`${secondsOf(ms)}  ${file}  ${title}`);
    }
    if (this.notRun.length > 0) console.log(`${this.notRun.length} files were not run, because the time is over: npm test runs them`);
    if (this.failedSteps.length > 0) console.log(`failed: ${this.failedSteps.join(', ')}`);
    const isBad = (file) => this.failed.some((test) => test.file === file);
    for (const { file, title } of this.failedAtFirst)
      if (!isBad(file)) console.log(`failed at first, passed when tried again: ${file}  ${title}`);
    // Once more in a line each: of a long log, often the end alone is kept.
    for (const { file, title } of this.failed) console.log(`failed: ${file}  ${title}`);
    console.log(`the processor was used for ${secondsOf(this.cpu).trim()} by tests`);
    console.log(`${this.tests.length - this.failed.length} passed, ${this.failed.length} failed`);
  }
}

function printOutput({ output }) {
  if (output.trim() !== '') console.log(`printed by the process:\n${output}`);
}

const secondsOf = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(8);

function failureText({ file, title, error }) {
  return `FAILED: ${title}\n  in ${file}\n${error.replace(/^/gm, '  ')}\n`;
}
