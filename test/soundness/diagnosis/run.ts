import { parseArgs } from 'node:util';
import { mutantReports } from './refutations.js';

/**
 * Random programs with one mutated expression, new ones in each run, whose mutated part must not be refuted:
 * `npm run soundness:diagnosis -- [--mutants N] [--seed S] [--only INDEX] [--others N]`. The other statements are followed in each Nth program.
 */
const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '3000' },
    seed: { type: 'string' },
    only: { type: 'string' },
    others: { type: 'string', default: '10' },
  },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const first = values.only === undefined ? 0 : Number(values.only);
const most = Number(values.mutants);
const each = Number(values.others);
let [mutants, followed, wrong, missed, others, refuted] = [0, 0, 0, 0, 0, 0];
const open = new Map<string, number>();
for (let index = first; mutants < most && (values.only === undefined || index === first); index++) {
  for await (const report of mutantReports(seed, index, { count: 6, withOthers: index % each === 0 })) {
    mutants++;
    if (report.isFollowed) followed++;
    if (report.isMissed) missed++;
    others += report.others;
    refuted += report.refuted;
    for (const [why, count] of report.open) open.set(why, (open.get(why) ?? 0) + count);
    if (report.isWronglyRefuted) wrong++;
    if (!report.isWronglyRefuted && !report.isMissed) continue;
    const { mutation, text, tests } = report;
    const line = text.slice(0, mutation.start).split('\n').length;
    const what = report.isWronglyRefuted ? 'REFUTED' : 'NOT SUSPECTED';
    console.log(`${what} --seed ${seed} --only ${index}: line ${line}, ${mutation.kind}: now \`${mutation.text}\`\n${text}\n${tests}`);
  }
  if (index % 100 === 99) console.error(`${mutants} mutants, ${followed} followed, ${wrong} wrong, ${missed} missed, ${refuted}/${others}`);
}
const share = others === 0 ? 0 : (100 * refuted) / others;
console.log(
  `${mutants} mutants (--seed ${seed}), ${followed} followed: ${wrong} with the mutated part refuted, ${missed} with it not suspected; ${share.toFixed(1)} % of ${others} other statements refuted`,
);
for (const [why, count] of [...open].sort((a, b) => b[1] - a[1]).slice(0, 25)) console.log(`${String(count).padStart(7)} ${why}`);
process.exitCode = wrong > 0 ? 1 : 0;
