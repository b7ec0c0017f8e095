import { InvalidArgumentError, Option, type Command } from 'commander';
import { resolve } from 'node:path';
import type { CheckSettings } from '../../server/check/checkFile.js';
import { readRegularFile } from '../../server/files/regularFile.js';
import { printable } from '../../server/findings/printable.js';
import { reportJson } from '../../server/findings/reportJson.js';
import { reportPath } from '../../server/findings/reportPath.js';
import { reportSarif } from '../../server/findings/reportSarif.js';
import { reportText } from '../../server/findings/reportText.js';
import { isAtLeast } from '../../server/findings/order.js';
import type { ArrayIndexPolicy, Severity, UnknownCalls } from '../../server/findings/result.js';
import { isCount, settingsTable as table } from '../../server/check/settingsTable.js';
import type { AgainstRecording } from '../operations/againstRecording.js';
import { check, type AskedPlace, type BaselineOutcome, type CheckedPaths } from '../operations/check.js';
import type { EntryPlace, EntryReport } from '../operations/entryReports.js';
import { entriesOf, entriesText, parseEntry } from './entryOption.js';
import { exitCode } from './exitCodes.js';
import { progressLine, type Terminal } from './commandTerminal.js';

/** `whence check`: its words, and what it prints. */
export function addCheckCommand(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .description('say under which conditions programs certainly fail, at the earliest point that decides it')
    .argument('[paths...]', 'files, or folders with all the TypeScript and JavaScript below them')
    .addOption(new Option('--json', 'print one JSON object').conflicts('sarif'))
    .addOption(new Option('--sarif', 'print SARIF 2.1.0'))
    .option('--integers', 'take unknown numbers to be safe integers', false)
    .option('--no-termination', 'do not ask that programs end')
    .addOption(
      new Option('--array-index <policy>', 'what an index outside an array is')
        .choices(Object.keys(table.arrayIndex.choices))
        .default(table.arrayIndex.default),
    )
    .addOption(
      new Option('--unknown-calls <policy>', 'what code that is not seen may do')
        .choices(Object.keys(table.unknownCalls.choices))
        .default(table.unknownCalls.default),
    )
    .option('--rounds <n>', 'repeat the four passes', parseRounds, table.rounds.default)
    .option('--no-unfolding', 'analyse each function once, not once for each call site')
    .addOption(
      new Option('--severity <level>', 'the least severity that is shown').choices(Object.keys(table.severity.choices)).default('hint'),
    )
    .option('--max-warnings <n>', 'exit with 1 only if there are more warnings, or an error', parseCount, 0)
    .option('--baseline <file>', 'findings that are known and not reported')
    .option('--update-baseline', 'write what is found now into the baseline')
    .option('--against <recording>', 'also hold what a recording of a run has against the analysis')
    .addOption(
      new Option(
        '--entry <place>',
        'also say of a call whether it certainly fails from the state that a run had there: FILE:LINE[:HIT] or uncaught, with -- PROGRAM; RECORDING#EVENT or RECORDING#uncaught',
      )
        .argParser(parseEntry)
        .conflicts('sarif'),
    )
    .option('--node <path>', 'with --entry: the Node that runs the program', process.execPath)
    .option('--at <file:line[:col]>', 'also print the abstract state at a place (repeatable)', collectAt, [])
    .action(async (words: string[], options: CheckOptions, command: Command) => {
      // All that follows `--` is run.
      const from = process.argv.indexOf('--');
      const run = from < 0 ? [] : process.argv.slice(from + 1);
      const paths = words.slice(0, words.length - run.length);
      if (run.length > 0 && options.entry === undefined) command.error('a program is run for --entry alone');
      if (
        run.length === 0 &&
        options.entry !== undefined &&
        (options.entry.kind === 'line' || (options.entry.kind === 'failure' && options.entry.recording === null))
      )
        command.error('name the program to run after --');
      if (paths.length === 0 && options.entry === undefined) command.error('name at least one file or folder to check');
      if (paths.includes('')) command.error('a file or folder to check has an empty name');
      if (options.updateBaseline === true && options.baseline === undefined) command.error('name the file to update with --baseline');
      terminal.exit(await runCheck(paths, run, options, { terminal, version: program.version() ?? '' }));
    });
}

interface CheckOptions {
  readonly json?: true;
  readonly sarif?: true;
  readonly integers: boolean;
  readonly termination: boolean;
  readonly arrayIndex: ArrayIndexPolicy;
  readonly unknownCalls: UnknownCalls;
  readonly rounds: number;
  readonly unfolding: boolean;
  readonly severity: Severity;
  readonly maxWarnings: number;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly at: readonly AskedPlace[];
  readonly against?: string;
  readonly entry?: EntryPlace;
  readonly node: string;
}

interface Face {
  readonly terminal: Terminal;
  readonly version: string;
}

async function runCheck(given: readonly string[], words: readonly string[], options: CheckOptions, face: Face): Promise<number> {
  const { terminal } = face;
  const { cwd } = terminal;
  const { entry: place, node } = options;
  let entries: readonly EntryReport[] | null = null;
  try {
    if (place !== undefined) entries = await entriesOf({ place, words, node, isJson: options.json === true }, terminal);
  } catch (error) {
    terminal.err(`whence: ${error instanceof Error ? printable(error.message) : String(error)}\n`);
    return exitCode.failed;
  }
  const paths = given.length > 0 ? given : [...new Set(entries?.map((one) => one.file) ?? [])];
  const progress = progressLine(terminal);
  const { baseline: file, updateBaseline } = options;
  const baseline = file === undefined ? {} : { baseline: { file, isUpdated: updateBaseline === true } };
  const checked = await check(
    {
      paths,
      cwd,
      settings: settingsOf(options),
      at: options.at,
      ...baseline,
      ...(options.against === undefined ? {} : { against: options.against }),
    },
    {
      onProgress: ({ file, done, total }) => progress.show(`${done + 1}/${total} ${printable(reportPath(cwd, file))}`),
      signal: new AbortController().signal,
    },
  );
  progress.end();
  const code = print(checked, entries, options, face);
  return code === exitCode.clean && entries?.some(({ findings }) => findings.length > 0) === true ? exitCode.found : code;
}

function print(
  { result: checked, fileCount, baseline, against }: CheckedPaths,
  entries: readonly EntryReport[] | null,
  options: CheckOptions,
  { terminal, version }: Face,
): number {
  const { severity: least } = options;
  const result = { ...checked, findings: checked.findings.filter(({ severity }) => isAtLeast(severity, least)) };
  const ofRuns = { ...(against === null ? {} : { against: shownAgainst(against) }), ...(entries === null ? {} : { entries }) };
  if (options.json) terminal.out(reportJson({ ...result, ...ofRuns }));
  else if (options.sarif) terminal.out(reportSarif(result, version));
  else if (fileCount > 0 || result.skipped !== undefined) {
    terminal.out(reportText(result, { fileCount, least, sourceOf: sourceReader(terminal.cwd), color: terminal.color }));
    if (baseline !== null) terminal.out(`${printable(baselineText(baseline))}\n`);
    if (against !== null)
      terminal.out(`${against.values.toLocaleString('en')} recorded values of ${against.places} places were held against it.\n`);
    if (entries !== null) terminal.out(entriesText(entries));
  }
  for (const { file, line, name, value, reachable } of against?.contradictions ?? [])
    terminal.err(
      `whence: ${printable(`${file}:${line}: ${name} was ${value}, and the analysis thought that it is ${reachable}. No declared type explains that: the analysis is wrong here.`)}\n`,
    );
  for (const error of result.errors) terminal.err(`whence: ${printable(`${error.file}: ${error.message}`)}\n`);
  if (result.errors.length > 0) return exitCode.failed;
  const count = (of: Severity): number => result.findings.filter(({ severity }) => severity === of).length;
  return count('error') > 0 || count('warning') > options.maxWarnings ? exitCode.found : exitCode.clean;
}

function shownAgainst({ broken, contradictions, values, places }: AgainstRecording): object {
  return { values, places, broken, contradictions };
}

function baselineText({ file, known, gone, isUpdated }: BaselineOutcome): string {
  if (isUpdated) return `${file} holds ${known} ${known === 1 ? 'finding' : 'findings'} now.`;
  const rest = gone === 0 ? '' : ` ${gone} of them ${gone === 1 ? 'is' : 'are'} gone: --update-baseline takes them out.`;
  return `${file} holds ${known} ${known === 1 ? 'finding' : 'findings'}, which are not reported.${rest}`;
}

function settingsOf({ integers, termination, arrayIndex, unknownCalls, rounds, unfolding }: CheckOptions): CheckSettings {
  return { integers, termination, arrayIndex, unknownCalls, rounds, unfolding, gate: true };
}

function parseRounds(text: string): number {
  const { least, most } = table.rounds;
  if (!/^\d+$/.test(text) || !isCount(table.rounds, Number(text)))
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  return Number(text);
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

function collectAt(text: string, previous: readonly AskedPlace[]): readonly AskedPlace[] {
  const [, path, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(text) ?? [];
  if (path === undefined || Number(line) < 1 || (column !== undefined && Number(column) < 1)) {
    throw new InvalidArgumentError('It must be FILE:LINE or FILE:LINE:COLUMN, counted from 1.');
  }
  return [...previous, { path, line: Number(line), column: column === undefined ? null : Number(column) }];
}

function sourceReader(cwd: string): (file: string) => string | undefined {
  return (file) => {
    try {
      return readRegularFile(resolve(cwd, file));
    } catch {
      return undefined; // the file vanished after it was checked: the report goes without its code frames
    }
  };
}
