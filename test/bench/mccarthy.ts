import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { analyseModule, type ModuleStatistics } from '../../server/analysis/analyse.js';
import { defaultSettings } from '../../server/analysis/settings.js';
import { lowerModule } from '../../server/syntax/lower.js';

/**
 * McCarthy_k with `@sometime m === 91`: our analysis beside the reference engine (Python, the same recipe over the integers),
 * side by side in one run. Times are of the analysis alone, medians; the evaluations do not depend on the machine.
 */
const runs = 7;

function programOf(k: number): string {
  const calls = `${'MC('.repeat(k)}n + ${10 * k - 9}${')'.repeat(k)}`;
  return `function MC(n: number): number { if (n > 100) return n - 10; else return ${calls}; }
export function main(n: number): void {
  const m = MC(n);
  //@sometime m === 91
}
`;
}

interface Measured {
  readonly points: number;
  readonly evaluations: number;
  readonly milliseconds: number;
}

function measureOurs(k: number): Measured {
  const lowered = lowerModule(programOf(k), { file: 'mccarthy.ts', assertions: true });
  if (lowered.kind !== 'module') throw new Error('McCarthy does not parse');
  const times: number[] = [];
  let statistics: ModuleStatistics = { points: 0, unfoldedPoints: 0, evaluations: 0 };
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    statistics = analyseModule(lowered.module, { ...defaultSettings, integers: true }, () => undefined);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  return { points: statistics.unfoldedPoints, evaluations: statistics.evaluations, milliseconds: times[Math.floor(runs / 2)] ?? NaN };
}

function measureReference(k: number): Measured | null {
  const script = fileURLToPath(new URL('./reference/mccarthy.py', import.meta.url));
  const { status, stdout } = spawnSync('python3', [script, String(k), '3'], { encoding: 'utf8' });
  return status === 0 ? (JSON.parse(stdout) as Measured) : null;
}

for (const k of [9, 30]) {
  const ours = measureOurs(k);
  const reference = measureReference(k);
  const show = (measured: Measured): string =>
    `${measured.points} points, ${measured.evaluations} evaluations, ${measured.milliseconds.toFixed(1)} ms`;
  console.log(`McCarthy_${k}   Whence: ${show(ours)}`);
  if (reference === null) console.log(`McCarthy_${k}   the reference engine was not measured: python3 is missing`);
  else
    console.log(
      `McCarthy_${k}   reference: ${show(reference)}   ratio of times ${(reference.milliseconds / ours.milliseconds).toFixed(1)}`,
    );
}
