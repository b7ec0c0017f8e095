import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Tag } from '../../adapter/runtime/rows/tags.js';
import { openRecording } from '../../adapter/query/openReader.js';
import { headerSize, magic } from '../../adapter/trace/format/frameBytes.js';
import { TraceFile } from '../../adapter/trace/format/traceFile.js';
import { root } from '../tidy/files.js';
import type { RecordedProgram } from './recorded.js';
import { traceRows, type ShownRow } from './traceRows.js';

/** Whether the reader of traces that is written in Python can run. */
export const hasPython = spawnSync('python3', ['--version']).status === 0;

type PythonRow = readonly [number, number, string, string, number, number, string | number | null, unknown, number];

/** Holds each row of a recording against what the reader in Python reads, which knows docs/traceFormat.md alone; gives their number. */
export function heldAgainstSecondReader({ file, folder }: RecordedProgram): number {
  const copy = join(folder, 'copy.trace');
  writeFileSync(copy, unpacked(file));
  const python = spawnSync('python3', [join(root, 'test/support/readTrace.py'), copy], { encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(python.status, 0, python.stderr);
  const read = python.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PythonRow);
  const ours = traceRows(file).rows.filter(({ kind }) => kind !== 'callerOf' && kind !== 'passed');
  assert.deepEqual(
    read.map(([event, , kind, , , subject, key]) => [event, kind, subject, key]),
    ours.map(({ event, kind, subject, key }) => [event, kind, subject, key]),
  );
  assert.deepEqual(
    read.map((row) => pythonValue(row[7])),
    ours.map(ourValue),
  );
  const { reader, close } = openRecording(file, (path) => path);
  const { source } = reader.store;
  // That a statement throws outside of any `try` of an async function, which ends it, only the text says: a reader without a parser does not know.
  let isApart = false;
  for (const [event, , kind, path, offset, , , , activation] of read) {
    const row = reader.store.row(event);
    const site = source.site(row?.site ?? -1);
    assert.deepEqual([site?.path, site?.site.offset], [path, offset], `event ${event}, ${kind}`);
    if (isApart) isApart = kind !== 'call' || row?.activation !== activation;
    else assert.equal(row?.activation, activation, `event ${event}, ${kind}`);
    isApart ||= kind === 'throw' && source.endsAsync(row?.site ?? -1);
  }
  close();
  return ours.length;
}

/** The same file with its frames as they are: Python may not have the codec. */
function unpacked(path: string): Buffer {
  const file = new TraceFile(path);
  const parts: Buffer[] = [magic];
  for (const place of file.frames) {
    const content = file.content(place) ?? assert.fail('a frame is damaged');
    const header = Buffer.alloc(headerSize);
    header[0] = place.kind;
    header.writeUInt32LE(content.length, 4);
    header.writeUInt32LE(content.length, 8);
    header.writeUInt32LE(crc32(content), 12);
    header.writeUInt32LE(crc32(header.subarray(0, 16)), 16);
    parts.push(header, content);
  }
  file.close();
  return Buffer.concat(parts);
}

function ourValue({ tag, value }: ShownRow): unknown {
  const [, , payload = ''] = String(value).split(' ');
  if (tag === Tag.untold) return 'not recorded';
  if (tag === Tag.symbol) return 'symbol';
  if (tag === Tag.longString) return `length ${payload}`;
  return value;
}

/** A value of the Python reader as `traceRows` shows it. */
function pythonValue(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const [kind, text, length, number] = value as unknown as readonly [string, string, number | string | null | undefined, number];
  switch (kind) {
    case 'object':
      return `#${number}`;
    case 'undefined':
      return undefined;
    case 'nan':
      return NaN;
    case 'inf':
      return Infinity;
    case '-inf':
      return -Infinity;
    case 'absent':
      return 'absent';
    case 'string':
      return JSON.stringify(typeof length !== 'number' ? text : `${text}… (${length})`);
    case 'bigint':
      return `${text}n`;
    case 'length':
      return `length ${text}`;
    default:
      return kind;
  }
}
