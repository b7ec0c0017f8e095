import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AnalysisCost } from './analysisWorker.js';

const script = fileURLToPath(new URL('./reference/programs.py', import.meta.url));

/** What one analysis by the reference engine costs; without evaluations it did not end in `milliseconds`. */
export interface ReferenceCost {
  readonly evaluations: number | null;
  readonly milliseconds: number;
}

/** A run that takes longer is ended. */
const limitMs = 60_000;

/** The reference engine (Python, the same recipe over the integers) on a program of its own: the median of the runs; null without Python. */
export function referenceCost(name: string, runs: number): ReferenceCost | null {
  const costs: ReferenceCost[] = [];
  for (let run = 0; run < runs; run++) {
    const { status, signal, stdout } = spawnSync('python3', [script, name, '1'], { encoding: 'utf8', timeout: limitMs });
    if (signal !== null) return { evaluations: null, milliseconds: limitMs };
    if (status !== 0) return null;
    const { evaluations, milliseconds } = JSON.parse(stdout) as Omit<AnalysisCost, 'kilobytes'>;
    costs.push({ evaluations, milliseconds });
  }
  return costs.sort((a, b) => a.milliseconds - b.milliseconds)[Math.floor(runs / 2)] ?? null;
}
