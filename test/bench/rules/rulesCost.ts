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

/** The ways to run a study: without rules, and under them with and without pruning. */
const ways = { plain: null, ours: [], unpruned: ['--no-prune', 'all'] } as const;

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
  const rows = studies.map((study) => rowOf(study));
  const header = ['study', 'bar', 'plain s', 'ours', 'no pruning', 'probes', 'left out', 'checks', 'dispatches', 'bytes/object'];
  print(`${table(header, rows)}\nPruning by types and by aliases is not built: both would be columns of their own.\n`);
}

function rowOf(study: Study): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'whence-bench-rules-'));
  try {
    writeFileSync(join(folder, 'main.cjs'), study.program + usageAtExit);
    writeFileSync(join(folder, 'main.rules.ts'), study.rules);
    if (study.packages.length > 0) symlinkSync(join(folderOf(study.packages[0]?.name ?? ''), '../..'), join(folder, 'node_modules'), 'dir');
    const usages = new Map<string, Usage[]>(Object.keys(ways).map((way) => [way, []]));
    let probes: Probes | null = null;
    // One of each way after the other: a machine that is busy is so for all.
    for (let run = 0; run < runs; run++)
      for (const [way, options] of Object.entries(ways)) {
        const { usage, probes: seen } = once(folder, options);
        usages.get(way)?.push(usage);
        if (way === 'ours') probes = seen;
      }
    const seconds = (way: string): number => median((usages.get(way) ?? []).map((usage) => usage.seconds));
    const heap = (way: string): number => median((usages.get(way) ?? []).map((usage) => usage.heap));
    return [
      study.name,
      study.bar === null ? '' : study.bar.toFixed(1),
      seconds('plain').toFixed(2),
      (seconds('ours') / seconds('plain')).toFixed(2),
      (seconds('unpruned') / seconds('plain')).toFixed(2),
      String(probes?.sites ?? 0),
      String(probes?.pruned.names ?? 0),
      String(probes?.checks ?? 0),
      String(probes?.dispatches ?? 0),
      study.objects === null ? '' : Math.round((heap('ours') - heap('plain')) / study.objects).toString(),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function once(folder: string, options: readonly string[] | null): { readonly usage: Usage; readonly probes: Probes | null } {
  const told = join(folder, 'usage.json');
  const env = { ...process.env, WHENCE_BENCH_USAGE: told };
  let probes: Probes | null = null;
  if (options === null) execFileSync(process.execPath, ['main.cjs'], { cwd: folder, env, stdio: 'ignore' });
  else {
    const args = [whence, 'watch', '--rules', 'main.rules.ts', ...options, '--json', '--timeout', '600', '--', 'main.cjs'];
    const text = execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    ({ probes } = JSON.parse(text) as { readonly probes: Probes });
  }
  return { usage: JSON.parse(readFileSync(told, 'utf8')) as Usage, probes };
}

/** What a program tells of itself at its end. */
const usageAtExit = `
require('node:v8').setFlagsFromString('--expose-gc');
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:vm').runInNewContext('gc')();
  require('node:fs').writeFileSync(process.env.WHENCE_BENCH_USAGE, JSON.stringify({ seconds: (user + system) / 1e6, heap: process.memoryUsage().heapUsed }));
});
`;
