import { columnsOf } from './columns.js';
import {
  objectTypes,
  type TraceCounts,
  type TraceEnd,
  type TraceHead,
  type TraceMarks,
  type TraceObject,
  type TracePart,
  type TraceRelations,
  type TraceSites,
  type TraceStrings,
  type TraceText,
  type TraceThread,
} from './contents.js';
import { encodeFrame } from './frameBytes.js';

/** What frames in JSON hold. */
export interface JsonContents {
  readonly head: TraceHead;
  readonly text: TraceText;
  readonly sites: TraceSites;
  readonly strings: TraceStrings;
  readonly marks: TraceMarks;
  readonly counts: TraceCounts;
  readonly relations: TraceRelations;
  readonly threads: readonly TraceThread[];
  readonly end: TraceEnd;
}

/** A frame whose content is JSON. */
export function jsonFrame<Kind extends keyof JsonContents>(kind: Kind, content: JsonContents[Kind]): Buffer {
  return encodeFrame(kind, Buffer.from(JSON.stringify(content)));
}

/** Bytes of a part frame before the stack: the thread, the number of rows, the first event, the depth of the stack, how much of it follows. */
export const partSize = 24;

/** So many of the innermost activations are written. */
const mostListed = 256;

/** The two frames of rows: what is known of them, and they themselves as columns of what was not predicted. */
export function eventsFrames({ words, ...part }: Omit<TracePart, 'rows'> & { readonly words: Int32Array }): readonly Buffer[] {
  return [partFrame({ ...part, rows: words.length / 4 }), encodeFrame('events', columnsOf(words))];
}

function partFrame({ thread, rows, first, stack, depth }: TracePart): Buffer {
  const listed = stack.slice(-mostListed);
  const content = Buffer.alloc(partSize + listed.length * 4);
  content.writeUInt32LE(thread, 0);
  content.writeUInt32LE(rows, 4);
  content.writeDoubleLE(first, 8);
  content.writeUInt32LE(depth, 16);
  content.writeUInt32LE(listed.length, 20);
  listed.forEach((activation, index) => content.writeUInt32LE(activation, partSize + index * 4));
  return encodeFrame('part', content);
}

/** Bytes of an object: number, name of its class, type, name of a function plus one, or what it inherits from, event. */
export const objectSize = 24;

/** A frame of objects at their first sight. */
export function objectsFrame(objects: readonly TraceObject[]): Buffer {
  const content = Buffer.alloc(objects.length * objectSize);
  objects.forEach(({ number, className, type, name, inherits, event }, index) => {
    content.writeUInt32LE(number, index * objectSize);
    content.writeUInt32LE(className, index * objectSize + 4);
    content.writeUInt32LE(objectTypes.indexOf(type), index * objectSize + 8);
    content.writeUInt32LE(name === null ? inherits : name + 1, index * objectSize + 12);
    content.writeDoubleLE(event, index * objectSize + 16);
  });
  return encodeFrame('objects', content);
}
