import { check } from '../support/querying.js';

/** Writes by code that has no probes: Node's own JavaScript, and V8. */
describe('lastChange where code that is not seen has written', () => {
  it('does not say that no write precedes', () =>
    check(
      `
const http = require('node:http');
const { MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
port2.on('message', (message) => {
  require('node:fs').stat('.', (_, stats) => {
    const { globalAgent } = http;
    const headers = new Headers({ a: 'b' });
    const plain = { a: 1 }; //P8
    require('node:util').inspect(plain);
    console.log(message, stats, globalAgent, headers); //stop
  });
});
port1.postMessage({ a: 1 });
`,
      ['message.a', 'stats.size', 'globalAgent.maxSockets', "headers.get('a')", 'plain.b', 'stats.none', 'plain.a'].map(
        (place) => `lastChange(P1:${place})`,
      ),
      {
        P2: { status: 'not-found' },
        P3: { status: 'not-found' },
        P4: { status: 'not-found' },
        P5: { status: 'not-found' },
        P6: { status: 'initial' },
        P7: { status: 'initial' },
        P8: { after: 1 },
      },
    ));

  it('finds a trace that was captured, which is not read for that', () =>
    check(
      `
let read = 0;
Error.prepareStackTrace = (error, frames) => { read++; return String(error); };
class Own extends Error {
  constructor() {
    super('own');
    Error.captureStackTrace(this, Own); //P4
  }
}
const err = new Error('x'), plain = {}, own = new Own();
err.stack = 1;
Error.captureStackTrace(err); //P2
Error.captureStackTrace(plain); //P3
console.log(read); //stop
`,
      ['lastChange(err.stack)', 'lastChange(P1:plain.stack)', 'lastChange(P1:own.stack)'],
      { P2: { before: 1, column: 7 } },
    ));
});
