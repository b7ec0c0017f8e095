import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printCondition } from '../../../server/findings/printCondition.js';
import type { Finding } from '../../../server/findings/result.js';
import type { PackageResult } from '../corpusReport.js';
import type { Attempt } from './attempt.js';
import { exporting, wayTo } from './reach.js';

const usage = `npm run corpus:conditions -- RESULTS [--seed N] [--count N] [--verbose]

Tries the conditions of hints in Node. RESULTS is what \`npm run corpus -- --unseen --json\` prints. Each function that can be reached is
called with 50 generated inputs outside of its condition: none may end well. Inputs are of the declared types.
`;

const attempt = fileURLToPath(new URL('attempt.ts', import.meta.url));
const secondsForAll = 60;

interface Tried {
  readonly place: string;
  readonly message: string;
  /** Null: the function cannot be reached, or no input outside was found. */
  readonly outcomes: readonly string[] | null;
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '19' },
      count: { type: 'string', default: '50' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [results] = positionals;
  if (values.help || results === undefined) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  const text = readFileSync(results, 'utf8');
  const packages = JSON.parse(text.slice(text.indexOf('['))) as readonly PackageResult[];
  const tried = packages.flatMap(({ results: files }) =>
    files.flatMap((file) =>
      file.kind !== 'checked'
        ? []
        : file.findings.flatMap((finding) => {
            const isEntry = finding.severity === 'hint' && finding.condition !== null;
            return isEntry ? [tryOne(file.path, finding, Number(values.count), Number(values.seed))] : [];
          }),
    ),
  );
  let good = 0;
  for (const { place, message, outcomes } of tried) {
    const ends = (outcomes ?? []).filter((outcome) => outcome.startsWith('good'));
    good += ends.length;
    for (const end of ends) process.stdout.write(`${place}: ends well with (${end.slice('good '.length)}): ${message}\n`);
    if (values.verbose) process.stdout.write(`${place}: ${outcomes === null ? 'not reached' : `${outcomes.length} tried`}: ${message}\n`);
  }
  const reached = tried.filter(({ outcomes }) => outcomes !== null);
  const inputs = reached.reduce((sum, { outcomes }) => sum + (outcomes?.length ?? 0), 0);
  process.stdout.write(`${tried.length} conditions, ${reached.length} tried on ${inputs} inputs outside of them: ${good} ended well\n`);
  return good === 0 ? 0 : 1;
}

function tryOne(file: string, finding: Finding, count: number, seed: number): Tried {
  const { span, message, condition } = finding;
  const place = `${file.slice(file.lastIndexOf('node_modules/') + 'node_modules/'.length)}:${span.line}`;
  const text = readFileSync(file, 'utf8');
  const way = wayTo(text, file, span.line);
  if (way === null || condition === null) return { place, message, outcomes: null };
  const copy = join(dirname(file), `.whenceTried${extname(file)}`);
  try {
    writeFileSync(copy, exporting(text, way));
    const job: Attempt = { file: copy, way, condition: printCondition(condition), count, seed };
    const { stdout } = spawnSync(process.execPath, ['--import=tsx', attempt, JSON.stringify(job)], {
      encoding: 'utf8',
      timeout: secondsForAll * 1000,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 26,
    });
    const outcomes = stdout
      .split('\n')
      .flatMap((line) => (/^whence (?:fails|good|open) /.test(line) ? [line.slice('whence '.length)] : []));
    return { place, message, outcomes: outcomes.length === 0 ? null : outcomes };
  } finally {
    rmSync(copy, { force: true });
  }
}

process.exitCode = main();
