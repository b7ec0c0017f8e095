import assert from 'node:assert/strict';
import { checkText as checkFresh } from '../../../server/check/checkFile.js';
import { DocumentSession } from '../../../server/check/session.js';
import { checkText, testSettings } from '../../support/checking.js';

const fails = '() => { const o = undefined; return o.x; }';
const helper = `const helper = ${fails};`;

/** A failing function that nobody calls, where control may come: it is told. */
const made: Readonly<Record<string, string>> = {
  'behind an await': `async function f(u) { await u(); ${helper} }`,
  'behind a yield': `function* g() { yield 1; ${helper} yield 2; }`,
  'in a for await': `async function* g(u) { for await (const x of u) { ${helper} } }`,
  'in a callback': `declared(() => { ${helper} });`,
  'in a static block': `class C { static { ${helper} } }`,
  'in a field': `class C { f = ${fails}; }`,
  'as a private method': 'class C { #m() { const o = undefined; return o.x; } has(o) { return #m in o; } }',
  'as a default': `function f(a = ${fails}) {}`,
  'in a catch': `try { unknown(); } catch { ${helper} }`,
  'in a finally': `try { unknown(); } finally { ${helper} }`,
  'in a loop over what is not known': `for (const x of unknown) { ${helper} }`,
  'in the default of a switch': `switch (unknown) { case 1: break; default: ${helper} }`,
  'behind a break': `a: { if (unknown) break a; ${helper} }`,
  'in a function of a function': `function f() { function g() { ${helper} } }`,
  'declared behind a return': 'function f() { return; function g() { const o = undefined; return o.x; } }',
  'behind a throw that may be': `function f(n) { if (n) throw new Error('x'); ${helper} }`,
  'on one side of what is not known': `const h = unknown ? ${fails} : null;`,
  'declared below': 'f; function f() { const o = undefined; return o.x; }',
  'as a computed method': 'class C { [unknown]() { const o = undefined; return o.x; } }',
};

/** A failing function in code to which no run comes. */
const unmade: Readonly<Record<string, string>> = {
  'on the side that a constant excludes': `const fast = true; let table;
if (!fast) { table = new Map(); exports.get = (k) => table.get(k); } else { exports.get = (k) => k; }`,
  'where strict code has no this': `var isES5 = (function () { 'use strict'; return this === undefined; })();
if (isES5) { module.exports = { keys: Object.keys }; } else {
  var has = {}.hasOwnProperty;
  module.exports = { keys: function (o) { var r = []; for (var k in o) if (has.call(o, k)) r.push(k); return r; } }; }`,
  'in a function of such a function': `if (false) { var t = {}; var f = function () { function g() { return t.x; } }; }`,
  'behind the end of the program': `let o; process.exit(0); o = {}; const helper = () => o.x;`,
};

const errorsOf = (text: string): readonly string[] =>
  checkText(text, { unknownCalls: 'return-or-throw' }, [], 'program.js')
    .findings.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);

describe('a function that nobody calls and that fails', () => {
  for (const [where, text] of Object.entries(made))
    it(`is told ${where}`, () => {
      assert.equal(errorsOf(text).length, 1, text);
    });

  for (const [where, text] of Object.entries(unmade))
    it(`is none of a run ${where}`, () => {
      assert.deepEqual(errorsOf(text), []);
      const { functions } = checkText(text, { unknownCalls: 'return-or-throw' }, [], 'program.js');
      assert.ok(!functions.some(({ requires }) => requires === 'false'), 'it asks nothing that cannot be');
    });
});

describe('an edit', () => {
  const text = (isFast: boolean): string =>
    `const fast = ${isFast};\nif (!fast) { ${helper} }\nfunction other(n) { return n; }\nother(1);\n`;

  it('that has control come to a function has its failures told, and one that does not takes them back', () => {
    const session = new DocumentSession('edited.js');
    for (const isFast of [true, false, true, false]) {
      const now = session.check(text(isFast), testSettings, { cancelled: () => false });
      assert.deepEqual(now, checkFresh(text(isFast), 'edited.js', testSettings));
      assert.equal(
        now.findings.some(({ severity }) => severity === 'error'),
        !isFast,
      );
    }
  });
});

describe('the exceptional end of a finally', () => {
  const task = (cleanup: string): string => `const done = [];
exports.run = function (task) {
  let threw = true;
  try { task.run(); threw = false; } finally { if (threw) { ${cleanup} } done.push(task); }
};`;

  it('is no failure of what stands there', () => {
    const asap = `var raw = require('./raw');
var free = [];
Task.prototype.call = function () {
  var threw = true;
  try { this.task.call(); threw = false; if (this.domain) { this.domain.exit(); } } finally { if (threw) { raw.flush(); } free.push(this); }
};`;
    for (const text of [asap, task('flush();'), task('done.length = 0;')]) assert.deepEqual(errorsOf(text), [], text);
  });

  it('is no excuse for what fails before it', () => {
    const text = `exports.d = function (n, log) {
  const o = n > 3 ? undefined : { x: 1 };
  try { log(o.x); } finally { log(n); }
};`;
    assert.match(errorsOf(text)[0] ?? '', /^Every run that comes here fails: o\.x is a property/);
    assert.match(errorsOf('exports.c = function (t) { let s; try { t.run(); } finally { s.n++; } };')[0] ?? '', /always fails: s\.n is/);
  });
});
