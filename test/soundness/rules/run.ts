import { parseArgs } from 'node:util';
import { recordedDifferences, ruledDifferences } from '../../adapter/rules/ruledRun.js';

/**
 * Random programs under random rules, new ones in each run, held against a checker: `npm run soundness:rules -- [--programs N] [--seed S] [--together N] [--recompute]
 * [--recorded]`. `--recorded`: what is found in a recording is held against what is found in a run. */
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string' },
    together: { type: 'string', default: '10' },
    recompute: { type: 'boolean', default: false },
    recorded: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const end = seed + Number(values.programs);
const together = Number(values.together);
let different = 0;
for (let from = seed; from < end; from += together) {
  const seeds = Array.from({ length: Math.min(together, end - from) }, (_, at) => from + at);
  const found = values.recorded ? await recordedDifferences(seeds) : await ruledDifferences(seeds, { isRecomputed: values.recompute });
  for (const one of found) console.log(one);
  different += found.length;
  if ((from - seed) % 100 === 0) console.log(`${seeds.length + from - seed} programs, ${different} different`);
}
console.log(`${values.programs} programs (--seed ${seed}): ${different} different`);
process.exitCode = different > 0 ? 1 : 0;
