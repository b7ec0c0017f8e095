import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnsOf } from '../../../adapter/trace/format/columns.js';
import { eventsOf, jsonOf, objectsOf, partOf } from '../../../adapter/trace/format/decode.js';
import { eventsFrames, jsonFrame, objectsFrame } from '../../../adapter/trace/format/encode.js';
import { FrameKind, headerSize, magic } from '../../../adapter/trace/format/frameBytes.js';
import { NoTrace, TraceFile } from '../../../adapter/trace/format/traceFile.js';
import { Random } from '../../soundness/random.js';

/** Rows: site, tag, subject, payload. */
function rowsOf(rows: readonly (readonly [number, number, number, number])[]): Int32Array {
  const payloads = new Float64Array(rows.length * 2);
  const words = new Int32Array(payloads.buffer);
  rows.forEach(([site, tag, subject, payload], row) => {
    words[row * 4] = site * 16 + tag;
    words[row * 4 + 1] = subject;
    payloads[row * 2 + 1] = payload;
  });
  return words;
}

describe('a trace file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'whence-format-'));
  const file = join(folder, 'a.trace');
  after(() => rmSync(folder, { recursive: true }));

  const words = rowsOf([
    [1, 4, 7, 0.5],
    [2, 4, 7, NaN],
    [1, 3, -2, 0],
    [2_000_000, 6, 2 ** 31 - 1, 123456789],
  ]);
  const seen = [
    { number: 123456789, className: 3, type: 'map', name: null, inherits: 2 ** 32 - 1, event: 2 ** 40 },
    { number: 7, className: 3, type: 'native', name: 0, inherits: 0, event: 1 },
  ] as const;
  const frames = [
    jsonFrame('text', { path: 'a.js', source: 'x', isFile: true }),
    ...eventsFrames({ thread: 0, first: 0, stack: [4, 9], depth: 2, words }),
    objectsFrame(seen),
    jsonFrame('marks', [[7, 8]]),
  ];

  it('gives back what was written, frame by frame', () => {
    writeFileSync(file, Buffer.concat([magic, ...frames]));
    const trace = new TraceFile(file);
    const contents = trace.frames.map((place) => trace.content(place) ?? assert.fail('damaged'));
    trace.close();
    const { text, part, events, objects, marks } = FrameKind;
    assert.deepEqual(
      trace.frames.map(({ kind }) => kind),
      [text, part, events, objects, marks],
    );
    assert.equal(trace.unreadable, 0);
    assert.deepEqual(jsonOf('text', contents[0] ?? assert.fail()), { path: 'a.js', source: 'x', isFile: true });
    assert.deepEqual(partOf(contents[1] ?? assert.fail()), { thread: 0, first: 0, rows: 4, stack: [4, 9], depth: 2 });
    assert.deepEqual(eventsOf(4, contents[2] ?? assert.fail())?.words, words);
    assert.equal(eventsOf(5, contents[2] ?? assert.fail()), null);
    assert.deepEqual(objectsOf(contents[3] ?? assert.fail()), seen);
  });

  it('gives back rows of every kind, whatever is predicted', () => {
    const random = new Random(5);
    for (let round = 0; round < 50; round++) {
      const sites = random.between(1, 40);
      let [subject, step] = [0, 0];
      const rows = Array.from({ length: random.below(3000) }, () => {
        const [site, tag] = [random.below(sites), random.choice([0, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15])];
        subject = random.chance(0.7) ? subject + (site % 3) : random.below(2 ** 31) - 2 ** 30;
        step += site;
        const payload = random.choice([step, site, -0, 0, NaN, Infinity, 0.1 * step, 2 ** 31, -(2 ** 31), 2 ** 53, random.next()]);
        const hasPayload = (tag >= 4 && tag <= 8) || tag === 10 || tag === 14;
        return [site, tag, subject | 0, hasPayload ? payload : 0] as const;
      });
      const words = rowsOf(rows);
      const content = columnsOf(words);
      assert.deepEqual(eventsOf(rows.length, content)?.words, words);
      assert.equal(eventsOf(rows.length, content.subarray(0, -1)), null);
    }
    // What is in memory behind a row that has no payload is not written.
    assert.deepEqual(eventsOf(1, columnsOf(rowsOf([[1, 0, 7, 5]])))?.words, rowsOf([[1, 0, 7, 0]]));
  });

  it('takes little room for what repeats', () => {
    const rows = Array.from({ length: 30_000 }, (_, row) => [row % 7, row % 7 === 0 ? 6 : 4, 100 + Math.floor(row / 7), row] as const);
    assert.ok(columnsOf(rowsOf(rows)).length < 30_000 * 0.7);
  });

  it('keeps what is whole of a file that was cut', () => {
    const whole = Buffer.concat([magic, ...frames]);
    for (let length = magic.length; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length));
      const trace = new TraceFile(file);
      let at = magic.length;
      const expected = frames.filter((frame) => (at += frame.length) <= length).length;
      assert.equal(trace.frames.length, expected);
      assert.equal(
        trace.unreadable > 0,
        !frames.some((_, i) => magic.length + Buffer.concat(frames.slice(0, i + 1)).length === length) && length > magic.length,
      );
      trace.close();
    }
  });

  it('is never misread where it is damaged, and asks for no more memory than frames may have', () => {
    const whole = Buffer.concat([magic, ...frames]);
    const random = new Random(71);
    for (let round = 0; round < 1000; round++) {
      const damaged = Buffer.from(whole);
      const at = random.between(magic.length, whole.length - 1);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << random.between(0, 7));
      writeFileSync(file, damaged);
      const trace = new TraceFile(file);
      // A change is seen in the frame where it is: in its header, and nothing behind is read, or in its content.
      const good = trace.frames.filter((place) => trace.content(place) !== null).length;
      trace.close();
      assert.ok(good < frames.length);
    }
  });

  it('says what it is not, in one sentence', () => {
    const saysOf = (bytes: Buffer): string => {
      writeFileSync(file, bytes);
      try {
        new TraceFile(file).close();
        return '';
      } catch (error) {
        assert.ok(error instanceof NoTrace);
        return error.message.replace(folder, '');
      }
    };
    const newer = Buffer.from(magic);
    newer[7] = 2;
    assert.equal(saysOf(Buffer.alloc(0)), '/a.trace is no trace of Whence.');
    assert.equal(saysOf(Buffer.from('{"schema":"whence.check/1"}')), '/a.trace is no trace of Whence.');
    assert.equal(saysOf(newer), '/a.trace is a trace of a newer version (2) of Whence.');
    assert.throws(() => new TraceFile(folder), /is a folder: name one recording\./);
    assert.throws(() => new TraceFile(join(folder, 'none')), /cannot be read: ENOENT\.$/);
  });

  it('has headers of their size', () => assert.equal(frames.at(-1)?.length, headerSize + '[[7,8]]'.length));
});
