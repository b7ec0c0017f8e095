import { Transform, type Writable } from 'node:stream';

/** The longest message that is read, in bytes; the protocol's package ends the connection at ten million. */
const longestMessage = 8_000_000;

/**
 * The messages of a client, one a line, without those that are too long or no JSON object: they are answered with one sentence, and the
 * connection goes on.
 */
export function readableMessages(answers: Writable): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  const refuse = (code: number, message: string): void => {
    answers.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`);
  };
  const take = (line: Buffer, push: (line: Buffer) => void): void => {
    if (line.length === 0) return;
    if (size > longestMessage) refuse(invalidRequest, `The message has more than ${longestMessage / 1e6} MB.`);
    else {
      const kind = kindOf(line);
      if (kind === 'none') refuse(parseError, 'The message is no JSON.');
      else if (kind === 'other') refuse(invalidRequest, 'The message is no JSON object.');
      else push(line);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let rest = chunk;
      for (let end = rest.indexOf(newLine); end >= 0; end = rest.indexOf(newLine)) {
        size += end;
        if (size <= longestMessage) parts.push(rest.subarray(0, end));
        const line = Buffer.concat(parts);
        take(
          line.length === 0 && size > longestMessage ? Buffer.from(' ') : line,
          (whole) => void this.push(Buffer.concat([whole, lineEnd])),
        );
        parts = [];
        size = 0;
        rest = rest.subarray(end + 1);
      }
      size += rest.length;
      // Of a message that is too long nothing is kept.
      if (size > longestMessage) parts = [];
      else parts.push(rest);
      done();
    },
  });
}

const newLine = 0x0a;
const lineEnd = Buffer.from('\n');
const parseError = -32700;
const invalidRequest = -32600;

/** `none`: it is no JSON. */
function kindOf(line: Buffer): 'object' | 'other' | 'none' {
  try {
    const message: unknown = JSON.parse(line.toString('utf8'));
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? 'object' : 'other';
  } catch {
    return 'none';
  }
}
