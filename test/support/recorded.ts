import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ReplayedInput } from '../../adapter/launch/input.js';
import { query } from '../../adapter/operations/query.js';
import { record } from '../../adapter/operations/record.js';
import type { Answer } from '../../adapter/query/answerQuestion.js';
import type { RecordSettings } from '../../adapter/trace/format/contents.js';
import { runtimePath } from './querying.js';

/** A program that was recorded, to be asked. */
export interface RecordedProgram {
  readonly file: string;
  readonly folder: string;
  ask(question: string, limit?: number): Answer;
  /** The rows of an answer, each as the columns that are wanted. */
  rows(question: string, ...columns: readonly string[]): readonly (readonly unknown[])[];
  /** The one event of a question whose row has these columns. */
  event(question: string, wanted: Readonly<Record<string, unknown>>, which?: number): number;
  dispose(): void;
}

const complete: RecordSettings = { include: [], exclude: [], values: 'all', budget: null, strings: 4096, redaction: true };

/** Puts the files into a folder of their own and records the first of them. */
export async function recorded(files: Readonly<Record<string, string>>, settings: Partial<RecordSettings> = {}): Promise<RecordedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-recorded-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const file = join(folder, 'run.trace');
  await record(
    {
      program: { node: process.execPath, nodeArgs: [], args: [Object.keys(files)[0] ?? ''], cwd: folder },
      settings: { ...complete, ...settings },
      labels: {},
      out: file,
      isForced: true,
    },
    {
      runtime: await runtimePath(),
      output: 'ignore',
      input: new ReplayedInput(null),
      signal: new AbortController().signal,
      onProgress: () => {},
    },
  );
  const ask = (question: string, limit = Infinity): Answer => {
    const [answer] = query({ recording: file, questions: [question], limit, cwd: folder });
    return answer ?? assert.fail('there is no answer');
  };
  return {
    file,
    folder,
    ask,
    rows: (question, ...columns) => ask(question).rows.map((row) => columns.map((column) => row[column])),
    event(question, wanted, which = 0) {
      const found = ask(question).rows.filter((row) => Object.entries(wanted).every(([key, value]) => row[key] === value))[which];
      assert.ok(found !== undefined, `${question} has no row ${JSON.stringify(wanted)}`);
      return found['event'] as number;
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
