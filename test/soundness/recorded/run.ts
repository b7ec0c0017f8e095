import { parseArgs } from 'node:util';
import { programSeed } from '../random.js';
import { loggedProgram } from '../recordings/loggedProgram.js';
import { recorded } from '../../support/recorded.js';
import { examineEntries } from './examineEntries.js';
import { examineRecorded } from './examineRecorded.js';

/**
 * Random programs, new ones in each run, whose recorded values are held against reachable states: `npm run soundness:recorded -- [--programs N] [--seed S] [--only INDEX]`. With `--entries`, calls from
 * their states instead.
 */
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string' },
    only: { type: 'string' },
    entries: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const first = values.only === undefined ? 0 : Number(values.only);
const count = values.only === undefined ? Number(values.programs) : 1;
if (values.entries) await holdEntries();
else await holdValues();

async function holdValues(): Promise<void> {
  let [held, outside] = [0, 0];
  for (let index = first; index < first + count; index++) {
    const { plain } = loggedProgram(programSeed(seed, index));
    const found = await examineRecorded(plain);
    held += found.values;
    outside += found.outside.length;
    const [one] = found.outside;
    if (one !== undefined)
      console.log(`--seed ${seed} --only ${index}: line ${one.line}: ${one.name} was ${one.value}, said is: ${one.said}\n${plain}`);
  }
  console.log(`${count} programs (--seed ${seed}): ${held} recorded values, ${outside} outside the reachable states`);
  process.exitCode = outside > 0 ? 1 : 0;
}

async function holdEntries(): Promise<void> {
  let [calls, threw, fail, decided, wrong] = [0, 0, 0, 0, 0];
  for (let index = first; index < first + count; index++) {
    const { plain } = loggedProgram(programSeed(seed, index));
    const run = await recorded({ 'a.js': plain });
    const found = examineEntries(run.file, run.folder);
    run.dispose();
    calls += found.calls;
    threw += found.threw;
    fail += found.fail;
    decided += found.fail + found.return;
    wrong += found.wrong.length;
    if (found.wrong.length > 0) console.log(`--seed ${seed} --only ${index} --entries: ${found.wrong.join('; ')}\n${plain}`);
  }
  console.log(
    `${count} programs (--seed ${seed}): ${calls} calls, ${decided} decided from their states, ${wrong} of them wrong; of ${threw} that threw ${fail} were foretold`,
  );
  process.exitCode = wrong > 0 ? 1 : 0;
}
