import { cpSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { install } from '../corpusSources.js';
import { median } from '../median.js';
import { table } from '../speed/table.js';
import { fieldCases, hottestCases, type QuestionCase } from './cases.js';
import { plainCost, questionCost, type Measured, type RunCost } from './measure.js';

/** What the programs import. */
const packages = [
  { name: 'typescript', version: '6.0.3' },
  { name: 'rxjs', version: '7.8.2' },
  { name: 'markdown-it', version: '15.0.3' },
  { name: 'fast-xml-parser', version: '5.12.1' },
  { name: 'acorn', version: '8.19.0' },
];

const cacheFolder = fileURLToPath(new URL('../../../.cache/questions/', import.meta.url));

/** The folder of the programs, beside what they import: installed once, ignored by git. */
export function programFolder(): string {
  install(packages, cacheFolder);
  cpSync(fileURLToPath(new URL('../../programs/questions', import.meta.url)), cacheFolder, { recursive: true });
  return realpathSync(cacheFolder);
}

/**
 * What a program that runs again for a question costs beside itself alone, run by turns: processor time until the stop, medians. The
 * machine's noise is about 5 %. The first of the `samples` also instruments what is cached afterwards.
 */
export async function printQuestions(only?: string, samples = 4): Promise<void> {
  const folder = programFolder();
  process.stdout.write('A question about a field of an object that is known at the end:\n\n');
  await printCases(
    fieldCases.filter(({ name }) => only === undefined || name === only),
    samples,
    folder,
  );
  process.stdout.write('A question about what the hottest function does all the time:\n\n');
  await printCases(
    hottestCases.filter(({ name }) => only === undefined || name === only),
    samples,
    folder,
  );
}

async function printCases(cases: readonly QuestionCase[], samples: number, folder: string): Promise<void> {
  const rows: string[][] = [];
  const ratios: number[] = [];
  for (const wanted of cases) {
    const plain: RunCost[] = [];
    const asked: Measured[] = [];
    const pruned: Measured[] = [];
    for (let sample = 0; sample < samples; sample++) {
      plain.push(plainCost(wanted, folder));
      asked.push(await questionCost(wanted, folder));
      pruned.push(await questionCost(wanted, folder, true));
    }
    const warm = asked.slice(1);
    const plainTime = median(plain.map(({ milliseconds }) => milliseconds));
    const runCount = asked[0]?.runs.length ?? 0;
    const timesOf = (measured: readonly Measured[]) =>
      Array.from({ length: runCount }, (_, run) => median(measured.slice(1).map(({ runs }) => runs[run]?.milliseconds ?? NaN)));
    const runTimes = timesOf(asked);
    const of = (what: (cost: RunCost) => number) => median(warm.map(({ runs }) => Math.max(...runs.map(what))));
    ratios.push(Math.max(...runTimes) / plainTime);
    rows.push([
      wanted.name,
      plainTime.toFixed(0),
      runTimes.map((time) => (time / plainTime).toFixed(2)).join(' '),
      timesOf(pruned)
        .map((time) => (time / plainTime).toFixed(2))
        .join(' '),
      (of(({ begun }) => begun) - median(plain.map(({ begun }) => begun))).toFixed(0),
      ((asked[0]?.runs[0]?.milliseconds ?? NaN) - (runTimes[0] ?? NaN)).toFixed(0),
      `${asked[0]?.candidates ?? 0}`,
      median(plain.map(({ megabytes }) => megabytes)).toFixed(0),
      of(({ megabytes }) => megabytes).toFixed(0),
      asked[0]?.answer ?? '',
    ]);
  }
  const header = ['program', 'alone ms', 'each run', 'pruned', 'start ms', 'cold ms', 'candidates', 'alone MB', 'MB', 'answer'];
  process.stdout.write(`${table(header, rows)}\nMedian ${median(ratios).toFixed(2)}, worst ${Math.max(...ratios).toFixed(2)}.\n\n`);
}
