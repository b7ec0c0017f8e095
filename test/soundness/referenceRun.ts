import type { Checker } from './checker.js';
import { referenceProgram } from './fuzzDistribution.js';
import { execute } from './execution.js';
import type { Session } from './inputs.js';
import { instrument } from './instrument.js';
import type { Bounds } from './monitor.js';
import { evaluateCondition, examine, type Fault } from './verdict.js';

/** Both ends of the window of inputs that the hull is measured in. */
const windowEnd = 45;
/** Beyond the window is looked as far, for good inputs between which an end of the window lies: `-46` makes `-45` one of the hull. */
const beyond = 10;

/**
 * The reference fuzzer stops at 600 statements and 150 frames and calls what is longer bad. A run that ends later is good
 * all the same, and the analysis must not be asked to exclude it, so the bounds here are wider.
 */
const bounds: Bounds = { fuel: 8000, depth: 800 };

export interface ReferenceReport {
  readonly seed: number;
  readonly text: string;
  /** Good inputs of the window, ascending. */
  readonly good: readonly number[];
  readonly requires: string | null;
  /** Inputs of the window that the reported condition admits. */
  readonly admitted: number;
  readonly hull: number;
  /** Inputs of the window between good ones, some of which may lie a little beyond it. */
  readonly wideHull: number;
  readonly faults: readonly Fault[];
  readonly checkMs: number;
  readonly runMs: number;
}

/** One program of the distribution, measured. */
export async function measureReference(seed: number, integers: boolean, checker: Checker): Promise<ReferenceReport> {
  const text = referenceProgram(seed);
  const program = instrument(text, [], false);
  const started = performance.now();
  const main = program.roots.find((root) => root.name === 'main');
  if (main === undefined) throw new Error('the reference program has no main');
  const tried = Array.from({ length: 2 * (windowEnd + beyond) + 1 }, (_, i) => i - windowEnd - beyond);
  const inWindow = (input: number): boolean => Math.abs(input) <= windowEnd;
  const inputs = tried.filter(inWindow);
  const sessions = tried.map((input): Session => ({
    calls: [{ root: main, args: [String(input)] }],
    instances: new Map(),
    concurrent: false,
  }));
  const { runs } = await execute(program, sessions, 'doubles', bounds);
  const allGood = tried.filter((_, i) => runs[i]?.verdict === 'good');
  const good = allGood.filter(inWindow);
  const windowMs = performance.now() - started;
  const { faults, claims, checkMs, runMs } = await examine({ file: 'program.ts', text, integers, seed }, checker);
  const requires = claims?.functions.find((report) => report.name === 'main')?.requires ?? null;
  const isAdmitted = (input: number): boolean => requires === null || evaluateCondition('n', requires, [String(input)]);
  const lost = good.filter((input) => !isAdmitted(input));
  const ownFaults: Fault[] =
    lost.length === 0
      ? []
      : [{ kind: 'requires', message: `main requires ${requires}, but these inputs are good: ${lost.slice(0, 8).join(', ')}` }];
  return {
    seed,
    text,
    good,
    requires,
    admitted: inputs.filter(isAdmitted).length,
    hull: inputs.filter(isBetween(good)).length,
    wideHull: inputs.filter(isBetween(allGood)).length,
    faults: [...ownFaults, ...faults],
    checkMs,
    runMs: runMs + windowMs,
  };
}

/** Between the least and the greatest of `ascending`. */
function isBetween(ascending: readonly number[]): (input: number) => boolean {
  const [first = Infinity] = ascending;
  const last = ascending.at(-1) ?? -Infinity;
  return (input) => first <= input && input <= last;
}

export interface ReferenceSummary {
  programs: number;
  triviallyGood: number;
  unsound: number;
  /** Programs with good and bad inputs in the window. */
  checked: number;
  /** Of those: a condition at least as strong as the exact hull. */
  exactHull: number;
  /** Of those: at least as strong as the hull with the good inputs a little beyond the window. */
  exactWideHull: number;
  ratioSum: number;
  checkMs: number;
  runMs: number;
}

export const emptySummary = (): ReferenceSummary => ({
  programs: 0,
  triviallyGood: 0,
  unsound: 0,
  checked: 0,
  exactHull: 0,
  exactWideHull: 0,
  ratioSum: 0,
  checkMs: 0,
  runMs: 0,
});

export function addToSummary(summary: ReferenceSummary, report: ReferenceReport): void {
  summary.programs++;
  summary.checkMs += report.checkMs;
  summary.runMs += report.runMs;
  if (report.faults.length > 0) summary.unsound++;
  if (report.good.length === 2 * windowEnd + 1) summary.triviallyGood++;
  else if (report.good.length > 0) {
    summary.checked++;
    if (report.admitted <= report.hull) summary.exactHull++;
    if (report.admitted <= report.wideHull) summary.exactWideHull++;
    summary.ratioSum += Math.min(1, report.hull / Math.max(1, report.admitted));
  }
}

export function showSummary(summary: ReferenceSummary): string {
  const share = (count: number): string => `${count} (${(summary.checked === 0 ? 0 : (100 * count) / summary.checked).toFixed(1)} %)`;
  const ratio = summary.checked === 0 ? 0 : summary.ratioSum / summary.checked;
  return [
    `programs ${summary.programs}`,
    `trivially good ${summary.triviallyGood}`,
    `unsound ${summary.unsound}`,
    `checked ${summary.checked}`,
    `exact hull ${share(summary.exactHull)}`,
    `with good inputs up to ${beyond} beyond the window ${share(summary.exactWideHull)}`,
    `mean hull/reported ${ratio.toFixed(3)}`,
    `analysis ${(summary.checkMs / 1000).toFixed(1)} s`,
    `runs ${(summary.runMs / 1000).toFixed(1)} s`,
  ].join(', ');
}
