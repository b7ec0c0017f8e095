import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Debugging } from '../debugging.js';
import { frameNotRestartable } from '../errors.js';
import { positionOf } from '../script.js';
import { callsAhead, type StepKind } from '../stepping.js';
import type { Target } from '../target.js';

/** Requests that set what the program stops at, and that let it go on. */
export const controlRequests = {
  async setBreakpoints(
    debugging: Debugging,
    args: DebugProtocol.SetBreakpointsArguments,
  ): Promise<DebugProtocol.SetBreakpointsResponse['body']> {
    const { breakpoints, sources } = debugging;
    const requested = args.breakpoints ?? (args.lines ?? []).map((line) => ({ line }));
    const source = sources.nameOf(args.source);
    const set = breakpoints.set(source, requested);
    debugging.watched.breakpointsSet(source, breakpoints.ids);
    return { breakpoints: [...(await set)] };
  },

  async setFunctionBreakpoints({ functions }: Debugging, { breakpoints }: DebugProtocol.SetFunctionBreakpointsArguments) {
    return { breakpoints: [...(await functions.set(breakpoints))] };
  },

  async dataBreakpointInfo({ data, variables }: Debugging, { variablesReference, name }: DebugProtocol.DataBreakpointInfoArguments) {
    if (variablesReference === undefined)
      return { dataId: null, description: 'Only what is listed below a scope or an object can be watched.' };
    return data.info(variables.holder(variablesReference), name);
  },

  async setDataBreakpoints({ data }: Debugging, { breakpoints }: DebugProtocol.SetDataBreakpointsArguments) {
    return { breakpoints: [...(await data.set(breakpoints))] };
  },

  async breakpointLocations({ breakpoints, sources, counting }: Debugging, args: DebugProtocol.BreakpointLocationsArguments) {
    const from = counting.fromLine(args.line);
    const to = args.endLine === undefined ? from : counting.fromLine(args.endLine);
    const found = await breakpoints.possible(sources.nameOf(args.source), from, Math.min(to, from + 500));
    return { breakpoints: found.map(({ line, column }) => ({ line: counting.line(line), column: counting.column(column) })) };
  },

  async setExceptionBreakpoints(debugging: Debugging, { filters, filterOptions }: DebugProtocol.SetExceptionBreakpointsArguments) {
    const { conditions, exceptions, targets } = debugging;
    const { seesSkipped } = exceptions;
    const answered = exceptions.set([...filters.map((filterId) => ({ filterId })), ...(filterOptions ?? [])]);
    debugging.watched.exceptionsSet();
    await Promise.all(targets.map((target) => exceptions.apply(target)));
    if (exceptions.seesSkipped !== seesSkipped) await debugging.skipAgain();
    await conditions.set(exceptions.areConditionsChecked, targets);
    return { breakpoints: [...answered] };
  },

  async continue(debugging: Debugging, { threadId }: DebugProtocol.ContinueArguments): Promise<DebugProtocol.ContinueResponse['body']> {
    await debugging.waiting(threadId).target.go('Debugger.resume');
    return { allThreadsContinued: false };
  },

  next: (debugging: Debugging, { threadId }: DebugProtocol.NextArguments) => step(debugging, threadId, 'over'),
  stepOut: (debugging: Debugging, { threadId }: DebugProtocol.StepOutArguments) => step(debugging, threadId, 'out'),

  async stepIn(debugging: Debugging, { threadId, targetId }: DebugProtocol.StepInArguments) {
    const { target } = debugging.waiting(threadId);
    const callee = targetId === undefined ? undefined : (await callsIn(target))[targetId - 1];
    await debugging.stepping.begin(target, 'in', callee ?? null);
    return undefined;
  },

  async stepInTargets(
    { stacks, counting }: Debugging,
    { frameId }: DebugProtocol.StepInTargetsArguments,
  ): Promise<DebugProtocol.StepInTargetsResponse['body']> {
    const { target, callFrame } = stacks.frame(frameId);
    const isTop = callFrame !== null && target.pause?.callFrames[0] === callFrame;
    if (!isTop) return { targets: [] };
    const script = target.script(callFrame.location.scriptId);
    const lines = (await script?.sourceText)?.split('\n') ?? [];
    const calls = await callsIn(target);
    return {
      targets: calls.map((call, index) => {
        const place = script?.sourceOf(positionOf(call));
        const label = calledName(lines[call.lineNumber] ?? '', call.columnNumber ?? 0);
        return { id: index + 1, label, ...(place ? { line: counting.line(place.line), column: counting.column(place.column) } : {}) };
      }),
    };
  },

  async pause(debugging: Debugging, { threadId }: DebugProtocol.PauseArguments) {
    await debugging.pause(debugging.target(threadId));
    return undefined;
  },

  async restartFrame(debugging: Debugging, { frameId }: DebugProtocol.RestartFrameArguments) {
    const { stacks, stops } = debugging;
    const { target, callFrame } = stacks.frame(frameId);
    if (callFrame === null) throw frameNotRestartable('it is suspended.');
    stops.restarted(target);
    debugging.watched.altered(target, 'You have restarted a frame');
    try {
      await target.client.send('Debugger.restartFrame', { callFrameId: callFrame.callFrameId, mode: 'StepInto' });
    } catch (error) {
      stops.forget(target);
      throw frameNotRestartable(error instanceof Error ? error.message : String(error));
    }
    return undefined;
  },

  /** Backwards the program goes only from point to located point. */
  stepBack: ({ stopHere }: Debugging, _args: DebugProtocol.StepBackArguments, signal: AbortSignal) => stopHere.back(false, signal),

  reverseContinue: ({ stopHere }: Debugging, _args: DebugProtocol.ReverseContinueArguments, signal: AbortSignal) =>
    stopHere.back(true, signal),

  /** VS Code's own request of type `node`: skips a file from now on, or no longer. */
  async toggleSkipFileStatus(debugging: Debugging, { resource, sourceReference }: { resource?: string; sourceReference?: number }) {
    const source = {
      ...(resource === undefined ? {} : { path: resource.replace(/^file:\/\//, '') }),
      ...(sourceReference === undefined ? {} : { sourceReference }),
    };
    debugging.skipList.toggle(debugging.sources.nameOf(source));
    await debugging.skipAgain();
    return undefined;
  },
};

async function step(debugging: Debugging, threadId: number, kind: StepKind): Promise<undefined> {
  await debugging.stepping.begin(debugging.waiting(threadId).target, kind);
  return undefined;
}

function callsIn(target: Target) {
  const [frame] = target.pause?.callFrames ?? [];
  return frame === undefined ? Promise.resolve([]) : callsAhead(target, frame);
}

/** What is called at a place: `a.b.c(…)`. V8's place of a call is its name, or its bracket. */
function calledName(line: string, column: number): string {
  const before = /[\p{ID_Continue}$.#?]*$/u.exec(line.slice(0, column))?.[0] ?? '';
  const after = /^[\p{ID_Continue}$.#?]*/u.exec(line.slice(column))?.[0] ?? '';
  return `${before}${after}(…)`;
}
