import type { Checker } from './checker.js';
import { referenceProgram } from './fuzzDistribution.js';
import { execute } from './execution.js';
import type { Session } from './inputs.js';
import { instrument } from './instrument.js';
import type { Bounds } from './monitor.js';
import { evaluateCondition, examine, type Fault } from './verdict.js';

/** Both ends of the window of inputs that the hull is measured in. */
const windowEnd = 45;

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
  const inputs = Array.from({ length: 2 * windowEnd + 1 }, (_, i) => i - windowEnd);
  const sessions = inputs.map((input): Session => ({
    calls: [{ root: main, args: [String(input)] }],
    instances: new Map(),
    concurrent: false,
  }));
  const { runs } = await execute(program, sessions, 'doubles', bounds);
  const good = inputs.filter((_, i) => runs[i]?.verdict === 'good');
  const windowMs = performance.now() - started;
  const { faults, claims, checkMs, runMs } = await examine({ file: 'program.ts', text, integers, seed }, checker);
  const requires = claims?.functions.find((report) => report.name === 'main')?.requires ?? null;
  const isAdmitted = (input: number): boolean => requires === null || evaluateCondition('n', requires, [String(input)]);
  const lost = good.filter((input) => !isAdmitted(input));
  const ownFaults: Fault[] =
    lost.length === 0
      ? []
      : [{ kind: 'requires', message: `main requires ${requires}, but these inputs are good: ${lost.slice(0, 8).join(', ')}` }];
  const first = good[0];
  const last = good[good.length - 1];
  return {
    seed,
    text,
    good,
    requires,
    admitted: inputs.filter(isAdmitted).length,
    hull: first === undefined || last === undefined ? 0 : last - first + 1,
    faults: [...ownFaults, ...faults],
    checkMs,
    runMs: runMs + windowMs,
  };
}

export interface ReferenceSummary {
  programs: number;
  triviallyGood: number;
  unsound: number;
  /** Programs with good and bad inputs in the window. */
  checked: number;
  /** Of those: a condition at least as strong as the exact hull. */
  exactHull: number;
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
    summary.ratioSum += Math.min(1, report.hull / Math.max(1, report.admitted));
  }
}

export function showSummary(summary: ReferenceSummary): string {
  const share = summary.checked === 0 ? 0 : (100 * summary.exactHull) / summary.checked;
  const ratio = summary.checked === 0 ? 0 : summary.ratioSum / summary.checked;
  return [
    `programs ${summary.programs}`,
    `trivially good ${summary.triviallyGood}`,
    `unsound ${summary.unsound}`,
    `checked ${summary.checked}`,
    `exact hull ${summary.exactHull} (${share.toFixed(1)} %)`,
    `mean hull/reported ${ratio.toFixed(3)}`,
    `analysis ${(summary.checkMs / 1000).toFixed(1)} s`,
    `runs ${(summary.runMs / 1000).toFixed(1)} s`,
  ].join(', ');
}
