import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runMocha, type Outcome } from '../../scripts/testing/mocha.mjs';
import { runTasks } from '../../scripts/testing/queue.mjs';
import { Report } from '../../scripts/testing/report.mjs';
import { projectFolder } from '../support/command.js';

const good = `describe('good', () => { it('one', () => {}); it('two', () => {}); });`;
const patience = { graceMs: 10_000, leaveMs: 500 };

/** Runs files of tests with these texts in one process. */
async function run(texts: Readonly<Record<string, string>>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-tests-of-tests-'));
  try {
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder, name), text);
    const outcome = await runMocha(
      Object.keys(texts).map((name) => relative(projectFolder, join(folder, name))),
      {},
      patience,
    );
    const short = (file: string) => file.slice(file.lastIndexOf('/') + 1);
    return {
      ...outcome,
      tests: outcome.tests.map((test) => ({ ...test, file: short(test.file) })),
      unknown: outcome.unknown.map(short),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const failuresOf = ({ tests }: Outcome) => tests.filter(({ kind }) => kind === 'failed').map(({ file, title }) => [file, title]);
const passedOf = ({ tests }: Outcome) => tests.filter(({ kind }) => kind === 'passed').length;

describe('files of tests in a process', () => {
  it('pass, or fail with the whole title and the error', async () => {
    const bad = `describe('bad', () => { it('fails', () => { throw new RangeError('so it is'); }); it('passes', () => {}); });`;
    const outcome = await run({ 'a.test.mjs': good, 'b.test.mjs': bad });
    assert.deepEqual([passedOf(outcome), failuresOf(outcome), outcome.unknown], [3, [['b.test.mjs', 'bad fails']], []]);
    assert.match(outcome.tests.find(({ kind }) => kind === 'failed')?.error ?? '', /^RangeError: so it is\n +at /);
  });

  it('that ends in a test: the test fails, and files after it are to be run once more', async () => {
    const bad = `describe('bad', () => { it('ends', () => process.exit(0)); it('is not run', () => {}); });`;
    const outcome = await run({ 'a.test.mjs': good, 'b.test.mjs': bad, 'c.test.mjs': good });
    assert.deepEqual([passedOf(outcome), failuresOf(outcome), outcome.unknown], [2, [['b.test.mjs', 'bad ends']], ['c.test.mjs']]);
  });

  it('that goes round for ever is killed', async () => {
    const bad = `describe('bad', () => { it('does not end', () => { for (;;); }).timeout(100); });`;
    const outcome = await run({ 'a.test.mjs': bad, 'b.test.mjs': good });
    assert.deepEqual([failuresOf(outcome), outcome.unknown], [[['a.test.mjs', 'bad does not end']], ['b.test.mjs']]);
  });

  it('of which one cannot be loaded are all to be run once more, and that one fails by itself', async () => {
    const bad = `import './nothing.mjs';`;
    const outcome = await run({ 'a.test.mjs': good, 'b.test.mjs': bad });
    assert.deepEqual([outcome.tests, outcome.unknown], [[], ['a.test.mjs', 'b.test.mjs']]);
    const alone = await run({ 'b.test.mjs': bad });
    assert.equal(failuresOf(alone).length, 1);
    assert.match(alone.tests[0]?.error ?? '', /nothing\.mjs/);
  });

  it('that are lost after their tests fail, and that stay are killed, which is told', async () => {
    const late = `describe('late', () => { it('passes', () => { setTimeout(() => process.kill(process.pid, 'SIGTERM'), 100); }); });`;
    assert.equal(failuresOf(await run({ 'a.test.mjs': late })).length, 1);
    const open = `describe('open', () => { it('passes', () => { setInterval(() => {}, 1000); }); });`;
    const outcome = await run({ 'a.test.mjs': open });
    assert.deepEqual([failuresOf(outcome), outcome.notes?.length], [[], 1]);
  });

  it('that leave a test out fail', async () => {
    assert.equal(failuresOf(await run({ 'a.test.mjs': `it['sk' + 'ip']('left out', () => {});` })).length, 1);
  });
});

describe('a report', () => {
  let printed: string[];
  const { log } = console;
  beforeEach(() => {
    printed = [];
    console.log = (text = '') => printed.push(String(text));
  });
  afterEach(() => {
    console.log = log;
  });

  const outcome = (...tests: readonly (readonly ['passed' | 'failed', string, string])[]): Outcome => ({
    tests: tests.map(([kind, file, title]) => ({ kind, file, title, ms: 1, error: 'Error: no' })),
    milliseconds: {},
    cpu: { total: 0 },
    output: '',
    unknown: [],
  });

  /** Files a and b fail, and are run again. */
  function again(second: Outcome): Report {
    const report = new Report();
    const first = outcome(['passed', 'a', 'one'], ['failed', 'a', 'two'], ['passed', 'c', 'three'], ['failed', 'b', 'four']);
    const { again: files, rest } = report.tellFailed(first);
    assert.deepEqual(files, ['a', 'b']);
    report.add(['c'], rest);
    report.add(['a', 'b'], second);
    report.print({ slowest: 0 });
    return report;
  }

  it('counts files that are run again once, and names what failed at first', () => {
    const report = again(outcome(['passed', 'a', 'one'], ['passed', 'a', 'two'], ['passed', 'b', 'four']));
    assert.ok(report.isGood);
    assert.equal(printed.at(-1), '4 passed, 0 failed');
    assert.equal(printed.filter((line) => /^FAILED: (two|four)\n.*\n +Error: no/.test(line)).length, 2);
    for (const test of ['a  two', 'b  four'])
      assert.ok(printed.includes(`failed at first, passed when tried again: ${test}`), printed.join());
  });

  it('is not good where a file fails again, in whichever test', () => {
    const report = again(outcome(['failed', 'a', 'one'], ['passed', 'a', 'two'], ['failed', 'b', 'four']));
    assert.ok(!report.isGood);
    assert.equal(printed.at(-1), '2 passed, 2 failed');
    assert.ok(!printed.some((line) => line.includes('passed when tried again')));
  });
});

describe('a queue of tasks', () => {
  it('runs as many at once as there are places, none beside another of its lane, and what follows from a task next', async () => {
    const running = new Set<string>();
    const seen: string[] = [];
    let most = 0;
    const task = (name: string, lane?: string, more: readonly string[] = []) => ({
      ...(lane === undefined ? {} : { lane }),
      run: async () => {
        assert.ok(lane === undefined || ![...running].some((other) => other.startsWith(lane)), `${name} beside ${[...running].join()}`);
        running.add(name);
        most = Math.max(most, running.size);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running.delete(name);
        seen.push(name);
        return more.map((one) => task(one));
      },
    });
    await runTasks([task('lane 1', 'lane'), task('lane 2', 'lane'), task('a', undefined, ['follows']), task('b'), task('c')], 2);
    assert.equal(most, 2);
    assert.deepEqual([...seen].sort(), ['a', 'b', 'c', 'follows', 'lane 1', 'lane 2']);
    assert.ok(seen.indexOf('follows') < seen.indexOf('c'), seen.join());
  });

  it('gives a task the places that it takes, all of them where it takes more', async () => {
    const running = new Set<string>();
    const beside: string[] = [];
    const task = (name: string, takes: number) => ({
      takes,
      run: async () => {
        running.add(name);
        await new Promise((resolve) => setTimeout(resolve, 5));
        beside.push([...running].join(' '));
        running.delete(name);
      },
    });
    await runTasks([task('two', 2), task('one', 1), task('other two', 2), task('nine', 9)], 3);
    assert.deepEqual(beside, ['two one', 'one other two', 'other two', 'nine']);
  });
});
