import { OwnMap } from '../realm/intrinsics.js';
import type { FrameReport } from '../../events/rows.js';
import type { ThrowPlace } from '../channel/messages.js';

/** How many throws there were, by line and by position. */
const counts = new OwnMap<string, number>();

export interface CountedThrow extends ThrowPlace {
  /** The how-many-th at its position, from 1. */
  readonly passage: number;
}

/** A throw with this innermost frame of the program: counted where it is, because elsewhere probes may have others thrown. */
export function countThrow(frame: FrameReport | undefined): CountedThrow {
  const { path, line, column } = frame ?? { path: '', line: 0, column: 0 };
  return { path, line, number: countAt(`${path}:${line}`), passage: countAt(`${path}:${line}:${column}`) };
}

function countAt(key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** Whether two throws are the same one: place, line and number. */
export function isSameThrow(a: ThrowPlace | null, b: ThrowPlace): boolean {
  return a !== null && a.path === b.path && a.line === b.line && a.number === b.number;
}
