import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Programs that read what an object inherits. */
const programs: Readonly<Record<string, AskedProgram>> = {
  "a field of a class's prototype": [
    `class Base {}
Base.prototype.kind = 'base';
const t = new Base();
t.own = 1;
console.log(t.kind); //stop
`,
    ['lastChange(t.kind)', 'P9 = origin(P1:t.kind)'],
  ],
  'the setter of what Object.create was given': [
    `const o = { set x(v) { this._x = v; }, get x() { return this._x; } };
const p = Object.create(o);
p.x = 1;
p.x = 2;
console.log(p.x, p._x); //stop
`,
    ['lastChange(p.x)', 'P9 = lastChange(P1:p._x)', 'P8 = origin(P1:p.x)'],
  ],
  'fields of what Object.create was given': [
    `const o = { x: 1 };
const p = Object.create(o);
o.x = 2;
const q = Object.create(p, { y: { value: 3 } });
console.log(q.x, p.x); //stop
`,
    ['lastChange(q.x)', 'P9 = lastChange(P1:p.x)', 'P8 = lastChange(P1:q.y)'],
  ],
  'a class field in front of an inherited one': [
    `class A { x = 1; }
class B extends A { x = 2; y = this.x; }
B.prototype.x = 9;
A.prototype.z = 5;
const b = new B();
console.log(b.x, b.z); //stop
`,
    ['lastChange(b.x)', 'P9 = lastChange(P1:b.z)', 'P8 = lastChange(P1:b.y)'],
  ],
  'a static field of the class that is extended': [
    `class A { static count = 0; static n = 1; }
class B extends A {}
A.count = 4;
B.n = 7;
console.log(B.count, B.n, A.n); //stop
`,
    ['lastChange(B.count)', 'P9 = lastChange(P1:B.n)', 'P8 = lastChange(P1:A.n)'],
  ],
  'a static getter of a private field': [
    `class A { static #c = 0; static get c() { return this.#c; } static inc() { A.#c++; } static get d() { return A.#c; } }
class B extends A {}
A.inc();
console.log(A.c, B.d); //stop
`,
    ['lastChange(A.c)', 'P9 = lastChange(P1:B.d)', 'P8 = lastChange(P1:A.d)'],
  ],
  'a static setter': [
    `class A { static set c(v) { this._c = v; } static get c() { return this._c; } }
class B extends A {}
A.c = 1;
B.c = 3;
console.log(A.c, B.c); //stop
`,
    ['lastChange(A.c)', 'P9 = lastChange(P1:B.c)', 'P8 = lastChange(P1:B._c)'],
  ],
  'what super is given': [
    `class A { set x(v) { this._x = v; } get x() { return this._x; } }
class B extends A { put(v) { super.x = v; super.y = v; } }
const b = new B();
b.put(3);
console.log(b.x, b.y); //stop
`,
    ['lastChange(b.x)', 'P9 = lastChange(P1:b.y)', 'P8 = lastChange(P1:b._x)'],
  ],
  'an accessor that defineProperty gives a prototype': [
    `function F() { this._v = 0; }
Object.defineProperty(F.prototype, 'v', { get() { return this._v; }, set(n) { this._v = n; } });
const f = new F();
f.v = 5;
console.log(f.v); //stop
`,
    ['lastChange(f.v)', 'P9 = lastChange(P1:f._v)'],
  ],
  'a getter that takes the place of a value, and makes room for one': [
    `const d = { a: 1 };
d.a = 2;
Object.defineProperty(d, 'a', { get() { return 77; }, configurable: true });
Object.defineProperty(d, 'a', { value: 5, writable: true });
console.log(d.a); //stop
`,
    ['lastChange(d.a)', 'P9 = lastChange(P1:d.a)[-2]', 'P8 = lastChange(P1:d.a)[-3]'],
  ],
  'a field that defineProperty gives a prototype': [
    `class A {}
Object.defineProperty(A.prototype, 'v', { value: 3, writable: true });
const a = new A();
const c = new A();
c.v = 4;
console.log(a.v, c.v); //stop
`,
    ['lastChange(a.v)', 'P9 = lastChange(P1:c.v)'],
  ],
  'another prototype by setPrototypeOf': [
    `const one = { k: 1 }, two = { k: 2 };
const o = { own: 0 };
Object.setPrototypeOf(o, one);
one.k = 5;
Object.setPrototypeOf(o, two);
console.log(o.k); //stop
`,
    ['lastChange(o.k)'],
  ],
  'another prototype by __proto__': [
    `const one = { k: 1 }, two = { k: 2 };
const o = { __proto__: one };
one.k = 5;
const q = {};
q.__proto__ = two;
two.k = 6;
console.log(o.k, q.k); //stop
`,
    ['lastChange(o.k)', 'P9 = lastChange(P1:q.k)'],
  ],
  'an inherited field behind a deleted one': [
    `class A {}
A.prototype.k = 'proto';
const a = new A();
a.k = 'own';
delete a.k;
console.log(a.k); //stop
`,
    ['lastChange(a.k)', 'P9 = lastChange(P1:a.k)[-2]'],
  ],
  'the same of what Object.create made': [
    `const o = { k: 1 };
const a = Object.create(o);
a.k = 'own';
delete a.k;
o.k = 2;
console.log(a.k); //stop
`,
    ['lastChange(a.k)'],
  ],
  'a getter of the class that is extended': [
    `class A { #v = 1; get v() { return this.#v; } set v(n) { this.#v = n; } }
class B extends A {}
const b = new B();
b.v = 3;
console.log(b.v); //stop
`,
    ['lastChange(b.v)'],
  ],
  'a getter that computes': [
    `class A { constructor() { this.n = 2; } get v() { return this.n * 2; } }
class B extends A { get v() { return super.v + 1; } }
const b = new B();
b.n = 3;
console.log(b.v); //stop
`,
    ['lastChange(b.v)', 'P9 = lastChange(P1:b.n)'],
  ],
  'what nobody has': [
    `class A {}
class B extends A {}
A.prototype.q = 1;
const b = new B();
const o = Object.create({ z: 1 });
console.log(b.none, o.none); //stop
`,
    ['lastChange(b.none)', 'P9 = lastChange(P1:o.none)', 'P8 = lastChange(P1:b.q)', 'P7 = lastChange(P1:o.z)'],
  ],
  'an object without a prototype': [
    `const o = Object.create(null);
o.a = 1;
const p = Object.create(o);
console.log(p.a, p.b); //stop
`,
    ['lastChange(p.a)', 'P9 = lastChange(P1:p.b)'],
  ],
  'a function whose prototype is replaced': [
    `function F() {}
F.prototype = { k: 1, set s(v) { this.t = v; } };
const f = new F();
F.prototype = { k: 2 };
const g = new F();
f.s = 8;
console.log(f.k, g.k, f.t); //stop
`,
    ['lastChange(f.k)', 'P9 = lastChange(P1:g.k)', 'P8 = lastChange(P1:f.t)', 'P7 = lastChange(P1:f.s)'],
  ],
  'what Object.assign gives a prototype': [
    `class A {}
Object.assign(A.prototype, { k: 1, l: 2 });
const a = new A();
if (a.k) a.own = 1;
console.log(a.k); //stop
`,
    ['lastChange(a.k)', 'P9 = lastCondition(P1)', 'P8 = lastChange(P1:a.l)'],
  ],
  'a class that extends Array': [
    `class L extends Array { }
L.prototype.tag = 'l';
const l = new L();
l.push(3);
console.log(l.tag, l.length); //stop
`,
    ['lastChange(l.tag)', 'P9 = lastChange(P1:l.length)', 'P8 = lastChange(P1:l[0])'],
  ],
  'a class that extends Error': [
    `class E extends Error {}
E.prototype.name = 'E';
E.prototype.code = 5;
const e = new E('m');
console.log(e.name, e.code); //stop
`,
    ['lastChange(e.name)', 'P9 = lastChange(P1:e.code)'],
  ],
  'classes of one name': [
    `function mk(v) { class A {} A.prototype.k = v; return A; }
const X = mk(1), Y = mk(2);
const x = new X(), y = new Y();
console.log(x.k, y.k); //stop
`,
    ['lastChange(x.k)', 'P9 = lastChange(P1:y.k)'],
  ],
  'an object that inherits from a function': [
    `function F() {}
F.limit = 3;
const g = Object.create(F);
console.log(g.limit, F.limit); //stop
`,
    ['lastChange(g.limit)', 'P9 = lastChange(P1:F.limit)'],
  ],
  'setters that natives call': [
    `const o = { set x(v) { this.y = v; } };
const p = Object.create(o);
Reflect.set(p, 'x', 4);
Object.assign(p, { x: 5 });
console.log(p.y); //stop
`,
    ['lastChange(p.y)', 'P9 = lastChange(P1:p.x)'],
  ],
  'util.inherits': [
    `const { inherits } = require('node:util');
function A() {} A.prototype.k = 1;
function B() {} inherits(B, A);
B.prototype.j = 2;
const b = new B();
A.prototype.k = 3;
console.log(b.k, b.j); //stop
`,
    ['lastChange(b.k)', 'P9 = lastChange(P1:b.j)'],
  ],
  'a prototype in a variable': [
    `function F() {}
const p = F.prototype;
p.k = 1;
const f = new F();
p.k += 1;
console.log(f.k); //stop
`,
    ['lastChange(f.k)', 'P9 = origin(P1:f.k)', 'P8 = inevitable(P1)'],
  ],
  'a condition that reads an inherited field': [
    `class A {}
A.prototype.limit = 3;
const a = new A();
let r = 0;
if (a.limit > 2) r = 1;
console.log(r); //stop
`,
    ['lastChange(r)', 'lastCondition(P2)', 'lastChange(a.limit)'],
  ],
  'a Proxy of an object that inherits': [
    `const base = { k: 1 };
const o = Object.create(base);
const p = new Proxy(o, {});
base.k = 2;
console.log(p.k); //stop
`,
    ['lastChange(p.k)'],
  ],
  'an own property in front of a setter': [
    `const o = { get x() { return this._x; }, set x(v) { this._x = v; } };
const p = Object.create(o);
p.x = 1;
Object.defineProperty(p, 'x', { value: 7, writable: true, configurable: true });
p.x = 8;
console.log(p.x); //stop
`,
    ['lastChange(p.x)', 'P9 = lastChange(P1:p._x)'],
  ],
};

describe('two providers, one answer: what is inherited', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
