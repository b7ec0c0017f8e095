import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is claimed of every run of f, of a class K and its methods. */
function failing(text: string): string[] {
  const { functions, findings } = checkText(text, {}, [], 'classes.mjs');
  const certain = findings.filter(({ message }) => /^[fK].*always fails/.test(message)).map(({ message }) => message);
  return [...functions.filter(({ name, requires }) => /^[fK]/.test(name) && requires === 'false').map(({ name }) => name), ...certain];
}

/** Each changes what a prototype leads to by way of an object that a function has made without naming `this`. */
const made = {
  'what its prototype has': `function K() {} K.prototype.o = o; new K().o.x = { y: 1 };`,
  'a prototype of its own': `function K() {} const p = { o }; K.prototype = p; new K().o.x = { y: 1 };`,
  'a function that returns no object': `function K() { return 5; } K.prototype.o = o; new K().o.x = { y: 1 };`,
  'one that makes others': `function K(n) { if (n > 0) new K(n - 1); } K.prototype.o = o; new K(2).o.x = { y: 1 };`,
  'a class that extends it': `function K() {} K.prototype.o = o; class L extends K {} new L().o.x = { y: 1 };`,
};

describe('an object that a function makes without naming this', () => {
  for (const [name, body] of Object.entries(made))
    it(`has its prototype: ${name}`, () =>
      assert.deepEqual(failing(`export function f() { const o = { x: null }; ${body} return o.x.y; }`), []));
});
