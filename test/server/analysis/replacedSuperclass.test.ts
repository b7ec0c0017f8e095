import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is claimed of every run of f, of a class K and its methods. */
function failing(text: string): string[] {
  const { functions, findings } = checkText(text, {}, [], 'classes.mjs');
  const certain = findings.filter(({ message }) => /^[fK].*always fails/.test(message)).map(({ message }) => message);
  return [...functions.filter(({ name, requires }) => /^[fK]/.test(name) && requires === 'false').map(({ name }) => name), ...certain];
}

const thrower = `class A { constructor() { throw new Error('A'); } static s() { return null; } m() { return null; } }`;

/** Each gives another prototype to a class or its prototype, and runs to its end in Node. */
const replacing = {
  'Object.setPrototypeOf(K, …)': `class K extends A {} Object.setPrototypeOf(K, class { constructor() { this.b = { c: 1 }; } }); return new K().b.c;`,
  'behind a constructor that is written': `class K extends A { constructor() { super(); } } Object.setPrototypeOf(K, class {}); new K(); return 1;`,
  __proto__: `class K extends A { constructor() { super(); } } K.__proto__ = class {}; new K(); return 1;`,
  'Reflect.setPrototypeOf': `class K extends A {} Reflect.setPrototypeOf(K, Object); new K(); return 1;`,
  'by another name': `class K extends A {} const { setPrototypeOf } = Object; setPrototypeOf(K, Object); new K(); return 1;`,
  'through a function': `class K extends A {} const give = (to, from) => Object.setPrototypeOf(to, from); give(K, Object); new K(); return 1;`,
  'static methods': `class K extends A { static s() { return super.s().x; } } Object.setPrototypeOf(K, { s: () => ({ x: 1 }) }); return K.s();`,
  methods: `class B { m() { return null; } } class K extends B { m() { return super.m().x; } } Object.setPrototypeOf(K.prototype, { m: () => ({ x: 1 }) }); return new K().m();`,
};

describe('a class whose prototype is replaced', () => {
  for (const [name, body] of Object.entries(replacing))
    it(`has no superclass that is known: ${name}`, () => assert.deepEqual(failing(`${thrower}\nexport function f() { ${body} }`), []));

  it('is none where instances alone get a prototype', () => {
    const text = `class A { constructor(n) { if (n > 3) throw new RangeError('n'); } }
class K extends A { constructor(n) { super(n); Object.setPrototypeOf(this, K.prototype); } }
export function f(n) { const plain = { __proto__: null }; Object.setPrototypeOf([], Array.prototype); plain.k = new K(n); return plain; }`;
    const requires = checkText(text, {}, [], 'classes.mjs').functions.find(({ name }) => name === 'f')?.requires;
    assert.equal(requires, 'typeof n !== "number" || !(n > 3)');
  });
});
