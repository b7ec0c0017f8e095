import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is required of `f` in a text. */
const required = (text: string): string | null =>
  checkText(text, { gate: true }).functions.find(({ name }) => name === 'f')?.requires ?? null;

describe('a number that is no time', () => {
  const isTime = 'Math.abs(n) <= 8640000000000000';
  const cases: readonly (readonly [body: string, requires: string | null])[] = [
    ['return new Date(n).toISOString();', isTime],
    ['const d = new Date(n); ext(); return d.toISOString();', isTime],
    ['const d = new Date(n); ext(d); return d.toISOString();', null],
    ['ext(); const d = new Date(n); return d.toISOString().slice(0, 10);', isTime],
    ['if (Number.isNaN(new Date(n).getTime())) throw new Error("no time"); return n;', isTime],
    ['return new Date(n * 1000).toISOString();', 'Math.abs(n * 1000) <= 8640000000000000'],
    ['const d = new Date(n); d.setTime(0); return d.toISOString();', null],
    ['const d = new Date(n); return Number.isNaN(d.getTime()) ? "" : d.toISOString();', null],
    ['try { return new Date(n).toISOString(); } catch { return ""; }', null],
    ['return new Date(n).getTime();', null],
    ['return new Date(n).toJSON();', null],
    ['return `${new Date(n)}`;', null],
    ['return (Date as any)(n).length;', null],
    ['return Date(n as never).trim();', null],
    ['return new Date(n, 1).toISOString();', null],
    ['return new Date(s).toISOString();', null],
    ['if (new Date(n) === new Date(n)) throw new Error("one date"); return 1;', null],
    ['class D extends Date { toISOString() { return ""; } } return new D(n).toISOString();', null],
  ];
  for (const [body, requires] of cases)
    it(`${body} asks ${requires ?? 'nothing'}`, () =>
      assert.equal(
        required(`declare const ext: (x?: any) => void; export function f(n: number, s: string): unknown { ${body} }`),
        requires,
      ));
});
