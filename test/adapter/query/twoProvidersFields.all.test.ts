import { assertSameAnswers, type AskedProgram } from '../../support/sameAnswers.js';

/** Fields of objects, whose values the activation computes that makes the object (ECMA-262 10.2.2, 15.7.14). */
const programs: Readonly<Record<string, AskedProgram>> = {
  'computed keys that are numbers, among names': [
    `const [kept, added, stepped, either, parts, gone] = [{}, {}, {}, {}, {}, { a: 1, 1: 1 }];
const keys = [1, 2, 'b', 3, 4, 'a', 5, 1.5, 'a', Symbol('s'), null, -1];
for (const k of keys) {
  kept[k] = k;
  added[k] = (added[k] || 0) + 1;
  stepped[k] ??= 0;
  stepped[k]++;
  either[k] ||= keys;
  [parts[k]] = [k];
  delete gone[k];
}
console.log(kept, added, stepped, either, parts, gone); //stop
`,
    ['kept.a', 'kept.b', 'added.a', 'stepped.a', 'either.a', 'parts.a', 'gone.a', 'kept[4]'].map((place) => `lastChange(P1:${place})`),
  ],
  'of a class that stands behind the function': [
    `const o = { x: 1 };
function make() {
  const b = new B();
  if (b.y === 2) o.x = b.x + 1;
  console.log(o.x); //stop
}
class B { x = 1; y = this.x ? 2 : 3; }
make();
`,
    ['lastChange(o.x)', 'lastCondition(P1)', 'lastChange(b.y)'],
  ],
  'behind super()': [
    `const o = { x: 1 };
class A { a = o.x ? 1 : 2; constructor() { this.z = this.a > 1 ? 1 : 0; } }
class B extends A { b = [1, 2].map((n) => (n > 1 ? n : 0)); constructor() { super(); if (this.z === 0) o.x = 5; } }
const b = new B();
if (b.b[1] === 2) console.log(o.x); //stop
`,
    ['lastChange(o.x)', 'lastCondition(P1)', 'lastChange(b.z)', 'lastChange(b.a)'],
  ],
  'that are functions': [
    `const o = { x: 1 };
class B { f = (n) => { if (n) o.x = n; return n ? 1 : 2; }; g = o.x ? (o.y = 8) : 2; }
const b = new B();
b.f(0);
b.f(4);
console.log(o.x); //stop
`,
    ['lastChange(o.x)', 'lastChange(o.y)'],
  ],
  'beside static ones': [
    `const o = { x: 1, c: true };
class B {
  static s = o.c ? new B() : 0;
  static { if (o.x > 1) o.n = 3; }
  g = o.x ? (o.x += 1) : 2;
  [o.c ? 'k' : 'j']() { return 1; }
}
new B();
o.z = o.x > 2 ? 9 : 8;
console.log(o.x); //stop
`,
    ['lastChange(o.x)', 'lastChange(o.z)', 'lastChange(o.n)'],
  ],
};

describe('two providers, one answer: values of fields', () => {
  for (const [name, program] of Object.entries(programs)) it(name, () => assertSameAnswers(program));
});
