import type { Checker } from './checker.js';
import { indexingProgram } from './generator/indexing.js';
import { inJavaScript } from './generator/language.js';
import { harnessProgram, languageProgram, objectProgram } from './generator/program.js';
import { programSeed, Random } from './random.js';
import { examine, type Examination, type Subject } from './verdict.js';

export interface HarnessSummary {
  programs: number;
  /** Programs with a contradicted claim. */
  unsound: number;
  runs: number;
  goodRuns: number;
  failedRuns: number;
  /** Programs of which `main` has good and failed runs: those that say most. */
  mixed: number;
  /** Of those: `main` requires something. */
  mixedWithCondition: number;
  /** Roots, and those that the analysis finished. */
  roots: number;
  completeRoots: number;
  checkMs: number;
  runMs: number;
  slowestMs: number;
  slowestProgram: number;
}

export const emptySummary = (): HarnessSummary => ({
  programs: 0,
  unsound: 0,
  runs: 0,
  goodRuns: 0,
  failedRuns: 0,
  mixed: 0,
  mixedWithCondition: 0,
  roots: 0,
  completeRoots: 0,
  checkMs: 0,
  runMs: 0,
  slowestMs: 0,
  slowestProgram: 0,
});

/**
 * `harness`: about everything, evenly. `objects`: about objects, classes, and what is seldom in the others. `indexing`: about indices.
 * `language`: about what the language consults of its own accord, also in JavaScript with types in comments.
 */
const distributions = {
  harness: harnessProgram,
  objects: objectProgram,
  indexing: indexingProgram,
  language: languageProgram,
} as const;
export type Distribution = keyof typeof distributions;
export const isDistribution = (name: string | undefined): name is Distribution => name !== undefined && name in distributions;

/** Program `index` of the distribution with this seed. */
export const harnessSubject = (
  seed: number,
  index: number,
  integers: boolean,
  strict = false,
  distribution: Distribution = 'harness',
): Subject => {
  const own = programSeed(seed, index);
  const text = distributions[distribution](own, integers);
  const rest = { integers, strict, seed: own };
  const random = new Random(own ^ 0x5bd1e995);
  const isJavaScript = distribution === 'language' && random.chance(0.3);
  return isJavaScript ? { file: 'program.mjs', text: inJavaScript(text, random), ...rest } : { file: 'program.ts', text, ...rest };
};

export async function examineHarness(subject: Subject, index: number, checker: Checker, summary: HarnessSummary): Promise<Examination> {
  const examination = await examine(subject, checker);
  const { faults, runs, claims, checkMs, runMs } = examination;
  summary.programs++;
  if (faults.length > 0) summary.unsound++;
  summary.runs += runs.length;
  summary.goodRuns += runs.filter((run) => run.verdict === 'good').length;
  summary.failedRuns += runs.filter((run) => run.verdict === 'failed').length;
  const ofMain = runs.filter((run) => run.call.root.name === 'main');
  const isMixed = ofMain.some((run) => run.verdict === 'good') && ofMain.some((run) => run.verdict === 'failed');
  const requires = claims?.functions.find((report) => report.name === 'main' && report.root)?.requires ?? null;
  if (isMixed) summary.mixed++;
  if (isMixed && requires !== null) summary.mixedWithCondition++;
  const roots = claims?.functions.filter((report) => report.root) ?? [];
  summary.roots += roots.length;
  summary.completeRoots += roots.filter((report) => report.complete).length;
  summary.checkMs += checkMs;
  summary.runMs += runMs;
  if (checkMs > summary.slowestMs) {
    summary.slowestMs = checkMs;
    summary.slowestProgram = index;
  }
  return examination;
}

export function showSummary(summary: HarnessSummary): string {
  return [
    `programs ${summary.programs}`,
    `unsound ${summary.unsound}`,
    `runs ${summary.runs} (${summary.goodRuns} good, ${summary.failedRuns} failed)`,
    `with good and failed runs of main ${summary.mixed}, of these with a condition ${summary.mixedWithCondition}`,
    `complete roots ${summary.completeRoots} of ${summary.roots}`,
    `analysis ${(summary.checkMs / 1000).toFixed(1)} s (slowest ${summary.slowestMs.toFixed(0)} ms: program ${summary.slowestProgram})`,
    `runs ${(summary.runMs / 1000).toFixed(1)} s`,
  ].join(', ');
}
