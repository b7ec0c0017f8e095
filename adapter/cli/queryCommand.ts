import { InvalidArgumentError, Option, type Command } from 'commander';
import { resolve } from 'node:path';
import { builtFile } from '../operations/built.js';
import { ReplayedInput } from '../operations/programs.js';
import { query, type QueryAnswer, type QueryRequest } from '../operations/query.js';
import { queryFilled, type FilledAnswers } from '../operations/queryFilled.js';
import { recordingsOf } from '../operations/queryEach.js';
import { editedNotes } from '../operations/recordedFile.js';
import type { Answer } from '../query/answerQuestion.js';
import { textOfAnswer } from './answerText.js';
import { exitCode } from './exitCodes.js';
import { savedAnswers } from './savedAnswers.js';
import { Interrupting } from './signals.js';
import { runOwnQuery, type OwnQueryOptions } from './ownQueryCommand.js';
import { runOverFolder } from './queryFolder.js';
import { runCompared } from './queryCompared.js';
import type { Terminal } from './commandTerminal.js';

/** `whence query`: its words, and what it prints. */
export function addQueryCommand(program: Command, terminal: Terminal): void {
  program
    .command('query')
    .description('ask a recording')
    .argument('<trace>', 'the file of a recording, or a folder of recordings; with a query also a data set that was exported')
    .argument('[query]', 'a file of SQL (.sql) or Prolog (.pl), or such a query itself')
    .option('--ask <question>', 'callChain(event: 812), objectState(object: "Row#3", event: 812), ...; two are compared', collect)
    .option('--against <trace>', 'another recording: where do the runs, or the answers, differ?')
    .option('--limit <n>', 'print so many rows at most', parseLimit)
    .addOption(
      new Option('--engine <name>', 'what answers SQL: the last two are yours, and read a data set').choices([
        'sqlite',
        'duckdb',
        'clickhouse',
      ]),
    )
    .option('--fill', 'where a question lacks what was not recorded, run the program again, and record it as a whole')
    .option('--timeout <seconds>', 'give up on a query after this time', parseSeconds)
    .option('--json', 'print one JSON object')
    .action(async (trace: string, own: string | undefined, options: QueryOptions, command: Command) => {
      const { ask = [], against } = options;
      if (own !== undefined && ask.length > 0) command.error('give a query, or a question behind --ask');
      if (ask.length > 2) command.error('two questions are compared, not more');
      if (ask.length > 1 && against !== undefined) command.error('give one question with --against');
      if (options.fill === true && (ask.length !== 1 || against !== undefined)) command.error('--fill is for one question behind --ask');
      if (against !== undefined || ask.length > 1)
        terminal.exit(await runCompared({ trace, against: against ?? null, own: own ?? null, questions: ask, ...options }, terminal));
      else if (own !== undefined) terminal.exit(await runOwnQuery(trace, own, options, terminal));
      else if (ask.length === 0) command.error('ask something: --ask "callTree()"');
      else terminal.exit(await runQuery(trace, options, terminal));
    });
}

function collect(question: string, before: readonly string[] = []): readonly string[] {
  return [...before, question];
}

interface QueryOptions extends OwnQueryOptions {
  readonly ask?: readonly string[];
  readonly against?: string;
  readonly fill?: true;
}

async function runQuery(trace: string, { ask = [], limit = Infinity, json, fill }: QueryOptions, terminal: Terminal): Promise<number> {
  const began = Date.now();
  const { cwd } = terminal;
  try {
    const recordings = recordingsOf(resolve(cwd, trace));
    if (recordings !== null && fill === true) throw new Error('--fill runs the program of one recording again, not those of a folder.');
    if (recordings !== null) return await runOverFolder(recordings, ask[0] ?? '', { limit, json: json === true }, terminal);
    const request: QueryRequest = { recording: resolve(cwd, trace), questions: ask, limit, cwd };
    const { answers, recording } = fill === true ? await filled(request) : { answers: await saved(request), recording: null };
    const [answer] = answers;
    if (answer === undefined) return exitCode.clean;
    const edited = await editedNotes(answer.sources, { cwd, within: null });
    const notes = [...(answer.notes ?? []), ...edited];
    const lines = recording === null ? edited : [...edited, `The program ran again: events and objects are those of ${recording}`];
    const text = (): string => textOfAnswer(answer) + lines.map((note) => `${note}\n`).join('');
    terminal.out(json ? jsonOf(answer, { notes, recording, milliseconds: Date.now() - began }) : text());
    return exitCode.clean;
  } catch (error) {
    terminal.err(`whence: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

function saved(request: QueryRequest): Promise<readonly QueryAnswer[]> {
  return savedAnswers().answer(['named', request], [request.recording], () => query(request));
}

async function filled(request: QueryRequest): Promise<FilledAnswers> {
  const cancelling = new Interrupting();
  const input = new ReplayedInput(process.stdin);
  const { signal, interrupt } = cancelling;
  try {
    const context = { runtime: builtFile('runtime.cjs'), output: 'stderr', input, signal, interrupt, onProgress: () => {} } as const;
    return await queryFilled(request, process.execPath, context);
  } finally {
    input.close();
    cancelling.over();
  }
}

interface JsonParts {
  readonly notes: readonly string[];
  readonly recording: string | null;
  readonly milliseconds: number;
}

function jsonOf({ columns, rows, total, complete, missing }: Answer, { notes, recording, milliseconds }: JsonParts): string {
  const noted = { ...(notes.length === 0 ? {} : { notes }), ...(recording === null ? {} : { filled: { recording } }) };
  return `${JSON.stringify({ schema: 'whence.query/1', columns, rows, total, complete, missing, ...noted, milliseconds })}\n`;
}

function parseLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

function parseSeconds(text: string): number {
  if (!/^\d{1,6}(\.\d+)?$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('It must be a number above 0.');
  return Number(text);
}
