import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusPackages } from '../corpusPackages.js';
import { install, sourcesOf } from '../corpusSources.js';
import { median } from '../median.js';
import { fieldCases, hottestCases, type QuestionCase } from '../questions/cases.js';
import { lineOfStop, type RunCost } from '../questions/measure.js';
import { programFolder } from '../questions/questions.js';
import { processCost } from './coldProcess.js';
import { figure4 } from './programs.js';
import { growingTable } from './table.js';

/** Two builds of the command, as paths of their `dist/whence.js`. */
interface Builds {
  readonly ours: string;
  readonly theirs: string;
}

/** Processor seconds of one run of a built command. */
type Measure = (whence: string) => number | Promise<number>;

interface Subject {
  readonly name: string;
  readonly measure: Measure;
}

/**
 * This build beside the one in another checkout, run alternately: `npm run bench -- --against DIR [--pairs N] figure4 packages questions`.
 * A ratio is ours to theirs, of processor time, so 1 means equally fast; its median over the pairs hardly feels what else the machine does.
 */
export async function printAgainst(other: string, wanted: readonly string[], pairs: number): Promise<void> {
  const builds = { ours: fileURLToPath(new URL('../../../dist/whence.js', import.meta.url)), theirs: resolve(other, 'dist/whence.js') };
  if (!existsSync(builds.theirs)) throw new Error(`${builds.theirs} does not exist: build that checkout first`);
  for (const [section, subjects] of Object.entries(subjectsOf)) {
    if (wanted.includes(section)) await printSection(section, subjects(), builds, pairs);
  }
}

/** The sections that can be compared. */
export const comparable = ['figure4', 'packages', 'questions'];

const subjectsOf: Readonly<Record<string, () => readonly Subject[]>> = {
  figure4: () => figure4().map(({ name, text }) => ({ name, measure: (whence) => checkOfText(whence, name, text) })),
  packages: () => {
    install(corpusPackages);
    return corpusPackages.map((wanted) => {
      const files = sourcesOf(wanted).map(({ path }) => path);
      return { name: wanted.name, measure: (whence: string) => checkOf(whence, files) };
    });
  },
  questions: () => {
    const folder = programFolder();
    return [...fieldCases, ...hottestCases].map((wanted) => ({
      name: wanted.name,
      measure: (whence: string) => slowestRun(whence, wanted, folder),
    }));
  },
};

async function printSection(section: string, subjects: readonly Subject[], builds: Builds, pairs: number): Promise<void> {
  process.stdout.write(`${section}: ours / theirs, processor time, ${pairs} pairs\n\n`);
  const names = subjects.map(({ name }) => name);
  const row = growingTable(['program', 'ours s', 'theirs s', 'median', 'least', 'most'], names, (text) => void process.stdout.write(text));
  const medians: number[] = [];
  for (const { name, measure } of subjects) {
    const costs = await alternately(measure, builds, pairs);
    const ratios = costs.map(([ours, theirs]) => ours / theirs);
    medians.push(median(ratios));
    const seconds = [0, 1].map((side) => median(costs.map((pair) => pair[side] ?? NaN)).toFixed(2));
    row([name, ...seconds, ...[median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))]);
  }
  process.stdout.write(`\nMedian of ${section}: ${median(medians).toFixed(3)}, worst ${Math.max(...medians).toFixed(2)}.\n\n`);
}

/** Each pair begins with the other side, so that what the machine does in time weighs on both; one run of each fills the caches first. */
async function alternately(measure: Measure, { ours, theirs }: Builds, pairs: number): Promise<readonly (readonly [number, number])[]> {
  const costs: [number, number][] = [];
  await measure(ours);
  await measure(theirs);
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) {
      const first = await measure(ours);
      costs.push([first, await measure(theirs)]);
    } else {
      const first = await measure(theirs);
      costs.push([await measure(ours), first]);
    }
  }
  return costs;
}

async function checkOfText(whence: string, name: string, text: string): Promise<number> {
  const file = join(programFolder(), `${name}.ts`);
  writeFileSync(file, text);
  return (await processCost(whence, ['check', '--integers', '--json', file], programFolder())).cpuSeconds;
}

async function checkOf(whence: string, files: readonly string[]): Promise<number> {
  return (await processCost(whence, ['check', '--json', ...files], process.cwd())).cpuSeconds;
}

/** Until it is at the stop, as the program itself tells (`cost.cjs`). */
function slowestRun(whence: string, { program, args, stop, hit, question }: QuestionCase, folder: string): number {
  const costs = join(folder, 'costs.txt');
  rmSync(costs, { force: true });
  const point = ['--stop', `${program}:${lineOfStop({ program, stop }, folder)}`, '--hit', String(hit)];
  const command = [whence, 'why', ...point, '--ask', question, '--json', '--', program, ...args];
  const { stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', env: { ...process.env, COST_FILE: costs } });
  if (!existsSync(costs)) throw new Error(`${program}: ${stderr}`);
  const runs = readFileSync(costs, 'utf8').trim().split('\n');
  return Math.max(...runs.map((line) => (JSON.parse(line) as RunCost).milliseconds)) / 1000;
}
