import { execFileSync, spawn } from 'node:child_process';
import { once as onceOf } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
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
  /** The library looks at the same by hand. */
  byHand: null,
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

/** Prints a row for each study, or those of a part: times of the plain run, what is looked at, and bytes an object. */
export async function printRules(print: (text: string) => void, part?: string): Promise<void> {
  const chosen = studies.filter((study) => part === undefined || study.part === part);
  install(chosen.flatMap(({ packages }) => packages));
  print('Rules over live objects: processor time of the program (medians of 5), times the plain run\n\n');
  const results: StudyResult[] = [];
  for (const study of chosen) results.push(await resultOf(study));
  const header = [
    'study',
    'bar',
    'plain s',
    'ours',
    'no types',
    'no aliases',
    'neither',
    'no pruning',
    'by hand',
    'so at most',
    'bytes/object',
  ];
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

async function resultOf(study: Study): Promise<StudyResult> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-bench-rules-'));
  let server: { readonly port: number; end(): void } | null = null;
  try {
    const [plain, byHand] = foldersOf(study, folder);
    server = study.hasServer ? await startServer() : null;
    const port = server?.port ?? 0;
    const usages = new Map<string, Usage[]>(Object.keys(ways).map((way) => [way, []]));
    const probes = new Map<string, Probes>();
    const commands = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]));
    // One of each way after the other: a machine that is busy is so for all.
    for (let run = 0; run < runs; run++)
      for (const [way, options] of Object.entries(ways)) {
        if (way === 'byHand' && study.byHand === null) continue;
        const { usage, probes: seen, command } = once(way === 'byHand' ? byHand : plain, options, port);
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
      ...(study.byHand === null ? ['', ''] : [ratio('byHand'), ((seconds('byHand') / seconds('plain') - 1) * 1.5 + 1.05).toFixed(2)]),
      study.objects === null ? '' : Math.round((heap('ours') - heap('plain')) / study.objects).toString(),
    ];
    const counts = Object.entries(pruned).map(([way, shown]) => {
      const { sites = 0, pruned: by = { names: 0, types: 0, aliases: 0 }, checks = 0, dispatches = 0 } = probes.get(way) ?? {};
      const numbers = [sites, by.names, by.types, by.aliases, checks, dispatches].map(String);
      return [study.name, shown, ...numbers, median(commands.get(way) ?? []).toFixed(2)];
    });
    return { times, probes: counts };
  } finally {
    server?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder of the program, and one with the library that looks at the same by hand. */
function foldersOf({ packages, program, rules, byHand }: Study, folder: string): readonly [plain: string, byHand: string] {
  const [plain, other] = [join(folder, 'plain'), join(folder, 'byHand')];
  for (const each of [plain, other]) {
    mkdirSync(each);
    writeFileSync(join(each, 'main.cjs'), program + usageAtExit);
    writeFileSync(join(each, 'main.rules.ts'), rules);
  }
  const [first] = packages;
  if (first === undefined) return [plain, other];
  const installed = folderOf(first.name).slice(0, -first.name.length - 1);
  symlinkSync(installed, join(plain, 'node_modules'), 'dir');
  if (byHand === null) return [plain, other];
  cpSync(folderOf(first.name), join(other, 'node_modules', first.name), { recursive: true });
  const file = join(other, 'node_modules', byHand.file);
  const before = readFileSync(file, 'utf8');
  const after = byHand.changes.reduce((text, [find, put]) => text.replace(find, put), before);
  if (after === before) throw new Error(`${byHand.file} has another text than it had`);
  // Strict code says so in its first line.
  writeFileSync(
    file,
    after.replace(/^('use strict'|"use strict");?\n|^/, (strict) => strict + byHand.begin),
  );
  return [plain, other];
}

/** The server is a process: it ends with its input. */
async function startServer(): Promise<{ readonly port: number; end(): void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('ftpServer.mjs', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [told] = (await onceOf(child.stdout, 'data')) as [Buffer];
  return { port: Number(String(told)), end: () => void child.stdin.end() };
}

function once(
  folder: string,
  options: readonly string[] | null,
  port: number,
): { readonly usage: Usage; readonly probes: Probes | null; readonly command: number } {
  const started = performance.now();
  const told = join(folder, 'usage.json');
  const env = { ...process.env, WHENCE_BENCH_USAGE: told, WHENCE_BENCH_PORT: String(port) };
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
