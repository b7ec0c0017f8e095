import { InvalidArgumentError, Option, type Command } from 'commander';
import { resolve } from 'node:path';
import { builtFile } from '../operations/built.js';
import { programOrCommand, ReplayedInput, reproduce, type CommandToRun, type ProgramToRun } from '../operations/programs.js';
import { rulesFilesBelow } from '../operations/rulesFiles.js';
import { watchRecording } from '../operations/watchRecording.js';
import { watch, type WatchContext, type WatchResult } from '../operations/watchRules.js';
import { exitCode } from './exitCodes.js';
import { Interrupting } from './signals.js';
import { progressLine, type Terminal } from './commandTerminal.js';
import { watchJson, watchText } from './watchReport.js';

/** `whence watch`: its words, and what it prints. */
export function addWatchCommand(program: Command, terminal: Terminal): void {
  const collect = (text: string, previous: readonly string[]): readonly string[] => [...previous, text];
  program
    .command('watch')
    .description('run a program, or a command that starts programs, and hold rules against their live objects')
    .option('--rules <file>', 'a rules file (repeatable); else every *.rules.ts below the working directory', collect, [])
    .option('--first', 'end the program at the first finding')
    .option('--no-sweep', 'do not ask which objects still exist: findings are not confirmed')
    .option('--recompute', 'hold each update against what is computed from scratch')
    .addOption(
      new Option('--no-prune <which>', 'probe what an analysis would leave out: names, types, aliases or all (repeatable)').argParser(
        collectPruned,
      ),
    )
    .option('--assertions', 'hold @always, @requires, @ensures, @range and @invariant of the program as rules, too')
    .option('--check-pruning', 'probe what is left out, too, and fail when it changes what rules read')
    .option('--explain', 'say how much was probed')
    .option('--pin', 'random numbers and clocks are the same in each run')
    .option('--timeout <seconds>', 'end the program after this time', parseSeconds)
    .option('--reproduce <command>', 'what asks a program that waits for requests; ${port} is its port')
    .option('--node <path>', 'the Node that runs the program', process.execPath)
    .option('--recording <trace>', 'a recording in the place of the program')
    .option('--json', 'print one JSON object')
    .argument('[program...]', 'after --: the program and its arguments, or a command')
    .action(async (words: string[], options: WatchOptions, command: Command) => {
      if (options.recording === undefined && words.length === 0) command.error('name the program to run after --, or a --recording');
      if (options.recording !== undefined) refuseRun(words, options, command);
      terminal.exit(await runWatch(words, options, terminal));
    });
}

interface WatchOptions {
  readonly rules: readonly string[];
  readonly first?: true;
  readonly sweep: boolean;
  readonly recompute?: true;
  readonly checkPruning?: true;
  readonly assertions?: true;
  readonly explain?: true;
  /** What is taken back. */
  readonly prune?: readonly string[] | boolean;
  readonly pin?: true;
  readonly timeout?: number;
  readonly reproduce?: string;
  readonly node: string;
  readonly recording?: string;
  readonly json?: true;
}

/** What only a run can do is refused where there is a recording. */
function refuseRun(words: readonly string[], options: WatchOptions, command: Command): void {
  if (words.length > 0) command.error('name a program after --, or a --recording, not both');
  for (const name of ['assertions', 'pin', 'reproduce', 'checkPruning'] as const)
    if (options[name] !== undefined) command.error(`--${name === 'checkPruning' ? 'check-pruning' : name} needs a program to run`);
}

async function runWatch(words: readonly string[], options: WatchOptions, terminal: Terminal): Promise<number> {
  const started = Date.now();
  const { cwd } = terminal;
  const cancelling = new Interrupting();
  const input = new ReplayedInput(process.stdin);
  const progress = progressLine(terminal);
  const { reproduce: command, prune } = options;
  const isTakenBack = (which: string): boolean => Array.isArray(prune) && (prune.includes(which) || prune.includes('all'));
  const context: WatchContext = {
    runtime: builtFile('runtime.cjs'),
    analysis: builtFile('conditionsWorker.js'),
    input,
    output: options.json ? 'stderr' : 'inherit',
    signal: cancelling.signal,
    interrupt: cancelling.interrupt,
    onProgress: () => {},
    ...(command === undefined
      ? {}
      : { whenWaiting: (port: number | null) => reproduce({ command, cwd, environment: {} }, port, (text) => terminal.err(text)) }),
  };
  try {
    const rulesFiles = options.rules.length > 0 ? options.rules.map((file) => resolve(cwd, file)) : rulesFilesBelow(cwd);
    if (rulesFiles.length === 0 && options.assertions !== true)
      throw new Error('There is no *.rules.ts below the working directory: name one by --rules FILE.');
    const timeoutMs = options.timeout === undefined ? null : options.timeout * 1000;
    const both = { rulesFiles, isFirst: options.first === true, isRecomputed: options.recompute === true, timeoutMs };
    const result =
      options.recording === undefined
        ? await watch(
            {
              program: programToWatch(words, options, cwd),
              ...both,
              isSwept: options.sweep,
              isUnpruned: isTakenBack('names'),
              pruning: { types: !isTakenBack('types'), aliases: !isTakenBack('aliases') },
              areAssertionsHeld: options.assertions === true,
              isPruningChecked: options.checkPruning === true,
              isPinned: options.pin === true,
            },
            context,
          )
        : await watchRecording(
            { ...both, cwd, recording: resolve(cwd, options.recording) },
            { ...context, signal: AbortSignal.any([cancelling.signal, cancelling.interrupt]), program: builtFile('recordedRules.cjs') },
          );
    progress.end();
    if (options.json) terminal.out(watchJson(result, cwd, Date.now() - started));
    else terminal.out(watchText(result, cwd, terminal.color) + (options.explain === true ? explained(result) : ''));
    return codeOf(result, terminal);
  } catch (error) {
    progress.end();
    terminal.err(`whence: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  } finally {
    input.close();
    cancelling.over();
  }
}

function programToWatch(words: readonly string[], { node, reproduce: asking }: WatchOptions, cwd: string): ProgramToRun | CommandToRun {
  const program = programOrCommand(words, { node, cwd });
  if ('command' in program && asking !== undefined)
    throw new Error('--reproduce is for a program: of a command nobody knows which process waits.');
  return program;
}

/** A rule that fired, and said so, counts for more than one that could not be used. */
function codeOf({ rules, findings }: WatchResult, terminal: Terminal): number {
  for (const { name, fault } of rules) if (fault !== null) terminal.err(`whence: rule ${name}: ${fault}\n`);
  if (findings.length > 0 || rules.some(({ fired, fault }) => fired > 0 && fault === null)) return exitCode.found;
  return rules.some(({ fault }) => fault !== null) ? exitCode.failed : exitCode.clean;
}

function explained({ probes, sweeps, unpruned }: WatchResult): string {
  const { sites, leftOut, checks, dispatches } = probes;
  const n = (count: number | null): string => count?.toLocaleString('en') ?? 'an unknown number of';
  const { names, types, aliases } = leftOut;
  return `${n(sites)} probes; left out: ${n(names)} by names, ${n(types)} by types, ${n(aliases)} by aliases; ${n(checks)} times a probe ran, and ${n(dispatches)} times what rules read has changed; ${n(sweeps)} sweeps.\n${unpruned.map((sentence) => `${sentence}\n`).join('')}`;
}

const prunings = ['names', 'types', 'aliases', 'all'];

function collectPruned(text: string, previous: unknown): readonly string[] {
  if (!prunings.includes(text)) throw new InvalidArgumentError(`Allowed choices are ${prunings.join(', ')}.`);
  return [...(Array.isArray(previous) ? (previous as readonly string[]) : []), text];
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400)) throw new InvalidArgumentError('It must be a number of seconds.');
  return seconds;
}
