import { parseArgs } from 'node:util';
import { settingsTable } from '../../server/check/settingsTable.js';
import { accessReport } from './accesses/accessReport.js';
import type { FileResult, WorkerRequest } from './corpusMessages.js';
import { corpusPackages, type CorpusPackage } from './corpusPackages.js';
import { fileLimitSeconds, listing, report, type PackageResult } from './corpusReport.js';
import { buildWorker, checkFiles, type Limits } from './corpusRun.js';
import { folderOf, install, sourcesOf } from './corpusSources.js';
import { unseenPackages } from './unseenPackages.js';

const usage = `node --import tsx test/bench/corpus.ts [--unseen] [--package NAME]... [--file PART]... [--integers] [--unknown-calls POLICY]
                                         [--workers N] [--show SEVERITY]...
                                         [--accesses] [--list] [--json]

Checks the sources of well-kept packages and holds the result against the bars of real code.
  --unseen        the packages of unseenPackages.ts instead
  --package NAME  only this package
  --file PART     only files whose path contains PART
  --integers      as \`whence check --integers\`
  --workers N     processes at a time (2)
  --show SEVERITY also names the findings of that severity (warning, hint); certain ones always are. \`accesses\`: the unproven ones
  --accesses      counts the element accesses that are proven, with relations and by intervals alone, and why others are not
  --list          prints the packages and their sizes, and checks nothing
  --json          prints every file's result as JSON instead of the table
`;

/** Three times the bar, so that a slow file still has a time; memory is what a small machine can spare. */
const limits: Limits = { fileMs: 3 * fileLimitSeconds * 1000, heapMegabytes: 3072 };

/** Every file is analysed twice, and its types are looked up. */
const measuring: Limits = { ...limits, fileMs: 4 * limits.fileMs };

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      unseen: { type: 'boolean', default: false },
      package: { type: 'string', multiple: true },
      file: { type: 'string', multiple: true },
      integers: { type: 'boolean', default: false },
      'unknown-calls': { type: 'string', default: settingsTable.unknownCalls.default },
      workers: { type: 'string', default: '2' },
      show: { type: 'string', multiple: true, default: [] },
      accesses: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const all = values.unseen ? unseenPackages : corpusPackages;
  const chosen = all.filter(({ name }) => values.package?.includes(name) ?? true);
  const unknown = values.package?.find((name) => all.every((wanted) => wanted.name !== name));
  if (unknown !== undefined) throw new Error(`${unknown} is not a package of the corpus`);
  install(all);
  const packages = chosen.map((wanted) => ({
    wanted,
    sources: sourcesOf(wanted).filter(({ path }) => values.file?.some((part) => path.includes(part)) ?? true),
  }));
  if (values.list) {
    process.stdout.write(listing(packages));
    return 0;
  }
  await buildWorker();
  const results = await checkAll(packages, Math.max(1, Number(values.workers)), {
    integers: values.integers,
    unknownCalls: values['unknown-calls'] === 'may-exit' ? 'may-exit' : 'return-or-throw',
    wanted: values.accesses ? 'accesses' : 'findings',
  });
  if (values.json) {
    process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
    return 0;
  }
  if (values.accesses) {
    process.stdout.write(accessReport(results, values.show.includes('accesses')));
    return 0;
  }
  const { text, met } = report(results, new Set(['error', ...values.show]));
  process.stdout.write(text);
  return met ? 0 : 1;
}

/** Each worker takes the largest package that is left. */
async function checkAll(
  packages: readonly Omit<PackageResult, 'results'>[],
  workers: number,
  how: Pick<WorkerRequest, 'integers' | 'unknownCalls' | 'wanted'>,
): Promise<readonly PackageResult[]> {
  const size = ({ sources }: Omit<PackageResult, 'results'>): number => sources.reduce((sum, { lines }) => sum + lines, 0);
  const waiting = [...packages].sort((a, b) => size(b) - size(a));
  const done = new Map<CorpusPackage, FileResult[]>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { wanted, sources } = next;
      const results: FileResult[] = [];
      done.set(wanted, results);
      const files = sources.map(({ path }) => path);
      const request = { files, all: files, cwd: folderOf(wanted.name), ...how };
      await checkFiles(request, how.wanted === 'accesses' ? measuring : limits, (result) => {
        results.push(result);
        if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${wanted.name} ${results.length}/${sources.length}`);
      });
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return packages.map((entry) => ({ ...entry, results: done.get(entry.wanted) ?? [] }));
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
