import type { Debugger } from 'node:inspector';
import { evaluatorOf, holderOf, shownOnce } from '../runtime/hold/staticFrames.js';
import type { Target } from './target.js';

type Outcome = Debugger.EvaluateOnCallFrameReturnType;
type Settings = Omit<Debugger.EvaluateOnCallFrameParameterType & { readonly throwOnSideEffect?: boolean }, 'callFrameId'>;

/** By function: in which pause it was looked at, and the object that holds what was seen. */
const looked = new WeakMap<Target, Map<string, { readonly pause: object; readonly held: Promise<string | null> }>>();

const areOld = new WeakMap<Target, Promise<boolean>>();

/**
 * Evaluates an expression in a frame. Before Node 22, V8 evaluates once in what a class runs for itself: a second time it takes the global object for
 * `this`, knows no variable, or ends the process. There the first time takes hold of all that can be seen.
 */
export async function evaluateOnFrame(target: Target, callFrameId: string, settings: Settings): Promise<Outcome> {
  const { pause, client } = target;
  const frame = pause?.callFrames.find((one) => one.callFrameId === callFrameId);
  if (pause === null || frame?.functionName !== '<static_initializer>' || !(await isOld(target)))
    return client.send('Debugger.evaluateOnCallFrame', { callFrameId, ...settings });
  const objectId = await heldIn(target, pause, frame);
  if (objectId === null) return refusal;
  const { expression, silent = false, returnByValue = false, generatePreview = false, throwOnSideEffect = false } = settings;
  const functionDeclaration = evaluatorOf(expression);
  return client.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration,
    silent,
    returnByValue,
    generatePreview,
    throwOnSideEffect,
  });
}

const refusal: Outcome = {
  result: { type: 'undefined' },
  exceptionDetails: { exceptionId: 0, text: `${shownOnce}.`, lineNumber: 0, columnNumber: 0 },
};

function isOld(target: Target): Promise<boolean> {
  let known = areOld.get(target);
  if (known === undefined) {
    known = target.client
      .send('Runtime.evaluate', { expression: 'process.versions.node', silent: true, throwOnSideEffect: true, returnByValue: true })
      .then(({ result }) => Number(String(result.value).split('.')[0]) < 22)
      .catch(() => false);
    areOld.set(target, known);
  }
  return known;
}

/** The object that holds what is seen in a frame; null: it was looked at in an earlier pause. */
function heldIn(target: Target, pause: object, { callFrameId, functionLocation, location }: Debugger.CallFrame): Promise<string | null> {
  const { scriptId, lineNumber, columnNumber } = functionLocation ?? location;
  const name = `${scriptId}:${lineNumber}:${columnNumber ?? 0}`;
  const all = looked.get(target) ?? new Map<string, { readonly pause: object; readonly held: Promise<string | null> }>();
  looked.set(target, all);
  const known = all.get(name);
  if (known !== undefined) return known.pause === pause ? known.held : Promise.resolve(null);
  const held = hold(target, callFrameId, location);
  all.set(name, { pause, held });
  return held;
}

async function hold({ client }: Target, callFrameId: string, { scriptId, lineNumber }: Debugger.Location): Promise<string | null> {
  const { scriptSource } = await client.send('Debugger.getScriptSource', { scriptId });
  const lines = scriptSource.split('\n').slice(Math.max(0, lineNumber - linesAround), lineNumber + linesAround);
  const { result } = await client.send('Debugger.evaluateOnCallFrame', {
    callFrameId,
    expression: holderOf(lines.join('\n'), true),
    silent: true,
  });
  return result.objectId ?? null;
}

const linesAround = 500;
