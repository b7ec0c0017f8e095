import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { jsonValue } from '../../adapter/events/jsonValue.js';
import { builtFile } from '../../adapter/operations/built.js';
import { programOf, ReplayedInput } from '../../adapter/operations/programs.js';
import { rulesFilesBelow } from '../../adapter/operations/rulesFiles.js';
import { watchRecording, type WatchRecordingRequest } from '../../adapter/operations/watchRecording.js';
import { watch, type WatchRequest, type WatchResult } from '../../adapter/operations/watchRules.js';

import type { RecordedProgram } from './recorded.js';

/** A finding in few words: `rule message @ file:line #hit`. */
export interface Watched extends WatchResult {
  readonly told: readonly string[];
  /** Of the one rule, or the first. */
  readonly fault: string | null;
}

/** Runs a program (`prog.js`, and other files by name) under rules; without a text of rules, under those of the files. */
export async function watched(
  program: string,
  rules: string | null,
  {
    files = {},
    options = {},
    name = 'prog.js',
  }: {
    readonly files?: Readonly<Record<string, string>>;
    readonly options?: Partial<Omit<WatchRequest, 'program' | 'rulesFiles'>>;
    readonly name?: string;
  } = {},
): Promise<Watched> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-watch-'));
  try {
    const texts: Readonly<Record<string, string>> = { [name]: program, ...(rules === null ? {} : { 'r.rules.ts': rules }), ...files };
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const result = await watch(
      {
        program: programOf([name], { node: process.execPath, cwd: folder }),
        rulesFiles: Object.keys(texts).flatMap((path) => (path.endsWith('.rules.ts') ? [join(folder, path)] : [])),
        isFirst: false,
        isSwept: true,
        isRecomputed: true,
        isPinned: false,
        timeoutMs: 60_000,
        ...options,
      },
      {
        runtime: builtFile('runtime.cjs'),
        analysis: builtFile('conditionsWorker.js'),
        output: 'ignore',
        input: new ReplayedInput(null),
        signal: new AbortController().signal,
        onProgress: () => {},
      },
    );
    const told = result.findings.map(
      ({ rule, message, position, hit }) =>
        `${rule}: ${message} @ ${position === null ? '?' : `${position.path.slice(folder.length + 1)}:${position.line}`} #${hit ?? '?'}`,
    );
    return { ...result, told, fault: result.rules[0]?.fault ?? null };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Holds the rules files beside a recording against it. */
export async function overRecording(
  { file, folder }: Pick<RecordedProgram, 'file' | 'folder'>,
  options: Partial<Pick<WatchRecordingRequest, 'isFirst' | 'isRecomputed'>> = {},
): Promise<WatchResult> {
  return watchRecording(
    {
      recording: file,
      rulesFiles: rulesFilesBelow(folder),
      cwd: folder,
      isFirst: false,
      isRecomputed: true,
      timeoutMs: 900_000,
      ...options,
    },
    { program: builtFile('recordedRules.cjs'), signal: new AbortController().signal, onProgress: () => {} },
  );
}

/** The values of a finding's tuple, as JSON shows them. */
export function tupleOf(result: Watched, finding = 0): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(result.findings[finding]?.tuple ?? {}).map(([name, value]) => [name, jsonValue(value)]));
}
