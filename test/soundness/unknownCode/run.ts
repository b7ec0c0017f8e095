import { parseArgs } from 'node:util';
import { programSeed } from '../random.js';
import { examineUnknown } from './examine.js';

const usage = `npm run soundness:unknown -- [--seed S] [--first INDEX] [--programs N] [--seconds N]

Holds the conditions of random functions against runs in which unknown code does whatever it likes.
Exits 1 when a run ends well that a condition excludes, or a solution is none, 2 when no condition was tried.
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '19' },
      first: { type: 'string', default: '0' },
      programs: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: 'Infinity' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  // A promise that nobody waits for may be rejected: no run of the function itself.
  process.on('unhandledRejection', () => undefined);
  const first = Number(values.first);
  const deadline = performance.now() + Number(values.seconds) * 1000;
  let programs = 0;
  let conditions = 0;
  let condemned = 0;
  let unsound = 0;
  let faults = 0;
  for (let index = first; index < first + Number(values.programs) && performance.now() < deadline; index++) {
    programs++;
    const examination = await examineUnknown(programSeed(Number(values.seed), index)).catch((error: unknown) => {
      faults++;
      process.stdout.write(`--- FAULT ${index}: ${error instanceof Error ? error.message : String(error)}\n`);
      return null;
    });
    if (examination === null) continue;
    condemned += examination.condemned;
    if (examination.requires !== null) conditions++;
    if (examination.good.length === 0) continue;
    unsound++;
    process.stdout.write(
      `--- UNSOUND ${index}: ${examination.requires}, yet good for ${examination.good.join(', ')}\n${examination.text}\n`,
    );
  }
  process.stdout.write(
    `${programs} programs, ${conditions} conditions, ${condemned} runs outside of them: ${unsound} unsound, ${faults} faults\n`,
  );
  return condemned === 0 ? 2 : unsound + faults === 0 ? 0 : 1;
}

process.exitCode = await main();
