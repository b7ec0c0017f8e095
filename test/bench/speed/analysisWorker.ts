import { analyseModule, type ModuleStatistics } from '../../../server/analysis/analyse.js';
import { defaultSettings } from '../../../server/analysis/settings.js';
import { withPrelude } from '../../../server/check/linkPrelude.js';
import { lowerModule } from '../../../server/syntax/lower/lower.js';

/** A program to be analysed `runs` times, as with --integers. */
export interface AnalysisRequest {
  readonly text: string;
  readonly runs: number;
}

/** Analyses before those that are measured: the time of a warm process, as in an editor. */
const warmUps = 10;

/** What one analysis cost; the time is the median of the runs, of the analysis alone. */
export interface AnalysisCost {
  readonly points: number;
  readonly evaluations: number;
  readonly milliseconds: number;
  /** What the analysis keeps beyond what was there before, in kilobytes. */
  readonly kilobytes: number;
}

function measure({ text, runs }: AnalysisRequest): AnalysisCost {
  const lowered = lowerModule(text, { file: 'program.ts', assertions: true });
  if (lowered.kind !== 'module') throw new Error(lowered.errors[0]?.message ?? 'the program does not parse');
  const module = withPrelude(lowered.module);
  const analyse = (visit: () => void): ModuleStatistics => analyseModule(module, { ...defaultSettings, integers: true }, visit);
  for (let run = 0; run < warmUps; run++) analyse(() => undefined);
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    analyse(() => undefined);
    return performance.now() - started;
  }).sort((a, b) => a - b);
  globalThis.gc?.();
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  let held = 0;
  const { unfoldedPoints, evaluations } = analyse(() => {
    // Everything that was computed of the root is still there.
    globalThis.gc?.();
    held = Math.max(held, process.memoryUsage().heapUsed - before);
  });
  return { points: unfoldedPoints, evaluations, milliseconds: times[Math.floor(runs / 2)] ?? NaN, kilobytes: held / 1024 };
}

process.on('message', (request: AnalysisRequest) => process.send?.(measure(request)));
