import { OwnMap } from '../realm/intrinsics.js';
import type { FrameReport } from '../../events/rows.js';
import type { ThrowPlace } from '../channel/messages.js';

/** How many throws there were since numbers began, by line and by position. */
let numbers = new OwnMap<string, number>();
/** The same since the program began, by position. */
const passages = new OwnMap<string, number>();

export interface CountedThrow extends ThrowPlace {
  /** The how-many-th at its position, from 1. */
  readonly passage: number;
  /** The same since numbers began. */
  readonly hit: number;
}

/** A throw with this innermost frame of the program: counted where it is, because elsewhere probes may have others thrown. */
export function countThrow(frame: FrameReport | undefined): CountedThrow {
  const { path, line, column } = frame ?? { path: '', line: 0, column: 0 };
  const [byLine, position] = [`${path}:${line}`, `${path}:${line}:${column}`];
  return { path, line, number: countAt(numbers, byLine), passage: countAt(passages, position), hit: countAt(numbers, position) };
}

/** How many assertions have failed at a place of a test, by position. */
const failures = new OwnMap<string, number>();

/** An assertion has failed in this frame of the test: the how-many-th there, from 1. */
export function countFailure(frame: FrameReport | undefined): number {
  const { path, line, column } = frame ?? { path: '', line: 0, column: 0 };
  return countAt(failures, `${path}:${line}:${column}`);
}

/** From here on throws are numbered as if there had been none. */
export function forgetNumbers(): void {
  numbers = new OwnMap();
}

function countAt(counts: OwnMap<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** Whether two throws are the same one: place, line and number. */
export function isSameThrow(a: ThrowPlace | null, b: ThrowPlace): boolean {
  return a !== null && a.path === b.path && a.line === b.line && a.number === b.number;
}
