import { resolve } from 'node:path';
import type { WhyStop } from './why.js';

/** Where a question is put, in words: `FILE:LINE`, `FILE:LINE:COLUMN` or `uncaught`. */
export interface StopWords {
  readonly stop: string;
  /** The n-th time that control is there, from 1. */
  readonly hit: number;
  /** Only the times that this expression holds are counted. */
  readonly when?: string | undefined;
}

/** The stop that the words name; `cwd`: null leaves the file as it is written. Throws one sentence for words that name none. */
export function readStop({ stop, hit, when }: StopWords, cwd: string | null): Extract<WhyStop, { kind: 'line' | 'uncaught' }> {
  if (stop === 'uncaught') return { kind: 'uncaught' };
  const [, path, line, column] = /^(.+?):(\d+)(?::(\d+))?$/.exec(stop) ?? [];
  if (/^#\d+$/.test(stop)) throw new Error(`--stop ${stop}: events are those of a recording; name it with --recording.`);
  if (path === undefined || Number(line) < 1) throw new Error(`--stop ${stop}: write FILE:LINE, FILE:LINE:COLUMN or uncaught.`);
  return {
    kind: 'line',
    file: cwd === null ? path : resolve(cwd, path),
    line: Number(line),
    column: column === undefined ? null : Number(column),
    hit,
    when: when ?? null,
  };
}

/** The event of a recording that the words name, `#812`; null when they name something else. */
export function eventOfStop(stop: string): number | null {
  const event = /^#(\d{1,15})$/.exec(stop)?.[1];
  return event === undefined ? null : Number(event);
}
