import { threadStartKey } from './threadStart.js';

/**
 * Numbers of sites, objects, texts, activations, scopes and prototypes. The threads of a process that is recorded share the counters, so that no two
 * of them give the same number: all but sites are handed out in blocks, whose first number nobody gets. `names`, `types` and
 * `aliases` count the places that get no probe under rules.
 */
export const Counter = {
  sites: 0,
  objects: 1,
  texts: 2,
  activations: 3,
  scopes: 4,
  threads: 5,
  names: 6,
  types: 7,
  aliases: 8,
  prototypes: 9,
} as const;

type Counted = (typeof Counter)[keyof typeof Counter];

/** The numbers that a thread of the program gets when it starts. */
export interface ThreadStart {
  readonly counters: Int32Array<SharedArrayBuffer>;
  /** Its number: they count from 1 in the order of their start. */
  readonly thread: number;
  readonly parent: number;
  /** Where whoever records it listens. */
  readonly lanes: string;
  /** The text that it runs, when it was given one instead of a file: what the instrumenter says of it. */
  readonly text: unknown;
}

export const threadStart = takeThreadStart();
export const counters = threadStart?.counters ?? newCounters();

function takeThreadStart(): ThreadStart | null {
  const start: unknown = Reflect.get(globalThis, threadStartKey);
  Reflect.deleteProperty(globalThis, threadStartKey);
  return (start as ThreadStart | undefined) ?? null;
}

function newCounters(): Int32Array<SharedArrayBuffer> {
  const all = new Int32Array(new SharedArrayBuffer(40));
  all[Counter.sites] = 1;
  return all;
}

/** A block has so many numbers, as a power of two. */
export const blockBits = 12;
export const blockSize = 1 << blockBits;
const lastOfBlock = blockSize - 1;
const add = Atomics.add;

/** Begins a block: the number before those that it has. */
export function beginBlock(counter: Counted): number {
  return add(counters, counter, 1) * blockSize;
}

/** The number after `newest`. */
export function following(counter: Counted, newest: number): number {
  return (newest & lastOfBlock) === lastOfBlock ? beginBlock(counter) + 1 : newest + 1;
}
