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

  it('finds the call in which Node has written, also the same value again', () =>
    check(
      `
const http = require('node:http');
const { EventEmitter } = require('node:events');
const util = require('node:util');
class Bus extends EventEmitter {
  count = 0; //P9
  go() { this.on('x', () => {}); } //P6
}
function Old() {}
function Older() {}
util.inherits(Old, Older);
util.inherits(Old, Older); //P7
const server = http.createServer((req, res) => {
  res.statusCode = 404;
  fail(res, 500);
  const other = new http.ServerResponse(req);
  other.statusCode = 501;
  other.writeHead(501); //P3
  const kept = new http.ServerResponse(req);
  kept.statusCode = 403; //P4
  kept.setHeader('a', 'b');
  const emitter = new EventEmitter();
  emitter.once('x', () => {});
  emitter.emit('x'); //P5
  const bus = new Bus();
  bus.go();
  const timer = setTimeout(() => {}, 10);
  clearTimeout(timer); //P8
  console.log(res, other, kept, emitter, bus, Old, timer, req.url); //stop
});
function fail(response, code) {
  response.writeHead(code); //P2
}
server.listen(0, () => http.get({ port: server.address().port, agent: false }).on('error', () => {}));
`,
      [
        'res.statusCode',
        'other.statusCode',
        'kept.statusCode',
        'emitter._eventsCount',
        'bus._eventsCount',
        'Old.super_',
        'timer._destroyed',
        'bus.count',
        'req.url',
      ].map((place) => `lastChange(P1:${place})`),
      {
        P2: { column: 12, before: 404, after: 500 },
        P3: { before: 501, after: 501 },
        P4: { after: 403 },
        P5: { before: 1, after: 0 },
        P6: { column: 15, before: 0, after: 1 },
        P8: { before: false, after: true },
        P10: { status: 'not-found' },
      },
    ));

  it('counts such calls among the writes', () =>
    check(
      `
const http = require('node:http');
const { EventEmitter } = require('node:events');
const emitter = new EventEmitter(); //P9
emitter.on('a', () => {}); //P8
emitter.on('b', () => {}); //P7
emitter._eventsCount = 5; //P6
const key = 'statusCode';
const server = http.createServer((req, res) => {
  res.statusCode = 404; //P5
  res.writeHead(500); //P4
  res.statusCode = 200; //P3
  res[key] = 500; //P2
  const { url } = req;
  req.url = '/b';
  console.log(res, emitter, url); //stop
  server.close();
});
server.listen(0, () => http.get({ port: server.address().port, agent: false }).on('error', () => {}));
`,
      [
        ...['', '[-2]', '[-3]', '[-4]'].map((index) => `lastChange(P1:res['statusCode'])${index}`),
        ...['', '[-2]', '[-3]', '[-4]', '[-5]'].map((index) => `lastChange(P1:emitter._eventsCount)${index}`),
        'lastChange(P1:res.statusCode)[-5]',
        'lastChange(P1:req.url)[-2]',
        'lastChange(P1:req.url)[0]',
      ],
      {
        P4: { column: 7, before: 404, after: 500 },
        P7: { column: 9, before: 1, after: 2 },
        P10: { status: 'initial' },
        P11: { status: 'initial' },
        P12: { status: 'not-found' },
        P13: { status: 'not-found' },
      },
    ));

  it('says so where no call has written', () =>
    check(
      `
const child = require('node:child_process').spawn(process.execPath, ['-e', '']);
child.on('exit', () => {
  console.log(child.exitCode); //stop
});
`,
      ['lastChange(child.exitCode)'],
      { P2: { status: 'not-found' } },
    ));

  it('finds the call that has made the object with the value, and no call that returns what was there', () =>
    check(
      `
const http = require('node:http');
const made = {
  url: require('node:url').parse('http://a/b?c'), //P2
  stats: require('node:fs').statSync('.'), //P3
  timer: setTimeout(() => {}, 10), //P4
};
const take = (name) => Reflect.get(http, name);
const agent = take('globalAgent');
console.log(made, agent); //stop
clearTimeout(made.timer);
`,
      ['made.url.pathname', 'made.stats.nlink', 'made.timer._idleTimeout', 'agent.maxSockets'].map((place) => `lastChange(P1:${place})`),
      { P2: { column: 28, after: '/b' }, P4: { column: 10, after: 10 }, P5: { status: 'not-found' } },
    ));

  it('leaves properties what they are to who asks for that, freezes or defines them', () =>
    check(
      `
const { EventEmitter } = require('node:events');
const [frozen, fixed, read] = [new EventEmitter(), new EventEmitter(), new EventEmitter()];
frozen.tag = 1; //P2
Object.freeze(frozen);
try { (() => { 'use strict'; frozen.tag = 2; })(); } catch { frozen.caught = true; }
fixed.tag = 1; //P3
Object.defineProperty(fixed, 'tag', { writable: false });
fixed.on('x', () => {});
read.tag = 1;
read.tag = Object.getOwnPropertyDescriptor(read, 'tag').value + 1; //P4
function Bus() {
  EventEmitter.call(this); //P5
}
require('node:util').inherits(Bus, EventEmitter);
const bus = new Bus();
console.log(bus); //stop
`,
      ['frozen.tag', 'fixed.tag', 'read.tag', 'bus._eventsCount'].map((place) => `lastChange(P1:${place})`),
      { P2: { after: 1 }, P3: { after: 1 }, P4: { before: 1, after: 2 }, P5: { column: 16, after: 0 } },
    ));

  it('finds the same value again after natives that are seen, which Node calls in between', () =>
    check(
      `
const url = require('node:url');
const parsed = url.parse('http://a.b/c?d=e');
parsed.parse('http://f.g/h?i');
parsed.pathname = '/j';
const other = url.parse('http://a.b/c?d=e');
parsed.parse('http://f.g/h?i'); //P2
other.parse('http://f.g/h?i');
other.parse('http://f.g/h?i'); //P3
parsed.pathname = '/k'; //P4
console.log(parsed, other); //stop
`,
      ['parsed.search', 'other.path', 'parsed.pathname'].map((place) => `lastChange(P1:${place})`),
      { P2: { column: 8, before: '?i', after: '?i' }, P3: { column: 7, before: '/h?i', after: '/h?i' } },
    ));

  it('finds the same value again after functions of the program, which Node calls in between', () =>
    check(
      `
const url = require('node:url');
process.on('unhandledRejection', () => {});
let noted = 0;
const note = () => ++noted;
const endless = (function* () { for (;;) yield note(); })();
const [ended, given, last, waited, thrown, stepped, direct] = [
  function () { note(); },
  () => note(),
  function () { try { note(); return 1; } catch { return 2; } finally { note(); } },
  async () => { note(); await null; note(); },
  async () => { throw note(); },
  () => endless.next(),
  function () { return url.Url.prototype.parseHost.call(this); },
].map((hook) => Object.assign(url.parse('http://a.b/c?d=e'), { parseHost: hook }));
const all = [ended, given, last, waited, thrown, stepped, direct];
for (const one of all) one.parse('http://f.g/h?i');
ended.parse('http://f.g/h?i'); //P2
given.parse('http://f.g/h?i'); //P3
last.parse('http://f.g/h?i'); //P4
waited.parse('http://f.g/h?i');
stepped.parse('http://f.g/h?i'); //P6
direct.parse('http://f.g/h?i'); //P7
thrown.parse('http://f.g/h?i'); //P8
(async () => {
  await waited.parse('http://f.g/h?i'); //P5
  for (const one of all) note(one);
  try { all[0].none.none = 1; } catch { note(); }
  console.log(all); //stop
})();
`,
      ['ended', 'given', 'last', 'waited', 'stepped', 'direct', 'thrown'].map((name) => `lastChange(P1:${name}.search)`),
      {},
    ));

  it('finds a call that has written and then thrown, where that is caught', () =>
    check(
      `
const url = require('node:url');
const [here, within] = [url.parse('http://a.b/c'), url.parse('http://a.b/c')];
here.protocol = 'ftp:';
try {
  here.parse('http://xn--i\u00f1valid.com/'); //P2
} catch { here.caught = 1; }
function fail(one) {
  within.protocol = 'ftp:';
  try { one.parse('http://xn--i\u00f1valid.com/'); } catch (error) { one.caught = error; } //P3
}
fail(within);
console.log(here, within); //stop
`,
      ['here', 'within'].map((name) => `lastChange(P1:${name}.protocol)`),
      { P2: { before: 'ftp:', after: 'http:' }, P3: { before: 'ftp:', after: 'http:' } },
    ));

  it('finds the message of an error that V8 made where it was thrown, unless Node may have changed it', () =>
    check(
      `
const { doesNotThrow } = require('node:assert');
const field = (o) => o.x.y; //P2
const caught = [];
const attempt = (run) => { try { run(); } catch (error) { caught.push(error); } };
attempt(() => field({}));
attempt(() => JSON.parse('{')); //P3
attempt(() => { try { field({}); } catch (error) { error.message = 'own'; throw error; } }); //P4
attempt(() => doesNotThrow(() => field({})));
const [member, parsed, written, changed] = caught;
console.log(member, parsed, written, changed); //stop
`,
      ['member', 'parsed', 'written', 'changed'].map((name) => `lastChange(P1:${name}.message)`),
      { P5: { status: 'not-found' } },
    ));
});
