import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';
import type { ReplayStep, TextPlace } from '../instrument/plan.js';
import type { ProgramStart } from '../launch/process.js';
import { tsxLoader } from '../launch/tsxLoader.js';
import { watch } from '../launch/watchdog.js';
import type { PointAnswer } from '../querypoints/question/point.js';
import { isExpression, parseQueries, parseShows, type Query } from '../querypoints/question/question.js';
import { investigate, type Investigation, type Stop } from '../querypoints/runs/investigate.js';
import type { InvestigationResult } from '../querypoints/runs/result.js';
import { cancellable, type OperationContext } from './operation.js';

/** Where questions are put. */
export type WhyStop =
  | {
      readonly kind: 'line';
      /** Absolute. */
      readonly file: string;
      readonly line: number;
      readonly column: number | null;
      /** The n-th time that control is there, from 1. */
      readonly hit: number;
      /** Only the times that this expression holds are counted; null: all. */
      readonly when: string | null;
    }
  | { readonly kind: 'uncaught' }
  /** A stop of the debugger, and the steps that led there. */
  | { readonly kind: 'replay'; readonly steps: readonly ReplayStep[] };

/** How the program is started, again for each run. */
export type WhyProgram = Pick<ProgramStart, 'node' | 'nodeArgs' | 'args' | 'cwd' | 'environment'>;

/** Questions about a run of a program. */
export interface WhyRequest {
  readonly stop: WhyStop;
  /** `lastChange(PLACE)`, ...: one text a question, in their order. */
  readonly questions: readonly string[];
  /** `[POINT:]EXPRESSION`: what else to show of located points. */
  readonly shows: readonly string[];
  readonly program: WhyProgram;
  /** Whether random numbers and clocks are the same in each run. */
  readonly isPinned: boolean;
  /** A run may take so long. */
  readonly timeoutMs: number;
  /** How many candidates of a point are listed at most; none when left out. */
  readonly mostListed?: number;
  /** Something that control can stop before, whose passages are counted. */
  readonly counted?: TextPlace;
}

export interface WhyProgress {
  /** Of the run that begins, from 1. */
  readonly run: number;
  /** The points that are located already, while another run shows their stacks. */
  readonly found: readonly PointAnswer[];
}

export interface WhyContext extends OperationContext<WhyProgress> {
  /** What is loaded into the program. */
  readonly runtime: string;
  /** Where the output of the first run goes; later runs repeat it to nobody. */
  readonly output: ProgramStart['output'];
  readonly input: ProgramStart['input'];
  /** Called when the program waits for somebody; without it nobody looks for that. */
  readonly whenWaiting?: ProgramStart['whenWaiting'];
  /** Called when a run has decided the chain, and others follow only for what is seen where its points are waited at. */
  onAnswers?(result: WhyResult): void;
  /** Called where a run waits at the stop; what it returns is a reason not to go on. */
  readonly checkStop?: Investigation['checkStop'];
}

/** The chain of points that the questions led to. */
export interface WhyResult extends InvestigationResult {
  readonly queries: readonly Query[];
}

/** Runs a program again under questions. Rejects with one sentence for the user. */
export async function why(request: WhyRequest, context: WhyContext): Promise<WhyResult> {
  void watch(); // nothing waits for it when the program is started
  const { runtime, output, input, whenWaiting, onProgress, onAnswers, checkStop, signal } = context;
  const { program, isPinned, timeoutMs, mostListed, counted } = request;
  const queries = parseQueries(request.questions);
  let found: readonly PointAnswer[] = [];
  const result = await cancellable(
    signal,
    investigate({
      stop: stopOf(request.stop),
      queries,
      shows: parseShows(request.shows, queries),
      isPinned,
      start: { ...program, runtime, input, ...(whenWaiting === undefined ? {} : { whenWaiting }) },
      output,
      timeoutMs,
      signal,
      eraseTypes,
      onRun: (run) => onProgress({ run, found }),
      onAnswers: (early) => {
        found = early.points.filter(({ id, position }) => id !== 'P1' && position !== null);
        onAnswers?.({ ...early, queries });
      },
      ...(mostListed === undefined ? {} : { mostListed }),
      ...(counted === undefined ? {} : { counted }),
      ...(checkStop === undefined ? {} : { checkStop }),
    }),
  );
  return { ...result, queries };
}

/** The words of a command as the start of a program. Throws a sentence when there is no such program. */
export function programOf(words: readonly string[], { node, cwd }: { readonly node: string; readonly cwd: string }): WhyProgram {
  const loader = tsxLoader(resolve(cwd, words[0] ?? ''));
  const args = loader === null ? words : words.slice(1);
  const program = args[0] ?? '';
  if (!existsSync(resolve(cwd, program))) throw new Error(`${program}: There is no such file.`);
  return { node, nodeArgs: loader === null ? [] : ['--import', loader], args, cwd };
}

function stopOf(stop: WhyStop): Stop {
  switch (stop.kind) {
    case 'uncaught':
      return stop;
    case 'replay':
      return { kind: 'replay', replay: { steps: stop.steps, names: [] } };
    case 'line': {
      const { file, line, column, hit, when } = stop;
      if (when !== null && !isExpression(when)) throw new Error(`--when ${when}: it is no expression.`);
      return { kind: 'line', line: { paths: namesOf(file), line, column, hit, when, names: [] } };
    }
  }
}

/** A file as it is reached, and as Node names the modules that it loads: without symbolic links. */
function namesOf(path: string): readonly string[] {
  return existsSync(path) ? [...new Set([path, realpathSync(path)])] : [path];
}
