import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is claimed of every run of f, of a class K and its methods. */
function failing(text: string): string[] {
  const { functions, findings } = checkText(text, {}, [], 'classes.mjs');
  const certain = findings.filter(({ message }) => /^[fK].*always fails/.test(message)).map(({ message }) => message);
  return [...functions.filter(({ name, requires }) => /^[fK]/.test(name) && requires === 'false').map(({ name }) => name), ...certain];
}

/** Each writes to a class by way of an instance, and runs to its end in Node. */
const reaching = {
  'an instance': `class K { static n = null; } new K().constructor.n = { x: 1 }; return K.n.x;`,
  this: `class K { static n = null; set() { this.constructor.n = { x: 1 }; } } new K().set(); return K.n.x;`,
  'a constructor': `class K { static n = 0; constructor() { this.constructor.n++; } } new K(); if (K.n === 0) throw new Error('none'); return K.n;`,
  destructuring: `class K { static n = null; } const { constructor } = new K(); constructor.n = { x: 1 }; return K.n.x;`,
  'a key that is not known': `class K { static n = null; } new K()[key].n = { x: 1 }; return K.n.x;`,
  'its prototype': `class K { m() { return null; } } new K().constructor.prototype.m = () => ({ x: 1 }); return new K().m().x;`,
  'a subclass': `class I { static n = null; } class K extends I {} new K().constructor.n = { x: 1 }; return K.n.x;`,
  'a function': `function K() {} K.n = null; new K().constructor.n = { x: 1 }; return K.n.x;`,
  'an instance that others have': `D.prototype.n = null; d.constructor.n = { x: 1 }; return D.n.x;`,
};

describe('the constructor of an instance', () => {
  for (const [name, body] of Object.entries(reaching))
    it(`is its class: ${name}`, () =>
      assert.deepEqual(failing(`class D {} D.n = null;\nexport const d = new D();\nexport function f(key) { ${body} }`), []));
});
