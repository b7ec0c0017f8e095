import { InvalidArgumentError, type Command } from 'commander';
import { resolve } from 'node:path';
import { ownQuery } from '../operations/ownQuery.js';
import { query } from '../operations/query.js';
import type { Answer } from '../query/answerQuestion.js';
import type { Answer as Table } from '../trace/relations/answer.js';
import { QueryError } from '../trace/relations/queryError.js';
import { textOfAnswer } from './answerText.js';
import { exitCode } from './exitCodes.js';
import { runCompared } from './queryCompared.js';
import type { Terminal } from './commandTerminal.js';

/** `whence query`: its words, and what it prints. */
export function addQueryCommand(program: Command, terminal: Terminal): void {
  program
    .command('query')
    .description('ask a recording')
    .argument('<trace>', 'the file of a recording')
    .argument('[query]', 'a file of SQL (.sql) or Prolog (.pl), or such a query itself')
    .option('--ask <question>', 'callChain(event: 812), objectState(object: "Row#3", event: 812), ...; two are compared', collect)
    .option('--against <trace>', 'another recording: where do the runs, or the answers, differ?')
    .option('--limit <n>', 'print so many rows at most', parseLimit)
    .option('--json', 'print one JSON object')
    .action(async (trace: string, own: string | undefined, options: QueryOptions, command: Command) => {
      const { ask = [], against } = options;
      if (own !== undefined && ask.length > 0) command.error('give a query, or a question behind --ask');
      if (ask.length > 2) command.error('two questions are compared, not more');
      if (ask.length > 1 && against !== undefined) command.error('give one question with --against');
      if (against !== undefined || ask.length > 1)
        terminal.exit(await runCompared({ trace, against: against ?? null, own: own ?? null, questions: ask, ...options }, terminal));
      else if (own !== undefined) terminal.exit(await runOwnQuery(trace, own, options, terminal));
      else if (ask.length === 0) command.error('ask something: --ask "callTree()"');
      else terminal.exit(runQuery(trace, options, terminal));
    });
}

function collect(question: string, before: readonly string[] = []): readonly string[] {
  return [...before, question];
}

interface QueryOptions {
  readonly ask?: readonly string[];
  readonly against?: string;
  readonly limit?: number;
  readonly json?: true;
}

function runQuery(trace: string, { ask = [], limit = Infinity, json }: QueryOptions, terminal: Terminal): number {
  const began = Date.now();
  const { cwd } = terminal;
  try {
    const [answer] = query({ recording: resolve(cwd, trace), questions: ask, limit, cwd });
    if (answer !== undefined) terminal.out(json ? jsonOf(answer, Date.now() - began) : textOfAnswer(answer));
    return exitCode.clean;
  } catch (error) {
    terminal.err(`whence: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

/** So many rows are kept when nothing else is said, and so much memory is used at most. */
const ownLimits = { rows: 100_000, megabytes: 1024 };

async function runOwnQuery(
  trace: string,
  own: string,
  { limit = ownLimits.rows, json }: QueryOptions,
  terminal: Terminal,
): Promise<number> {
  const began = Date.now();
  const { cwd } = terminal;
  try {
    const limits = { ...ownLimits, rows: limit };
    const table = await ownQuery({ recording: resolve(cwd, trace), file: resolve(cwd, own), text: own, limits, cwd });
    terminal.out(json ? jsonOfTable(table, Date.now() - began) : textOfTable(table));
    return exitCode.clean;
  } catch (error) {
    const place = error instanceof QueryError ? error.place : null;
    const message = error instanceof Error ? error.message : String(error);
    terminal.err(`whence: ${place === null ? '' : `line ${place.line}, column ${place.column}: `}${message}\n`);
    return exitCode.failed;
  }
}

function jsonOfTable({ columns, rows, total }: Table, milliseconds: number): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, column) => [name, row[column]])));
  return `${JSON.stringify({ schema: 'whence.query/1', columns, rows: objects, total, milliseconds })}\n`;
}

function textOfTable({ columns, rows, total, output = '' }: Table): string {
  const lines = [columns, ...rows.map((row) => row.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))))];
  const omitted = total - rows.length;
  return `${output}${lines.map((line) => line.join('\t')).join('\n')}\n${omitted > 0 ? `… and ${omitted} more.\n` : ''}`;
}

function jsonOf({ columns, rows, total, complete, missing }: Answer, milliseconds: number): string {
  return `${JSON.stringify({ schema: 'whence.query/1', columns, rows, total, complete, missing, milliseconds })}\n`;
}

function parseLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
