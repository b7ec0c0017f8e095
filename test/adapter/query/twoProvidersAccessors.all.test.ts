import assert from 'node:assert/strict';
import { answersOfRecording } from '../../soundness/providers/compareProviders.js';
import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Programs with the line of their stop, and what is asked there. */
const programs: Readonly<Record<string, AskedProgram>> = {
  'a getter that one statement reads twice, behind a call': [
    `class A { constructor() { this.v = 2; } get w() { this.v++;
  return this.v; //stop
} }
const a = new A(); let u = 0;
u = a.w + (u = a.w);
`,
    ['lastChange(P1:u)'],
  ],
  'getters of private fields, in classes that extend classes of Node and of the language': [
    `const { EventEmitter } = require('events');
const { Transform } = require('stream');
class A extends EventEmitter { #n = 1; get n() { return this.#n; } inc() { this.#n++; } }
class B extends A { #n = 5; get own() { return this.#n; } }
class T extends Transform { #seen = 0; get seen() { return this.#seen; } _transform(c, e, cb) { this.#seen += c.length; cb(null, c); } }
class E extends Error { #code = 'x'; get code() { return this.#code; } }
class M extends Map { #hits = 0; get hits() { return this.#hits; } get(k) { this.#hits++; return super.get(k); } }
const b = new B(); b.inc();
const t = new T(); t.write('abc');
const e = new E('m'), m = new M(); m.set(1, 2); m.get(1);
console.log(b, t, e, m); //stop
`,
    ['lastChange(P1:b.own)', 'lastChange(P1:b.n)', 'lastChange(P1:t.seen)', 'lastChange(P1:e.code)', 'lastChange(P1:m.hits)'],
  ],
  'a getter that runs for the second time in its statement': [
    `let hits = 0;
const a = { get w() { hits++; if (hits > 1)
  return hits; //stop
  return 0; } };
function f(k) { let t = k;
  t = a['w'] + a?.w + k; return t; }
f(3);
`,
    ['lastChange(P1:hits)', 'lastCondition(P1)', 'lastChange(P1(1):t)'],
  ],
  'accessors that classes inherit by mixins, and of a class that an object holds': [
    `const mix = (B) => class extends B { m = 1; };
const two = function (B) { class Made extends B { get twice() { return this.k * 2; } set twice(v) { this.k = v / 2; } } return Made; };
function three(A, B) { return class Inner extends B { q = 3; }; }
class Base { get label() { return this._label ?? 'none'; } set label(v) { this._label = v.trim(); } }
class One extends mix(Base) {}
class Two extends mix(two(Base)) {}
const Mixed = three(1, two(Base));
class Three extends Mixed {}
const hold = { Base };
class Four extends hold.Base { own = 1; }
const f = new One(), g = new Two(), h = new Three(), i = new Four();
f.label = ' y '; g.label = ' z '; g.twice = 4; h.label = 'h'; h.q = 5; h.twice = 8; i.label = 'four'; i.own = 2;
console.log(f, g, h, i); //stop
`,
    [
      ...['lastChange(f.label)', 'lastChange(P1:g.label)', 'lastChange(P1:g.twice)', 'lastChange(P1:h.label)', 'lastChange(P1:h.q)'],
      ...['lastChange(P1:h.twice)', 'lastChange(P1:i.own)', 'lastChange(P1:i._label)', 'lastChange(P1:h.k)'],
    ],
  ],
  'a setter and a getter of one name': [
    `const a = { v: 1, get w() { return this.v; }, set w(x) {
  this.v = x; //stop
} };
function f(k) { let t = k;
  a.w = a.w + k; return t; }
f(3);
`,
    ['lastChange(P1(1):t)', 'origin(P1:x)'],
  ],
  'a getter and a setter of a value that is written at once, and of a pattern': [
    `let seen = 0;
const a = { v: 1, get w() { seen++; return this.v; }, set w(x) { seen += x; this.v = x; } };
function f(k) {
  a.w += k;
  a.w++;
  const { w, v: r = w } = a;
  [a.w] = [r];
  return seen + w; //stop
}
f(3);
`,
    [
      'lastChange(seen)',
      'lastChange(seen)[-2]',
      'lastChange(seen)[-3]',
      'lastChange(seen)[-4]',
      'lastChange(seen)[-5]',
      'lastChange(seen)[-6]',
    ],
  ],
};

describe('two providers, one answer: accessors, by where they are read and written', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));

  it('an accessor of a class of which the texts do not say what it extends is no place', async () => {
    const text = `class Base { get label() { return this._label ?? 'none'; } set label(v) { this._label = v.trim(); } }
const hold = { Base };
class Four extends hold.Base { own = 1; }
const i = new Four();
i.label = 'four'; i.own = 2;
console.log(i); //stop
`;
    const ask = ['lastChange(i.label)', 'lastChange(P1:i.own)'];
    const points = await answersOfRecording({ files: { 'program.js': text }, hit: 1, ask, show: [] });
    assert.deepEqual(
      points.map((point) => point['status']),
      ['located', 'not-found', 'located'],
    );
  });
});
