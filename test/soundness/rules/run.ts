import { parseArgs } from 'node:util';
import { leftOut, recordedDifferences, ruledDifferences } from '../../adapter/rules/ruledRun.js';

/**
 * Random programs under random rules, new ones in each run, held against a checker: `npm run soundness:rules -- [--programs N] [--seed S] [--together N] [--recompute]
 * [--recorded] [--unpruned]`. Probes that types and aliases leave out are there, and must meet nothing that rules watch. `--recorded`: what is found in a recording is held against what is found in a run. */
const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '200' },
    seed: { type: 'string' },
    together: { type: 'string', default: '10' },
    recompute: { type: 'boolean', default: false },
    recorded: { type: 'boolean', default: false },
    unpruned: { type: 'boolean', default: false },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const end = seed + Number(values.programs);
const together = Number(values.together);
let different = 0;
for (let from = seed; from < end; from += together) {
  const seeds = Array.from({ length: Math.min(together, end - from) }, (_, at) => from + at);
  const found = values.recorded
    ? await recordedDifferences(seeds)
    : await ruledDifferences(seeds, { isRecomputed: values.recompute, isPruned: !values.unpruned });
  for (const one of found) console.log(one);
  different += found.length;
  if ((from - seed) % 100 === 0) console.log(`${seeds.length + from - seed} programs, ${different} different`);
}
console.log(`${values.programs} programs (--seed ${seed}): ${different} different`);
const sum = (by: 'names' | 'types' | 'aliases'): number => leftOut.reduce((total, one) => total + (one[by] ?? 0), 0);
if (leftOut.length > 0) console.log(`left out: ${sum('names')} by names, ${sum('types')} by types, ${sum('aliases')} by aliases`);
process.exitCode = different > 0 ? 1 : 0;
