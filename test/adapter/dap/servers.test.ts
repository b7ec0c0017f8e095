import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';

/** The port that a program has printed. */
async function portOf(debugged: Debugged): Promise<number> {
  for (;;) {
    const found = /port (\d+)/.exec(debugged.output());
    if (found !== null) return Number(found[1]);
    await debugged.client.event('output');
  }
}

/** The last change of something at the stop; nobody repeats anything by hand. */
async function changeOf(
  debugged: Debugged,
  { frame }: Stopped,
  expression: string,
): Promise<readonly (string | number | null | undefined)[]> {
  const chain = await debugged.client.request<Chain>(requests.ask, { kind: 'lastChange', frameId: frame.id, expression });
  const point = chain.points.at(-1);
  return [point?.status, point?.place?.line, point?.before, point?.after];
}

/** The answer to a request, read to its end. */
function asked(
  port: number,
  options: { readonly path?: string; readonly method?: string; readonly agent?: false },
  body = '',
): Promise<string> {
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve(text));
    });
    sent.on('error', () => resolve(''));
    sent.end(body);
  });
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A client that writes these parts, a little apart. */
async function written(port: number, parts: readonly (string | Buffer)[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  for (const part of parts) {
    socket.write(part);
    await wait(30);
  }
  return socket;
}

const handshake =
  'GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** A text of WebSocket, as a client sends it. */
function frame(text: string): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = Buffer.from(text).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, masked]);
}

const counting = `
const total = { bytes: 0, parts: 0 };
const server = require('node:http').createServer((request, response) => {
  request.on('data', (part) => {
    total.bytes += part.length; //part
    total.parts++;
  });
  request.on('end', () => {
    response.end(String(total.bytes)); //answer
  });
});
server.listen(0, () => console.log('port', server.address().port));
`;

describe('a server that is run again', () => {
  it('gets bodies, part by part, at another port', () =>
    debugging(counting, async (debugged) => {
      await debugged.launch({}, () => debugged.breakAt(['//answer'], { hitCondition: '3' }));
      const port = await portOf(debugged);
      await asked(port, { method: 'POST' }, 'abc');
      await asked(port, { method: 'PUT', agent: false }, 'x'.repeat(200_000));
      void written(port, ['POST / HTTP/1.1\r\nHost: x\r\nTransfer-', 'Encoding: chunked\r\n\r\n5\r\n', 'hello\r\n', '0\r\n\r\n']);
      const stopped = await debugged.stopped();
      assert.deepEqual(await changeOf(debugged, stopped, 'total.bytes'), ['located', debugged.line('//part'), '200003', '200008']);
      const again = await debugged.stopped();
      assert.equal((await debugged.evaluate('total.bytes', 'hover', again)).result, '200008');
    }));

  it('gets messages that follow each other in one part, and connections that take turns', () =>
    debugging(
      `
const seen = { last: '', all: [] };
const server = require('node:http').createServer((request, response) => {
  const { url } = request;
  setTimeout(() => {
    seen.last = url; //seen
    seen.all.push(url);
    response.end(url);
    if (url === '/f') {
      console.log(seen.last); //stop
    }
  }, 20);
});
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port));
`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const port = await portOf(debugged);
        const of = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
        const [one, other] = await Promise.all([written(port, [of('/a') + of('/b')]), written(port, [of('/c')])]);
        one.write(of('/d'));
        await wait(5);
        other.write(of('/e'));
        await wait(60);
        one.write(of('/f'));
        const stopped = await debugged.stopped();
        // The clients are not alone on the machine: what came first is what the program says.
        const all = JSON.stringify((await debugged.evaluate('seen.all.join()', 'repl', stopped)).result);
        const before = all.split(',').at(-2) ?? '';
        assert.deepEqual(await changeOf(debugged, stopped, 'seen.last'), ['located', debugged.line('//seen'), `"${before}"`, '"/f"']);
        const again = await debugged.stopped();
        assert.equal(JSON.stringify((await debugged.evaluate('seen.all.join()', 'repl', again)).result), all);
      },
    ));

  it('gets frames of WebSocket, and what a server of plain bytes reads', () =>
    debugging(
      `
const { createHash } = require('node:crypto');
const state = { text: '', raw: '' };
const server = require('node:http').createServer((request, response) => response.end());
server.on('upgrade', (request, socket, head) => {
  const accept = createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nUpgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n');
  socket.on('data', (frame) => {
    const mask = frame.subarray(2, 6);
    const text = frame.subarray(6).map((byte, index) => byte ^ mask[index % 4]).toString();
    state.text = text; //text
    socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]));
    if (text === 'stop') {
      console.log(state.text, state.raw); //stop
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port));
const plain = require('node:net').createServer((socket) => socket.on('data', (part) => {
  state.raw += part; //raw
  socket.write('ok');
}));
plain.listen(0, '127.0.0.1', () => console.log('plain', plain.address().port));
`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//stop']));
        const port = await portOf(debugged);
        while (!/plain \d+/.test(debugged.output())) await debugged.client.event('output');
        const plain = await written(Number(/plain (\d+)/.exec(debugged.output())?.[1]), ['one', 'two']);
        void written(port, [handshake, frame('hello'), frame('stop')]);
        const stopped = await debugged.stopped();
        assert.deepEqual(await changeOf(debugged, stopped, 'state.text'), ['located', debugged.line('//text'), '"hello"', '"stop"']);
        const again = await debugged.stopped();
        assert.deepEqual(await changeOf(debugged, again, 'state.raw'), ['located', debugged.line('//raw'), '"one"', '"onetwo"']);
        plain.destroy();
      },
    ));
});
