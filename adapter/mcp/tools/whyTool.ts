import { resolve } from 'node:path';
import { readQuestions, type AskedChain } from '../../operations/askedChain.js';
import type { AnalysisThread } from '../../operations/analysisThread.js';
import { builtFile } from '../../operations/built.js';
import { forecastPoints, type PointForecast, type PointForecasts } from '../../operations/pointForecasts.js';
import { programOrCommand, ReplayedInput } from '../../operations/programs.js';
import { readRecordedStop, readStop } from '../../operations/stopText.js';
import type { WhyContext, WhyResult } from '../../operations/why.js';
import { reportJson } from '../../querypoints/report/reportJson.js';
import type { Bounds } from '../bounds.js';
import { chainData, chainText, type AnsweredChain, type PrintedPoint } from '../chainAnswer.js';
import { wordsOf } from '../commandWords.js';
import { checkUnedited, hashOf, type Kept, type KeptChain } from '../kept.js';
import type { Queues } from '../queues.js';
import { programNode } from '../programNode.js';
import { rows, count, input, list, some, output, text } from '../toolSchema.js';
import { Refused, type CommonArguments, type Tool, type ToolAnswer, type ToolCall } from '../tool.js';

interface WhyArguments extends CommonArguments {
  readonly program?: readonly string[];
  readonly command?: string;
  readonly recording?: string;
  readonly stop: string;
  readonly hit?: number;
  readonly when?: string;
  readonly ask: readonly string[];
  readonly show?: readonly string[];
}

interface AskArguments extends CommonArguments {
  readonly chain: number;
  readonly ask: readonly string[];
  readonly show?: readonly string[];
}

/** What the tools about runs share: the folder, what is kept, and the queues of runs of one program. */
export interface Runs {
  readonly bounds: Bounds;
  readonly kept: Kept;
  readonly queues: Queues;
  /** Recordings that this server has made, which may lie outside of its folder. */
  readonly recorded: Set<string>;
  /** Whether programs may be run. */
  readonly mayRun: boolean;
  /** What the analysis says of points. */
  readonly analysis: AnalysisThread;
}

const questions = 'lastChange(PLACE), lastCondition(POINT), exceptionAfter(POINT), created(PLACE), origin(PLACE), inevitable(POINT)';
const chainOutput = output({ chain: { type: 'integer' }, points: rows });

/** `why`: a chain of questions about a run. */
export function whyTool(runs: Runs): Tool<WhyArguments> {
  return {
    name: 'why',
    description: `A value is wrong, or a run failed: where it was last changed, why control got there. ask: ${questions}; each from the point before.`,
    input: input(
      {
        ...(runs.mayRun ? { program: list(text(), 'file, arguments'), command: text('without a shell') } : {}),
        recording: text(),
        stop: text('FILE:LINE[:COL], text of a line, uncaught, caught, failure, broken, #EVENT'),
        hit: count('n-th time'),
        when: text('at a line: expression'),
        ask: some(text()),
        show: list(text(), '[POINT:]EXPRESSION'),
      },
      ['stop', 'ask'],
    ),
    output: chainOutput,
    runs: runs.mayRun,
    instead: 'Stop at a line that runs, or at uncaught.',
    call: (given, call) => answered(runs, sourceOf(runs, given, call), { ask: given.ask, show: given.show ?? [] }, call),
  };
}

/** `ask`: goes on from a point of a chain. */
export function askTool(runs: Runs): Tool<AskArguments> {
  return {
    name: 'ask',
    description: 'Goes on with a chain of why, from its last point or the one named: lastChange(P2: o.f).',
    input: input({ chain: count(), ask: some(text()), show: list(text()) }, ['chain', 'ask']),
    output: chainOutput,
    runs: runs.mayRun,
    instead: 'Call why again.',
    async call({ chain: id, ask, show = [] }, call) {
      const chain = runs.kept.chain(id);
      if (chain === undefined) throw new Refused(`There is no chain ${id}: it is forgotten, or was never asked. Call why.`);
      checkUnedited(chain);
      const asked = { ask: [...chain.asked.ask, ...ask], show: [...chain.asked.show, ...show] };
      return answered(runs, withTime(chain.source, call), asked, call);
    },
  };
}

function sourceOf({ bounds, recorded, mayRun }: Runs, given: WhyArguments, { milliseconds }: ToolCall): KeptChain['source'] {
  const { program, command, recording, stop, hit = 1, when } = given;
  const stopWords = { stop, hit, when };
  if ([program, command, recording].filter((one) => one !== undefined).length > 1)
    throw new Refused('Give one of program, command and recording.');
  if (recording !== undefined) {
    const where = readRecordedStop(stopWords, bounds.root);
    const path = recordingPath(bounds, recorded, recording);
    return { kind: 'recording', request: { recording: path, stop: where, cwd: bounds.root, within: bounds.root } };
  }
  if (!mayRun) throw new Refused('This server runs no programs: name a recording.');
  const words = program ?? wordsOf(command ?? '');
  const [file] = words;
  if (file === undefined) throw new Refused('Name the program, as a list of its file and its arguments, a command, or a recording.');
  if (program !== undefined) bounds.existing(file);
  const where = readStop(stopWords, { cwd: bounds.root, program: file });
  if (where.kind === 'line') bounds.existing(where.file);
  const start = programOrCommand(words, { node: programNode, cwd: bounds.root });
  return { kind: 'program', request: { stop: where, program: start, isPinned: false, timeoutMs: milliseconds } };
}

/** A recording below the folder, or one that this server has made. */
export function recordingPath(bounds: Bounds, recorded: ReadonlySet<string>, path: string): string {
  const absolute = resolve(bounds.root, path);
  return recorded.has(absolute) ? absolute : bounds.existing(path);
}

function withTime(source: KeptChain['source'], { milliseconds }: ToolCall): KeptChain['source'] {
  return source.kind === 'recording' ? source : { kind: 'program', request: { ...source.request, timeoutMs: milliseconds } };
}

async function answered(runs: Runs, source: KeptChain['source'], asked: KeptChain['asked'], call: ToolCall): Promise<ToolAnswer> {
  const chain = readQuestions(asked.ask, asked.show);
  const began = Date.now();
  let early: WhyResult | null = null;
  const result = await decided(runs, source, chain, { ...call, early: (known) => (early = known) }).catch((error: unknown) => {
    if (early !== null && call.signal.aborted) return early as WhyResult;
    throw error;
  });
  const isWhole = result !== early;
  const more = (shows: AskedChain['shows']): Promise<WhyResult> =>
    decided(runs, source, { ...chain, shows: [...chain.shows, ...shows] }, { ...call, early: () => {} });
  const forecasts = isWhole ? await forecastPoints(result, runs.bounds.root, runs.analysis, more) : new Map<string, PointForecast>();
  return answerOf(runs, { source, asked, result, forecasts, milliseconds: Date.now() - began, isWhole });
}

async function decided(
  { queues, analysis }: Runs,
  source: KeptChain['source'],
  chain: AskedChain,
  call: ToolCall & { early(known: WhyResult): void },
): Promise<WhyResult> {
  if (source.kind === 'recording') {
    const { whyRecorded } = await import('../../operations/whyRecorded.js');
    return whyRecorded({ ...source.request, ...chain });
  }
  const { request } = source;
  const context: WhyContext = {
    runtime: builtFile('runtime.cjs'),
    input: new ReplayedInput(null),
    output: 'stderr',
    signal: call.signal,
    analysis,
    onProgress: ({ run }) => call.progress(`run ${run}`),
    onAnswers: (known) => call.early(known),
  };
  const { why } = await import('../../operations/why.js');
  const { program } = request;
  const name = 'command' in program ? program.command.join(' ') : resolve(program.cwd, program.args[0] ?? '');
  return queues.inTurn(name, call.signal, () => why({ ...request, ...chain }, context));
}

interface Answered {
  readonly source: KeptChain['source'];
  readonly asked: KeptChain['asked'];
  readonly result: WhyResult;
  readonly forecasts: PointForecasts;
  readonly milliseconds: number;
  readonly isWhole: boolean;
}

function answerOf({ bounds, kept }: Runs, { source, asked, result, forecasts, milliseconds, isWhole }: Answered): ToolAnswer {
  const { root } = bounds;
  const report = reportJson(result, { cwd: root, milliseconds, forecasts });
  const { points } = JSON.parse(report) as { points: readonly PrintedPoint[] };
  const files = new Set(result.points.flatMap(({ position }) => (position === null ? [] : [position.path])));
  const chain = kept.keepChain({ asked, source, report, sources: new Map([...files].map((file) => [file, hashOf(file)])) });
  const answered: AnsweredChain = { id: chain.id, result, forecasts, printed: points, cwd: root };
  return {
    ...chainText(answered),
    data: {
      complete: isWhole && result.points.every(({ status }) => status === 'located' || status === 'initial'),
      chain: chain.id,
      ...(result.isDeterministic === false ? { deterministic: false } : {}),
      points: chainData(answered),
    },
    list: 'points',
    link: `whence://chain/${chain.id}`,
  };
}
