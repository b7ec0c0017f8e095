import { Session } from 'node:inspector/promises';
import { readFileSync } from 'node:fs';
import { check } from '../../../server/check/check.js';
import { sourcesOf } from '../corpusSources.js';
import type { CorpusPackage } from '../corpusPackages.js';

/** The share of processor time that each floor of the house takes by itself, largest first. */
export type Shares = readonly (readonly [floor: string, share: number])[];

const settings = {
  integers: false,
  termination: true,
  arrayIndex: 'hint',
  unknownCalls: 'return-or-throw',
  rounds: 1,
  unfolding: true,
  gate: true,
} as const;

/** Checks a package under V8's profiler. */
export async function phases(wanted: CorpusPackage): Promise<Shares> {
  const files = sourcesOf(wanted).map(({ path }) => path);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  check(
    { files, cwd: process.cwd(), settings, at: [] },
    { readFile: (file) => readFileSync(file, 'utf8'), readIfPresent, progress: () => undefined },
  );
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const floorOf = new Map(profile.nodes.map(({ id, callFrame }) => [id, floor(callFrame.url, callFrame.functionName)]));
  const spent = new Map<string, number>();
  let total = 0;
  for (const [index, sample] of (profile.samples ?? []).entries()) {
    const name = floorOf.get(sample) ?? 'other';
    const delta = profile.timeDeltas?.[index] ?? 0;
    if (name === 'idle') continue;
    total += delta;
    spent.set(name, (spent.get(name) ?? 0) + delta);
  }
  return [...spent].map(([name, time]) => [name, time / total] as const).sort(([, a], [, b]) => b - a);
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function floor(url: string, functionName: string): string {
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (functionName === '(idle)' || functionName === '(program)') return 'idle';
  if (url.includes('/node_modules/typescript/')) return 'syntax (TypeScript)';
  return /\/server\/(\w+)\//.exec(url)?.[1] ?? 'other';
}
