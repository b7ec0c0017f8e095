import { spawn } from 'node:child_process';

/** What a whole process cost, from its start to its end. */
export interface ProcessCost {
  readonly seconds: number;
  /** Of all its threads. */
  readonly cpuSeconds: number;
  /** The most that it had in memory at once. */
  readonly megabytes: number;
}

const reporter = new URL('reportUsage.mjs', import.meta.url).href;

/** Runs a script of Node in a fresh process. What it prints, and how it exits, is ignored. */
export function processCost(script: string, args: readonly string[], cwd: string): Promise<ProcessCost> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--import', reporter, script, ...args], {
      cwd,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    let usage = '';
    child.stdio[3]?.on('data', (part: Buffer) => (usage += part.toString()));
    child.once('error', reject);
    child.once('close', () => {
      const seconds = (performance.now() - started) / 1000;
      if (usage === '') {
        reject(new Error(`${script} ended without telling what it cost`));
        return;
      }
      const { cpuSeconds, megabytes } = JSON.parse(usage) as Omit<ProcessCost, 'seconds'>;
      resolve({ seconds, cpuSeconds, megabytes });
    });
  });
}

/** The run with the median time. */
export async function medianProcessCost(runs: number, script: string, args: readonly string[], cwd: string): Promise<ProcessCost> {
  const costs: ProcessCost[] = [];
  for (let run = 0; run < runs; run++) costs.push(await processCost(script, args, cwd));
  costs.sort((a, b) => a.seconds - b.seconds);
  const median = costs[Math.floor(runs / 2)];
  if (median === undefined) throw new RangeError('a median needs at least one run');
  return median;
}
