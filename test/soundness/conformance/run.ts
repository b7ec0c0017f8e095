import { parseArgs } from 'node:util';
import type { Contradiction } from './examine.js';
import { conform, Summary } from './conformance.js';
import { subjects } from './subjects.js';

const usage = `npm run conformance -- [--calls N] [--seed S] [--only NAME]

Calls every built-in that is modelled, with odd receivers and arguments, in Node and holds what Node did against what
whence check and the interpreters say of the same call.

  --calls N    how many calls are made (100000)
  --seed S     the calls of a seed are the same each time; without it they are new ones
  --only NAME  of this built-in alone, or of all whose name begins so and ends with a dot

How far it is stands on standard error. Exits 1 when something was contradicted.`;

/** Calls of one built-in that are made one after the other, and built-ins whose calls are put into the same programs. */
const portion = 12;
const together = 24;

function main(): number {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '100000' },
      seed: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const { only } = values;
  const chosen = subjects.filter(({ name }) => only === undefined || name === only || (only.endsWith('.') && name.startsWith(only)));
  if (chosen.length === 0) throw new Error(`there is no model of ${only}`);
  const seed = values.seed === undefined ? Date.now() >>> 0 : Number(values.seed);
  process.stdout.write(`seed ${seed}\n`);
  const summary = new Summary();
  let left = Number(values.calls);
  const each = Math.min(portion, Math.ceil(left / chosen.length));
  for (let round = 0; left > 0; round++) {
    for (let from = 0; from < chosen.length && left > 0; from += together) {
      const some = chosen.slice(from, Math.min(from + together, from + left));
      const count = Math.min(each, Math.ceil(left / some.length));
      const told = summary.contradictions.length;
      conform(some, seed, round * each, count, round % 2 === 1, summary);
      left -= count * some.length;
      for (const contradiction of summary.contradictions.slice(told)) print(contradiction, seed);
    }
    process.stderr.write(`${summary.total().calls} calls, ${summary.contradictions.length} contradictions\n`);
  }
  process.stdout.write(`${summary.show()}\n`);
  return summary.contradictions.length === 0 ? 0 : 1;
}

function print({ subject, by, message, text }: Contradiction, seed: number): void {
  process.stdout.write(`--- ${subject} ${by}: ${message}\n${text}\nreproduce: npm run conformance -- --seed ${seed} --only ${subject}\n\n`);
}

// Promises that calls have made may be rejected, and timers that they have started may throw.
process.on('unhandledRejection', () => undefined);
process.exitCode = main();
process.on('uncaughtException', () => undefined);
