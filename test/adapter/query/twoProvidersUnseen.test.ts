import assert from 'node:assert/strict';
import { answersOfRecording } from '../../soundness/providers/compareProviders.js';
import { assertSameAnswers } from '../../support/sameAnswers.js';

const written: Readonly<Record<string, readonly [text: string, ask: readonly string[]]>> = {
  'by a method of Node, which may throw half-way': [
    `const { Url } = require('url'), http = require('http'), { Readable } = require('stream');
const u = new Url();
u.host = 'before'; u.protocol = 'p'; u.own = 1;

try { u.parse('http://[::1'); } catch { u.own = 2; }
const res = new http.ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 });
res.statusCode = 404;
res.writeHead(500, 'bad');
const timer = setTimeout(() => {}, 100);
timer._idleTimeout = 44;
clearTimeout(timer);
console.log(u, res, timer); //stop
`,
    [
      ...['lastChange(u.host)', 'lastChange(P1:u.protocol)', 'lastChange(P1:u.own)', 'lastChange(P1:res.statusCode)'],
      ...['lastChange(P1:res.statusMessage)', 'lastChange(P1:timer._idleTimeout)'],
    ],
  ],
  'by functions of Node that are given an object': [
    `const EventEmitter = require('events'), util = require('util'), { Url } = require('node:url');
function A() { this.n = 1; this._eventsCount = 9; EventEmitter.call(this); this.n++; }
A.super_ = 1;
util.inherits(A, EventEmitter);
const a = new A(), plain = { host: 'x', own: 1 }, traced = { stack: 'mine' };
try { Url.prototype.parse.call(plain, 'http://a.b/c'); } catch {}
Error.captureStackTrace(traced);
console.log(a, A, plain, traced); //stop
`,
    [
      ...['lastChange(a._eventsCount)', 'lastChange(P1:a._eventsCount)[-2]', 'lastChange(P1:a.n)', 'lastChange(P1:A.super_)'],
      ...['lastChange(P1:plain.host)', 'lastChange(P1:plain.own)', 'lastChange(P1:traced.stack)'],
    ],
  ],
  'around functions of the program that Node calls': [
    `const { EventEmitter } = require('events');
const e = new EventEmitter();
let n = 0;
e._eventsCount = 7;
e.on('y', () => { n += e._eventsCount; });
e._eventsCount = 1;
e.removeListener('y', () => {});
e.emit('y');
e.removeAllListeners();
if (e._eventsCount === 0) {
  console.log(n); //stop
}
`,
    ['lastCondition(P1)', 'lastChange(P1:e._eventsCount)', 'lastChange(P1:e._eventsCount)[-2]', 'lastChange(P1:n)'],
  ],
};

describe('code without probes writes where a recording sees it', () => {
  for (const [what, program] of Object.entries(written)) it(what, () => assertSameAnswers(program));

  it('an object that too many others have followed is not vouched for', async () => {
    const text = `const { EventEmitter } = require('events');
const first = new EventEmitter();
first._eventsCount = 0;
const others = Array.from({ length: 300 }, () => new EventEmitter());
first.on('x', () => {});
console.log(first, others); //stop
`;
    const [, point] = await answersOfRecording({
      files: { 'program.js': text },
      hit: 1,
      ask: ['lastChange(first._eventsCount)'],
      show: [],
    });
    assert.equal(point?.['status'], 'not-recorded');
  });

  it('what a setter of Node has made of a value is not told', async () => {
    const text = `const u = new URL('http://a.b/?x=1');
u.search = '?y=1';
u.searchParams.set('z', '2');
console.log(u); //stop
`;
    const [, point] = await answersOfRecording({ files: { 'program.js': text }, hit: 1, ask: ['lastChange(u.search)'], show: [] });
    assert.equal(point?.['status'], 'not-recorded');
  });
});
