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
      any: 'k === "a" || k === "b" || k in {}',
    });
  });

  it('is nothing for other texts than its names, and than those that all objects inherit', () => {
    const text = `const table = { a: { n: 1 }, b: { n: 2 } } as Record<string, { n: number }>;
      const more = { a: { n: 1 }, b: { n: 2 }, c: { n: 3 }, d: { n: 4 } } as Record<string, { n: number }>;
      export function member(o: { kind: string }) { const { n } = table[o.kind]; return n; }
      export function many(k: string) { return more[k].n; }
      export function bare(k: string) { const t = Object.create(null); t.a = { n: 1 }; return t[k].n; }
      export function called(k: string) { const t: Record<string, () => number> = { a: () => 1 }; return t[k](); }
      export function asked(k: string) { if (!(k in table)) throw new Error('k'); return table[k]; }
      export function own(k: string) { if (!Object.hasOwn(table, k)) throw new Error('k'); return table[k]; }
      export function ownToo(k: string) { if (!table.hasOwnProperty(k)) throw new Error('k'); return table[k]; }
      export function within(k: string) { return more[k].n + table[k].n; }
      export function guarded(k: string) { return k in table ? table[k].n : 0; }
      export function smaller(k: string) { return Object.hasOwn(table, k) ? more[k].n : 0; }
      export function optional(k: string) { return table[k]?.n; }
      export function added(k: string) { const t: any = { a: { n: 1 } }; t[k + 'x'] = { n: 2 }; return t[k].n; }
      export function merged(k: string, o: any) { const t: any = { a: { n: 1 }, ...o }; return t[k].n; }
      export function derived(k: string) { const t: any = { __proto__: { a: { n: 1 } } }; return t[k].n; }`;

    const few = 'k === "a" || k === "b" || k in {}';
    const all = '["a", "b", "c", "d"].includes(k) || k in {}';
    assert.deepEqual(required(text), {
      member: few.replaceAll('k ', 'o.kind '),
      many: all,
      bare: 'k === "a"',
      a: null,
      called: 'k === "a" || k in {}',
      asked: few,
      own: 'k === "a" || k === "b"',
      ownToo: 'k === "a" || k === "b"',
      within: all,
      guarded: null,
      smaller: null,
      optional: null,
      added: null,
      merged: null,
      derived: null,
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

    assert.deepEqual(required(text), { after: 'false', before: 'false', first: null, beyond: '!(n >= 2) && !(n <= -3)' });
  });

  it('is not known when it is exported: another module may add names (Object.assign) without a cast', () => {
    const text = `export const rates = { eu: 1, us: 2 };
      export function few(r: 'eu' | 'asia') { return (rates as any)[r].toFixed(2); }
      export const fixed = { eu: 1 } as const;
      export function ofFixed(r: 'eu' | 'asia') { return (fixed as any)[r].toFixed(2); }`;

    const asked = Object.entries(required(text)).filter(([, requires]) => requires !== null);
    assert.deepEqual(Object.fromEntries(asked), { ofFixed: 'r !== "asia"' });
  });
});
