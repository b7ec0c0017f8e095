import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ReplayedInput } from '../../adapter/launch/input.js';
import { parseQueries, parseShows } from '../../adapter/querypoints/question/question.js';
import type { Prove } from '../../adapter/querypoints/runs/pruning.js';
import { investigate } from '../../adapter/querypoints/runs/investigate.js';
import type { SeenRun } from '../../adapter/querypoints/seen/seenRun.js';
import type { InvestigationResult } from '../../adapter/querypoints/runs/result.js';
import { jsonPoint } from '../../adapter/querypoints/report/reportJson.js';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';
import { ownPrivateNames } from '../../scripts/privateNames.mjs';
import { builtOnce } from './builtOnce.js';
import { keepAnswer } from './keptAnswers.js';

let runtime: Promise<string> | undefined;

/** What is loaded into the programs of tests, as `npm run build` makes it. */
export function runtimePath(): Promise<string> {
  const entryPoints = {
    runtime: 'adapter/launch/boot.ts',
    debuggee: 'adapter/launch/debuggee.ts',
    instrumenter: 'adapter/instrument/instrument.ts',
  };
  const options = { entryPoints, target: 'node20.19', minify: true, outExtension: { '.js': '.cjs' }, plugins: [ownPrivateNames] };
  runtime ??= builtOnce(options).then((folder) => join(folder, 'runtime.cjs'));
  return runtime;
}

/** One point as `whence why --json` prints it. */
export type Point = Readonly<Record<string, unknown>> & { readonly id: string; readonly line: number | null };

export interface Asked {
  /** By path; the first is run. */
  readonly files: Readonly<Record<string, string>>;
  /** `FILE:LINE`, `uncaught`, or the first line that holds the comment `//stop`. */
  readonly stop?: string;
  readonly hit?: number;
  readonly when?: string;
  readonly ask: readonly string[];
  readonly show?: readonly string[];
  readonly isPinned?: boolean;
  /** See `Investigation`. */
  readonly lastOnlyFrom?: number;
  readonly keep?: (run: SeenRun) => Promise<void>;
  /** Says what is proven of texts; without it nothing is. */
  readonly prove?: Prove;
  readonly node?: string;
  readonly nodeArgs?: readonly string[];
}

export interface Answered {
  readonly points: readonly Point[];
  readonly result: InvestigationResult;
}

/** Puts the files into a folder of their own and asks. */
export async function why({
  files,
  stop,
  hit = 1,
  when,
  ask,
  show = [],
  isPinned = false,
  lastOnlyFrom,
  keep,
  prove,
  node = process.execPath,
  nodeArgs = [],
}: Asked): Promise<Answered> {
  const folder = mkdtempSync(join(tmpdir(), 'whence-why-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const program = Object.keys(files)[0] ?? '';
    const [path, line] = stop === undefined ? markedLine(files) : [stop.split(':')[0] ?? '', Number(stop.split(':')[1])];
    const result = await investigate({
      stop:
        stop === 'uncaught'
          ? { kind: 'uncaught' }
          : { kind: 'line', line: { paths: [join(folder, path)], line, column: null, hit, when: when ?? null, names: [] } },
      queries: parseQueries(ask),
      shows: parseShows(show, parseQueries(ask)),
      isPinned,
      ...(lastOnlyFrom === undefined ? {} : { lastOnlyFrom }),
      ...(keep === undefined ? {} : { keep }),
      ...(prove === undefined ? {} : { prove, waitsForProofs: true }),
      start: { node, nodeArgs, args: [program], cwd: folder, runtime: await runtimePath(), input: new ReplayedInput(null) },
      output: 'ignore',
      timeoutMs: 120_000,
      signal: new AbortController().signal,
      eraseTypes,
      onRun: () => {},
    });
    const points = result.points.map((point) => jsonPoint(point, result, folder) as Point);
    if (prove === undefined)
      keepAnswer(
        { files, stop, hit, when, ask, show, isPinned, lastOnlyFrom, nodeArgs },
        { executions: result.executions, points },
        folder,
      );
    return { points, result };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function markedLine(files: Readonly<Record<string, string>>): readonly [string, number] {
  for (const [path, text] of Object.entries(files)) {
    const line = text.split('\n').findIndex((one) => one.includes('//stop'));
    if (line >= 0) return [path, line + 1];
  }
  return assert.fail('no line is marked with //stop');
}

/**
 * Asks of one program, in which the answers are marked: `//P2` on the line where P2 must be. `more` says what else each point must hold.
 * Its runs must agree, but for a program that draws at random (`isRandom`).
 */
export async function check(
  program: string,
  ask: readonly string[],
  more: Readonly<Record<string, object>> = {},
  { isRandom = false, ...options }: Partial<Asked> & { readonly isRandom?: boolean } = {},
): Promise<void> {
  const files = options.files ?? { [/^(import|export) /m.test(program) ? 'program.mjs' : 'program.js']: program };
  const { points, result } = await why({ ...options, files, ask });
  if (!isRandom) assert.notEqual(result.isDeterministic, false, 'its runs are said to differ');

  for (const point of points) {
    const marked = Object.values(files).flatMap((text) =>
      text.split('\n').flatMap((line, index) => (new RegExp(`//.*\\b${point.id}\\b`).test(line) ? [index + 1] : [])),
    );

    if (marked.length > 0)
      assert.deepEqual([point.id, point['status'], point.line, point['reason']], [point.id, 'located', marked[0], null]);
    const expected = more[point.id] ?? {};
    const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, point[key]]));
    assert.deepEqual(actual, expected, `${point.id}: ${String(point['reason'])}`);
  }
}
