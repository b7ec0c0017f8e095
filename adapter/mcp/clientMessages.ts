import { Transform, type Writable } from 'node:stream';
import { withoutMiddle } from './errorText.js';

/** The longest message that is read, in bytes; the protocol's package ends the connection at ten million. */
const longestMessage = 8_000_000;

/**
 * The messages of a client, one a line, without those that are too long or no JSON object: they are answered with one sentence, and the
 * connection goes on. So is a call of a tool that is none of `tools`.
 */
export function readableMessages(answers: Writable, tools: readonly string[]): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  const refuse = (code: number, message: string, id: unknown = null): void => {
    answers.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  };
  const take = (line: Buffer, push: (line: Buffer) => void): void => {
    if (line.length === 0) return;
    if (size > longestMessage) refuse(invalidRequest, `The message has more than ${longestMessage / 1e6} MB.`);
    else {
      const message = messageOf(line);
      if (message === undefined) return refuse(parseError, 'The message is no JSON.');
      if (!isObject(message)) return refuse(invalidRequest, 'The message is no JSON object.');
      const fault = faultOf(message, tools);
      if (fault === null) push(line);
      else if (isId(message['id'])) refuse(invalidParams, fault, message['id']);
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

const invalidParams = -32602;

/** A name that nobody knows is told with so many characters. */
const longestName = 80;

/** undefined: it is no JSON. */
function messageOf(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return undefined;
  }
}

type Message = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Message => typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';

/** What is wrong with the parameters of a request, in one sentence: the protocol's package would list what it looked for. */
function faultOf({ method, params }: Message, tools: readonly string[]): string | null {
  if (typeof method !== 'string') return null;
  if (params !== undefined && !isObject(params)) return 'params must be an object.';
  const needed = method === 'tools/call' ? 'name' : method === 'resources/read' ? 'uri' : null;
  if (needed === null) return null;
  if (params === undefined) return `${method} needs params.`;
  const named = params[needed];
  if (typeof named !== 'string') return `params.${needed} must be a string.`;
  if (method !== 'tools/call') return null;
  if (!tools.includes(named)) return `There is no tool ${withoutMiddle(named, longestName)} here: call ${tools.join(', ')}.`;
  return params['arguments'] !== undefined && !isObject(params['arguments']) ? 'params.arguments must be an object.' : null;
}
