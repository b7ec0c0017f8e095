import type { Debugger, Runtime } from 'node:inspector';
import type { FrameReport, Paused } from '../../events/rows.js';
import type { Moment } from '../../events/moment.js';
import { ownRows } from '../properties.js';
import { positionOf } from '../script.js';
import type { Target } from '../target.js';
import { pathOfFrame, programFrames } from './frames.js';

interface StopFrame {
  readonly functionName: string;
  readonly path: string;
  readonly line: number;
}

/** What another run must find again where the program waits. */
export interface StopPicture {
  readonly frames: readonly StopFrame[];
  /** Variables that the innermost frame sees, with their primitive values: its own, or all but global ones. */
  readonly variables: ReadonlyMap<string, string>;
}

/** More variables are not compared. */
const mostVariables = 40;

const ownScopes: readonly Debugger.Scope['type'][] = ['local', 'block', 'catch'];
const outerScopes: readonly Debugger.Scope['type'][] = ['closure', 'module'];

/** The stack where a target waits, and the plain values of the innermost frame's own variables, or of all that it sees but global ones. */
export async function pictureOf(target: Target, sees: 'own' | 'all' = 'own'): Promise<StopPicture> {
  const frames = programFrames(target, target.pause?.callFrames ?? []);
  const [top] = frames;
  const variables = new Map<string, string>();
  const hidden = new Set<string>();
  for (const { type, object } of top?.scopeChain ?? []) {
    if (!ownScopes.includes(type) && (sees === 'own' || !outerScopes.includes(type))) continue;
    for (const row of await ownRows(target, object)) {
      // An inner variable hides an outer one of the same name.
      if (hidden.has(row.name)) continue;
      hidden.add(row.name);
      const value = row.kind !== 'value' || row.name === 'this' ? null : primitiveText(row.value);
      if (value !== null && variables.size < mostVariables) variables.set(row.name, value);
    }
    if (type === 'local' && sees === 'own') break;
  }
  return { frames: frames.map((frame) => stopFrame(target, frame)), variables };
}

/** A primitive value as `TYPE TEXT`; null for objects, and for `undefined`. */
export function primitiveText({ type, objectId, value, unserializableValue }: Runtime.RemoteObject): string | null {
  return objectId !== undefined || type === 'undefined' ? null : `${type} ${unserializableValue?.replace(/n$/, '') ?? String(value)}`;
}

function stopFrame(target: Target, frame: Parameters<typeof pathOfFrame>[1]): StopFrame {
  const { line } = positionOf(frame.location);
  return { functionName: frame.functionName, path: pathOfFrame(target, frame) ?? '', line: line + 1 };
}

/** Whether a run waits where the paused one does. A sentence when it came there on another way. */
export function otherWay({ frames }: StopPicture, paused: Paused): string | null {
  const now = paused.frames.filter(({ isAsync }) => !isAsync);
  const at = frames.findIndex((frame, index) => !isSame(frame, now[index], index));
  if (at < 0 && now.length === frames.length) return null;
  const told = (frame: StopFrame | FrameReport | undefined) =>
    frame === undefined ? 'from nowhere' : `from ${frame.functionName || 'the top level'} at line ${frame.line}`;
  return `Runs of this program differ: this one came here ${told(now[at])}, the paused one ${told(frames[at])}. The moment was not found again.`;
}

/** Whether a program was brought to a point on the way of the run that located it. A sentence when it came on another. */
export function otherArrival(target: Target, stack: readonly FrameReport[] | null): string | null {
  const names = programFrames(target, target.pause?.callFrames ?? []).map(({ functionName }) => functionName);
  const before = (stack ?? []).filter(({ isAsync }) => !isAsync).map(({ functionName }) => functionName);
  if (before.length === 0 || names.join() === before.join()) return null;
  const told = (all: readonly string[]) => all.map((name) => name || 'the top level').join(' from ');
  return `Runs of this program differ: it is in ${told(names)} here, and was in ${told(before)} in the run that answered.`;
}

/** The line of the innermost is not compared: the step that led there has named the place, of which V8 may say another line. */
function isSame(frame: StopFrame, other: FrameReport | undefined, index: number): boolean {
  return other !== undefined && frame.path === other.path && (index === 0 || frame.line === other.line);
}

/** What is not as in the paused program, as a sentence; null when nothing is. */
export async function difference({ variables }: StopPicture, look: Pick<Moment, 'evaluate'>): Promise<string | null> {
  for (const [name, before] of variables) {
    const outcome = await look.evaluate(0, name);
    if ('error' in outcome || outcome.value.kind !== 'primitive') continue;
    const { type, text, length } = outcome.value;
    // A variable that nobody reads any more may be thrown away by V8: it reports it as undefined then.
    if (type === 'null' || type === 'undefined' || length !== undefined || `${type} ${text}` === before) continue;
    return `Runs of this program differ: ${name} was ${before.replace(/^\w+ /, '')} in the paused program, and is ${text} here. All that is said is of the new run.`;
  }
  return null;
}
