import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { requests, type Chain } from '../../../adapter/dap/querypoints/protocol.js';
import { debugging, type Debugged } from '../../support/debugging.js';
import { install } from '../../soundness/packages/install.js';
import { root } from '../../tidy/files.js';

const versions = { express: '5.1.0', fastify: '5.6.1', koa: '3.0.3', ws: '8.18.3' };

/** A cart to which things are added; the third is priced wrongly. Each program answers `POST /cart` with the total. */
const cart = `
const cart = { total: 0, lines: 0 };
const prices = { pen: 2, book: 10, bag: -30 };
function add({ name, count }) {
  cart.total += prices[name] * count; //write
  cart.lines++;
  return cart.total;
}
`;

const programs: Readonly<Record<string, string>> = {
  express: `${cart}
const express = require('express');
const app = express();
app.use(express.json());
app.post('/cart', async (request, response) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const total = add(request.body);
  response.json({ total }); //answer
});
const server = app.listen(0, '127.0.0.1', () => console.log('port', server.address().port));
`,
  fastify: `${cart}
const fastify = require('fastify')();
fastify.post('/cart', async (request, reply) => {
  const total = add(request.body);
  return { total }; //answer
});
fastify.listen({ port: 0, host: '127.0.0.1' }).then(() => console.log('port', fastify.server.address().port));
`,
  koa: `${cart}
const Koa = require('koa');
const app = new Koa();
app.use(async (context, next) => {
  await next();
  context.set('x-lines', String(cart.lines));
});
app.use(async (context) => {
  let text = '';
  for await (const part of context.req) text += part;
  const total = add(JSON.parse(text));
  context.body = { total }; //answer
});
const server = app.listen(0, '127.0.0.1', () => console.log('port', server.address().port));
`,
  'node:http': `${cart}
const server = require('node:http').createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const total = add(JSON.parse(Buffer.concat(parts).toString()));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ total })); //answer
});
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port));
`,
  ws: `${cart}
const { WebSocketServer } = require('ws');
const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: true }, () => console.log('port', sockets.address().port));
sockets.on('connection', (socket) => {
  socket.on('message', (text) => {
    const total = add(JSON.parse(text));
    socket.send(JSON.stringify({ total })); //answer
  });
});
`,
};

const things = [
  { name: 'pen', count: 3 },
  { name: 'book', count: 1 },
  { name: 'bag', count: 1 },
];

function post(port: number, body: string): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', path: '/cart', method: 'POST', headers }, (response) => {
      response.resume().on('end', resolve);
    });
    sent.on('error', () => resolve());
    sent.end(body);
  });
}

/** Sends texts by WebSocket, each when the one before was answered. */
function sendTexts(port: number, texts: readonly string[]): void {
  const socket = connect(port, '127.0.0.1');
  const left = [...texts];
  socket.on('error', () => {});
  socket.on('data', () => {
    const text = left.shift();
    if (text === undefined) return;
    const mask = Buffer.from([9, 8, 7, 6]);
    const masked = Buffer.from(text).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length]), mask, masked]));
  });
  socket.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
}

async function portOf(debugged: Debugged): Promise<number> {
  for (;;) {
    const found = /port (\d+)/.exec(debugged.output());
    if (found !== null) return Number(found[1]);
    await debugged.client.event('output');
  }
}

describe('a question at a stop in a handler, nothing repeated by hand', () => {
  const folder = join(root, '.cache/servers');
  before(() => install(folder, 'servers', versions, join(import.meta.dirname, 'serversLock.json')));

  for (const [name, text] of Object.entries(programs))
    it(name, () =>
      debugging(text, async (debugged) => {
        symlinkSync(join(folder, 'node_modules'), debugged.path('node_modules'), 'junction');
        await debugged.launch({}, () => debugged.breakAt(['//answer'], { condition: 'cart.total < 0' }));
        const port = await portOf(debugged);
        const texts = things.map((thing) => JSON.stringify(thing));
        if (name === 'ws') sendTexts(port, texts);
        else void texts.reduce((before, one) => before.then(() => post(port, one)), Promise.resolve());
        const stopped = await debugged.stopped();
        assert.equal(stopped.line, debugged.line('//answer'));
        const args = { kind: 'lastChange', frameId: stopped.frame.id, expression: 'cart.total' };
        const { points } = await debugged.client.request<Chain>(requests.ask, args);
        const [, point] = points;
        assert.deepEqual(
          [point?.status, point?.place?.line, point?.before, point?.after],
          ['located', debugged.line('//write'), '16', '-14'],
        );
        const again = await debugged.stopped();
        assert.equal((await debugged.evaluate('cart.lines', 'hover', again)).result, '3');
      }),
    );
});
