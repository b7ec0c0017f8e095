import { InvalidArgumentError, type Command } from 'commander';
import { resolve } from 'node:path';
import { query } from '../operations/query.js';
import type { Answer } from '../query/answerQuestion.js';
import { exitCode } from './exitCodes.js';
import type { Terminal } from './commandTerminal.js';

/** `whence query`: its words, and what it prints. */
export function addQueryCommand(program: Command, terminal: Terminal): void {
  program
    .command('query')
    .description('ask a recording')
    .argument('<trace>', 'the file of a recording')
    .option('--ask <question>', 'callChain(event: 812), objectState(object: "Row#3", event: 812), ...')
    .option('--limit <n>', 'print so many rows at most', parseLimit)
    .option('--json', 'print one JSON object')
    .action((trace: string, options: QueryOptions, command: Command) => {
      if (options.ask === undefined) command.error('ask something: --ask "callTree()"');
      terminal.exit(runQuery(trace, options, terminal));
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

function jsonOf({ columns, rows, total, complete, missing }: Answer, milliseconds: number): string {
  return `${JSON.stringify({ schema: 'whence.query/1', columns, rows, total, complete, missing, milliseconds })}\n`;
}

/** Rows below each other: the place, and then every column that says something. */
function textOf({ columns, rows, total, missing }: Answer): string {
  const lines = rows.map((row) => {
    const place = row['file'] === undefined ? '' : ` ${String(row['file'])}:${String(row['line'])}:${String(row['column'])}`;
    const shown = columns
      .filter((name) => !/^(event|file|line|column)$/.test(name) && row[name] !== undefined && row[name] !== null)
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
