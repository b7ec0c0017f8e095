import { check } from '../support/querying.js';

/** A class of which each object tells by code of the program which property it means as a key. */
const id = `class Id {
  constructor(name) { this.name = name; }
  toString() { return this.name; }
}
`;

describe('lastChange of what is written under objects with a toString of their own', () => {
  it('finds assignments in each form', () =>
    check(
      `${id}
const k = new Id('k'), o = {}, p = { k: 1 }, q = { k: 1 };
o[k] = 1;
o[k] += 2; //P2
o[new Id('z')] = 3; //P3
o.count = 4; //P4
p[new Id('k')]++; //P5
delete q[k]; //P6
[o[{ [Symbol.toPrimitive]: () => 'taken' }]] = [5]; //P7
for (o[new Id('each')] of [6, 7]); //P8
const list = [1, 2];
list[new Id('1')] = 8; //P9
console.log(o, p, q, list); //stop
`,
      ['o.k', 'o.z', 'o.count', 'p.k', 'q.k', 'o.taken', 'o.each', 'list[1]'].map((place) => `lastChange(P1:${place})`),
      { P2: { after: 3 }, P3: { after: 3 }, P5: { after: 2 }, P8: { after: 7 }, P9: { after: 8 } },
    ));

  it('finds definitions, and what functions of the language are given', () =>
    check(
      `${id}
const k = new Id('k');
const made = { [k]: 1, //P2
  [new Id('last')]: 2 }; //P3
class C { [k] = 3; } //P4
const c = new C(), r = {};
Reflect.set(r, k, 4); //P5
Object.defineProperty(r, new Id('d'), { value: 5, writable: true }); //P6
made[new Id('none')] = 6;
console.log(made, c, r); //stop
`,
      ['made.k', 'made.last', 'c.k', 'r.k', 'r.d'].map((place) => `lastChange(P1:${place})`),
      { P2: { after: 1 }, P5: { after: 4 } },
    ));

  it('leaves what is refused out', () =>
    check(
      `${id}
const o = Object.freeze({ k: 1 }); //P2
Reflect.set(o, new Id('k'), 2);
try { (() => { 'use strict'; o[new Id('k')] = 3; })(); } catch {}
console.log(o); //stop
`,
      ['lastChange(o.k)'],
      { P2: { after: 1 } },
    ));
});
