import { requests as own } from './querypoints/protocol.js';
import { list, number, object, optional, text, type Parts } from './shapes.js';

const source = object({ path: optional(text), name: optional(text), sourceReference: optional(number) });
const asked = { condition: optional(text), hitCondition: optional(text) };
const ofThread = { threadId: number };
const ofFrame = { frameId: number };
const ofPoint = { chain: number, point: text };

/** The shapes of the arguments that known requests must have. Launch configurations have sentences of their own. */
export const requestShapes: Readonly<Record<string, Parts>> = {
  restart: { arguments: optional(object({})) },
  cancel: { requestId: optional(number), progressId: optional(text) },
  setBreakpoints: {
    source,
    breakpoints: optional(list(object({ line: number, column: optional(number), logMessage: optional(text), ...asked }))),
    lines: optional(list(number)),
  },
  setFunctionBreakpoints: { breakpoints: list(object({ name: text, ...asked })) },
  dataBreakpointInfo: { variablesReference: optional(number), name: text },
  setDataBreakpoints: { breakpoints: list(object({ dataId: text, accessType: optional(text), ...asked })) },
  breakpointLocations: { source, line: number, endLine: optional(number) },
  setExceptionBreakpoints: { filters: list(text), filterOptions: optional(list(object({ filterId: text, condition: optional(text) }))) },
  continue: ofThread,
  next: ofThread,
  stepIn: { ...ofThread, targetId: optional(number) },
  stepOut: ofThread,
  pause: ofThread,
  stepInTargets: ofFrame,
  restartFrame: ofFrame,
  toggleSkipFileStatus: { resource: optional(text), sourceReference: optional(number) },
  stackTrace: { ...ofThread, startFrame: optional(number), levels: optional(number) },
  scopes: ofFrame,
  variables: { variablesReference: number, start: optional(number), count: optional(number), filter: optional(text) },
  evaluate: { expression: text, frameId: optional(number), context: optional(text) },
  completions: { text, line: optional(number), column: number, frameId: optional(number) },
  setVariable: { variablesReference: number, name: text, value: text },
  setExpression: { expression: text, value: text, frameId: optional(number) },
  exceptionInfo: ofThread,
  source: { source: optional(source), sourceReference: optional(number) },
  [own.ask]: {
    kind: text,
    chain: optional(number),
    of: optional(text),
    candidate: optional(number),
    frameId: optional(number),
    frame: optional(number),
    variablesReference: optional(number),
    name: optional(text),
    expression: optional(text),
    index: optional(number),
    show: optional(list(text)),
    showAt: optional(text),
  },
  [own.stopAt]: ofPoint,
  [own.rerun]: { chain: optional(number) },
  [own.candidates]: ofPoint,
  [own.step]: { ...ofThread, direction: text, kind: text },
  [own.calls]: { parent: optional(number), filter: optional(text), from: optional(number), count: number },
  [own.history]: { variablesReference: number, name: text, count: number },
  [own.goTo]: { event: number },
  gotoTargets: { source, line: number, column: optional(number) },
  goto: { ...ofThread, targetId: number },
  stepBack: ofThread,
  reverseContinue: ofThread,
  [own.live]: { ...ofFrame, names: list(text) },
};
