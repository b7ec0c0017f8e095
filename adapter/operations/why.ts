import { existsSync, realpathSync } from 'node:fs';
import { eraseTypes } from '../../server/syntax/types/eraseTypes.js';
import type { PauseCondition } from '../../server/check/pauseConditions.js';
import type { ReplayStep, TextPlace } from '../instrument/plan.js';
import type { ProgramStart } from '../launch/process.js';
import { watch } from '../launch/watchdog.js';
import type { PointAnswer } from '../querypoints/question/point.js';
import { isExpression, type Query } from '../querypoints/question/question.js';
import { investigate, type Investigation, type Stop } from '../querypoints/runs/investigate.js';
import type { Prove } from '../querypoints/runs/pruning.js';
import { InvestigationError, type InvestigationResult } from '../querypoints/runs/result.js';
import type { AnalysisThread } from './analysisThread.js';
import { conditionsOfProgram, type ProgramConditions } from './programConditions.js';
import { cancellable, type OperationContext } from './operation.js';
import type { CommandToRun, ProgramToRun } from './programs.js';
import { checkedChain, type AskedChain } from './askedChain.js';

export { InvestigationError };

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
  /** The how-many-th exception, from 1, that the program catches, or that an assertion throws. */
  | { readonly kind: 'caught' | 'failure'; readonly hit: number }
  /** The how-many-th time, from 1, that a condition is broken which the analysis has found. */
  | { readonly kind: 'broken'; readonly hit: number }
  /** A stop of the debugger, and the steps that led there. */
  | { readonly kind: 'replay'; readonly steps: readonly ReplayStep[] };

/** Questions about a run of a program. */
export interface WhyRequest extends AskedChain {
  readonly stop: WhyStop;
  readonly program: ProgramToRun | CommandToRun;
  /** Whether random numbers and clocks are the same in each run. */
  readonly isPinned: boolean;
  /** A run may take so long. */
  readonly timeoutMs: number;
  /** Whether stores keep their probes that the analysis proves to need none. */
  readonly isUnpruned?: boolean;
  /** Whether runs wait for all that it can prove, which is known late of short ones. */
  readonly waitsForProofs?: boolean;
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
  /** What came to the program's servers before the stop, and is repeated. */
  readonly repetition?: ProgramStart['repetition'];
  /** Called when a run has decided the chain, and others follow only for what is seen where its points are waited at. */
  onAnswers?(result: WhyResult): void;
  /** Called where a run waits at the stop; what it returns is a reason not to go on. */
  readonly checkStop?: Investigation['checkStop'];
  /** The analysis, for a stop where a condition is broken, and for what needs no probe. */
  readonly analysis?: AnalysisThread;
}

/** The chain of points that the questions led to. */
export interface WhyResult extends InvestigationResult {
  readonly queries: readonly Query[];
  /** The condition that was broken at the stop, where that was asked for. */
  readonly broken?: PauseCondition;
}

/**
 * Runs a program again under questions, in its main thread. Where that has not come to a line, and has not loaded its file or has started
 * threads or processes, the program is run as a command, whose threads and processes are followed. Rejects with one sentence for the user.
 */
export async function why(request: WhyRequest, context: WhyContext): Promise<WhyResult> {
  const result = await whyInMain(request, context);
  const { program } = request;
  // Nobody gives a command an environment of its own, or repeats for it what led to the stop.
  const isPlain = !('command' in program) && program.environment === undefined && context.whenWaiting === undefined;
  if (result.isElsewhere !== true || !isPlain) return result;
  const command = { command: [program.node, ...program.nodeArgs, ...program.args], cwd: program.cwd };
  try {
    const followed = await whyInMain({ ...request, program: command }, { ...context, output: 'ignore' });
    return followed.points[0]?.status === 'located' ? { ...followed, executions: result.executions + followed.executions } : result;
  } catch (error) {
    if (context.signal.aborted || !(error instanceof InvestigationError)) throw error;
    return result;
  }
}

async function whyInMain(request: WhyRequest, context: WhyContext): Promise<WhyResult> {
  void watch(); // nothing waits for it when the program is started
  const { runtime, output, input, whenWaiting, repetition, onProgress, onAnswers, checkStop, signal } = context;
  const { program, isPinned, timeoutMs, mostListed, counted, isUnpruned, waitsForProofs = false } = request;
  const { analysis } = context;
  const { queries, shows } = checkedChain(request);
  const asked = request.stop;
  const conditions = asked.kind === 'broken' ? await conditionsToHold(request, context) : null;
  const stop: Stop = asked.kind === 'broken' ? { kind: 'broken', conditions: conditions?.watched ?? [], hit: asked.hit } : stopOf(asked);
  let broken: PauseCondition | undefined;
  let found: readonly PointAnswer[] = [];
  const result = await cancellable(
    signal,
    investigate({
      stop,
      queries,
      shows,
      isPinned,
      start:
        'command' in program
          ? { words: program.command, cwd: program.cwd, environment: program.environment ?? {}, runtime, input }
          : {
              ...{ ...program, runtime, input },
              ...(whenWaiting === undefined ? {} : { whenWaiting }),
              ...(repetition === undefined ? {} : { repetition }),
            },
      output,
      timeoutMs,
      signal,
      eraseTypes,
      ...(analysis === undefined || isUnpruned === true ? {} : { prove: proving(analysis, program.cwd), waitsForProofs }),
      onBroken: (index) => (broken = conditions?.found[index]),
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
  return { ...result, queries, ...(broken === undefined ? {} : { broken }) };
}

function proving(analysis: AnalysisThread, cwd: string): Prove {
  return (file, text) => analysis.ask('proofs', { file, cwd, text });
}

async function conditionsToHold({ program }: WhyRequest, { analysis }: WhyContext): Promise<ProgramConditions> {
  if ('command' in program) throw new Error('--stop broken needs a program: of a command nobody knows which files will run.');
  if (analysis === undefined) throw new Error('Nothing is known of conditions here.');
  const conditions = await conditionsOfProgram(program, analysis);
  if (conditions.watched.length === 0) throw new Error('The analysis has found no condition that a run could break.');
  return conditions;
}

function stopOf(stop: Exclude<WhyStop, { kind: 'broken' }>): Stop {
  switch (stop.kind) {
    case 'uncaught':
    case 'caught':
    case 'failure':
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
