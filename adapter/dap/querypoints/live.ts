import type { Debugger, Runtime } from 'node:inspector';
import type { Debugging } from '../debugging.js';
import { evaluate } from '../evaluation.js';
import { positionOf, type SourceLocation } from '../script.js';
import type { Target } from '../target.js';
import { valueText } from '../valueText.js';
import { isProgram } from './frames.js';
import type { LiveArguments, LiveResult, LiveValue, Place } from './protocol.js';

/** A text that is longer is not told exactly. */
const mostCharacters = 10_000;

/** Where a frame waits, and what variables hold in it. Nothing of the program is run. */
export async function liveValues(debugging: Debugging, { frameId, names }: LiveArguments): Promise<LiveResult> {
  const { target, callFrame, location } = debugging.stacks.frame(frameId);
  if (callFrame === null || location === null) return { place: null, isBefore: false, values: {} };
  const start = await startOf(debugging, target, callFrame);
  const found = await Promise.all(names.map(async (name) => [name, await valueOf(target, callFrame, name)] as const));
  const values = Object.fromEntries(found.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
  return { place: placeOf(debugging, start ?? location), isBefore: start !== null, values };
}

/** Of the innermost frame, what it waits just before; the others have a call that is not over. */
async function startOf({ places }: Debugging, target: Target, callFrame: Debugger.CallFrame): Promise<SourceLocation | null> {
  const [innermost] = target.pause?.callFrames ?? [];
  if (callFrame.callFrameId !== innermost?.callFrameId) return null;
  const script = target.script(callFrame.location.scriptId);
  if (script === undefined || !isProgram(script.url)) return null;
  const start = await places.startingAt(target, callFrame.location);
  return start === null ? null : script.sourceOf(positionOf({ lineNumber: start.line - 1, columnNumber: start.column - 1 }));
}

function placeOf({ sources }: Debugging, location: SourceLocation): Place | null {
  const { source, line, column } = sources.locate(location);
  const isFile = source.path !== undefined && source.sourceReference === undefined;
  return isFile && source.path !== undefined ? { file: source.path, line: line + 1, column: column + 1 } : null;
}

async function valueOf(target: Target, { callFrameId }: Debugger.CallFrame, name: string): Promise<LiveValue | null> {
  try {
    const remote = await evaluate(target, name, { callFrameId, isPure: true, isConsole: false });
    return { text: valueText(remote), ...liveValueOf(remote) };
  } catch {
    return null; // there is no such variable
  }
}

/** The kind of a value, and exactly what it is. */
export function liveValueOf({ type, subtype, value, unserializableValue }: Runtime.RemoteObject): Pick<LiveValue, 'kind' | 'exact'> {
  switch (type) {
    case 'undefined':
      return { kind: 'undefined', exact: 'undefined' };
    case 'boolean':
    case 'number':
      return { kind: type, exact: unserializableValue ?? String(value) };
    case 'bigint':
      return { kind: type, exact: (unserializableValue ?? '').replace(/n$/, '') || null };
    case 'string': {
      const text = String(value);
      return { kind: type, exact: text.length > mostCharacters ? null : text };
    }
    case 'symbol':
      return { kind: type, exact: null };
    default:
      return subtype === 'null' ? { kind: 'null', exact: 'null' } : { kind: 'object', exact: null };
  }
}
