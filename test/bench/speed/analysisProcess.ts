import { build } from 'esbuild';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AnalysisCost, AnalysisRequest } from './analysisWorker.js';

const bundle = fileURLToPath(new URL('../../../.cache/analysisWorker.mjs', import.meta.url));

/** Bundles the worker as the product is bundled: what tsx adds to every closure to keep its name would be measured too. */
export async function buildAnalysisWorker(): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL('analysisWorker.ts', import.meta.url))],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'silent',
  });
}

/** Analyses a program in a process of its own, which knows nothing of the programs before it. */
export function analysisCost(request: AnalysisRequest): Promise<AnalysisCost> {
  return new Promise((resolve, reject) => {
    const child = fork(bundle, [], { execArgv: ['--expose-gc', '--stack-size=8000'] });
    child.once('message', (cost: AnalysisCost) => {
      resolve(cost);
      child.disconnect();
    });
    child.once('exit', (code) => reject(new Error(`the analysis ended with ${code ?? 'a signal'}`)));
    child.send(request);
  });
}
