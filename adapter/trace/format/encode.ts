import {
  objectTypes,
  rowSize,
  type TraceCounts,
  type TraceEnd,
  type TraceEvents,
  type TraceHead,
  type TraceMarks,
  type TraceObject,
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

/** Bytes before the stack of an events frame: the thread, the number of rows, the first event, the depth of the stack, how much of it follows. */
export const eventsHeaderSize = 24;

/** So many of the innermost activations are written. */
const mostListed = 256;

/** A frame of rows, as columns: sites and tags, subjects, lower and upper halves of the payloads. Equal things side by side are stored in less. */
export function eventsFrame({ thread, first, words, stack, depth }: Omit<TraceEvents, 'payloads'>): Buffer {
  const rows = words.length / 4;
  const listed = stack.slice(-mostListed);
  const start = eventsHeaderSize + listed.length * 4;
  const content = Buffer.alloc(start + rows * rowSize);
  content.writeUInt32LE(thread, 0);
  content.writeUInt32LE(rows, 4);
  content.writeDoubleLE(first, 8);
  content.writeUInt32LE(depth, 16);
  content.writeUInt32LE(listed.length, 20);
  listed.forEach((activation, index) => content.writeUInt32LE(activation, eventsHeaderSize + index * 4));
  const columns = new Int32Array(rows * 4);
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < rows; row++) columns[column * rows + row] = words[row * 4 + column] ?? 0;
  content.set(new Uint8Array(columns.buffer), start);
  return encodeFrame('events', content);
}

/** Bytes of an object: number, name of its class, type, zero, event. */
export const objectSize = 24;

/** A frame of objects at their first sight. */
export function objectsFrame(objects: readonly TraceObject[]): Buffer {
  const content = Buffer.alloc(objects.length * objectSize);
  objects.forEach(({ number, className, type, event }, index) => {
    content.writeUInt32LE(number, index * objectSize);
    content.writeUInt32LE(className, index * objectSize + 4);
    content.writeUInt32LE(objectTypes.indexOf(type), index * objectSize + 8);
    content.writeDoubleLE(event, index * objectSize + 16);
  });
  return encodeFrame('objects', content);
}
