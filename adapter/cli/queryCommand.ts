import { InvalidArgumentError, type Command } from 'commander';
import { resolve } from 'node:path';
import { ownQuery } from '../operations/ownQuery.js';
import { query } from '../operations/query.js';
import type { Answer } from '../query/answerQuestion.js';
import type { Answer as Table } from '../trace/relations/answer.js';
import { QueryError } from '../trace/relations/queryError.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

/** `whence query`: its words, and what it prints. */
export function addQueryCommand(program: Command, terminal: Terminal): void {
  program
    .command('query')
    .description('ask a recording')
    .argument('<trace>', 'the file of a recording')
    .argument('[query]', 'a file of SQL (.sql) or Prolog (.pl), or such a query itself')
    .option('--ask <question>', 'callChain(event: 812), objectState(object: "Row#3", event: 812), ...')
    .option('--limit <n>', 'print so many rows at most', parseLimit)
    .option('--json', 'print one JSON object')
    .action(async (trace: string, own: string | undefined, options: QueryOptions, command: Command) => {
      if (own !== undefined && options.ask !== undefined) command.error('give a query, or a question behind --ask');
      if (own !== undefined) terminal.exit(await runOwnQuery(trace, own, options, terminal));
      else if (options.ask === undefined) command.error('ask something: --ask "callTree()"');
      else terminal.exit(runQuery(trace, options, terminal));
    });
}

interface QueryOptions {
  readonly ask?: string;
  readonly limit?: number;
  readonly json?: true;
}

function runQuery(trace: string, { ask = '', limit = Infinity, json }: QueryOptions, terminal: Terminal): number {
  const began = Date.now();
  const { cwd } = terminal;
  try {
    const [answer] = query({ recording: resolve(cwd, trace), questions: [ask], limit, cwd });
    if (answer !== undefined) terminal.out(json ? jsonOf(answer, Date.now() - began) : textOf(answer));
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

/** Rows below each other: the place, and then every column that says something. */
function textOf({ columns, rows, total, missing }: Answer): string {
  const lines = rows.map((row) => {
    const place = row['file'] === undefined ? '' : ` ${String(row['file'])}:${String(row['line'])}:${String(row['column'])}`;
    const shown = columns
      .filter((name) => !/^(event|file|line|column)$/.test(name) && row[name] !== undefined && (row[name] !== null || mayBeNull.has(name)))
      .map((name) => `${name} ${textOfValue(row[name])}`);
    return `#${String(row['event'] ?? '-')}${place}  ${shown.join('  ')}`;
  });
  const omitted = total - rows.length;
  return [
    ...lines,
    ...(total === 0 ? ['No rows.'] : []),
    ...(omitted > 0 ? [`… and ${omitted} more.`] : []),
    ...missing.map(
      ({ reason, file, line }) => `Rows may be missing: ${reasons[reason]}${file === undefined ? '' : ` (${file}:${line ?? 0})`}.`,
    ),
    '',
  ].join('\n');
}

/** Columns in which null is a value, or says that nothing is known; elsewhere it says that there is none. */
const mayBeNull: ReadonlySet<string> = new Set(['value', 'result', 'before', 'after', 'receiver', 'key', 'answer']);

const reasons: Readonly<Record<Answer['missing'][number]['reason'], string>> = {
  budget: 'a place in the text was passed so often that it was only counted',
  globs: 'its file was recorded by calls alone',
  cut: 'the recording has no end',
  damaged: 'a part of the file is damaged',
};

/** A value in a line: objects by their name and what they show. */
function textOfValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'object' in value && 'preview' in value)
    return `${String(value.object)} ${String(value.preview)}`;
  if (Array.isArray(value)) return `[${value.map(textOfValue).join(', ')}]`;
  return typeof value === 'string' ? JSON.stringify(value) : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function parseLimit(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
