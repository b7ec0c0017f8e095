import { Inherits } from '../../events/inherits.js';
import { rowsOf } from './columns.js';
import { hasName, objectTypes, type TraceEvents, type TraceObject, type TracePart } from './contents.js';
import { objectSize, partSize, type JsonContents } from './encode.js';

/** What a part frame says of the rows in the events frame behind it; null where its content is none. */
export function partOf(content: Buffer): TracePart | null {
  if (content.length < partSize) return null;
  const rows = content.readUInt32LE(4);
  const first = content.readDoubleLE(8);
  const listed = content.readUInt32LE(20);
  if (content.length !== partSize + listed * 4 || !Number.isSafeInteger(first) || first < 0) return null;
  const stack = Array.from({ length: listed }, (_, index) => content.readUInt32LE(partSize + index * 4));
  return { thread: content.readUInt32LE(0), rows, first, stack, depth: content.readUInt32LE(16) };
}

/** The rows of an events frame; null where its content is not as many. */
export function eventsOf(rows: number, content: Buffer): TraceEvents | null {
  return rowsOf(rows, content);
}

/** The objects of a frame; null where its content is none. */
export function objectsOf(content: Buffer): readonly TraceObject[] | null {
  if (content.length % objectSize !== 0) return null;
  const objects: TraceObject[] = [];
  for (let at = 0; at < content.length; at += objectSize) {
    const type = objectTypes[content.readUInt32LE(at + 8)];
    const event = content.readDoubleLE(at + 16);
    if (type === undefined || !Number.isSafeInteger(event)) return null;
    const word = content.readUInt32LE(at + 12);
    objects.push({
      number: content.readUInt32LE(at),
      className: content.readUInt32LE(at + 4),
      type,
      name: hasName(type) && word > 0 ? word - 1 : null,
      inherits: hasName(type) ? Inherits.unknown : word,
      event,
    });
  }
  return objects;
}

/** The content of a frame in JSON; null where it is none. Nothing checks its shape: whoever wrote the checksum wrote it. */
export function jsonOf<Kind extends keyof JsonContents>(_kind: Kind, content: Buffer): JsonContents[Kind] | null {
  try {
    return JSON.parse(content.toString('utf8')) as JsonContents[Kind];
  } catch {
    return null;
  }
}
