import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What a class makes whose superclass is not seen, or is of the language and called with what is not known. */
const classes = {
  'a class that is not seen': `import { Base } from 'unseen'; class Made extends Base { constructor(p) { super(p); } }`,
  Array: 'class Made extends Array {}',
  Function: 'class Made extends Function {}',
  Map: 'class Made extends Map { constructor(p) { super(p); } }',
};

/** Each may end well of an object of some kind. */
const bodies = [
  `if (!Array.isArray(made)) throw new Error('no array'); return made;`,
  `if (typeof made !== 'function') throw new Error('no function'); return made;`,
  `if (typeof made === 'object') throw new Error('an object'); return made;`,
  'return made();',
  'return new made();',
  'return made.call(null, 1);',
  'return {} instanceof made;',
  'return [1, 2].map(made);',
  'return new Promise(made);',
  'class Next extends made {} return new Next();',
  `const [first] = [].concat(made); if (first === made) throw new Error('no array'); return first;`,
  `for (const each of made) return each; throw new Error('none');`,
  `if (Object.prototype.toString.call(made) === '[object Object]') throw new Error('an object'); return made;`,
];

describe('an object that a superclass has made which is not seen', () => {
  for (const [what, declared] of Object.entries(classes))
    it(`may be of any kind: ${what}`, () => {
      const functions = bodies.map((body, at) => `export function f${at}(p) { const made = new Made(p); ${body} }`);
      const { findings, functions: reports } = checkText(`${declared}\n${functions.join('\n')}`, {}, [], 'made.mjs');
      const certain = findings.filter(({ message }) => message.includes('always fails'));
      assert.deepEqual(
        certain.map(({ message }) => message),
        [],
      );
      assert.deepEqual(
        reports.filter(({ requires }) => requires === 'false').map(({ name }) => name),
        [],
      );
    });

  it('is followed in all that its kind does not matter to', () => {
    const text = `import { Base } from 'unseen';
class Made extends Base { constructor(n) { super(); if (n > 5) throw new RangeError('n'); this.n = n; } }
export function f(n) { return new Made(n).n; }
export function g(n) { const made = new Made(1); made.m = n; if (n === 3) throw new Error('three'); return made; }`;
    const { functions } = checkText(text, {}, [], 'made.mjs');
    const requires = Object.fromEntries(functions.map((each) => [each.name, each.requires]));
    assert.equal(requires['f'], 'typeof n !== "number" || !(n > 5)');
    assert.equal(requires['g'], 'n !== 3');
  });
});
