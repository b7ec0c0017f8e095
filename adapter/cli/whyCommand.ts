import { InvalidArgumentError, type Command } from 'commander';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { clearLine, cursorTo } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';
import type { Terminal } from './commandTerminal.js';
import type { PointAnswer } from '../query/point.js';
import { isExpression, parseQueries, parseShows, type Query } from '../query/query.js';
import { investigate, type Stop } from '../query/reexecute.js';
import { reportJson } from '../query/reportJson.js';
import { reportText } from '../query/reportText.js';
import { ReplayedInput } from '../launch/input.js';
import { reproduce, type WhenWaiting } from '../launch/reproduction.js';
import { watch } from '../launch/watchdog.js';

/** The commands of the dynamic half: what `whence why` accepts, does and prints (DESIGN section 5). */
export function addDynamicCommands(program: Command, terminal: Terminal): void {
  program
    .command('why')
    .description('run a program again and say where a value was last changed, or why control got there')
    .requiredOption('--stop <place>', 'where the question is put: file:line[:col], or uncaught')
    .option('--hit <n>', 'the how-many-th time', parseHit, 1)
    .option('--when <expression>', 'count only the times that this holds')
    .option(
      '--ask <query>',
      'lastChange(PLACE), lastCondition(POINT), ... (repeatable)',
      (text: string, previous: string[]) => [...previous, text],
      [],
    )
    .option(
      '--show <expression>',
      '[POINT:]EXPRESSION: what else to show of a located point (repeatable)',
      (text: string, previous: string[]) => [...previous, text],
      [],
    )
    .option('--pin', 'random numbers and clocks are the same in each run')
    .option('--json', 'print one JSON object')
    .option('--explain', 'say how much was probed, and why the rest was not')
    .option('--timeout <seconds>', 'give up on a run after this time', parseSeconds, 60)
    .option('--reproduce <command>', 'what has a program that waits for requests do again what led to the stop; ${port} is its port')
    .option('--node <path>', 'the Node that runs the program', process.execPath)
    .argument('[program...]', 'after --: the program and its arguments')
    .action(async (words: string[], options: WhyOptions, command: Command) => {
      if (words.length === 0) command.error('name the program to run after --');
      terminal.exit(await runWhy(words, options, terminal));
    });
}

interface WhyOptions {
  readonly stop: string;
  readonly hit: number;
  readonly when?: string;
  readonly ask: readonly string[];
  readonly show: readonly string[];
  readonly pin?: true;
  readonly json?: true;
  readonly explain?: true;
  readonly timeout: number;
  readonly reproduce?: string;
  readonly node: string;
}

async function runWhy(words: readonly string[], options: WhyOptions, terminal: Terminal): Promise<number> {
  const started = Date.now();
  const progress = (text: string) => {
    if (terminal.progress === null) return;
    clearLine(terminal.progress, 0);
    cursorTo(terminal.progress, 0);
    terminal.progress.write(text);
  };
  let found = '';
  void watch(); // nothing waits for it when the program is started
  const cancelling = new AbortController();
  const cancel = () => cancelling.abort();
  const input = new ReplayedInput(process.stdin);
  for (const signal of signals) process.on(signal, cancel);
  try {
    const queries = readQueries(options.ask);
    const stop = readStop(options, terminal.cwd);
    const { nodeArgs, args } = programOf(words, terminal.cwd);
    const program = args[0] ?? '';
    if (!existsSync(resolve(terminal.cwd, program))) throw new Error(`${program}: There is no such file.`);
    const result = await investigate({
      stop,
      queries,
      shows: parseShows(options.show, queries),
      isPinned: options.pin === true,
      start: {
        node: options.node,
        nodeArgs,
        args,
        cwd: terminal.cwd,
        runtime: runtimePath(),
        input,
        ...(options.reproduce === undefined ? {} : { whenWaiting: reproducing(options.reproduce, terminal) }),
      },
      output: options.json ? 'stderr' : 'inherit',
      timeoutMs: options.timeout * 1000,
      signal: cancelling.signal,
      eraseTypes,
      onRun: (number) => progress(`run ${number}… ${found}`),
      onAnswers: ({ points }) => (found = located(points)),
    });
    progress('');
    terminal.out(
      options.json
        ? reportJson(result, terminal.cwd, Date.now() - started)
        : reportText(result, { cwd: terminal.cwd, queries, color: terminal.color, isExplained: options.explain === true }),
    );
    const asked = result.points.filter(({ id }) => id !== 'P1' || queries.length === 0);
    return asked.every(({ status }) => status === 'located' || status === 'initial') ? 0 : 1;
  } catch (error) {
    terminal.err(`whence: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  } finally {
    input.close();
    for (const signal of signals) process.removeListener(signal, cancel);
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** What is known while another run shows the stacks. */
function located(points: readonly PointAnswer[]): string {
  return points
    .flatMap(({ id, position }) => (id === 'P1' || position === null ? [] : [`${id} is ${basename(position.path)}:${position.line}`]))
    .join(', ');
}

function reproducing(command: string, terminal: Terminal): WhenWaiting {
  return (port) => reproduce({ command, cwd: terminal.cwd, environment: {} }, port, (text) => terminal.err(text));
}

/** tsx starts another process for the program: the loader that it would start it with is used instead. */
function programOf(words: readonly string[], cwd: string): { readonly nodeArgs: readonly string[]; readonly args: readonly string[] } {
  const command = resolve(cwd, words[0] ?? '');
  const path = existsSync(command) ? realpathSync(command) : command;
  const loader = /[\\/]tsx[\\/]dist[\\/]cli\.[cm]?js$/.test(path) ? join(dirname(path), 'loader.mjs') : undefined;
  return loader === undefined
    ? { nodeArgs: [], args: words }
    : { nodeArgs: ['--import', pathToFileURL(loader).href], args: words.slice(1) };
}

function readQueries(texts: readonly string[]): readonly Query[] {
  if (texts.length === 0) throw new Error('Ask something: --ask "lastChange(o.f)".');
  return parseQueries(texts);
}

function readStop({ stop, hit, when }: WhyOptions, cwd: string): Stop {
  if (stop === 'uncaught') return { kind: 'uncaught' };
  if (when !== undefined && !isExpression(when)) throw new Error(`--when ${when}: it is no expression.`);
  const [, path, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(stop) ?? [];
  if (path === undefined || Number(line) < 1) throw new Error(`--stop ${stop}: write FILE:LINE, FILE:LINE:COLUMN or uncaught.`);
  return {
    kind: 'line',
    line: {
      paths: namesOf(resolve(cwd, path)),
      line: Number(line),
      column: column === undefined ? null : Number(column),
      hit,
      when: when ?? null,
      names: [],
    },
  };
}

/** A file as it is reached, and as Node names the modules that it loads: without symbolic links. */
function namesOf(path: string): readonly string[] {
  return existsSync(path) ? [...new Set([path, realpathSync(path)])] : [path];
}

/** Beside the command when it is built; in dist/ when it runs from its sources. */
function runtimePath(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const beside = join(here, 'runtime.cjs');
  return existsSync(beside) ? beside : join(here, '../../dist/runtime.cjs');
}

function parseHit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400)) throw new InvalidArgumentError('It must be a number of seconds.');
  return seconds;
}
