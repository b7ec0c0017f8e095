import { resolve } from 'node:path';
import { builtFile } from '../operations/built.js';
import { readQuery, type OwnAnswer, type OwnQueryRequest, type QueryEngine } from '../operations/ownQuery.js';
import type { Recorded } from '../operations/recordings.js';
import { runQuery } from '../operations/runQuery.js';
import { QueryError } from '../trace/relations/queryError.js';
import { missingText } from './answerText.js';
import { exitCode } from './exitCodes.js';
import { Cancelling } from './signals.js';
import { savedAnswers } from './savedAnswers.js';
import type { Terminal } from './commandTerminal.js';

/** How a query of the user's own is asked. */
export interface OwnQueryOptions {
  readonly limit?: number;
  readonly engine?: QueryEngine;
  readonly timeout?: number;
  readonly json?: true;
}

/** When nothing else is said: so many rows are kept, so much memory is used, and so many seconds are taken at most. */
const defaults = { rows: 100_000, megabytes: 1024, seconds: 600 };

/** Asks a query of the user's own and prints the answer. */
export async function runOwnQuery(
  trace: string,
  own: string,
  { limit = defaults.rows, engine, timeout = defaults.seconds, json }: OwnQueryOptions,
  terminal: Terminal,
): Promise<number> {
  const began = Date.now();
  const { cwd } = terminal;
  const cancelling = new Cancelling();
  try {
    const request: OwnQueryRequest = {
      recording: resolve(cwd, trace),
      file: resolve(cwd, own),
      text: own,
      limits: { rows: limit, megabytes: defaults.megabytes },
      cwd,
      engineFolders: [builtFile('../.cache/engines')],
      ...(engine === undefined ? {} : { engine }),
    };
    const run = { program: builtFile('queryWorker.js'), milliseconds: timeout * 1000, signal: cancelling.signal };
    const { recorded, query, engine: answering, language } = readQuery(request);
    // Engines are quick over a data set, and to know all of its files is to read them.
    const files = recorded.kind === 'dataSet' ? null : recorded.recordings.map(({ file }) => file);
    const question = ['own', language, answering, query, request.limits, cwd, files];
    const answer = await (files === null ? runQuery(request, run) : savedAnswers().answer(question, files, () => runQuery(request, run)));
    terminal.out(json ? jsonOf(answer, recorded.kind, Date.now() - began) : textOf(answer));
    terminal.err(
      lackingText(answer.lacking ?? [], recorded.kind)
        .map((line) => `whence: ${line}\n`)
        .join(''),
    );
    return exitCode.clean;
  } catch (error) {
    terminal.err(`whence: ${sentenceOf(error)}\n`);
    return exitCode.failed;
  } finally {
    cancelling.over();
  }
}

/** What was wrong with a query, after its place. */
function sentenceOf(error: unknown): string {
  const place = error instanceof QueryError ? error.place : null;
  const message = error instanceof Error ? error.message : String(error);
  return `${place === null ? '' : `line ${place.line}, column ${place.column}: `}${message}`;
}

/** Of one recording a line for each reason; of many a line for each that is left out, and one for all others. */
function lackingText(lacking: NonNullable<OwnAnswer['lacking']>, kind: Recorded['kind']): readonly string[] {
  if (kind === 'recording')
    return missingText([...new Map(lacking.flatMap((one) => one.missing.map((why) => [why.reason, why]))).values()]);
  const leftOut = lacking.flatMap(({ error }) => (error === null ? [] : [`${error} It is left out.`]));
  const [first, ...others] = lacking.filter(({ error }) => error === null);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return first === undefined ? leftOut : [...leftOut, `Rows may be missing of ${first.run}${more}: --json says why.`];
}

/** What a data set lacks is not told: `complete` is absent. */
function jsonOf({ columns, rows, total, lacking }: OwnAnswer, kind: Recorded['kind'], milliseconds: number): string {
  const objects = rows.map((row) => Object.fromEntries(columns.map((name, column) => [name, row[column]])));
  const complete = lacking === undefined ? {} : { complete: lacking.length === 0 };
  const why = kind === 'recording' ? { missing: lacking?.flatMap(({ missing }) => missing) } : { runs: lacking };
  return `${JSON.stringify({ schema: 'whence.query/1', columns, rows: objects, total, ...complete, ...why, milliseconds })}\n`;
}

function textOf({ columns, rows, total, output = '' }: OwnAnswer): string {
  const lines = [columns, ...rows.map((row) => row.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))))];
  const omitted = total - rows.length;
  return `${output}${lines.map((line) => line.join('\t')).join('\n')}\n${omitted > 0 ? `… and ${omitted} more.\n` : ''}`;
}
