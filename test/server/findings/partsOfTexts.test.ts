import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What is required of `f` in a text. */
const required = (text: string): string | null =>
  checkText(text, { gate: true }).functions.find(({ name }) => name === 'f')?.requires ?? null;

describe('parts of a text', () => {
  const cases: readonly (readonly [body: string, requires: string | null])[] = [
    ["return s.split(':')[1].trim();", 's.includes(":")'],
    ["const parts = s.split(':'); return parts[1].trim();", 's.includes(":")'],
    ["const [, value] = s.split('='); return value.trim();", 's.includes("=")'],
    ["return s.split('.')[2].trim();", 's.split(".").length > 2'],
    ['return s.split(/, */)[1].trim();', 's.split(/, */).length > 1'],
    ["return s.split('')[0].toUpperCase();", 's.length > 0'],
    ["if (s.split('-').length !== 3) throw new Error('no date');", 's.split("-").length === 3'],
    ["return s.split('@')[1].split('.')[1].trim();", 's.includes("@") && s.split("@")[1].includes(".")'],
    ["if (Number(s.split('x')[0]) > 80) throw new Error('wide');", '!(Number(s.split("x")[0]) > 80)'],
    ["ext(); return s.split(':')[1].trim();", 's.includes(":")'],
    // The first is always there.
    ["return s.split(':')[0].trim();", null],
    ["if (!s.includes(':')) return ''; return s.split(':')[1].trim();", null],
    ["return s.split(':')[1]?.trim();", null],
    ["const [key, value = ''] = s.split('='); return key + value.trim();", null],
    ["const parts = s.split(':'); if (parts.length < 2) return ''; return parts[1].trim();", null],
    ["const parts = s.split(':'); if (parts.length !== 2) return ''; return parts[1].trim();", null],
    ["const parts = s.split(':'); parts.push('', ''); return parts[1].trim();", null],
    ["const parts = s.split(':'); parts[1] ??= ''; return parts[1].trim();", null],
    ["const parts = s.split(':'); ext(parts); return parts[1].trim();", null],
    ["return s.split(':', 5)[1].trim();", null],
    ["return [...s.split(':'), ''][1].trim();", null],
    ['return s.split(q)[1].trim();', null],
    ['return s.split(/(:)|x/)[1].trim();', null],
    ["return s.split(':') === s.split(':');", null],
    ["const a = s.split(':'); const b = s.split(':'); b.push('x', 'y'); if (b.length < 2) throw new Error('b'); return a;", null],
  ];
  for (const [body, requires] of cases)
    it(`${body} asks ${requires ?? 'nothing'}`, () =>
      assert.equal(
        required(`declare const ext: (x?: any) => void; export function f(s: string, q: string): unknown { ${body} }`),
        requires,
      ));
});

describe('a place in a text', () => {
  const cases: readonly (readonly [body: string, requires: string | null])[] = [
    ['let n = 0, i = 0; while ((i = s.indexOf(q, i)) !== -1) n++; return n;', 's.indexOf(q) === -1'],
    ["let n = 0, i = s.indexOf('a'); while (i >= 0) { n++; i = s.indexOf('a', i); } return n;", '!(s.indexOf("a") >= 0)'],
    ['let n = 0, i = 0; while ((i = s.indexOf(q, i)) !== -1) { n++; i++; } return n;', null],
    ["let n = 0, i = -1; while ((i = s.indexOf('a', i + 1)) !== -1) n++; return n;", null],
    ["let n = 0, i = 0; while ((i = s.indexOf('a', i)) !== -1) { n++; s = s.slice(i + 1); } return n;", null],
    ["let n = 0, i = 0; while ((i = s.indexOf('a', i)) !== -1) { n++; q = 'b'; i += q.length; } return n;", null],
    // What is found is inside of the text.
    ["const i = s.indexOf('@'); if (i < 1) throw new Error('none'); return s[i - 1].length;", '!(s.indexOf("@") < 1)'],
    ["const i = s.lastIndexOf('.'); if (i === -1) throw new Error('none'); return s[i].trim();", 's.lastIndexOf(".") !== -1'],
    ['const i = s.indexOf(q); if (i < 0) throw new Error(); return s[i].trim();', '!(s.indexOf(q) < 0) && s.indexOf(q) < s.length'],
  ];
  for (const [body, requires] of cases)
    it(`${body} asks ${requires ?? 'nothing'}`, () =>
      assert.equal(required(`export function f(s: string, q: string): unknown { ${body} }`), requires));
});
