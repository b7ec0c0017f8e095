import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOf, install } from '../corpusSources.js';
import { median } from '../median.js';
import { table } from '../speed/table.js';
import { studies, type Study } from './studies.js';

/** What rules cost the program under them, in the manner of the paper's Table 1: times are those of its processor, whole process, start included. */

const whence = fileURLToPath(new URL('../../../dist/whence.js', import.meta.url));
const runs = 5;

/** The ways to run a study: without rules, and under them with each analysis off. */
const ways = {
  plain: null,
  ours: [],
  noTypes: ['--no-prune', 'types'],
  noAliases: ['--no-prune', 'aliases'],
  neither: ['--no-prune', 'types', '--no-prune', 'aliases'],
  unpruned: ['--no-prune', 'all'],
} as const;

/** What the table of probes has a row for. */
const pruned = { ours: 'all', noTypes: 'no types', noAliases: 'no aliases', neither: 'neither', unpruned: 'no pruning' } as const;

interface Usage {
  readonly seconds: number;
  /** Live bytes at the end. */
  readonly heap: number;
}

interface Probes {
  readonly sites: number;
  readonly pruned: { readonly names: number; readonly types: number; readonly aliases: number };
  readonly checks: number;
  readonly dispatches: number;
}

/** Prints a row for each study: times of the plain run, what is looked at, and bytes an object. */
export function printRules(print: (text: string) => void): void {
  install(studies.flatMap(({ packages }) => packages));
  print('Rules over live objects: processor time of the program (medians of 5), times the plain run\n\n');
  const results = studies.map((study) => resultOf(study));
  const header = ['study', 'bar', 'plain s', 'ours', 'no types', 'no aliases', 'neither', 'no pruning', 'bytes/object'];
  print(
    table(
      header,
      results.map(({ times }) => times),
    ),
  );
  print('\nProbes, and how often they ran; getting ready and running, in seconds of the whole command\n\n');
  const columns = ['study', 'way', 'probes', 'names', 'types', 'aliases', 'checks', 'dispatches', 'command s'];
  print(
    table(
      columns,
      results.flatMap(({ probes }) => probes),
    ),
  );
}

interface StudyResult {
  readonly times: readonly string[];
  readonly probes: readonly (readonly string[])[];
}

function resultOf(study: Study): StudyResult {
  const folder = mkdtempSync(join(tmpdir(), 'whence-bench-rules-'));
  try {
    writeFileSync(join(folder, 'main.cjs'), study.program + usageAtExit);
    writeFileSync(join(folder, 'main.rules.ts'), study.rules);
    if (study.packages.length > 0) symlinkSync(join(folderOf(study.packages[0]?.name ?? ''), '../..'), join(folder, 'node_modules'), 'dir');
    const usages = new Map<string, Usage[]>(Object.keys(ways).map((way) => [way, []]));
    const probes = new Map<string, Probes>();
    const commands = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]));
    // One of each way after the other: a machine that is busy is so for all.
    for (let run = 0; run < runs; run++)
      for (const [way, options] of Object.entries(ways)) {
        const { usage, probes: seen, command } = once(folder, options);
        usages.get(way)?.push(usage);
        commands.get(way)?.push(command);
        if (seen !== null) probes.set(way, seen);
      }
    const seconds = (way: string): number => median((usages.get(way) ?? []).map((usage) => usage.seconds));
    const heap = (way: string): number => median((usages.get(way) ?? []).map((usage) => usage.heap));
    const ratio = (way: string): string => (seconds(way) / seconds('plain')).toFixed(2);
    const times = [
      study.name,
      study.bar === null ? '' : study.bar.toFixed(1),
      seconds('plain').toFixed(2),
      ...Object.keys(pruned).map(ratio),
      study.objects === null ? '' : Math.round((heap('ours') - heap('plain')) / study.objects).toString(),
    ];
    const counts = Object.entries(pruned).map(([way, shown]) => {
      const { sites = 0, pruned: by = { names: 0, types: 0, aliases: 0 }, checks = 0, dispatches = 0 } = probes.get(way) ?? {};
      const numbers = [sites, by.names, by.types, by.aliases, checks, dispatches].map(String);
      return [study.name, shown, ...numbers, median(commands.get(way) ?? []).toFixed(2)];
    });
    return { times, probes: counts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function once(
  folder: string,
  options: readonly string[] | null,
): { readonly usage: Usage; readonly probes: Probes | null; readonly command: number } {
  const started = performance.now();
  const told = join(folder, 'usage.json');
  const env = { ...process.env, WHENCE_BENCH_USAGE: told };
  let probes: Probes | null = null;
  if (options === null) execFileSync(process.execPath, ['main.cjs'], { cwd: folder, env, stdio: 'ignore' });
  else {
    const args = [whence, 'watch', '--rules', 'main.rules.ts', ...options, '--json', '--timeout', '600', '--', 'main.cjs'];
    const text = execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    ({ probes } = JSON.parse(text) as { readonly probes: Probes });
  }
  const command = (performance.now() - started) / 1000;
  return { usage: JSON.parse(readFileSync(told, 'utf8')) as Usage, probes, command };
}

/** What a program tells of itself at its end: `queryObjects` collects garbage, and runs no text, of which pruning would say nothing. */
const usageAtExit = `
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:v8').queryObjects(class {});
  require('node:fs').writeFileSync(process.env.WHENCE_BENCH_USAGE, JSON.stringify({ seconds: (user + system) / 1e6, heap: process.memoryUsage().heapUsed }));
});
`;
