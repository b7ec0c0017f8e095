import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProvedByText } from '../../../server/syntax/rules/provedByText.js';
import { readRules } from '../../../server/syntax/rules/readRules.js';
import { watched } from '../../support/watching.js';

const negative = "field(n, '#b') < 0";
const notAtLeastZero = "!(field(n, '#b') >= 0)";
const strange = "field(n, '#b') !== 'idle' && field(n, '#b') !== 'open'";

/** The members of the class, when the rule is broken, and what else the file says. */
type Case = readonly [members: string, broken: string, beside?: string];

const proved: readonly Case[] = [
  ['#b = 0;', negative],
  ['#b = 0; get b() { return this.#b; }', notAtLeastZero],
  ['#b = 0; up() { this.#b++; } more() { this.#b += 2; }', notAtLeastZero],
  ["#b = 0; add(n) { if (typeof n !== 'number' || !(n >= 0)) throw new Error(); this.#b += n; }", notAtLeastZero],
  ["#b = 0; set(n) { if (typeof n === 'number' && n > 0) this.#b = n; }", notAtLeastZero],
  ["#b = 0; set(n) { if (typeof n !== 'number') return; this.#b = n >= 0 ? n : 0; }", notAtLeastZero],
  ["#b = 0; set(n) { if ('number' !== 1) this.#b = 3; }", negative],
  ['#b = 0; set(n) { const k = 4; { this.#b = k; } }', negative],
  ["#b = 'idle'; open() { this.#b = 'open'; } close() { this.#b = this.#b === 'open' ? 'idle' : this.#b; }", strange],
  ['#b = null; make() { this.#b = new Map(); } drop() { this.#b = null; }', "field(n, '#b') === undefined"],
  ['#b = false; flip() { this.#b = !this.#b; }', "typeof field(n, '#b') !== 'boolean'"],
  ['#b = 0; set(n) { this.#b = n | 0; }', "field(n, '#b') > 2147483647"],
  ['#b = 0; static of(x) { x.#b = 1; } seen(n) { return [this.#b, { b: this.#b }, ...[this.#b]]; }', negative],
  ['#a = 1; #b = 0; copy() { this.#b = this.#a; } more() { this.#a = 5; }', negative],
  ["#b = 1; #a = 'x'; go(n) { this.#a = typeof n; }", "field(n, '#b') < 0 || typeof field(n, '#a') !== 'string'"],
  // Whoever has the object, its class or its prototype reaches no private field.
  ['#b = 0;', negative, "Object.assign(new C(), { '#b': -1, b: -1 }); C.prototype['#b'] = -1; Reflect.set(new C(), '#b', -1);"],
  ['#b = 0;', negative, 'class D extends C { #b2 = -1; b = -1; } Object.freeze(new D()); globalThis.keep = new D();'],
  ['#b = 0; give(f) { f(this); f.call(this); f.apply(this, [this.#b]); }', negative],
];

const unproved: readonly Case[] = [
  // It does not hold, or not always.
  ['#b = 0; down() { this.#b--; }', negative],
  ['#b;', notAtLeastZero],
  ['#b = 0; add(n) { this.#b += n; }', notAtLeastZero],
  ['#b = 0; add(n) { if (n < 0) throw new Error(); this.#b += n; }', notAtLeastZero],
  ["#b = 0; set(n) { if (typeof n === 'number') this.#b = n; }", notAtLeastZero],
  ["#b = 0; set(n) { if (typeof n === 'number' && n >= 0) { n = -1; this.#b = n; } }", negative],
  ["#b = 0; set(n) { if (typeof n !== 'number' || n < 0) return; arguments[0] = -1; this.#b = n; }", negative],
  ["#b = 0; set(n) { if (typeof n !== 'number' || n < 0) return; ((n) => { this.#b = n; })(-1); }", negative],
  ["#b = 0; set(n) { if (typeof n === 'number' && n >= 0) { let k = n; k -= 5; this.#b = k; } }", negative],
  ['#b = 0; set(n) { if (n < 0) { if (n) return; } this.#b = n; }', negative],
  ['#b = 0; set(n) { try { if (!(n >= 0)) throw n; } catch {} this.#b = n; }', negative],
  ['#b = 0; set(n) { for (const n of [-1]) this.#b = n; }', negative],
  ['#b = 0; set(all) { [this.#b] = all; }', negative],
  ['#b = 0; set(all) { ({ b: this.#b = 3 } = all); }', negative],
  ['#b = 0; set(all) { [...this.#b] = all; }', "typeof field(n, '#b') === 'object'"],
  ['#b = 0; set(all) { for (this.#b of all); }', negative],
  ['#b = 0; set(all) { for ([this.#b] of all); }', negative],
  ['#b = 0; set(n) { (this.#b) = n; }', negative],
  ['#b = 0; set(n) { this.#b ??= n; this.#b ||= n; }', negative],
  ['#b = 0; set(o) { this.#b = o?.#b; }', "field(n, '#b') === undefined"],
  ['#b = 0; set(n) { this.#b = Math.abs(n); }', negative],
  ['#b = 0; set(n) { this.#b = n.length; }', negative],
  ['#b = 0; set(n) { function idle() { this.#b = n; } if (n < 0) return; }', negative],
  ['#b = 1; set() { this.#b *= -1; }', negative],
  ['#b = 0; set() { this.#b = this.#b - 1; }', negative],
  ['#b = 1e308; set() { this.#b += 1e308; less() } low() { this.#b -= this.#b; }', "field(n, '#b') !== field(n, '#b')"],
  // Something else may reach it.
  ['#b = 0; run(text) { eval(text); }', negative],
  ['#b = 0; run(text) { ev\\u0061l(text); }', negative],
  ['b = 0;', 'n.b < 0'],
  ['b = 0; #b = 0;', "n.b < 0 || field(n, '#b') < 0"],
  ['static #b = 0;', negative],
  ['get #b() { return -1; }', negative],
  ['#b = 0; inner() { return class { #b = -1; }; }', negative],
  // Another class has the name, too, or may have.
  ['#b = 0;', negative, 'function f() { class C { #b = -1; } return C; }'],
  ['#b = 0;', negative, 'C = class { #b = -1; };'],
  ['#b = 0;', negative, 'module.exports.C = class { #b = -1; };'],
];

describe('what the text of a class proves of a rule', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'whence-proved-')));
  after(() => rmSync(folder, { recursive: true }));

  function isProved([members, broken, beside = '']: Case): boolean {
    const text = `class C { ${members} }\n${beside}\nexports.C = C;\n`;
    writeFileSync(join(folder, 'c.cjs'), text);
    const rules = `import { extent, field, rule } from 'whence/rules';\nimport { C } from './c.cjs';\nexport const it = rule({ foreach: { n: extent(C) }, where: ({ n }) => ${broken} });\n`;
    const path = join(folder, 'c.rules.ts');
    const [rule] = readRules(rules, path).rules;
    assert.ok(rule?.fault === null, `${broken}: ${rule?.fault}`);
    return isProvedByText(rule, path, () => text);
  }

  for (const one of proved)
    it(`is that it holds in every run: ${one.join(' | ')}`, () => {
      assert.equal(isProved(one), true);
    });

  for (const one of unproved)
    it(`is nothing: ${one.join(' | ')}`, () => {
      assert.equal(isProved(one), false);
    });

  it('costs no probe, and is said', async () => {
    const text = `class C { #b = 0; up() { this.#b++; } }\nexports.C = C;\nglobalThis.kept = new C();\nkept.up();\n`;
    const rules = (broken: string): string =>
      `import { extent, field, rule } from 'whence/rules';\nimport { C } from './prog.cjs';\nexport const it = rule({ foreach: { n: extent(C) }, where: ({ n }) => ${broken} });\n`;
    const holds = await watched(text, rules(negative), { name: 'prog.cjs' });
    assert.deepEqual([holds.rules[0]?.isProved, holds.rules[0]?.complete, holds.findings.length, holds.probes.sites], [true, true, 0, 0]);
    const broken = await watched(text, rules("field(n, '#b') > 0"), { name: 'prog.cjs' });
    assert.deepEqual([broken.rules[0]?.isProved, broken.findings.length], [false, 1]);
    assert.ok(broken.probes.sites > 0);
  });
});
