import { types } from 'node:util';
import { sourceColumn, withoutInsertions } from '../../instrument/edits.js';
import type { Callable } from '../realm/disguise.js';
import { apply } from '../realm/intrinsics.js';
import { ownWork } from '../realm/ownWork.js';
import { ownText } from './overflow.js';
import { areTracesSettable, areTracesUsual } from './traces.js';

/** Whether V8's word on who catches an exception is asked for in this run: a `catch` of ours would be taken for the program's. */
let isHandlerAsked = false;

/** From now on nothing of ours catches what goes through it. */
export function askForHandlers(): void {
  isHandlerAsked = true;
}

/** Calls an original, which throws as if nobody stood between. */
export function throughUs(original: Callable, self: unknown, values: readonly unknown[]): unknown {
  if (isHandlerAsked) return apply(original, self, values);
  try {
    return apply(original, self, values);
  } catch (error) {
    leaveUsOut(error);
    throw error;
  }
}

/** Where nothing of ours catches exceptions, they are seen where they are thrown. */
export function leaveUsOutAtThrow(error: unknown): void {
  if (isHandlerAsked) leaveUsOut(error);
}

/**
 * Leaves us out of an exception that an original has thrown through the function that stands in for it: the trace has none of our frames,
 * and as many of the program's as without us. V8 has counted ours, too, and left out the last ones of the program's: they still run.
 */
export function leaveUsOut(error: unknown): void {
  if (!types.isNativeError(error)) return;
  const stack = ownText(error, 'stack');
  if (stack === null) return;
  const shown = ownWork(() => {
    const lines = withSourceLine(stack.split('\n')).filter((line) => !line.includes(__filename));
    return [...lines, ...(areTracesUsual() && areTracesSettable() ? cutOff(lines) : [])].join('\n');
  });
  if (shown !== stack) error.stack = shown;
}

/** `node:vm` puts the line before the trace that has thrown, as V8 has got it, and a sign below the place. */
function withSourceLine(lines: readonly string[]): readonly string[] {
  const [name = '', line = '', sign = '', ...others] = lines;
  const source = withoutInsertions(line);
  const start = sign.indexOf('^');
  if (source === line || start < 0) return lines;
  const column = sourceColumn(line, start);
  const length = Math.max(sourceColumn(line, sign.length) - column, 1);
  return [name, source, source.slice(0, column).replace(/[^\t]/g, ' ') + '^'.repeat(length), ...others];
}

/** The frames of the program that belong behind the last lines of a trace. */
function cutOff(lines: readonly string[]): readonly string[] {
  const { stackTraceLimit: limit } = Error;
  const count = lines.length - 1 - lines.findLastIndex((line) => !isFrame(line));
  if (typeof limit !== 'number' || count >= limit || count === 0) return [];
  const running = runningNow(limit);
  // As many lines as there are which the trace ends with, and the frames that run begin with.
  for (let common = Math.min(count, running.length); common > 0; common--)
    if (running.slice(0, common).every((line, at) => line === lines[lines.length - common + at]))
      return running.slice(common, common + limit - count);
  return [];
}

const isFrame = (line: string): boolean => line.startsWith('    at ');

/** How many of our own frames may be above the program's. */
const ownFrames = 20;

function runningNow(limit: number): readonly string[] {
  const holder: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = limit + ownFrames;
    Error.captureStackTrace(holder, leaveUsOut);
  } finally {
    Error.stackTraceLimit = limit;
  }
  const { stack } = holder;
  return typeof stack === 'string' ? stack.split('\n').filter((line) => isFrame(line) && !line.includes(__filename)) : [];
}
