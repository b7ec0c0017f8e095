import { check } from '../support/querying.js';

/** Places that a program seldom has, each with the change that must be found. */
describe('lastChange of rarer places', () => {
  it('under symbols: two of the same name are two places', () =>
    check(
      `
const s = Symbol('tag'), t = Symbol('tag');
const o = { [s]: 1, [t]: 7 };
o[s] = 2; //P2
o[t] = 7; //P3
const m = new Map([[s, 1]]);
m.set(s, 2); //P4
m.set(t, 2);
const kept = { v: s };
kept.v = t; //P5
class Q { static [t] = 6; } //P6
const copy = { ...o }; //P7
console.log(m.get(s), kept.v, Q[t], copy[t]); //stop
`,
      [
        'lastChange(o[s])',
        'lastChange(P1:o[t])',
        'lastChange(P1:m.get(s))',
        'lastChange(P1:kept.v)',
        'lastChange(P1:Q[t])',
        'lastChange(P1:copy[t])',
      ],
      { P2: { before: 1, after: 2 }, P3: { before: 7, after: 7 }, P6: { column: 19 }, P7: { after: 7 } },
    ));

  it('under keys that only the run knows: the how-many-th passage counts those of other keys', () =>
    check(
      `
const o = {};
for (const key of ['a', 'b', 'c']) o[key] = key.length; //P2
for (const key of ['a', 'b']) delete o[key]; //P3
console.log(o); //stop
`,
      ['lastChange(o.c)', 'lastChange(P1:o.b)'],
      { P2: { hit: 3, after: 1 }, P3: { hit: 2, before: 1 } },
    ));

  it('of which a call, or a store behind the end, changes several: it is one passage of its site', () =>
    check(
      `
const pushed = [], filled = [], copied = {};
for (let i = 0; i < 3; i++) {
  pushed.push(i, -i); //P2 P3
  filled[i] = i; //P4 P5
  Object.assign(copied, { a: i, b: -i }); //P6
}
console.log(pushed, filled, copied); //stop
`,
      [
        'lastChange(pushed[3])',
        'lastChange(P1:pushed.length)',
        'lastChange(P1:filled[1])',
        'lastChange(P1:filled.length)',
        'lastChange(P1:copied.b)[1]',
      ],
      {
        P2: { hit: 2, after: -1, function: '' },
        P3: { hit: 3, before: 4, after: 6, function: '' },
        P4: { hit: 2, after: 1, function: '' },
        P5: { hit: 3, before: 2, after: 3, function: '' },
        P6: { hit: 2, after: -1, function: '' },
      },
    ));

  it('of class fields whose key is computed, or a number', () =>
    check(
      `
const name = () => 'total';
class A {
  [name()] = 3; //P2
  0 = 'zero'; //P3
  ['is' + 'Set']; //P4
  [name() + 'Of'] = () => 1;
}
const a = new A();
console.log(a.total, a[0], a.isSet, a.totalOf.name); //stop
`,
      ['lastChange(a.total)', 'lastChange(P1:a[0])', 'lastChange(P1:a.isSet)'],
      { P2: { column: 4, after: 3 }, P3: { after: 'zero' }, P4: { after: { undefined: true } } },
    ));

  it('of what a module exports, by another module or as a namespace', () =>
    check(
      '',
      ['lastChange(t)', 'lastChange(P1:ns.total)', 'lastChange(P1:count)', 'lastChange(P1:star)', 'lastChange(P1:late.total)'],
      { P2: { before: 1, after: 5 }, P6: { before: 1, after: 5 } },
      {
        files: {
          'program.mjs': `import { total as t } from './mid.mjs';
import * as ns from './lib.mjs';
import count, { star } from './mid.mjs';
const late = await import('./lib.mjs');
console.log(t, ns.total, count, star, late.total); //stop
`,
          'mid.mjs': `export { total } from './lib.mjs';\nexport * from './star.mjs';\nimport { own } from './star.mjs';\nexport { own as default };\n`,
          'star.mjs': `export let star = 1;\nstar = 4; //P5\nexport let own = 0;\nown++; //P4\n`,
          'lib.mjs': `export let total = 1;\ntotal = 5; //P2 P3 P6\n`,
        },
      },
    ));

  it('of an array whose length a native sets: elements behind it are deleted', () =>
    check(
      `
const a = [1, 2, 3], b = [1];
Object.defineProperty(b, 3, { value: 'x', writable: true, configurable: true }); //P4
Object.defineProperty(b, 'length', { value: 2 }); //P5
Object.assign(a, { length: 1 }); //P2
Reflect.set(a, 'length', 5); //P3
console.log(a, b); //stop
`,
      ['lastChange(a[2])', 'lastChange(P1:a.length)', 'lastChange(P1:b.length)[-2]', 'lastChange(P1:b[3])'],
      { P2: { before: 3 }, P3: { before: 1, after: 5 }, P4: { after: 4 }, P5: { before: 'x' } },
    ));

  it('that an object inherits', () =>
    check(
      `
const base = { v: 1 };
const o = Object.create(base), other = Object.create(base);
other.v = 9;
delete other.v; //P3
base.v = 2; //P2
console.log(o.v, other.v, o.w); //stop
`,
      ['lastChange(o.v)', 'lastChange(P1:other.v)', 'lastChange(P1:o.w)'],
      { P2: { before: 1, after: 2 }, P3: { before: 9 }, P4: { status: 'initial' } },
    ));

  it('of the names of functions and classes', () =>
    check(
      `
function h() {} //
class C {} //P3
const f = function self() {
  console.log(h, C, self); //stop
};
f();
`,
      ['lastChange(h)', 'lastChange(P1:C)', 'lastChange(P1:self)'],
      { P2: { status: 'initial', line: 2, column: 10 }, P3: { column: 7 }, P4: { status: 'initial', line: 4, column: 20 } },
    ));

  it('further back than there are writes', () =>
    check(
      `
const o = { v: { a: 1 } };
o.v = { b: 2 }; //P2
o.v = [3];
console.log(o.v); //stop
`,
      ['lastChange(o.v)[-2]', 'lastChange(P1:o.v)[5]', 'lastChange(P1:o.v)[-9]'],
      {
        P2: { after: { object: 'Object#3', preview: '{b: 2}' } },
        P3: { status: 'not-found', reason: 'Only 3 writes precede.' },
        P4: { status: 'initial', reason: 'Only 3 writes precede.' },
      },
    ));
});

describe('created, whatever the class says', () => {
  it('finds literals of regular expressions, and objects whose prototype was set later', () =>
    check(
      `
function F() {}
F.prototype = {};
class P {}
function make() {
  const o = { a: 1 }; //P4
  return Object.setPrototypeOf(o, P.prototype);
}
const pattern = /a/; //P2
const f = new F(); //P3
const made = make();
console.log(pattern, f, made); //stop
`,
      ['created(pattern)', 'created(P1:f)', 'created(P1:made)'],
      { P2: { column: 17 }, P3: { column: 11 }, P4: { column: 13 } },
    ));
});
