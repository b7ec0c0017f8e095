import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What the functions ask of their parameters, by name. */
const required = (text: string): Readonly<Record<string, string | null>> =>
  Object.fromEntries(checkText(text, { gate: true }).functions.map(({ name, requires }) => [name, requires]));

describe('what a table or a list has', () => {
  it('is looked up by each of the few names that an input may be', () => {
    const text = `const table: Record<string, { n: number }> = { a: { n: 1 }, b: { n: 2 } };
      export function ofModule(k: 'a' | 'b' | 'c') { return table[k].n; }
      export function own(k: 'a' | 'c') { const t: Record<string, { n: number }> = { a: { n: 1 } }; return t[k].n; }
      export function fine(k: 'a' | 'b') { return table[k].n; }
      export function inherited(k: 'a' | 'toString') { return table[k].n; }
      export function any(k: string) { return table[k].n; }`;

    assert.deepEqual(required(text), {
      ofModule: 'k === "a" || k === "b"',
      own: 'k === "a"',
      fine: null,
      inherited: null,
      any: null,
    });
  });

  it('is what a map has for the key, as it compares keys', () => {
    const text = `export function text(k: string) { const m = new Map([['a', { n: 1 }], ['b', { n: 2 }]]); return m.get(k)!.n; }
      export function number(k: number) { const m = new Map([[NaN, { n: 1 }], [0, { n: 2 }]]); return m.get(k)!.n; }
      export function nothing(k: string) { const m = new Map([['a', 1]]); const v = m.get(k); return v === undefined ? 0 : v.toFixed(); }`;

    assert.deepEqual(required(text), { text: 'k === "a" || k === "b"', number: 'Number.isNaN(k) || k === 0', nothing: null });
  });

  it('is nothing at a place outside of a list', () => {
    const text = `const rows = [{ id: 1 }, { id: 2 }];
      export function after() { return rows.at(2)!.id; }
      export function before() { return rows.at(-3)!.id; }
      export function first() { return rows.at(-2)!.id + rows.at(1)!.id + rows.at(1.5)!.id + rows.at(-0.5)!.id; }
      export function beyond(n: number) { return rows.at(n)!.id; }`;

    assert.deepEqual(required(text), { after: 'false', before: 'false', first: null, beyond: '!(n >= 2)' });
  });
});
