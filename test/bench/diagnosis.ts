import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { DiagnosisResult } from '../../adapter/operations/diagnose.js';
import { faultyFolder, faultyLines, isFirstRepairRight, rankOf } from '../support/faultyPrograms.js';
import { root } from '../tidy/files.js';
import { median } from './median.js';

/** Diagnoses the faulty programs of test/programs by the built command, and prints how good and how fast that is: `npm run bench:diagnosis -- [NAME…]`. */
const chosen = process.argv.slice(2);
const names = Object.keys(faultyLines).filter((name) => chosen.length === 0 || chosen.includes(name));
const ranks: (number | null)[] = [];
let right = 0;
const [suspects, repairs, speeds]: [number[], number[], number[]] = [[], [], []];
for (const name of names) {
  const { stdout } = spawnSync(process.execPath, [join(root, 'dist/whence.js'), 'diagnose', '--json', '--tests', `${name}.test.ts`], {
    cwd: join(faultyFolder, name),
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const result = JSON.parse(stdout) as DiagnosisResult;
  const rank = rankOf(name, result);
  const isRight = isFirstRepairRight(name, result);
  ranks.push(rank);
  if (isRight) right++;
  const { milliseconds, searched } = result;
  suspects.push(milliseconds.suspects);
  if (milliseconds.repair > 0) repairs.push(milliseconds.repair);
  if (milliseconds.candidates > 0) speeds.push(Math.round((1_000 * searched.candidates) / milliseconds.candidates));
  const first = result.diagnoses[0]?.repairs[0];
  const change = first?.diff
    .split('\n')
    .filter((line) => /^[-+](?![-+])/.test(line))
    .map((line) => line.replaceAll(/\s+/g, ' '))
    .join(' => ');
  console.log(
    `${name.padEnd(18)} rank ${String(rank ?? '-').padStart(2)} ${isRight ? 'right' : 'WRONG'} refuted ${result.refuted.length}/${result.refuted.length + result.diagnoses.length} ${JSON.stringify(milliseconds)} ${searched.candidates}/${searched.of} ${change ?? 'no repair'}`,
  );
}
const top = (most: number): number => ranks.filter((rank) => rank !== null && rank <= most).length;
console.log(
  `${names.length} programs: top 1/3/5 ${top(1)}/${top(3)}/${top(5)}, first repair right ${right}; median ms to suspects ${median(suspects)}, to the first repair ${median(repairs)}; ${median(speeds)} candidates a second`,
);
