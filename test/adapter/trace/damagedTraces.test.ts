import assert from 'node:assert/strict';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { query } from '../../../adapter/operations/query.js';
import { recordedAt } from '../../../adapter/operations/recordings.js';
import { QuestionError } from '../../../adapter/query/parseQuestion.js';
import { FrameKind, headerSize, magic } from '../../../adapter/trace/format/frameBytes.js';
import { NoTrace, TraceFile } from '../../../adapter/trace/format/traceFile.js';
import { HeldMemory } from '../../../adapter/trace/store/heldMemory.js';
import { UnparsedText } from '../../../adapter/querypoints/text/texts.js';
import { Random } from '../../soundness/random.js';
import { countOf, seedOf } from '../../support/counts.js';
import { recorded } from '../../support/recorded.js';

const program = `
  class Row { open = true; constructor(name) { this.name = name; } close() { this.open = false; return null; } }
  const rows = ['a', 'b', 'c'].map((name) => new Row(name));
  function settle(list) { for (const row of list) { try { if (row.name === 'b') null.x; row.close(); } catch (e) { row.failed = e.message; } } }
  settle(rows);
  const map = new Map(); map.set('k', rows);
  (async () => { await null; rows.length = 1; })();
`;

const questions = [
  'callTree()',
  'exceptionHistory()',
  'allInstances(class: "Row")',
  'objectState(object: "rows[1] @ end", event: "end")',
  'localVariableHistory(function: "settle", variable: "row")',
  'classFieldHistory(class: "Row", field: "open")',
  'wasFieldAssigned(class: "Row", field: "open", value: false)',
  'callChain(event: 40)',
  'localsBefore(event: 60)',
  'threadStatus()',
  'returnValueHistory(method: "close")',
  'dataStructureHistory(object: "rows @ end")',
];

/** Longer, and a reader is in a loop that damage has made. */
const mostMilliseconds = 3000;
/** More than this beside what the tests themselves hold is memory that a length has asked for. */
const mostMegabytes = 400;

describe('damaged traces', function () {
  this.timeout(600_000);

  it('are read as far as they can be, or refused with one sentence', async () => {
    const run = await recorded({ 'a.js': program });
    const whole = readFileSync(run.file);
    const plain = plainFrames(run.file);
    const file = join(run.folder, 'damaged.trace');
    const random = new Random(seedOf(20));
    const outcomes = { answered: 0, refused: 0 };
    const before = process.memoryUsage().rss;
    for (let round = 0; round < countOf('damagedTraces'); round++) {
      writeFileSync(file, random.chance(0.4) ? damagedBytes(whole, random) : rewritten(plain, random));
      const question = random.choice(questions);
      const began = performance.now();
      try {
        query({ recording: file, questions: [question], limit: 1000, cwd: run.folder });
        outcomes.answered++;
      } catch (error) {
        outcomes.refused++;
        const isSentence = error instanceof NoTrace || error instanceof QuestionError || error instanceof UnparsedText;
        assert.ok(isSentence, `round ${round}, ${question}: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
        assert.doesNotMatch(error.message, /\n/);
      }
      const took = performance.now() - began;
      assert.ok(took < mostMilliseconds, `round ${round}, ${question}: ${took} ms`);
    }
    const grown = (process.memoryUsage().rss - before) / 1e6;
    assert.ok(grown < mostMegabytes, `${grown} MB`);
    assert.ok(outcomes.answered > 0 && outcomes.refused > 0, JSON.stringify(outcomes));
    run.dispose();
  });

  it('cost no memory where a number lies', async () => {
    const run = await recorded({ 'a.js': program });
    const whole = readFileSync(run.file);
    const file = join(run.folder, 'lies.trace');
    const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
    const site = { kind: 'write', offset: 0, end: 1, key: 'a', declaration: null };
    const object = Buffer.alloc(24);
    object.writeUInt32LE((1 << 26) - 1);
    const lies: readonly (readonly Frame[])[] = [
      [[FrameKind.sites, json({ path: '/a.js', first: 4e9, sites: [site] })]],
      [[FrameKind.sites, json({ path: '/a.js', first: 2 ** 52, sites: [site] })]],
      [[FrameKind.objects, object]],
      [1, 2, 3, 4].map((round): Frame => [FrameKind.strings, json({ first: round * ((1 << 24) - 1), texts: ['x'] })]),
    ];
    const before = process.memoryUsage().rss;
    for (const [index, frames] of lies.entries()) {
      writeFileSync(file, Buffer.concat([whole, ...frames.map(([kind, content]) => framed(kind, content))]));
      const [answer] = query({ recording: file, questions: ['callTree()'], limit: 10, cwd: run.folder });
      assert.deepEqual(answer?.missing.at(-1), { reason: 'damaged' }, `lie ${index}`);
      assert.ok((process.memoryUsage().rss - before) / 1e6 < 150, `lie ${index}`);
    }
    run.dispose();
  });

  it('are read no further than what a reader may hold', () => {
    const memory = new HeldMemory();
    const frame = { kind: FrameKind.text, codec: 1, stored: 100, length: 60_000_000, checksum: 0 };
    let taken = 0;
    while (taken < 100 && memory.take(frame)) taken++;
    assert.equal(taken, 17);
    assert.equal(memory.take({ ...frame, kind: FrameKind.counts }), true, 'a later frame of counts replaces an earlier one');
    assert.equal(memory.takeItems(1_000_000), false);
  });

  it('are told apart from newer ones', async () => {
    const run = await recorded({ 'a.js': program });
    const bytes = readFileSync(run.file);
    const file = join(run.folder, 'version.trace');
    const said = (version: number): string => {
      bytes[7] = version;
      writeFileSync(file, bytes);
      return errorOf(() => new TraceFile(file));
    };
    assert.match(said(2), /is a trace of a newer version \(2\) of Whence\.$/);
    assert.match(said(0), /is no trace of Whence\.$/);
    const link = join(run.folder, 'self');
    symlinkSync(link, link);
    assert.match(
      errorOf(() => recordedAt(link)),
      /self cannot be read: ELOOP\.$/,
    );
    run.dispose();
  });
});

function errorOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return assert.fail('nothing was refused');
}

type Frame = readonly [kind: number, content: Buffer];

function plainFrames(path: string): readonly Frame[] {
  const file = new TraceFile(path);
  const frames = file.frames.map((place): Frame => [place.kind, file.content(place) ?? assert.fail('a frame is damaged')]);
  file.close();
  return frames;
}

/** What a disk or a transfer does: bits that are other ones, an end that is missing, parts twice or not at all. */
function damagedBytes(whole: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(whole);
  const at = random.below(bytes.length);
  const to = Math.min(bytes.length, at + random.below(200));
  switch (random.below(4)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)]);
    default:
      for (let count = random.between(1, 20); count > 0; count--) bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
  }
}

/** What somebody does who wants a reader to fail: the checksums are right, and what they stand over is not. */
function rewritten(plain: readonly Frame[], random: Random): Buffer {
  const frames = plain.map(([kind, content]): Frame => [kind, Buffer.from(content)]);
  for (let count = random.between(1, 3); count > 0; count--) {
    const at = random.below(frames.length);
    const [kind, content] = frames[at] ?? assert.fail();
    switch (random.below(6)) {
      case 0:
        frames.splice(at, 1);
        break;
      case 1:
        frames.splice(random.below(frames.length), 0, [kind, content]);
        break;
      case 2:
        frames[at] = [random.choice(Object.values(FrameKind)), content];
        break;
      case 3:
        frames[at] = [kind, content.subarray(0, random.below(content.length + 1))];
        break;
      case 4:
        frames[at] = [kind, numbersChanged(content, random)];
        break;
      default:
        for (let bits = random.between(1, 8); bits > 0 && content.length >= 8; bits--)
          content.writeUInt32LE(
            random.choice([0, 1, 0xffffffff, 0x7fffffff, random.below(1 << 30)]),
            random.below(Math.max(1, content.length - 4)) & ~3,
          );
    }
  }
  return Buffer.concat([magic, ...frames.map(([kind, content]) => framed(kind, content))]);
}

/** Numbers in a text of JSON become other ones, and values other kinds of value. */
function numbersChanged(content: Buffer, random: Random): Buffer {
  const text = content.toString('latin1');
  const numbers = [...text.matchAll(/-?\d+|null|true|false|"[^"]{0,20}"/g)];
  if (numbers.length === 0) return content;
  const chosen = random.choice(numbers);
  const other = random.choice(['-1', '4294967296', '1e300', '0', 'null', '"x"', '[]', '{}', '2147483647', 'true']);
  return Buffer.from(text.slice(0, chosen.index) + other + text.slice(chosen.index + chosen[0].length), 'latin1');
}

function framed(kind: number, content: Buffer): Buffer {
  if (content.length < 4) content = Buffer.concat([content, Buffer.alloc(4 - content.length)]);
  const header = Buffer.alloc(headerSize);
  header[0] = kind;
  header.writeUInt32LE(content.length, 4);
  header.writeUInt32LE(content.length, 8);
  header.writeUInt32LE(crc32(content), 12);
  header.writeUInt32LE(crc32(header.subarray(0, 16)), 16);
  return Buffer.concat([header, content]);
}
