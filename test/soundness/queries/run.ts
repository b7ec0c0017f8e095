import { parseArgs } from 'node:util';
import { programSeed } from '../random.js';
import type { Delivery } from './deliver.js';
import { examine, type SubjectName } from './examine.js';
import { askKept } from './kept.js';
import { askPruned, holdKeys } from './pruned.js';
import { askTogether } from './together.js';
import { askUntouched } from './untouched.js';

/** Random programs, new ones in each run: `npm run soundness:queries -- [--programs N] [--seed S] [--only INDEX] [--node PATH] [--as DELIVERY] [--about SUBJECT] [--old]`, where `--old` is the generator that knows nothing of code without probes. With `--together` it looks whether questions asked at once are answered as each by itself, with `--untouched` whether conditions are answered as where the program waits at them, with `--kept` whether rows and frames that were kept give the same answers, with `--pruned` whether a run without the probes that are proven to be needed by nobody gives the same answers, and whether the proofs are true of twenty times as many programs. */
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    only: { type: 'string' },
    node: { type: 'string' },
    as: { type: 'string' },
    about: { type: 'string' },
    old: { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
    untouched: { type: 'boolean', default: false },
    kept: { type: 'boolean', default: false },
    pruned: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const first = values.only === undefined ? 0 : Number(values.only);
const count = values.only === undefined ? Number(values.programs) : 1;

const executions: number[] = [];
if (values.together) process.exit(await lookTogether());
if (values.untouched) process.exit(await lookUntouched());
if (values.kept) process.exit(await lookKept());
if (values.pruned) process.exit(await lookPruned());

let [questions, wrong, missing, programs, broken] = [0, 0, 0, 0, 0];
for (let index = first; index < first + count; index++) {
  // Every third program is about code without probes, which the old generator does not know.
  const others = values.old || index % 3 !== 2 ? undefined : 'outside';
  const [delivery, about] = [values.as as Delivery | undefined, (values.about as SubjectName | undefined) ?? others];
  const examination = await examine(programSeed(seed, index), values.node, delivery, about).catch((error: unknown) => {
    broken++;
    console.log(`--seed ${seed} --only ${index}: ${String(error)}`);
    return null;
  });
  if (index % 25 === 24) console.error(`${index + 1} programs`);
  if (examination === null) continue;
  questions += examination.questions;
  if (examination.questions > 0) {
    programs++;
    executions.push(examination.executions);
  }
  wrong += examination.wrong.length;
  missing += examination.missing.length;
  for (const told of examination.wrong) console.log(`--seed ${seed} --only ${index} (${examination.delivery}): WRONG ${told}`);
  for (const told of examination.missing) console.log(`--seed ${seed} --only ${index} (${examination.delivery}): missing ${told}`);
  if (values.only !== undefined)
    console.log(`${examination.text}${examination.delivery}, stop ${examination.stopLine}, hit ${examination.hit}`);
}
console.log(
  `seed ${seed}: ${programs} programs, ${questions} questions: ${wrong} wrong, ${missing} without an answer, ${broken} programs not examined`,
);
const mean = executions.reduce((sum, one) => sum + one, 0) / Math.max(1, executions.length);
console.log(`executions for a program's questions: ${mean.toFixed(2)} at the mean, ${Math.max(0, ...executions)} at most`);
process.exitCode = wrong + broken > 0 ? 1 : 0;

async function lookTogether(): Promise<number> {
  let [asked, different] = [0, 0];
  for (let index = first; index < first + count; index++) {
    const together = await askTogether(programSeed(seed, index), values.as as Delivery | undefined);
    asked += together.asks.length;
    different += together.different.length;
    for (const told of together.different) console.log(`--seed ${seed} --only ${index} --together: ${told}`);
    if (values.only !== undefined)
      console.log(`${together.text}stop ${together.stopLine}, hit ${together.hit}: ${together.asks.join(' ')}`);
  }
  console.log(`seed ${seed}: ${asked} questions, ${different} answered another way together`);
  return different > 0 ? 1 : 0;
}

async function lookUntouched(): Promise<number> {
  const [answered, atStop, different] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (let index = first; index < first + count; index++) {
    const untouched = await askUntouched(programSeed(seed, index));
    if (untouched.executions > 0) answered.add(index);
    if (untouched.executions === 1) atStop.add(index);
    if (untouched.different !== null) different.add(index);
    if (untouched.different !== null) console.log(`--seed ${seed} --only ${index} --untouched: ${untouched.different}`);
    if (values.only !== undefined) console.log(`${untouched.text}stop ${untouched.stopLine}, hit ${untouched.hit}`);
  }
  console.log(
    `seed ${seed}: ${answered.size} conditions, ${atStop.size} answered in one run, ${different.size} another way when waited at`,
  );
  return different.size > 0 ? 1 : 0;
}

async function lookKept(): Promise<number> {
  let [different, lost] = [0, 0];
  const asked: Record<string, number> = {};
  for (let index = first; index < first + count; index++) {
    const answers = await askKept(programSeed(seed, index));
    for (const ask of answers.asks) {
      const kind = ask.replace(/\(.*/s, '');
      asked[kind] = (asked[kind] ?? 0) + 1;
    }
    different += answers.different.length;
    lost += answers.lost;
    for (const told of answers.different) console.log(`--seed ${seed} --only ${index} --kept: ${told}`);
  }
  const counts = Object.entries(asked).map(([kind, questions]) => `${questions} ${kind}`);
  console.log(
    `seed ${seed}: questions ${counts.join(', ')}; ${different} answered another way from what was kept, ${lost} without half of the rows`,
  );
  return different > 0 ? 1 : 0;
}

async function lookPruned(): Promise<number> {
  let [chains, proven, different] = [0, 0, 0];
  for (let index = first; index < first + count; index++) {
    const answers = await askPruned(programSeed(seed, index));
    chains += answers.asks.length;
    proven += answers.proven;
    different += answers.different.length;
    for (const told of answers.different) console.log(`--seed ${seed} --only ${index} --pruned: ${told}`);
    if (values.only !== undefined) console.log(answers.text);
    if (index % 25 === 24) console.error(`${index + 1} programs`);
  }
  let [made, wrong] = [0, 0];
  for (let index = first; index < first + 20 * count; index++) {
    const held = holdKeys(programSeed(seed, index));
    made += held.made;
    wrong += held.wrong.length;
    for (const told of held.wrong) console.log(`--seed ${seed} --only ${index} --pruned: not as proven ${told}`);
  }
  console.log(`seed ${seed}: ${chains} chains, ${proven} stores without a probe, ${different} answers that differ`);
  console.log(`${made} stores with a proven key, ${wrong} not as proven`);
  return different + wrong > 0 ? 1 : 0;
}
