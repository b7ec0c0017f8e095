import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is said of the program, with the gate. */
const said = (text: string): readonly string[] => checkText(text, { gate: true }).findings.map(({ message }) => message);

describe('a function that bind makes', () => {
  it('leaves alone what it is bound to, until it is known to others', () => {
    const of = (after: string): string =>
      `class P { constructor() { this.u = null; this.f = this.m.bind(this); } m() { this.u = { n: 1 }; } }\nexport function q(){ const p = new P(); ${after} return p.u.n; }`;
    assert.deepEqual(said(of('')), ['q always fails: p.u.n is a property of undefined or null (line 2).']);
    assert.deepEqual(said(of('p.f();')), []);
    assert.deepEqual(said(of('globalThis.f = p.f; other();')), []);
  });

  const good: readonly string[] = [
    'const o = { u: null }; const f = set.bind(o); f(); return o.u.n;',
    'const o = { u: null }; [1].forEach(set.bind(o)); return o.u.n;',
    'const o = { u: null }; const f = set.bind(o); f.call(null); return o.u.n;',
    'const o = { u: null }; const f = set.bind(o); const g = f.bind(); const h = g.bind(null); h(); return o.u.n;',
    'const o = { u: null }; for (const f of [set.bind(o)]) f(); return o.u.n;',
    'const o = { u: null }; globalThis.f = set.bind(o); globalThis.f(); return o.u.n;',
    'let u = null; const f = ((x) => { u = x; }).bind(null, { n: 1 }); f(); return u.n;',
    "class A {} const B = A.bind(null); const x = new B(); if (!(x instanceof A) || !(x instanceof B)) throw new Error('of A'); return x;",
    "const f = ((a, b) => a + b).bind(null, 1); if (f.length !== 1 || f.name.slice(0, 5) !== 'bound') throw new Error('names'); return f(2);",
    "const f = function () { return this; }.bind(3); if (typeof f !== 'function') throw new Error('kind'); return f().toFixed(2);",
  ];
  for (const body of good)
    it(`does what it may: ${body}`, () => {
      const text = `function set() { this.u = { n: 1 }; }\nexport function q() { ${body} }`;
      assert.deepEqual(said(text), []);
      assert.doesNotThrow(() => new Function(`${text.replace('export ', '')} return q();`)());
    });
});
