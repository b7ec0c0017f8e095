import { InvalidArgumentError, Option, type Command } from 'commander';
import { resolve } from 'node:path';
import { builtFile } from '../operations/built.js';
import type { DiagnosisRequest, DiagnosisResult, ValueMark, ValuesRequest } from '../operations/diagnose.js';
import { diagnosisSarif } from '../diagnosis/diagnosisSarif.js';
import { diagnosisText } from '../diagnosis/diagnosisText.js';
import { writePatches } from '../diagnosis/patches.js';
import { exitCode } from './exitCodes.js';
import { Cancelling } from './signals.js';
import { progressLine, type Terminal } from './commandTerminal.js';

/** `whence diagnose`: its words, and what it prints. */
export function addDiagnoseCommand(program: Command, terminal: Terminal): void {
  const collect = (text: string, previous: readonly string[]): readonly string[] => [...previous, text];
  program
    .command('diagnose')
    .description('tell of failing tests which statements could be wrong, and which change makes all tests pass')
    .argument(
      '[file...]',
      "what is suspected, else the program's own files that failing tests ran; after --: the command that runs the tests, or the program whose values are right or wrong",
    )
    .option('--tests <file[:line]>', 'a file of tests, or one test of it (repeatable); else those that import a suspect', collect, [])
    .option('--test <name>', 'only failing tests whose name contains this')
    .addOption(new Option('--runner <name>', 'who runs the tests').choices(['auto', 'vitest', 'jest', 'mocha', 'node']).default('auto'))
    .option(
      '--correct <file:line:expression>',
      'of a program without tests: what is right where the line has run (repeatable)',
      collect,
      [],
    )
    .option('--wrong <file:line:expression>', 'of a program without tests: what is wrong where the line has run (repeatable)', collect, [])
    .addOption(new Option('--cardinality <number>', 'look also for so many parts that are wrong together').choices(['1', '2']).default('1'))
    .option('--no-repairs', 'look for suspects only')
    .option('--timeout <seconds>', 'end the search after this time', parseSeconds, 60)
    .option('--patch <folder>', 'write each repair as a unified diff')
    .option('--explain', 'say also what was refuted')
    .addOption(new Option('--json', 'print one JSON object').conflicts('sarif'))
    .addOption(new Option('--sarif', 'print SARIF 2.1.0'))
    .action(async (words: string[], options: DiagnoseOptions) => {
      // All that follows `--` is the command.
      const from = process.argv.indexOf('--');
      const command = from < 0 ? [] : process.argv.slice(from + 1);
      const files = words.slice(0, words.length - command.length);
      terminal.exit(await runDiagnose({ files, command }, options, { terminal, version: program.version() ?? '' }));
    });
}

interface DiagnoseOptions {
  readonly tests: readonly string[];
  readonly test?: string;
  readonly runner: DiagnosisRequest['runner'];
  readonly correct: readonly string[];
  readonly wrong: readonly string[];
  readonly cardinality: '1' | '2';
  readonly repairs: boolean;
  readonly timeout: number;
  readonly patch?: string;
  readonly explain?: true;
  readonly json?: true;
  readonly sarif?: true;
}

/** The words of the command line: what is suspected, and what stands behind `--`. */
interface Words {
  readonly files: readonly string[];
  readonly command: readonly string[];
}

async function runDiagnose(
  { files, command }: Words,
  options: DiagnoseOptions,
  { terminal, version }: { readonly terminal: Terminal; readonly version: string },
): Promise<number> {
  const { cwd } = terminal;
  const cancelling = new Cancelling();
  const progress = progressLine(terminal);
  try {
    // It needs the compiler, whose loading no other command waits for.
    const { diagnose, diagnoseValues } = await import('../operations/diagnose.js');
    let suspected = '';
    const tools = {
      worker: builtFile('testWorker.js'),
      signal: cancelling.signal,
      onProgress: (what: string) => progress.show(`${what}${suspected}`),
      onSuspects: ({ diagnoses }: DiagnosisResult) => {
        suspected = mostSuspected(diagnoses);
        progress.show(`${diagnoses.length} suspects${suspected}`);
      },
    };
    const hasMarks = options.correct.length + options.wrong.length > 0;
    const result = hasMarks
      ? await diagnoseValues(valuesRequest({ files, command }, options, cwd), tools)
      : await diagnose(testsRequest({ files, command }, options, cwd), tools);
    progress.end();
    if (options.patch !== undefined) writePatches(resolve(cwd, options.patch), result);
    if (options.json) terminal.out(`${JSON.stringify(result)}\n`);
    else if (options.sarif) terminal.out(diagnosisSarif(result, version));
    else terminal.out(diagnosisText(result, { color: terminal.color, explains: options.explain === true }));
    return codeOf(result);
  } catch (error) {
    progress.end();
    terminal.err(`whence: ${cancelling.signal.aborted ? 'Cancelled.' : error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  } finally {
    cancelling.over();
  }
}

function testsRequest({ files, command }: Words, options: DiagnoseOptions, cwd: string): DiagnosisRequest {
  return {
    cwd,
    files: files.map((file) => resolve(cwd, file)),
    tests: options.tests.map((spot) => spotOf(spot, cwd)),
    test: options.test ?? null,
    runner: options.runner,
    command,
    cardinality: options.cardinality === '2' ? 2 : 1,
    repairs: options.repairs,
    timeoutMs: options.timeout * 1_000,
  };
}

/** Of a program without tests: the file behind `--`, else the first in which a value is marked. */
function valuesRequest({ files, command }: Words, options: DiagnoseOptions, cwd: string): ValuesRequest {
  if (options.tests.length > 0 || options.test !== undefined || options.runner !== 'auto')
    throw new Error('--correct and --wrong are for a program without tests: leave out --tests, --test and --runner.');
  const marks = [
    ...options.wrong.map((text) => markOf(text, '--wrong', cwd)),
    ...options.correct.map((text) => markOf(text, '--correct', cwd)),
  ];
  const [first, ...words] = command[0] === 'node' ? command.slice(1) : command;
  return {
    cwd,
    program: first === undefined ? (marks[0]?.file ?? '') : resolve(cwd, first),
    words,
    files: files.map((file) => resolve(cwd, file)),
    marks,
    cardinality: options.cardinality === '2' ? 2 : 1,
    timeoutMs: options.timeout * 1_000,
  };
}

function markOf(text: string, option: '--correct' | '--wrong', cwd: string): ValueMark {
  const [, file, line, expression] = /^(.+?):(\d+):\s*(\S.*)$/s.exec(text) ?? [];
  if (file === undefined || expression === undefined) throw new Error(`${option} ${text}: write it as FILE:LINE:EXPRESSION.`);
  return { file: resolve(cwd, file), line: Number(line), expression: expression.trim(), isRight: option === '--correct' };
}

/** The lines that are suspected most while the search goes on. */
function mostSuspected(diagnoses: DiagnosisResult['diagnoses']): string {
  const places = new Set(diagnoses.flatMap(({ components }) => components).map(({ file, span }) => `${file}:${span.line}`));
  return places.size === 0 ? '' : ` (first ${[...places].slice(0, mostPlaces).join(', ')})`;
}

const mostPlaces = 3;

const codeOf = ({ tests }: DiagnosisResult): number =>
  tests.failing.length > 0 || tests.flaky.length > 0 ? exitCode.found : exitCode.clean;

function spotOf(text: string, cwd: string): { readonly file: string; readonly line: number | null } {
  const match = /^(.+):(\d+)$/.exec(text);
  return match === null ? { file: resolve(cwd, text), line: null } : { file: resolve(cwd, match[1] ?? ''), line: Number(match[2]) };
}

function parseSeconds(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) <= 0) throw new InvalidArgumentError('It must be a number of seconds.');
  return Number(text);
}
