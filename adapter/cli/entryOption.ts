import { InvalidArgumentError } from 'commander';
import { printable } from '../../server/findings/printable.js';
import type { EntryPlace, EntryReport } from '../operations/entryReports.js';
import { fromObservedEntry } from '../operations/fromObservedEntry.js';
import { programOrCommand, ReplayedInput } from '../operations/programs.js';
import type { Terminal } from './commandTerminal.js';
import { Cancelling } from './signals.js';

/** The words of `--entry`. */
export function parseEntry(text: string): EntryPlace {
  if (text === 'uncaught') return { kind: 'failure', recording: null };
  const [, recording, event] = /^(.+)#(\d{1,15}|uncaught)$/.exec(text) ?? [];
  if (recording !== undefined && event === 'uncaught') return { kind: 'failure', recording };
  if (recording !== undefined) return { kind: 'event', recording, event: Number(event) };
  const [, file, line, hit] = /^(.+?):(\d{1,9})(?::(\d{1,9}))?$/.exec(text) ?? [];
  if (file === undefined || Number(line) < 1 || (hit !== undefined && Number(hit) < 1))
    throw new InvalidArgumentError('It must be FILE:LINE, FILE:LINE:HIT, RECORDING#EVENT, RECORDING#uncaught or uncaught.');
  return { kind: 'line', file, line: Number(line), hit: hit === undefined ? 1 : Number(hit) };
}

/** What is run for `--entry`, and what is printed meanwhile. */
export interface EntryRun {
  readonly place: EntryPlace;
  /** The program and its arguments, or a command; none where the place is in a recording. */
  readonly words: readonly string[];
  readonly node: string;
  readonly isJson: boolean;
}

/** Runs what `--entry` names. Rejects with one sentence for the user. */
export async function entriesOf({ place, words, node, isJson }: EntryRun, { cwd }: Terminal): Promise<readonly EntryReport[]> {
  const cancelling = new Cancelling(words.length > 0);
  const input = new ReplayedInput(process.stdin);
  try {
    const program = words.length === 0 ? null : programOrCommand(words, { node, cwd });
    const context = { output: isJson ? ('stderr' as const) : ('inherit' as const), input, signal: cancelling.signal };
    return await fromObservedEntry({ place, program, cwd }, { ...context, onProgress: () => {} });
  } finally {
    input.close();
    cancelling.over();
  }
}

/** What is said of calls of a run, apart from what holds of all runs. */
export function entriesText(entries: readonly EntryReport[]): string {
  const lines = entries.flatMap(({ file, span, function: name, hit, reason, findings }) => {
    const head = `${file}:${span.line}:${span.column} ${name === '' ? 'the function' : name}, call ${hit}:`;
    if (findings.length > 0)
      return findings.flatMap(({ message, because }) => [
        `${head} ${message}`,
        ...because.slice(1).map((call) => `  through ${call.file}:${call.span.line}:${call.span.column} ${call.message}`),
      ]);
    return [`${head} ${reason === null ? 'from here it returns' : `nothing certain from here (${reason})`}.`];
  });
  return `\nOf this run alone:\n${lines.map((line) => `${printable(line)}\n`).join('')}`;
}
