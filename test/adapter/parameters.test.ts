import { check } from '../support/querying.js';

describe('parameters, and the code that stands among them', () => {
  it('are seen from what a default calls, by each activation of a recursive function', () =>
    check(
      `
function f(a, b = a > 0 ? f(a - 1) : g(a), c = a) { //P2 P3 P4
  g(b);
  return a + 10;
}
function g(x) {
  console.log(x); //stop
  return x;
}
f(1);
`,
      ['lastChange(P1(1):a)', 'lastChange(P1(1):b)', 'lastChange(P1(1):c)'],
      { P2: { column: 12, after: 1 }, P3: { column: 15, after: 10 }, P4: { column: 44 } },
      { hit: 3 },
    ));

  it('that a later default writes', () =>
    check(
      `
function f(a, b = (a = 5, 1), c = a) { //P2 P3 P4
  console.log(a, b, c); //stop
}
f(1);
`,
      ['lastChange(a)', 'lastChange(P1:a)[0]', 'lastChange(P1:c)'],
      { P2: { column: 20, before: 1, after: 5 }, P3: { column: 12, after: 1 }, P4: { after: 5 } },
    ));

  it('that a closure among them writes', () =>
    check(
      `
function f(a, set = (v) => { a = v; }) { //P2
  set(9);
  console.log(a); //stop
}
f(1);
`,
      ['lastChange(a)'],
      { P2: { column: 30, after: 9 } },
    ));

  it('of patterns, whose defaults call methods', () =>
    check(
      `
class K {
  m({ x, y = this.h(x) } = {}, [z = y * 2, ...w] = []) { //P2 P3
    console.log(x, y, z, w);
  }
  h(v) {
    return v + 1; //stop
  }
}
new K().m({ x: 1 });
`,
      ['lastChange(P1(1):x)', 'lastCondition(P1)'],
      { P2: { column: 7, after: 1 }, P3: { column: 14, taken: 'default' } },
    ));

  it('of a generator, bound when it is called', () =>
    check(
      `
function* g(a, b = h(a)) { //P2
  yield a + b;
}
function h(x) {
  return x * 2; //stop
}
g(1);
g(2);
`,
      ['lastChange(P1(1):a)'],
      { P2: { after: 2 } },
      { hit: 2 },
    ));

  it('stand under conditions of their own, and not under those around the definition', () =>
    check(
      `
const fs = [];
for (let i = 0; i < 2; i++) {
  fs.push(function (a, b = i > 0 ? show(a) : 0) { //P2 P4
    show(b);
  });
}
function show(x) {
  console.log(x); //stop
}
if (fs.length) { //P3
  fs[1](7);
}
`,
      ['lastChange(P1(1):a)', 'lastCondition(P2)', 'lastCondition(P1)'],
      { P2: { after: 7 }, P3: { taken: 'then' }, P4: { column: 28, taken: 'then' } },
    ));

  it('of an arrow function are not decided where its defaults may have written them', () =>
    check(
      `
const f = (a, b = (a = 5, 1)) => {
  console.log(a); //stop
};
f(1);
`,
      ['lastChange(a)'],
      { P2: { status: 'not-found', reason: 'It may have been written from among the parameters (line 2 of program.js).' } },
    ));

  it('are one place with what arguments shows, as long as a call has given them', () =>
    check(
      `
function f(a, b) {
  a = 7; //P2
  const o = arguments;
  o[1] = 8; //P3 P4
  o[2] = 9; //P5
  console.log(o[0], b); //stop
}
f(1, 2, 3);
`,
      ['lastChange(o[0])', 'lastChange(P1:b)', 'lastChange(P1:o[1])', 'lastChange(P1:o[2])', 'lastChange(P1:o.length)'],
      { P6: { status: 'initial' } },
    ));

  it('are two places with elements of arguments that no call has given, and in strict code', () =>
    check(
      `
function f(a, b, c) {
  a = 7; //P2 P3
  c = 8; //P5
  console.log(arguments[0], arguments[2]); //stop
}
f(1, 2);
`,
      ['lastChange(arguments[0])', 'lastChange(P1:a)', 'lastChange(P1:arguments[2])', 'lastChange(P1:c)', 'lastChange(P1:arguments[1])'],
      { P4: { status: 'initial' }, P6: { status: 'initial', after: 2 } },
    ));

  it('are followed under both names by an origin, also through closures and other functions', () =>
    check(
      `
function put(list, value) { list[0] = value; } //P2 P5
function f(a, b) {
  b = 3; //P4
  put(arguments, a + 1); //P3
  const set = () => { b = a; }; //P6
  console.log(a, arguments[1]); //stop
  set();
}
f(1, 2);
`,
      ['lastChange(a)', 'origin(P1:a)', 'lastChange(P1:arguments[1])', 'lastChange(P1:arguments[0])'],
      {},
    ));

  it('are unknown once their element may be another place', () =>
    check(
      `
function f(a) {
  a = 5;
  delete arguments[0];
  arguments[0] = 7;
  console.log(a, arguments[0]); //stop
}
f(1);
`,
      ['lastChange(a)', 'lastChange(P1:arguments[0])'],
      { P2: { status: 'not-found' }, P3: { status: 'not-found' } },
    ));
});
