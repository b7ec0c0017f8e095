import { check } from '../support/querying.js';

describe('created', () => {
  it('is the expression that allocated the object, wherever it has been since', () =>
    check(
      `
class Row { constructor(n) { this.n = n; } }
function make(n) {
  return new Row(n); //P2
}
const rows = [1, 2].map(make);
const options = {
  names: ['a', 'b'].filter(Boolean), //P3
};
const { names } = options;
console.log(rows, names); //stop
`,
      ['created(rows[1])', 'created(P1:names)'],
      { P2: { hit: 2, text: 'return new Row(n); //P2' } },
    ));

  it('is the call that made an object with all its parts, and the rest of a pattern', () =>
    check(
      `
const source = { a: { b: [1] } };
const clone = structuredClone(source); //P2
const pairs = Object.entries({ k: 1 }); //P3
const { a, ...others } = { a: 1, d: 2 }; //P4
const [first, ...more] = [clone, 5, 6]; //P5
console.log(first.a.b, pairs[0], others, more); //stop
`,
      ['created(clone.a.b)', 'created(P1:pairs[0])', 'created(P1:others)', 'created(P1:more)', 'lastChange(P1:clone.a.b[0])'],
      { P2: { column: 15 }, P3: { column: 15 }, P4: { column: 12 }, P5: { column: 15 }, P6: { line: 3 } },
    ));

  it('is told by lastChange when nothing has ever written the place', () =>
    check(
      `
const data = JSON.parse('{"a": {"f": 1}}');
console.log(data.b); //stop
`,
      ['lastChange(data.b)'],
      { P2: { status: 'initial', line: 2, column: 14 } },
    ));

  it('is no call that hands on what it was given, or what it is a method of', () =>
    check(
      `
const { EventEmitter } = require('node:events');
const { PassThrough } = require('node:stream');
require('node:fs').stat('.', (_, stats) => {
  const id = (x) => x;
  const given = [
    Object.assign(stats, {}),
    (0, Object.setPrototypeOf)(stats, Object.getPrototypeOf(stats)),
    Array.prototype.reverse.call(stats),
    Reflect.apply(Object.assign, null, [stats, {}]),
    id(stats),
    stats.valueOf(),
  ];
  const emitter = new EventEmitter(); //P3
  const [from, to] = [new PassThrough(), new PassThrough()]; //P4
  class K {}
  const made = Reflect.construct(K, []); //P5
  const [on, piped] = [emitter.on('x', id), from.pipe(to)];
  console.log(given, on, piped, made); //stop
});
`,
      ['created(given[3])', 'created(P1:on)', 'created(P1:piped)', 'created(P1:made)'],
      { P2: { status: 'not-found' }, P4: { column: 42 } },
    ));

  it('is no function of the program that hands on what Node has made', () =>
    check(
      `
const http = require('node:http');
const take = () => http.globalAgent;
const agent = take();
console.log(agent); //stop
`,
      ['created(agent)'],
      { P2: { status: 'not-found' } },
    ));

  it('is of a function or class where it is written, whatever has returned it', () =>
    check(
      `
function make(n) {
  return () => n; //P2
}
const f = make(1);
const Shape = ((name) => class Named { //P3
  constructor() { this.name = name; }
})('circle');
function declared() {} //P4
class Plain { static method() {} } //P5 P6
const o = {
  async method() {}, //P7
  get size() { return 1; },
};
const bound = f.bind(null); //P8
console.log(f, Shape, declared, Plain, o, bound); //stop
`,
      [
        'created(f)',
        'created(P1:Shape)',
        'created(P1:declared)',
        'created(P1:Plain)',
        'created(P1:Plain.method)',
        'created(P1:o.method)',
        'created(P1:bound)',
      ],
      { P2: { column: 10 }, P3: { column: 26 }, P4: { column: 1 }, P5: { column: 1 }, P8: { column: 15 } },
    ));

  it('is of a part of what native code has made where that was made, whoever hands it on', () =>
    check(
      `
const data = JSON.parse('{"rows": [{"q": 1}], "list": [3, 1]}'); //P2 P3
const pick = () => data.rows[0];
const row = pick();
const list = data.list.sort();
const [pair] = Object.entries({ a: 1 }); //P4
console.log(row, list, pair); //stop
`,
      ['created(row)', 'created(P1:list)', 'created(P1:pair)'],
      { P2: { column: 14 }, P3: { column: 14 }, P4: { column: 16 } },
    ));

  it('shows an object with the fields that it had where it is located', () =>
    check(
      `
const cart = { items: [], total: 0 }; //P2
let current = cart; //P3
cart.items.push('x');
cart.total = 5;
current; //stop
`,
      ['created(current)', 'lastChange(P1:current)'],
      {
        P2: { after: { object: 'Object#2', preview: '{items: Array(0), total: 0}' } },
        P3: { after: { object: 'Object#2', preview: '{items: Array(0), total: 0}' } },
      },
    ));
});
