import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../median.js';
import { growingTable } from '../speed/table.js';
import { fieldCases, hottestCases, type QuestionCase } from './cases.js';
import { plainCost, questionCost, type Measured } from './measure.js';

/** What is wanted: line and values this much later than so many times the plain run to the stop, in milliseconds. */
const factor = 1.25;
const [warmExcess, coldExcess] = [500, 1500];

/**
 * From the question to its answer on the clock: line and values, then the stack; with instrumented texts kept from before, and without.
 * Medians.
 */
export async function printAnswers(folder: string, samples = 3): Promise<void> {
  process.stdout.write(
    `From the question to line and values, and to the stack, in milliseconds. Wanted: ${factor} times alone + ${warmExcess}, cold + ${coldExcess}.\n\n`,
  );
  const header = ['program', 'alone', 'line and values', 'wanted', 'with stack', 'of it the stack', 'cold', 'cold wanted'];
  const cases = [...fieldCases, ...hottestCases];
  const row = growingTable(
    header,
    cases.map(({ name }) => name),
    (text) => process.stdout.write(text),
  );
  for (const wanted of cases) {
    const plain: number[] = [];
    const cold: Measured[] = [];
    const warm: Measured[] = [];
    for (let sample = 0; sample < samples; sample++) {
      plain.push(plainCost(wanted, folder).elapsed);
      const [first, second] = await firstAndSecond(wanted, folder);
      cold.push(first);
      warm.push(second);
    }
    const alone = median(plain);
    const located = median(warm.map((one) => one.located));
    const elapsed = median(warm.map((one) => one.elapsed));
    const coldLocated = median(cold.map((one) => one.located));
    const times = [alone, located, factor * alone + warmExcess, elapsed, elapsed - located, coldLocated, factor * alone + coldExcess];
    row([wanted.name, ...times.map((time) => time.toFixed(0))]);
  }
  process.stdout.write('\n');
}

/** The same question twice; only the second finds texts that were instrumented before. */
async function firstAndSecond(wanted: QuestionCase, folder: string): Promise<readonly [Measured, Measured]> {
  const before = process.env['TMPDIR'];
  const empty = mkdtempSync(join(tmpdir(), 'whence-bench-'));
  process.env['TMPDIR'] = empty;
  try {
    return [await questionCost(wanted, folder), await questionCost(wanted, folder)];
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(empty, { recursive: true, force: true });
  }
}
