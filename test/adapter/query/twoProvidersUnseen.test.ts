import assert from 'node:assert/strict';
import { answersOfRecording } from '../../soundness/providers/compareProviders.js';
import { recorded } from '../../support/recorded.js';
import { assertSameAnswers } from '../../support/sameAnswers.js';

const written: Readonly<Record<string, readonly [text: string, ask: readonly string[]]>> = {
  'by code made of texts, which writes something else': [
    `class AppError extends Error {}
const big = { ta: new Uint8Array(4), re: /a/g, m: new Map([['k', 1]]), n: 1 };
eval('1'); new Function('o', 'o.other = 2')(big);
big.ta[1] = 7; big.ta.fill(9, 0, 1); big.re.test('ba'); big.m.set('k', 2); big.n = 3;
try { throw new AppError('app'); } catch (e) { big.message = e.message; }
console.log(big); //stop
`,
    [
      ...['lastChange(big.ta[1])', 'lastChange(P1:big.ta[0])', 'lastChange(P1:big.re.lastIndex)', "lastChange(P1:big.m.get('k'))"],
      ...['lastChange(P1:big.n)', 'lastChange(P1:big.message)'],
    ],
  ],
  'by what makes an error of others': [
    `const e = new AggregateError([new Error('one'), 2], 'several');
console.log(e); //stop
`,
    ['lastChange(P1:e.errors)', 'lastChange(P1:e.errors.length)', 'lastChange(P1:e.errors[0])', 'lastChange(P1:e.errors[0].message)'],
  ],
  'by a native that adds several elements': [
    `const a = []; a.push(...['x', 'y']);
const b = [0]; b.push('p', 'q', 'r');
const c = [1, 2]; c.unshift(...[7, 8, 9]);
const d = [1, 2, 3]; d.splice(0, 2, ...'abcd');
const e = [1, 2, 3]; e.splice(1, 2);
const f = [1]; for (const n of [2, 3, 4]) f.splice(0, n === 4 ? 0 : 1, n, ...(n === 4 ? 'xy' : ''));
console.log(a, b, c, d, e, f); //stop
`,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `lastChange(P1:${name}.length)`),
  ],
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
    ['lastCondition(P1)', 'lastChange(P1:e._eventsCount)', 'lastChange(P1:n)'],
  ],
};

/** Places of which Node's code stores the value that is there already, and others of the same objects, of which it does not. */
const storedAgain: Readonly<
  Record<string, { readonly text: string; readonly again: readonly string[]; readonly once: readonly string[] }>
> = {
  'by a method that names the property': {
    text: `const url = require('url'), http = require('http');
const u = url.parse('http://a.b/c?d=e');
u.own = 1;
u.search = '?d=e';
u.parse('http://a.b/c?d=e');
const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 };
const res = new http.ServerResponse(request), kept = new http.ServerResponse(request);
res.own = 5;
res.statusCode = 404;
res.writeHead(404);
kept.statusCode = 403;
kept.setHeader('a', 'b');
console.log(u, res, kept); //stop
`,
    again: ['u.search', 'res.statusCode'],
    once: ['u.own', 'res.own', 'kept.statusCode'],
  },
  'by functions that a method or the program hands the object to': {
    text: `const { EventEmitter } = require('events'), util = require('util');
const e = new EventEmitter(), timer = setTimeout(() => {}, 100);
e.name = 'n';
e.setMaxListeners(5);
e.setMaxListeners(5);
e.on('x', () => { e.own = 1; });
e.own = 1;
e.emit('x');
function A() { this.x = 1; }
util.inherits(A, EventEmitter);
util.inherits(A, EventEmitter);
timer.mine = 3;
timer._idleTimeout = -1;
clearTimeout(timer);
console.log(e, A, timer, new A()); //stop
`,
    again: ['e._maxListeners', 'A.super_', 'timer._idleTimeout'],
    once: ['e.name', 'e.own', 'timer.mine'],
  },
};

describe('code of Node may store what is there already', () => {
  for (const [how, { text, again, once }] of Object.entries(storedAgain)) {
    const asked = (places: readonly string[]) => places.map((place, at) => `lastChange(${at === 0 ? '' : 'P1:'}${place})`);

    it(`${how}: the recording does not say where`, async () => {
      const files = { 'program.js': text };
      const points = await answersOfRecording({ files, hit: 1, ask: asked(again), show: [] });
      for (const { status, reason } of points.slice(1)) {
        assert.equal(status, 'not-recorded');
        assert.match(String(reason), /may have stored the value that was there already/);
      }
    });

    it(`${how}: it says where other places were written`, () => assertSameAnswers([text, asked(once)]));
  }
});

describe('code without probes writes where a recording sees it', () => {
  for (const [what, program] of Object.entries(written)) it(what, () => assertSameAnswers(program));

  it('the messages of errors are known beside code made of texts that does not write them', async () => {
    const run = await recorded({
      'main.cjs': `class Plain extends Error { constructor(m) { super(m); this.code = 1; } }
eval('1');
for (const make of [() => new Plain('own'), () => new TypeError('type'), () => null.x]) try { throw make(); } catch {}
const Changed = new Function('E', 'return class extends E { constructor(m) { super(m); this.message = "other"; } }')(Error);
try { throw new Changed('given'); } catch {}
`,
    });
    try {
      const messages = run.rows('exceptionHistory()', 'exception').map(([one]) => (one as { readonly message: string }).message);
      assert.deepEqual(messages.slice(0, 2), ['own', 'type']);
      assert.equal(messages.includes('given'), false);
    } finally {
      run.dispose();
    }
  });

  it('what a place held before is given as not known where it is not', async () => {
    const text = `class Stack extends Array {}
const st = Stack.from([3, 1, 2]);
st.push(9);
console.log(st); //stop
`;
    const [, point] = await answersOfRecording({ files: { 'program.js': text }, hit: 1, ask: ['lastChange(st[3])'], show: [] });
    assert.deepEqual([point?.['before'], point?.['after']], [{ unknown: true }, 9]);
  });

  it('a write by a text that is not in the recording has no place to be told', async () => {
    const text = `const vm = require('node:vm');
const ctx = vm.createContext({ n: 1, log: [] });
vm.runInContext('log.push(n);', ctx);
console.log(ctx); //stop
`;
    const [, point] = await answersOfRecording({ files: { 'program.js': text }, hit: 1, ask: ['lastChange(ctx.log.length)'], show: [] });
    assert.deepEqual([point?.['status'], point?.['line']], ['not-recorded', null]);
  });

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
