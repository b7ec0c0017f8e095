import { InvalidArgumentError, type Command } from 'commander';
import { basename, resolve } from 'node:path';
import { builtFile } from '../operations/built.js';
import { AnalysisThread } from '../operations/analysisThread.js';
import { readQuestions } from '../operations/askedChain.js';
import { programOrCommand, ReplayedInput, reproduce, type WhenWaiting } from '../operations/programs.js';
import { readRecordedStop, readStop } from '../operations/stopText.js';
import { expectPoints, forecastPoints } from '../operations/pointForecasts.js';
import { why, type WhyContext, type WhyRequest, type WhyResult } from '../operations/why.js';
import { whyFilled } from '../operations/whyFilled.js';
import { whyRecorded, type WhyRecordedRequest } from '../operations/whyRecorded.js';
import type { Show } from '../querypoints/question/question.js';
import type { PointAnswer } from '../querypoints/question/point.js';
import { reportJson } from '../querypoints/report/reportJson.js';
import { reportText } from '../querypoints/report/reportText.js';
import { exitCode } from './exitCodes.js';
import { Cancelling } from './signals.js';
import { progressLine, type Terminal } from './commandTerminal.js';

/** `whence why`: its words, and what it prints. */
export function addWhyCommand(program: Command, terminal: Terminal): void {
  program
    .command('why')
    .description('run a program again and say where a value was last changed, or why control got there')
    .requiredOption(
      '--stop <place>',
      'where the question is put: file:line[:col], the text of a line, uncaught, caught, failure (of an assertion), broken (a condition that check finds), or #EVENT of a recording',
    )
    .option('--hit <n>', 'the how-many-th time', parseHit, 1)
    .option('--when <expression>', 'at a line: count only the times that this holds')
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
    .option('--no-prune', 'keep the probes that the analysis proves not to be needed')
    .option('--explain', 'say how much was probed, and why the rest was not')
    .option('--timeout <seconds>', 'give up on a run after this time', parseSeconds, 60)
    .option('--reproduce <command>', 'what has a program that waits for requests do again what led to the stop; ${port} is its port')
    .option('--node <path>', 'the Node that runs the program', process.execPath)
    .option('--recording <trace>', 'ask a recording instead of running a program')
    .option('--fill', 'with --recording: where it does not know an answer, run its program again')
    .argument('[program...]', 'after --: the program and its arguments, or a command')
    .action(async (words: string[], options: WhyOptions, command: Command) => {
      if (options.fill === true && options.recording === undefined) command.error('--fill needs a --recording');
      if (words.length === 0 && options.recording === undefined) command.error('name the program to run after --, or a --recording');
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
  readonly prune: boolean;
  readonly explain?: true;
  readonly timeout: number;
  readonly reproduce?: string;
  readonly node: string;
  readonly recording?: string;
  readonly fill?: true;
}

async function runWhy(words: readonly string[], options: WhyOptions, terminal: Terminal): Promise<number> {
  const started = Date.now();
  const progress = progressLine(terminal);
  const cancelling = new Cancelling(options.recording === undefined || options.fill === true);
  const input = new ReplayedInput(process.stdin);
  const analysis = new AnalysisThread(builtFile('conditionsWorker.js'));
  try {
    const { cwd } = terminal;
    const request = options.recording === undefined ? requestOf(words, options, cwd) : recordedRequest(options, options.recording, cwd);
    if (request.stop.kind === 'line') expectPoints(resolve(cwd, request.stop.file), cwd, analysis);
    const context: WhyContext = {
      runtime: builtFile('runtime.cjs'),
      input,
      output: options.json ? 'stderr' : 'inherit',
      signal: cancelling.signal,
      analysis,
      ...(options.reproduce === undefined ? {} : { whenWaiting: reproducing(options.reproduce, terminal) }),
      onProgress: ({ run, found }) => progress.show(`run ${run}… ${located(found)}`),
    };
    const pruning = { isUnpruned: !options.prune, waitsForProofs: options.explain === true };
    const runs = { ...pruning, isPinned: options.pin === true, timeoutMs: options.timeout * 1000, node: options.node, cwd: terminal.cwd };
    const ask = async (more: readonly Show[], live: WhyContext): Promise<WhyResult> => {
      const shows = [...request.shows, ...more];
      if (!('recording' in request)) return why({ ...request, ...pruning, shows }, live);
      return options.fill === true ? whyFilled({ ...request, shows, ...runs }, live) : whyRecorded({ ...request, shows });
    };
    const result = await ask([], context);
    const forecasts = await forecastPoints(result, terminal.cwd, analysis, (more) => ask(more, { ...context, output: 'ignore' }));
    progress.end();
    const { queries } = result;
    terminal.out(
      options.json
        ? reportJson(result, { cwd: terminal.cwd, milliseconds: Date.now() - started, forecasts })
        : reportText(result, {
            cwd: terminal.cwd,
            queries,
            color: terminal.color,
            isExplained: options.explain === true,
            isPinned: options.pin === true,
            forecasts,
          }),
    );
    const asked = result.points.filter(({ id }) => id !== 'P1' || queries.length === 0);
    return asked.every(({ status }) => status === 'located' || status === 'initial') ? exitCode.clean : exitCode.found;
  } catch (error) {
    terminal.err(`whence: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  } finally {
    analysis.end();
    input.close();
    cancelling.over();
  }
}

/** What is known while another run shows the stacks. */
function located(points: readonly PointAnswer[]): string {
  return points
    .flatMap(({ id, position }) => (position === null ? [] : [`${id} is ${basename(position.path)}:${position.line}`]))
    .join(', ');
}

function reproducing(command: string, terminal: Terminal): WhenWaiting {
  return (port) => reproduce({ command, cwd: terminal.cwd, environment: {} }, port, (text) => terminal.err(text));
}

function requestOf(words: readonly string[], options: WhyOptions, cwd: string): WhyRequest {
  if (options.ask.length === 0) throw new Error(askSomething);
  const program = programOrCommand(words, { node: options.node, cwd });
  if ('command' in program && options.reproduce !== undefined)
    throw new Error('--reproduce is for a program: of a command nobody knows which process waits.');
  return {
    stop: readStop(options, { cwd, program: words[0] ?? null }),
    program,
    ...readQuestions(options.ask, options.show),
    isPinned: options.pin === true,
    timeoutMs: options.timeout * 1000,
  };
}

function recordedRequest(options: WhyOptions, recording: string, cwd: string): WhyRecordedRequest {
  if (options.ask.length === 0) throw new Error(askSomething);
  const stop = readRecordedStop(options, cwd);
  return { recording: resolve(cwd, recording), stop, cwd, ...readQuestions(options.ask, options.show) };
}

const askSomething = 'Ask something: --ask "lastChange(o.f)".';

function parseHit(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400)) throw new InvalidArgumentError('It must be a number of seconds.');
  return seconds;
}
