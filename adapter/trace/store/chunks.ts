import { Tag } from '../../runtime/rows/tags.js';
import type { TraceEvents } from '../format/contents.js';
import type { ActivationTable } from './activationTable.js';
import { hasActivation, Kind } from './rowMeaning.js';

/** Whole numbers, in two bytes each where they are small enough. */
export type NarrowIntegers = Int32Array | Int16Array;

/**
 * Rows that follow each other in one thread, as columns: `count` of each, of the events from `first` on. `activations` is the one that
 * runs; of a call and of one that goes on, the one that ran before.
 */
export interface EventChunk {
  readonly first: number;
  readonly count: number;
  readonly thread: number;
  readonly kinds: Uint8Array;
  readonly sites: NarrowIntegers;
  readonly subjects: Int32Array;
  /** Of changes: the number of the key; else 0. */
  readonly keys: NarrowIntegers;
  readonly tags: Uint8Array;
  readonly payloads: Float64Array | Int32Array;
  readonly activations: Int32Array;
}

/** What the sites of a recording say of their rows. */
export interface SiteColumns {
  /** By site: what its rows are. */
  readonly kinds: Uint8Array;
  /** By site: the key that its rows change; 0 where a row before tells it. */
  readonly keys: Int32Array;
  /** The number of the key that a row tells: the first of those that stand for its text. */
  keyTold(number: number): number;
  /** Whether an activation that goes on at a site was called, as a generator is; else the stack is empty below it. */
  isCalledAgain(site: number): boolean;
  /** Whether a handler or a `finally` block belongs to a generator, which goes on within whoever asks it for more or ends it. */
  isInGenerator(site: number): boolean;
  /** Whether two sites lie in different functions. */
  areApart(site: number, other: number): boolean;
  /** Whether a generator waits at a site for another one, to which `yield*` has handed over. */
  isDelegation(site: number): boolean;
  /** Whether an exception that is thrown at a site ends an async function, and nothing else. */
  endsAsync(site: number): boolean;
}

/** Columns that every chunk is decoded into, and of which it keeps a copy of its own: they are as wide as numbers may be. */
const scratchOf = (count: number) => ({
  sites: new Int32Array(count),
  keys: new Int32Array(count),
  payloads: new Float64Array(count),
});

let scratch = scratchOf(0);

/** Decodes rows; `stack` is what is open before them, and is left as it is behind them. What begins and ends is noted. */
export function decodeRows(
  events: TraceEvents | null,
  { thread, first, count }: Pick<EventChunk, 'thread' | 'first' | 'count'>,
  columns: SiteColumns,
  stack: number[],
  activations: ActivationTable,
): EventChunk {
  if (scratch.sites.length < count) scratch = scratchOf(count);
  const chunk = {
    first,
    count,
    thread,
    kinds: new Uint8Array(count),
    sites: scratch.sites.subarray(0, count).fill(0),
    subjects: new Int32Array(count),
    keys: scratch.keys.subarray(0, count).fill(0),
    tags: new Uint8Array(count),
    payloads: scratch.payloads.subarray(0, count).fill(0),
    activations: new Int32Array(count),
  };
  if (events === null) return narrowed(chunk);
  const { words, payloads } = events;
  let key = 0;
  /** The generator that has handed over in the row before. */
  let delegating = 0;
  /** A generator that goes on in a handler or a `finally` block, whose site it is: where it was ended, it tells no end. */
  let [ending, endingAt] = [0, 0];
  for (let row = 0; row < count; row++) {
    const word = words[row * 4] ?? 0;
    const [site, tag] = [word >> 4, word & 15];
    const subject = words[row * 4 + 1] ?? 0;
    const isEvent = tag !== Tag.key && tag !== Tag.passed && tag !== Tag.caller;
    const kind = isEvent ? (columns.kinds[site] ?? Kind.other) : Kind.none;
    chunk.kinds[row] = kind;
    chunk.sites[row] = site;
    chunk.tags[row] = tag;
    chunk.subjects[row] = subject;
    chunk.payloads[row] = payloads[row * 2 + 1] ?? 0;
    if (kind === Kind.change || kind === Kind.content) chunk.keys[row] = key === 0 ? (columns.keys[site] ?? 0) : key;
    key = tag === Tag.key ? columns.keyTold(subject) : 0;
    const event = first + row;
    if (kind !== Kind.call && isEvent) delegating = 0;
    const leave = (from: number) => {
      for (const left of stack.splice(from)) activations.throwOut(left, event);
    };
    // Exceptions have ended all that ran.
    if (tag === Tag.caller && site === 0) leave(0);
    if (kind === Kind.call || kind === Kind.resume) {
      if (kind === Kind.resume && !columns.isCalledAgain(site)) leave(0);
      // Where a frame begins between the two, it has been pushed already.
      if (kind === Kind.resume && stack.at(-1) === subject) stack.pop();
      chunk.activations[row] = delegating || (stack.at(-1) ?? 0);
      if (kind === Kind.call) activations.begin(subject, event, chunk.activations[row] ?? 0);
      else activations.name(subject, event);
      stack.push(subject);
    } else if (kind === Kind.none) {
      // An argument: its call may be the last row of the frame before, whose activation was not pushed yet when this one began.
      if (isEvent && subject !== 0 && stack.at(-1) !== subject) stack.push(subject);
      chunk.activations[row] = stack.at(-1) ?? 0;
    } else if (kind === Kind.closed || kind === Kind.aborted) {
      // Where nothing of it has run it is not there.
      const at = stack.lastIndexOf(subject);
      if (at >= 0) leave(at + 1);
      if (at >= 0) stack.pop();
      chunk.activations[row] = stack.at(-1) ?? 0;
      if (kind === Kind.closed) activations.exit(subject, event);
      else activations.throwOut(subject, event);
    } else {
      const isAnyones = !hasActivation(kind) && ending !== 0 && stack.at(-1) === ending;
      if (isAnyones && columns.areApart(site, endingAt)) leave(stack.length - 1);
      if (hasActivation(kind) && subject !== 0 && stack.at(-1) !== subject) {
        const at = stack.lastIndexOf(subject);
        if (at >= 0) leave(at + 1);
        else if (kind !== Kind.throw) {
          // One that is not open goes on behind a rejection, where nothing else runs; or it has begun before the recording did.
          if (!goesOnWithin(columns, kind, site, tag)) leave(0);
          stack.push(subject);
        }
      }
      if (subject !== 0 && stack.at(-1) === subject && hasActivation(kind)) activations.name(subject, event);
      chunk.activations[row] = stack.at(-1) ?? 0;
      if ((kind === Kind.last || kind === Kind.catch) && columns.isInGenerator(site)) [ending, endingAt] = [subject, site];
      if (kind === Kind.throw) {
        // What is told late of an activation that has ended already.
        if (stack.at(-1) !== subject && subject !== 0) chunk.activations[row] = subject;
        else if (columns.endsAsync(site)) leave(stack.length - 1);
      }
      if (kind === Kind.exit) activations.exit(subject, event);
      if (kind === Kind.suspend && columns.isDelegation(site)) delegating = subject;
      if (kind === Kind.exit || kind === Kind.suspend) stack.pop();
    }
  }
  return narrowed(chunk);
}

/** The same in as few bytes as its numbers need: a store keeps as many chunks as it has room for. */
function narrowed(chunk: EventChunk): EventChunk {
  return { ...chunk, sites: inTwoBytes(chunk.sites), keys: inTwoBytes(chunk.keys), payloads: asIntegers(chunk.payloads) };
}

function inTwoBytes(numbers: NarrowIntegers): NarrowIntegers {
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    if ((number << 16) >> 16 !== number) return numbers.slice();
  }
  return new Int16Array(numbers);
}

function asIntegers(numbers: Float64Array | Int32Array): Float64Array | Int32Array {
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? 0;
    // Negative zero is another number.
    if ((number | 0) !== number || (number === 0 && 1 / number < 0)) return numbers.slice();
  }
  return new Int32Array(numbers);
}

/** How many bytes the columns of a chunk have. */
export function bytesOf({ kinds, sites, subjects, keys, tags, payloads, activations }: EventChunk): number {
  return [kinds, sites, subjects, keys, tags, payloads, activations].reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** Whether an activation that is not open goes on above those that are: its `finally` block behind an exit, or a generator's that is ended. */
function goesOnWithin(columns: SiteColumns, kind: number, site: number, tag: number): boolean {
  if (kind === Kind.last && tag === Tag.true) return true;
  return (kind === Kind.last || kind === Kind.catch) && columns.isInGenerator(site);
}
