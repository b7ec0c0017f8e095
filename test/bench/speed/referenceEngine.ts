import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AnalysisCost } from './analysisWorker.js';

const script = fileURLToPath(new URL('./reference/programs.py', import.meta.url));

/** The reference engine (Python, the same recipe over the integers) on a program of its own; null without Python. */
export function referenceCost(name: string, runs: number): Omit<AnalysisCost, 'kilobytes'> | null {
  const { status, stdout } = spawnSync('python3', [script, name, String(runs)], { encoding: 'utf8' });
  return status === 0 ? (JSON.parse(stdout) as Omit<AnalysisCost, 'kilobytes'>) : null;
}
