import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FrameReader } from '../../../adapter/dap/framing.js';
import { runsOf } from '../../support/counts.js';

/** What is understood of bytes that come in parts of these sizes. */
function read(bytes: Buffer, sizes: readonly number[]) {
  const heard = { messages: [] as string[], skipped: 0, lost: [] as string[] };
  const reader = new FrameReader({
    message: (text) => heard.messages.push(text),
    skipped: () => heard.skipped++,
    lost: (sentence) => heard.lost.push(sentence),
  });
  let at = 0;
  for (const size of sizes) {
    reader.read(bytes.subarray(at, at + size));
    at += size;
  }
  reader.read(bytes.subarray(at));
  return heard;
}

const framed = (text: string) => `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 30 });
const noise = fc.constantFrom(
  'hello\r\n\r\n',
  '\r\n',
  'Content-Length: x\r\n\r\n',
  'Content-Length: -1\r\n\r\n',
  'Content-Length:\r\n',
  'Content-Le',
  '{"seq":1}',
  '\0'.repeat(4200),
);

describe('frames of the debug adapter protocol', () => {
  it('are found however their bytes come, whatever lies between them', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }).map((text) => ({ text })),
      noise.map((between) => ({ between })),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), sizes, (parts, cuts) => {
        const bytes = Buffer.from(parts.map((one) => ('text' in one ? framed(one.text) : one.between)).join(''));
        const { messages, lost } = read(bytes, cuts);
        assert.deepEqual(
          messages,
          parts.flatMap((one) => ('text' in one ? [one.text] : [])).map((text) => Buffer.from(text).toString()),
        );
        assert.deepEqual(lost, []);
      }),
      { numRuns: runsOf(25) },
    );
  });

  it('may have other headers', () => {
    const text = 'Content-Type: application/json\r\nContent-Length: 2\r\nX: y\r\n\r\n{}';
    assert.deepEqual(read(Buffer.from(text), [3, 20, 20]), { messages: ['{}'], skipped: 0, lost: [] });
  });

  it('that would be too long are said to be', () => {
    const { lost } = read(Buffer.from('Content-Length: 999999999999\r\n\r\n{}'), []);
    assert.deepEqual(lost, ["A message of 999999999999 bytes was announced, which is more than Whence's debugger takes."]);
  });
});
