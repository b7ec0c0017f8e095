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

  it('is told by lastChange when nothing has written the place since', () =>
    check(
      `
const data = JSON.parse('{"a": {"f": 1}}');
console.log(data.a); //stop
`,
      ['lastChange(data.a)'],
      { P2: { status: 'initial', line: 2, column: 14 } },
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
});
