import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request, type RequestOptions } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as requestTls } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { requests, type Chain, type RerunTold } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged, type Stopped } from '../../support/debugging.js';
import { freePort } from '../../support/freePort.js';
import { testCertificate } from '../../support/testCertificate.js';

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

/** Sends a request, and waits for its answer. */
function asked(port: number, options: RequestOptions, body = '', send: typeof request = request): Promise<void> {
  return new Promise((resolve) => {
    const sent = send({ port, host: '127.0.0.1', ...options }, (response) => void response.resume().on('end', resolve));
    sent.on('error', () => resolve());
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

/** A client that writes each part when the one before was answered, as one of a protocol that takes turns. */
async function inTurns(port: number, parts: readonly (string | Buffer)[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  for (const part of parts) {
    socket.write(part);
    if (part !== parts.at(-1)) await once(socket, 'data');
  }
  return socket.resume();
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
        const plain = await inTurns(Number(/plain (\d+)/.exec(debugged.output())?.[1]), ['one', 'two']);
        void inTurns(port, [handshake, frame('hello'), frame('stop')]);
        const stopped = await debugged.stopped();
        assert.deepEqual(await changeOf(debugged, stopped, 'state.text'), ['located', debugged.line('//text'), '"hello"', '"stop"']);
        const again = await debugged.stopped();
        assert.deepEqual(await changeOf(debugged, again, 'state.raw'), ['located', debugged.line('//raw'), '"one"', '"onetwo"']);
        plain.destroy();
      },
    ));

  it('gets HTTPS and TLS, by the name that the client has asked for', () =>
    debugging(
      `
const pem = ${JSON.stringify(testCertificate)};
const state = { sum: 0, name: '' };
const server = require('node:https').createServer(pem, (request, response) => {
  request.on('data', (part) => {
    state.name = request.socket.servername;
    state.sum += Number(part); //add
  });
  request.on('end', () => {
    response.end('ok'); //answer
  });
});
const plain = require('node:tls').createServer(pem, (socket) => socket.on('data', (part) => {
  state.sum += part.length;
  socket.write('ok');
}));
plain.listen(0, () => console.log('plain', plain.address().port));
server.listen(0, () => console.log('port', server.address().port));
`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//answer'], { hitCondition: '2' }));
        const port = await portOf(debugged);
        const socket = connectTls({ port: Number(/plain (\d+)/.exec(debugged.output())?.[1]), rejectUnauthorized: false });
        socket.on('error', () => {});
        socket.write('six by');
        await new Promise((resolve) => socket.once('data', resolve));
        const options = { method: 'POST', servername: 'shop.example', rejectUnauthorized: false };
        void asked(port, options, '3', requestTls).then(() => asked(port, options, '4', requestTls));
        const stopped = await debugged.stopped();
        assert.deepEqual(await changeOf(debugged, stopped, 'state.sum'), ['located', debugged.line('//add'), '9', '13']);
        const again = await debugged.stopped();
        assert.match((await debugged.evaluate('state.name', 'hover', again)).result, /shop\.example/);
      },
    ));

  it('gets what came by a socket of files, and the end of a connection', () =>
    debugging(
      `
const state = { closed: 0 };
const server = require('node:http').createServer((request, response) => {
  request.resume().on('end', () => response.end());
  request.on('close', () => {
    state.closed += request.complete ? 1 : 10; //closed
    if (state.closed === 11) {
      console.log(state.closed); //here
    }
  });
});
server.listen(process.env.SOCKET, () => console.log('port 1'));
`,
      async (debugged) => {
        const path = process.platform === 'win32' ? '\\\\.\\pipe\\whence-servers-test' : debugged.path('socket');
        await debugged.launch({ env: { SOCKET: process.platform === 'win32' ? path : 'socket' } }, () => debugged.breakAt(['//here']));
        await portOf(debugged);
        await asked(0, { socketPath: path, method: 'POST' }, 'abc');
        const socket = connect(path).on('error', () => {});
        socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab');
        await wait(50);
        socket.destroy();
        const stopped = await debugged.stopped();
        assert.deepEqual(await changeOf(debugged, stopped, 'state.closed'), ['located', debugged.line('//closed'), '1', '11']);
      },
    ));

  const adding = `
const state = { sum: 0 };
const server = require(process.env.KIND).createServer((request, response) => {
  state.sum += Number(request.url.slice(1)); //add
  response.end(); //answer
});
server.listen(0, () => console.log('port', server.address().port));
`;

  it('goes on with what comes then, which is repeated, too; in nothing that is told is what it was sent', () =>
    debugging(adding, async (debugged) => {
      await debugged.launch({ env: { KIND: 'node:http' } }, () => debugged.breakAt(['//answer'], { condition: 'state.sum > 100' }));
      const options = { agent: new Agent({ keepAlive: true }), headers: { cookie: 'session=hunter2' } };
      const port = await portOf(debugged);
      void [1, 2, 100].reduce((before, one) => before.then(() => asked(port, { ...options, path: `/${one}` })), Promise.resolve());
      const stopped = await debugged.stopped();
      assert.deepEqual(await changeOf(debugged, stopped, 'state.sum'), ['located', debugged.line('//add'), '3', '103']);
      const again = await debugged.stopped();
      const next = debugged.stopped();
      await debugged.client.request('continue', { threadId: again.threadId });
      const [, moved] = /listens at port (\d+), not \d+ now/.exec(debugged.output('console')) ?? [];
      void asked(Number(moved), { ...options, path: '/1000' });
      assert.deepEqual(await changeOf(debugged, await next, 'state.sum'), ['located', debugged.line('//add'), '103', '1103']);
      assert.doesNotMatch(debugged.client.everything, /hunter2|session=/);
    }));

  it('is asked for by HTTP/2 what came by it', () =>
    debugging(adding, async (debugged) => {
      await debugged.launch({ env: { KIND: 'node:http2' } }, () => debugged.breakAt(['//answer']));
      const ask = (port: number) => {
        const session = connectHttp2(`http://127.0.0.1:${port}`);
        session.on('error', () => {});
        session
          .request({ ':path': '/7' })
          .on('error', () => {})
          .end();
      };
      ask(await portOf(debugged));
      const stopped = await debugged.stopped();
      const told: RerunTold = await debugged.client.request(requests.rerun, {});
      assert.deepEqual(told, { isEnded: true, repeated: 0, byHand: ['requests by HTTP/2'] });
      const byHand = () =>
        void debugged.client
          .event('progressUpdate', ({ message }: { message: string }) => message.includes('HTTP/2'))
          .then(({ body }) => {
            ask(Number(/port (\d+): repeat requests by HTTP\/2/.exec((body as { message: string }).message)?.[1]));
            byHand();
          });
      byHand();
      assert.deepEqual(await changeOf(debugged, stopped, 'state.sum'), ['located', debugged.line('//add'), '0', '7']);
    }));

  it('is asked when it has what it waits for after it has begun to listen', () =>
    debugging(
      `
const state = { sum: 0, prices: null };
const server = require('node:http').createServer(async (request, response) => {
  await new Promise((resolve) => setTimeout(resolve, 30));
  state.sum += state.prices.pen * Number(request.url.slice(1)); //add
  response.end(); //answer
});
server.listen(0, () => console.log('port', server.address().port));
setTimeout(() => {
  state.prices = { pen: 2 };
  console.log('ready');
}, 400);
setInterval(() => {}, 100);
`,
      async (debugged) => {
        await debugged.launch({}, () => debugged.breakAt(['//answer'], { hitCondition: '2' }));
        const port = await portOf(debugged);
        while (!debugged.output().includes('ready')) await debugged.client.event('output');
        void asked(port, { path: '/1' }).then(() => asked(port, { path: '/2' }));
        const stopped = await debugged.stopped();
        assert.deepEqual(await changeOf(debugged, stopped, 'state.sum'), ['located', debugged.line('//add'), '2', '6']);
      },
    ));

  it('is asked by hand what another thread was asked', () =>
    debugging(
      `
const { Worker, isMainThread } = require('node:worker_threads');
const state = { sum: 0 };
if (isMainThread) new Worker(__filename);
else
  require('node:http')
    .createServer((request, response) => {
      state.sum += Number(request.url.slice(1)); //add
      response.end(); //answer
    })
    .listen(Number(process.env.PORT), () => console.log('port', process.env.PORT));
`,
      async (debugged) => {
        const port = await freePort();
        await debugged.launch({ env: { PORT: String(port) } }, () => debugged.breakAt(['//answer']));
        await portOf(debugged);
        void asked(port, { path: '/7' });
        const stopped = await debugged.stopped();
        const told: RerunTold = await debugged.client.request(requests.rerun, {});
        assert.deepEqual(told.byHand, ['what another thread or process of the program was asked']);
        let isOver = false;
        const byHand = async () => {
          for (; !isOver; await wait(50)) await asked(port, { path: '/7' });
        };
        void debugged.client
          .event('progressUpdate', ({ message }: { message: string }) => message.includes(': repeat what another'))
          .then(byHand);
        assert.deepEqual(await changeOf(debugged, stopped, 'state.sum'), ['located', debugged.line('//add'), '0', '7']);
        isOver = true;
      },
    ));
});
