import { check } from '../support/querying.js';

/** What code that the program made of a text has written is not seen: it is found by the call that had it run, or the answer says that it is not known. */
describe('lastChange beside code that is made of texts', () => {
  const waysToWrite: Readonly<Record<string, string>> = {
    'indirect eval': `globalThis.o = o; (0, eval)('o.v = 2');`,
    'eval under another name': `globalThis.o = o; const e = eval; e('o.v = 2');`,
    Function: `new Function('o', 'o.v = 2')(o);`,
    'a constructor of functions that only an object leads to': `o.constructor.constructor('o', 'o.v = 2')(o);`,
    'a constructor of async functions': `(async () => {}).constructor('o', 'o.v = 2')(o);`,
    'vm.runInNewContext': `require('vm').runInNewContext('o.v = 2', { o });`,
    'vm.Script': `new (require('vm').Script)('o["v"] = 2').runInNewContext({ o });`,
    'vm.compileFunction': `require('vm').compileFunction('o[k] = 2', ['o', 'k'])(o, 'v');`,
  };
  for (const [name, statement] of Object.entries(waysToWrite))
    it(`finds the call of ${name}, also where the value stays`, () =>
      check(
        `
const o = { v: 1 };
o.v = 2;
${statement}
console.log(o.v); //stop
`,
        ['lastChange(o.v)'],
        {
          P2: { status: 'located', line: 4, before: 2, after: 2 },
        },
      ));

  it('says so of direct eval, also where the value stays', () =>
    check(
      `
const o = { v: 1 };
o.v = 2;
eval('o.v = 2');
console.log(o.v); //stop
`,
      ['lastChange(o.v)'],
      {
        P2: { status: 'not-found', line: null, reason: 'Code that the program made of a text may have written it (line 4 of program.js).' },
      },
    ));

  it('says so of elements, where nobody sees what is stored again', () =>
    check(
      `
const o = [1];
o[0] = 2;
eval('o[0] = 2');
console.log(o[0]); //stop
`,
      ['lastChange(o[0])'],
      {
        P2: { status: 'not-found', line: null, reason: 'Code that the program made of a text may have written it (line 4 of program.js).' },
      },
    ));

  it('counts what functions of such texts have written, whoever calls them', () =>
    check(
      `
const vm = require('node:vm');
const o = { v: 1 }; //P6
const set = vm.compileFunction('o.v = 2', ['o']);
set(o); //P5
o.v = 2; //P4
[o].forEach(set); //P3
Array.from([o], set); //P2
console.log(o.v); //stop
`,
      ['lastChange(o.v)', ...[2, 3, 4, 5, 6].map((index) => `lastChange(P1:o.v)[-${index}]`)],
      { P2: { before: 2, after: 2 }, P7: { status: 'initial', reason: 'Only 5 writes precede.' } },
    ));

  it('counts what runs in a context, whose variables are properties', () =>
    check(
      `
const vm = require('node:vm');
const box = vm.createContext({ n: 1 });
box.n = 9; //P3
vm.runInContext('n = 9', box); //P2
console.log(box.n); //stop
`,
      ['lastChange(box.n)', 'lastChange(P1:box.n)[-2]'],
      { P2: { before: 9, after: 9 } },
    ));

  it('says so where Node itself calls such a function', () =>
    check(
      `
const o = { v: 1 };
o.v = 2;
setTimeout(new Function('o', 'o.v = 2'), 1, o);
setTimeout(() => {
  console.log(o.v); //stop
}, 20);
`,
      ['lastChange(o.v)', 'lastChange(P1:o.v)[-2]'],
      { P2: { status: 'not-found' }, P3: { status: 'not-found' } },
    ));

  it('is not disturbed by what came before, writes something else, or calls what is seen', () =>
    check(
      `
const o = { v: 1 }, m = new Map();
function set(x) { o.v = x; } //P2
eval('o.v = 5');
const whole = Function('return this')();
const sum = new Function('a', 'b', 'const v = a + b; return { v }')(1, 2);
eval('set(6)');
eval('m.set("k", 1)'); //P3
console.log(o.v, m.get('k'), whole === globalThis, sum); //stop
`,
      ['lastChange(o.v)', "lastChange(P1:m.get('k'))"],
      { P2: { before: 5, after: 6 } },
    ));

  it('knows what eval was given under another name, and that none but a call by its own name sees variables and private names', () =>
    check(
      `
const o = { v: 1 };
const known = { '%eval%': eval, f: Function };
class Box {
  #v = 1;
  fill(v) {
    this.#v = v; //P4
    let total = v; //P3
    new Function('total', 'o', 'total = 2; o.total = 3')(1, {});
    known['%eval%']('var total = 2');
    o.v = 2; //P2
    known['%eval%'].call(null, '1 + 1');
    this.hold(total);
  }
  hold(total) {
    console.log(o.v, total, this.#v, known['%eval%'] === eval, String(known['%eval%']), known['%eval%'].name); //stop
  }
}
new Box().fill(5);
`,
      ['lastChange(o.v)', 'lastChange(P1(1):total)', 'lastChange(P1:this.#v)'],
      { P2: { before: 1, after: 2 }, P3: { after: 5 }, P4: { before: 1, after: 5 } },
    ));

  it('keeps what eval can see of itself, also where another name for it makes a call direct', () =>
    check(
      `
const o = { v: 1 };
const named = (function (eval) { const hidden = 7; return eval('hidden'); })(eval);
const other = { e: eval };
const hidden = 8;
const same = [other.e === eval, Object.is(other.e, eval), other.e === globalThis.eval, typeof other.e, other.e.length, 'prototype' in other.e, other.e('typeof hidden')];
o.v = [named, ...same].join();
console.log(String(other.e)); //stop
`,
      ['created(o)', 'lastChange(P1:hidden)', 'lastChange(P1:o.v)'],
      {
        P2: { line: 2 },
        P3: { status: 'not-found' },
        P4: { status: 'not-found', reason: 'Code that the program made of a text may have written it (line 6 of program.js).' },
      },
    ));

  it('says so of names that a text writes inside a statement with, and of no others', () =>
    check(
      `
const o = { v: 1, w: 1 };
o.v = 2; //P2
const render = new Function('locals', 'with (locals) { w = 3; return v; }');
console.log(render(o)); //stop
`,
      ['lastChange(o.v)', 'lastChange(P1:o.w)'],
      { P2: { after: 2 } },
    ));

  it('finds a call of a function that such a text has made before', () =>
    check(
      `
const o = { v: 1 };
const set = new Function('o', 'o.v = 2');
o.v = 2;
set(o); //P2
console.log(o.v); //stop
`,
      ['lastChange(o.v)'],
    ));

  it('says so of variables that eval sees, and of globals that scripts declare', () =>
    check(
      `
function f() {
  let v = 1, w = 1;
  eval('v = 1');
  require('vm').runInThisContext('var g = 1');
  w = 2; //P3
  console.log(v, w, g); //stop
}
f();
`,
      ['lastChange(v)', 'lastChange(P1:w)', 'lastChange(P1:g)'],
      { P2: { status: 'not-found' }, P4: { status: 'not-found' } },
    ));

  it('keeps what functions made of texts can see of themselves', () =>
    check(
      `
class Made extends Function {}
const o = { v: 1 };
const f = new Function('a', 'return a');
const same = [Function === f.constructor, f instanceof Function, new Made('return 1')() === 1, Function.name, Function.length, f.toString()];
o.v = same.join(); //P2
console.log(o.v, String(Function)); //stop
`,
      ['lastChange(o.v)'],
      { P2: { after: 'true,true,true,Function,1,function anonymous(a\n) {\nreturn a\n}' } },
    ));

  it('finds what sloppy functions write to parameters through arguments, by runs that agree', () =>
    check(
      `
function f(p, q) {
  arguments[0] = 1;
  return g(p, q);
}
function g(a, b) { //P3
  const list = arguments;
  Math.max.apply(null, list);
  return h(a, [].slice.call(arguments));
}
function h(c) {
  'use strict';
  arguments[0] = 1;
  console.log(c); //stop
}
f(1, 2);
`,
      ['lastChange(P1(2):p)', 'lastChange(P1(1):a)', 'lastChange(P1:c)'],
      {
        P2: { line: 3 },
        P4: { line: 11 },
      },
    ));
});
