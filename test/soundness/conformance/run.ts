import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Contradiction } from './examine.js';
import { conform, Summary, type Findings } from './conformance.js';
import { subjects, type Subject } from './subjects.js';

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

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '100000' },
      seed: { type: 'string' },
      only: { type: 'string' },
      // Of the processes that this one starts, the calls that are theirs.
      round: { type: 'string' },
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
  const calls = Number(values.calls);
  const each = Math.min(portion, Math.ceil(calls / chosen.length));
  const perRound = each * chosen.length;
  if (values.round !== undefined) {
    const round = Number(values.round);
    const summary = makeRound(chosen, seed, round, Math.min(calls - round * perRound, perRound), each);
    return new Promise((done) => void process.send?.(summary.findings(), () => done(0)));
  }
  process.stdout.write(`seed ${seed}\n`);
  const summary = new Summary();
  for (let round = 0; round * perRound < calls; round++) {
    const findings = await roundApart(seed, round, calls, only);
    for (const contradiction of findings.contradictions) print(contradiction, seed);
    summary.merge(findings);
    process.stderr.write(`${summary.total().calls} calls, ${summary.contradictions.length} contradictions\n`);
  }
  process.stdout.write(`${summary.show()}\n`);
  return summary.contradictions.length === 0 ? 0 : 1;
}

/** Calls of each of the `chosen`, `each` at most, and no more than `calls` in all. */
function makeRound(chosen: readonly Subject[], seed: number, round: number, calls: number, each: number): Summary {
  // Promises that calls have made may be rejected, and timers that they have started may throw.
  process.on('unhandledRejection', () => undefined);
  process.on('uncaughtException', () => undefined);
  const summary = new Summary();
  let left = calls;
  for (let from = 0; from < chosen.length && left > 0; from += together) {
    const some = chosen.slice(from, Math.min(from + together, from + left));
    const count = Math.min(each, Math.ceil(left / some.length));
    conform(some, seed, round * each, count, round % 2 === 1, summary);
    left -= count * some.length;
  }
  return summary;
}

/** A round in a process of its own: what its calls do to the objects of the language, the next does not see. */
async function roundApart(seed: number, round: number, calls: number, only: string | undefined): Promise<Findings> {
  const args = ['--seed', `${seed}`, '--round', `${round}`, '--calls', `${calls}`, ...(only === undefined ? [] : ['--only', only])];
  const [, path = ''] = process.argv;
  const child = fork(path, args, { serialization: 'advanced' });
  let findings: Findings | null = null;
  child.on('message', (message) => (findings = message as Findings));
  // What it has sent arrives before the channel closes.
  const [[code]] = await Promise.all([once(child, 'exit') as Promise<[number | null]>, once(child, 'disconnect')]);
  if (findings === null) throw new Error(`the calls of round ${round} have ended the process (${code})`);
  return findings;
}

function print({ subject, by, message, text }: Contradiction, seed: number): void {
  process.stdout.write(`--- ${subject} ${by}: ${message}\n${text}\nreproduce: npm run conformance -- --seed ${seed} --only ${subject}\n\n`);
}

process.exit(await main());
