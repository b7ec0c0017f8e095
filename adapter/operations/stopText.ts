import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { lineWithText } from './stopByText.js';
import type { WhyStop } from './why.js';
import type { RecordedWhere } from './whyRecorded.js';

/** Where a question is put, in words: `FILE:LINE`, `FILE:LINE:COLUMN`, the text of a line, `uncaught`, `caught`, `failure` or `broken`. */
export interface StopWords {
  readonly stop: string;
  /** The n-th time that control is there, from 1. */
  readonly hit: number;
  /** Of a line: only the times that this expression holds are counted. */
  readonly when?: string | undefined;
}

/** Where the files of a stop are. */
export interface StopPlace {
  readonly cwd: string;
  /** The program's file, whose lines come first when a text is named. */
  readonly program: string | null;
  /** Whether a file stays as it is written: a recording knows it by the end of its path. */
  readonly staysWritten?: boolean;
}

/** The stop that the words name. Throws one sentence for words that name none. */
export function readStop({ stop, hit, when }: StopWords, place: StopPlace): Exclude<WhyStop, { kind: 'replay' }> {
  if (isNoLine(stop) && when !== undefined) throw new Error(`--when is an expression at a line: leave it out with --stop ${stop}.`);
  if (happensOnce(stop) && hit > 1) throw new Error(`--hit counts what happens more than once: leave it out with --stop ${stop}.`);
  if (stop === 'uncaught') return { kind: 'uncaught' };
  if (stop === 'caught' || stop === 'failure' || stop === 'broken') return { kind: stop, hit };
  const [, path, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(stop) ?? [];
  if (/^#\d+$/.test(stop)) throw new Error(`--stop ${stop}: events are those of a recording; name it with --recording.`);
  // A word alone may be a kind of stop that is none, and a file its line is missing of.
  const isText = !/^[\w#]+$/.test(stop.trim()) && !existsSync(resolve(place.cwd, stop.trim()));
  if (path === undefined && isText) {
    const found = lineWithText(stop, place);
    return { kind: 'line', ...found, column: null, hit, when: when ?? null };
  }
  if (path === undefined || Number(line) < 1)
    throw new Error(`--stop ${stop}: write FILE:LINE, FILE:LINE:COLUMN, the text of a line, uncaught, caught, failure or broken.`);
  return {
    kind: 'line',
    file: place.staysWritten === true ? path : resolve(place.cwd, path),
    line: Number(line),
    column: column === undefined ? null : Number(column),
    hit,
    when: when ?? null,
  };
}

/** Whether the stop is at what happens, wherever that is, or an event of a recording. */
const isNoLine = (stop: string): boolean => /^(uncaught|caught|failure|broken|#\d+)$/.test(stop);

const happensOnce = (stop: string): boolean => /^(uncaught|#\d+)$/.test(stop);

/** The stop in a recording that the words name, also `#EVENT`. Throws a sentence for what only a run that goes on can be held against. */
export function readRecordedStop(words: StopWords, cwd: string): RecordedWhere {
  const event = /^#(\d{1,15})$/.exec(words.stop)?.[1];
  if (event !== undefined && words.when === undefined && words.hit === 1) return { kind: 'event', event: Number(event) };
  const stop = readStop(words, { cwd, program: null, staysWritten: true });
  if (stop.kind === 'broken') throw new Error('--stop broken needs a run: conditions are not held against a recording.');
  return stop;
}
