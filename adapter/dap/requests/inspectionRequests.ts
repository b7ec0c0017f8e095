import type { DebugProtocol } from '@vscode/debugprotocol';
import type { Runtime } from 'node:inspector';
import { completions } from '../completions.js';
import type { Debugging } from '../debugging.js';
import { evaluationFailed, notSettable } from '../errors.js';
import { copyText, evaluate, sentenceOf } from '../evaluation.js';
import { exceptionInfo, primitive, type Thrown } from '../exceptions.js';
import { LoadedText } from '../../querypoints/text/texts.js';
import { scopesOf } from '../scopes.js';
import { positionOf } from '../script.js';
import { isOwnScript } from '../skipping.js';
import type { Frame } from '../stack.js';
import type { Target } from '../target.js';
import type { Holder } from '../variables.js';

/** Requests that look at the program, or change what it holds. */
export const inspectionRequests = {
  threads({ targets }: Debugging): DebugProtocol.ThreadsResponse['body'] {
    return { threads: targets.map(({ id, name }) => ({ id, name })) };
  },

  async stackTrace(debugging: Debugging, { threadId, startFrame, levels }: DebugProtocol.StackTraceArguments) {
    const target = debugging.target(threadId);
    // It has gone on since the client asked, and will ask again where it stops.
    if (target.pause === null) return { stackFrames: [], totalFrames: 0 };
    return debugging.stacks.list(target, target.pause, startFrame ?? 0, levels ?? 0);
  },

  scopes({ stacks, variables }: Debugging, { frameId }: DebugProtocol.ScopesArguments): DebugProtocol.ScopesResponse['body'] {
    if (stacks.isPast(frameId)) return { scopes: [] };
    const frame = stacks.frame(frameId);
    return { scopes: [...scopesOf(frame, variables, thrownIn(frame), new Map())] };
  },

  async variables({ variables }: Debugging, args: DebugProtocol.VariablesArguments): Promise<DebugProtocol.VariablesResponse['body']> {
    if (variables.isPast(args.variablesReference)) return { variables: [] };
    try {
      return { variables: [...(await variables.list(args))] };
    } catch (error) {
      if (variables.isPast(args.variablesReference)) return { variables: [] }; // it went on meanwhile
      throw error;
    }
  },

  async evaluate(debugging: Debugging, { expression, frameId, context }: DebugProtocol.EvaluateArguments) {
    // In VS Code's own words, as its Watch view shows them until the next stop.
    if (frameId !== undefined && debugging.stacks.isPast(frameId)) throw evaluationFailed('not available');
    const { target, callFrameId } = placeOf(debugging, frameId);
    const isConsole = context === 'repl';
    const value = await evaluate(target, expression, { callFrameId, isPure: context === 'hover', isConsole });
    if (context === 'clipboard') return { result: await copyText(target, value), variablesReference: 0 };
    const { value: result, ...shown } = debugging.variables.show(target, value, isConsole ? null : expression, isConsole);
    return { result, ...shown };
  },

  async completions(debugging: Debugging, { text, line = 1, column, frameId }: DebugProtocol.CompletionsArguments) {
    const { target, callFrameId } = placeOf(debugging, frameId);
    const frame = target.pause?.callFrames.find((one) => one.callFrameId === callFrameId) ?? null;
    const typed = (text.split('\n')[line - 1] ?? '').slice(0, debugging.counting.fromColumn(column));
    return { targets: [...(await completions(target, frame, typed))] };
  },

  async setVariable(debugging: Debugging, { variablesReference, name, value }: DebugProtocol.SetVariableArguments) {
    const { variables } = debugging;
    const holder = variables.holder(variablesReference);
    const callFrameId = holder.kind === 'scope' ? holder.callFrameId : (holder.target.pause?.callFrames[0]?.callFrameId ?? null);
    const written = await evaluate(holder.target, value, { callFrameId, isPure: false, isConsole: false });
    await write(holder, name, written);
    debugging.watched.altered(holder.target, 'You have changed a value');
    return variables.show(holder.target, written, null);
  },

  async setExpression(debugging: Debugging, { expression, value, frameId }: DebugProtocol.SetExpressionArguments) {
    const { target, callFrameId } = placeOf(debugging, frameId);
    const written = await evaluate(target, `${expression} = (${value}\n)`, { callFrameId, isPure: false, isConsole: false });
    debugging.watched.altered(target, 'You have changed a value');
    return debugging.variables.show(target, written, expression);
  },

  async exceptionInfo(debugging: Debugging, { threadId }: DebugProtocol.ExceptionInfoArguments) {
    const { target, pause } = debugging.waiting(threadId);
    const broken = debugging.conditions.info(target);
    if (broken !== null) return broken;
    const rule = debugging.rules.info(target);
    if (rule !== null) return rule;
    if (pause.reason !== 'exception' && pause.reason !== 'promiseRejection')
      throw evaluationFailed('The program does not wait at an exception.');
    return exceptionInfo(target, pause);
  },

  async source({ sources }: Debugging, { source, sourceReference }: DebugProtocol.SourceArguments) {
    return { content: await sources.text(source?.sourceReference ?? sourceReference), mimeType: 'text/javascript' };
  },

  loadedSources({ targets, sources }: Debugging): DebugProtocol.LoadedSourcesResponse['body'] {
    const scripts = targets.flatMap((target) => [...target.scripts.values()]).filter(({ url }) => url !== '' && !isOwnScript(url));
    const named = scripts.flatMap((script) => [script.name, ...(script.map?.sources ?? [])].map((name) => [name, script] as const));
    const available = [...new Map(named)].filter(([name, script]) => sources.isAvailable(name, script));
    return { sources: available.map(([name, script]) => sources.describe(name, script)) };
  },
};

/** Where an expression is evaluated: in a frame, or outside all frames of the first thread. */
function placeOf(debugging: Debugging, frameId: number | undefined): { readonly target: Target; readonly callFrameId: string | null } {
  if (frameId === undefined) {
    const target = debugging.targets.find(({ pause }) => pause !== null) ?? debugging.targets[0];
    if (target === undefined) throw evaluationFailed('No program runs.');
    return { target, callFrameId: null };
  }
  const { target, callFrame } = debugging.stacks.frame(frameId);
  if (callFrame === null) throw evaluationFailed('Nothing can be evaluated in a function that is suspended.');
  return { target, callFrameId: callFrame.callFrameId };
}

/** What was thrown where the program waits, for the frame that threw. */
function thrownIn({ target, callFrame }: Frame): Runtime.RemoteObject | null {
  const { pause } = target;
  const isThrow = pause?.reason === 'exception' || pause?.reason === 'promiseRejection';
  return isThrow && pause.callFrames[0] === callFrame ? ((pause.data as Thrown | undefined) ?? null) : null;
}

async function write(holder: Holder, name: string, value: Runtime.RemoteObject): Promise<void> {
  const newValue = value.objectId === undefined ? primitive(value) : { objectId: value.objectId };
  const { target } = holder;
  if (holder.kind === 'scope' && !holder.extra.some((row) => row.name === name)) {
    const { callFrameId, scopeNumber } = holder;
    const type = target.pause?.callFrames.find((frame) => frame.callFrameId === callFrameId)?.scopeChain[scopeNumber]?.type;
    if (type !== 'global' && type !== 'with') {
      if (await isConstant(target, callFrameId, name)) throw notSettable(name, 'it is a constant.');
      await target.client
        .send('Debugger.setVariableValue', { scopeNumber, variableName: name, newValue, callFrameId })
        .catch((error: unknown) => Promise.reject(notSettable(name, error instanceof Error ? error.message : String(error))));
      return;
    }
  }
  const object = holder.kind === 'getter' ? holder.owner : holder.kind === 'rows' ? undefined : holder.object;
  if (object?.objectId === undefined || (holder.kind === 'scope' && holder.extra.some((row) => row.name === name)))
    throw notSettable(name, 'it is no variable of the program.');
  const { exceptionDetails } = await target.call({
    objectId: object.objectId,
    functionDeclaration: 'function(name,value){"use strict";this[name]=value}',
    arguments: [{ value: name }, newValue],
  });
  if (exceptionDetails !== undefined) throw notSettable(name, sentenceOf(exceptionDetails));
}

/** V8 would write it all the same, so the text decides. */
async function isConstant(target: Target, callFrameId: string, name: string): Promise<boolean> {
  const frame = target.pause?.callFrames.find((one) => one.callFrameId === callFrameId);
  const script = target.script(frame?.location.scriptId ?? '');
  if (frame === undefined || script === undefined) return false;
  const text = new LoadedText(script.name, await script.sourceText);
  const { line, column } = positionOf(frame.location);
  const binding = text.scopes.lookUp(name, text.offsetAt(line + 1, column + 1));
  return binding?.kind === 'const' || binding?.kind === 'import';
}
