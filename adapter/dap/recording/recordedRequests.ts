import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Position, StopPoint } from '../../operations/openedRecording.js';
import type { RecordedFrame } from '../../operations/recordedSight.js';
import { cannotAsk, evaluationFailed, nothingIsRun } from '../errors.js';
import type {
  AskArguments,
  CallsArguments,
  CallsTold,
  HistoryArguments,
  HistoryTold,
  RecordingTold,
  Candidates,
  Chain,
  ChainsResult,
  FromHereArguments,
  FromHereTold,
  GoToArguments,
  LiveArguments,
  LiveResult,
  PointArguments,
  PositionTold,
  StepArguments,
} from '../querypoints/protocol.js';
import { requests as names } from '../querypoints/protocol.js';
import { dataIdOf } from './recordedBreakpoints.js';
import type { RecordedDebugging } from './recordedDebugging.js';
import { summaryOf } from '../../operations/recordedCalls.js';
import { recordedFromHere } from './recordedFromHere.js';
import { recordedLive } from './recordedLive.js';
import { recordedCalls, recordedHistory } from './recordedLists.js';
import { printedText } from './recordedValue.js';

const scopeNames = { local: 'Local', closure: 'Closure', module: 'Module' } as const;

/** Requests about a recording that is open as a debug session. */
export const recordedRequests = {
  threads({ recording }: RecordedDebugging): DebugProtocol.ThreadsResponse['body'] {
    return { threads: [...recording.open.reader.threadNames].map(([number, name]) => ({ id: number + 1, name })) };
  },

  stackTrace(debugging: RecordedDebugging, { threadId, startFrame = 0, levels = 0 }: DebugProtocol.StackTraceArguments) {
    if (threadId !== debugging.threadId) return { stackFrames: [], totalFrames: 0 };
    const { frames, total } = debugging.stackTrace(startFrame, levels);
    return { stackFrames: frames.map((frame) => describe(debugging, frame)), totalFrames: total };
  },

  scopes(debugging: RecordedDebugging, { frameId }: DebugProtocol.ScopesArguments): DebugProtocol.ScopesResponse['body'] {
    if (debugging.isPastFrame(frameId)) return { scopes: [] };
    const { at } = debugging.frame(frameId);
    const { sight, variables } = debugging;
    const thrown = debugging.indexOf(frameId) === 0 ? sight.thrown(at) : null;
    const exception = { name: 'exception', kind: 'variable', value: thrown?.value ?? null, place: null, keyText: null } as const;
    const extra =
      thrown === null
        ? []
        : [
            {
              name: 'Exception',
              variablesReference: variables.hold({ kind: 'scope', at, scope: { members: [exception] } }),
              expensive: false,
            },
          ];
    const scopes = sight.scopes(at).map((scope) => ({
      name: scopeNames[scope.name],
      variablesReference: variables.hold({ kind: 'scope', at, scope }),
      // What was written long ago is looked for through the whole recording, until that has been read once.
      expensive: scope.name === 'module' && !debugging.recording.isRead,
      ...(scope.name === 'local' ? { presentationHint: 'locals' } : {}),
    }));
    return { scopes: [...extra, ...scopes] };
  },

  variables({ variables }: RecordedDebugging, args: DebugProtocol.VariablesArguments): DebugProtocol.VariablesResponse['body'] {
    if (variables.isPast(args.variablesReference)) return { variables: [] };
    return { variables: [...variables.list(args)] };
  },

  evaluate(debugging: RecordedDebugging, { expression, frameId, context }: DebugProtocol.EvaluateArguments) {
    // In VS Code's own words, as its Watch view shows them until the next stop.
    if (frameId !== undefined && debugging.isPastFrame(frameId)) throw evaluationFailed('not available');
    const at = frameId === undefined ? debugging.position : debugging.frame(frameId).at;
    const outcome = debugging.sight.evaluate(at, expression);
    if ('error' in outcome) throw evaluationFailed(sentence(outcome.error, expression));
    if (context === 'clipboard') return { result: printedText(outcome.value), variablesReference: 0 };
    const { value: result, ...shown } = debugging.variables.show(outcome.value, at.time, expression);
    return { result, ...shown };
  },

  completions(debugging: RecordedDebugging, { text, line = 1, column, frameId }: DebugProtocol.CompletionsArguments) {
    const at = frameId === undefined ? debugging.position : debugging.frame(frameId).at;
    const typed = (text.split('\n')[line - 1] ?? '').slice(0, debugging.counting.fromColumn(column));
    const [, owner, part = ''] = /(?:([\p{ID_Continue}$.[\]]+)\.)?([\p{ID_Continue}$#]*)$/u.exec(typed) ?? [];
    const found = owner === undefined ? namesIn(debugging, at) : membersOf(debugging, at, owner);
    return {
      targets: found.map((label) => ({
        label,
        type: owner === undefined ? 'variable' : 'property',
        start: typed.length - part.length,
        length: part.length,
      })),
    };
  },

  exceptionInfo({ sight, position }: RecordedDebugging): DebugProtocol.ExceptionInfoResponse['body'] {
    const thrown = sight.thrown(position);
    if (thrown === null) throw evaluationFailed('Nothing is thrown there.');
    const { value, message, isCaught } = thrown;
    const exceptionId = value.kind === 'object' ? value.className : 'Exception';
    return { exceptionId, description: message, breakMode: isCaught ? 'always' : 'unhandled', details: { message, typeName: exceptionId } };
  },

  source({ texts }: RecordedDebugging, { source, sourceReference }: DebugProtocol.SourceArguments) {
    return { content: texts.text(source?.sourceReference ?? sourceReference), mimeType: 'text/javascript' };
  },

  loadedSources({ sources, texts }: RecordedDebugging): DebugProtocol.LoadedSourcesResponse['body'] {
    return { sources: sources.paths.map((path) => texts.describe(path)) };
  },

  setBreakpoints(
    { breakpoints, texts }: RecordedDebugging,
    { source, breakpoints: asked, lines = [] }: DebugProtocol.SetBreakpointsArguments,
  ) {
    const { path, isShown } = texts.named(source);
    return { breakpoints: [...breakpoints.setOfSource(path, asked ?? lines.map((line) => ({ line })), isShown)] };
  },

  setFunctionBreakpoints: ({ breakpoints }: RecordedDebugging, args: DebugProtocol.SetFunctionBreakpointsArguments) => ({
    breakpoints: [...breakpoints.setOfFunctions(args.breakpoints)],
  }),

  dataBreakpointInfo({ variables }: RecordedDebugging, { variablesReference, name }: DebugProtocol.DataBreakpointInfoArguments) {
    if (variablesReference === undefined)
      return { dataId: null, description: 'Only what is listed below a scope or an object can be watched.' };
    const place = variables.placeOf(variablesReference, name);
    if (place === null) return { dataId: null, description: `Changes of ${name} were not recorded.` };
    return {
      dataId: dataIdOf(place),
      description: variables.expressionOf(variablesReference, name) ?? name,
      accessTypes: ['write'],
      canPersist: false,
    };
  },

  setDataBreakpoints: ({ breakpoints }: RecordedDebugging, args: DebugProtocol.SetDataBreakpointsArguments) => ({
    breakpoints: [...breakpoints.setOfData(args.breakpoints)],
  }),

  setExceptionBreakpoints({ breakpoints }: RecordedDebugging, { filters, filterOptions }: DebugProtocol.SetExceptionBreakpointsArguments) {
    return { breakpoints: [...breakpoints.setOfExceptions([...filters.map((filterId) => ({ filterId })), ...(filterOptions ?? [])])] };
  },

  breakpointLocations(
    { sources, texts, counting }: RecordedDebugging,
    { source, line, endLine = line }: DebugProtocol.BreakpointLocationsArguments,
  ) {
    const from = counting.fromLine(line) + 1;
    const found = sources.statementPlaces(texts.named(source).path, from, Math.min(counting.fromLine(endLine) + 1, from + 500));
    return { breakpoints: found.map((one) => ({ line: counting.line(one.line - 1), column: counting.column(one.column - 1) })) };
  },

  continue: (debugging: RecordedDebugging) => going(debugging, 'forward', { allThreadsContinued: true }),
  reverseContinue: (debugging: RecordedDebugging) => going(debugging, 'back', undefined),
  next: (debugging: RecordedDebugging) => debugging.step('forward', 'over'),
  stepIn: (debugging: RecordedDebugging) => debugging.step('forward', 'in'),
  stepOut: (debugging: RecordedDebugging) => debugging.step('forward', 'out'),
  stepBack: (debugging: RecordedDebugging) => debugging.step('back', 'over'),
  [names.step]: (debugging: RecordedDebugging, { direction, kind }: StepArguments) =>
    debugging.step(direction === 'back' ? 'back' : 'forward', kind === 'in' || kind === 'out' ? kind : 'over'),
  pause: (debugging: RecordedDebugging) => debugging.pause(),

  /** The passages of a line before and behind the position. */
  async gotoTargets(debugging: RecordedDebugging, { source, line }: DebugProtocol.GotoTargetsArguments) {
    const statement = debugging.sources.statement(debugging.texts.named(source).path, debugging.counting.fromLine(line) + 1, null);
    if (statement === undefined) return { targets: [] };
    const point: { readonly stop: StopPoint } = { stop: { kind: 'statement', statement } };
    const targets: DebugProtocol.GotoTarget[] = [];
    for (const [direction, label] of [
      ['forward', 'The next time that control is here'],
      ['back', 'The time before'],
    ] as const) {
      for await (const { position } of debugging.recording.stops(debugging.position, direction, [point], () => Promise.resolve())) {
        targets.push({ id: debugging.targets.push(position), label, line });
        break;
      }
    }
    return { targets };
  },

  goto(debugging: RecordedDebugging, { targetId }: DebugProtocol.GotoArguments) {
    const position = debugging.targets[targetId - 1];
    if (position === undefined) throw evaluationFailed('There is no such time.');
    debugging.goTo(position);
  },

  [names.goTo](debugging: RecordedDebugging, { event }: GoToArguments) {
    const { end } = debugging.recording;
    if (!(event >= 0 && event < end)) throw cannotAsk(`There is no event ${event}: the recording has ${end} events, from 0 to ${end - 1}.`);
    const position = debugging.recording.before(event);
    if (position === null) throw cannotAsk(`Event ${event} is in no text that was recorded.`);
    debugging.goTo(position);
  },

  async [names.ask](debugging: RecordedDebugging, args: AskArguments): Promise<Chain> {
    const frame = args.frameId === undefined ? 0 : debugging.indexOf(args.frameId);
    return debugging.questions.ask(args, debugging.position, frame, expressionAsked(debugging, args));
  },

  [names.chains]: ({ questions }: RecordedDebugging): ChainsResult => ({ chains: questions.chains.reports() }),
  [names.candidates]: ({ questions }: RecordedDebugging, args: PointArguments): Candidates => questions.candidates(args),

  [names.stopAt](debugging: RecordedDebugging, args: PointArguments) {
    const { state, position } = debugging.questions.positionOf(args);
    debugging.goTo(position, { reason: 'goto', description: `Paused at ${args.point}` });
    debugging.questions.arrive(state, args.point);
  },

  [names.position]: ({ position }: RecordedDebugging): PositionTold => ({ event: position.time }),
  [names.recording]: (debugging: RecordedDebugging): RecordingTold => summaryOf(debugging.recording, debugging.sources.paths),
  [names.calls]: (debugging: RecordedDebugging, args: CallsArguments): CallsTold => recordedCalls(debugging, args),
  [names.history]: (debugging: RecordedDebugging, args: HistoryArguments): HistoryTold => recordedHistory(debugging, args),

  [names.fromHere]: (debugging: RecordedDebugging, args: FromHereArguments): Promise<FromHereTold> => recordedFromHere(debugging, args),

  [names.live]: (debugging: RecordedDebugging, args: LiveArguments): LiveResult => recordedLive(debugging, args),

  setVariable: refuse,
  setExpression: refuse,
  restartFrame: refuse,
};

function refuse(): never {
  throw nothingIsRun();
}

/** Answers at once, and goes on. */
function going<T>(debugging: RecordedDebugging, direction: 'forward' | 'back', body: T): T {
  void debugging.run(direction).catch((error: unknown) => debugging.failed(error));
  return body;
}

function describe(debugging: RecordedDebugging, frame: RecordedFrame): DebugProtocol.StackFrame {
  const { texts, counting } = debugging;
  const { name, path, line, column, at } = frame;
  return {
    id: debugging.idOf(frame),
    name: `${name === '' ? '(top level)' : name}${at.isCertain ? '' : ' (perhaps)'}`,
    source: texts.describe(path),
    line: counting.line(line - 1),
    column: counting.column(column - 1),
  };
}

/** How what is asked about is written in its frame. */
function expressionAsked({ variables }: RecordedDebugging, { expression, variablesReference, name }: AskArguments): string | null {
  if (expression !== undefined) return expression;
  if (variablesReference === undefined || name === undefined) return null;
  const found = variables.expressionOf(variablesReference, name);
  if (found === null) throw cannotAsk('This row has no name in the program.');
  return found;
}

function namesIn({ sight }: RecordedDebugging, at: Position): readonly string[] {
  return [...new Set(sight.scopes(at).flatMap(({ members }) => members.map(({ name }) => name)))];
}

function membersOf({ sight }: RecordedDebugging, at: Position, owner: string): readonly string[] {
  const outcome = sight.evaluate(at, owner);
  if ('error' in outcome || outcome.value.kind !== 'object') return [];
  return sight.contents(outcome.value, at.time).members.flatMap(({ name, kind }) => (kind === 'element' || kind === 'entry' ? [] : [name]));
}

/** An error of the recording as a sentence. */
function sentence(error: string, expression: string): string {
  if (error !== 'it was not recorded') return error;
  const calls = /[\p{ID_Continue}$\])]\s*\(/u.test(expression);
  return calls ? 'It was not recorded; a recording calls nothing of the program.' : 'It was not recorded.';
}
