import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

/** What the one function of a text requires, behind a call of unknown code. */
function required(parameters: string, body: string): string | null {
  const text = `declare const ext: () => number;\nexport function f(${parameters}) { ext(); ${body} }`;
  return checkText(text, { unknownCalls: 'return-or-throw' }).functions.find(({ name }) => name === 'f')?.requires ?? null;
}

const cases: readonly (readonly [parameters: string, body: string, requires: string | null])[] = [
  ['n: number', `return 'ab'.repeat(n);`, '!(n <= -1 || n >= 2147483647)'],
  ['n: number', `return '★'.repeat(n) + '☆'.repeat(5 - n);`, '!(n <= -1 || n >= 6)'],
  ['s: string, n: number', 'return s.repeat(n);', '!(n <= -1 || n >= Infinity)'],
  ['n?: number', `return 'a'.repeat(n!);`, '!(n <= -1 || n >= Infinity)'],
  ['x: number, n: number', 'return x.toFixed(n);', '!(n <= -1 || n >= 101)'],
  ['n: number', 'return (5).toFixed(n);', '!(n <= -1 || n >= 101)'],
  ['x: number, n: number', 'return x.toPrecision(n);', '!Number.isFinite(x) || (n >= 1 && !(n >= 101))'],
  ['x: number, n: number', 'return x.toString(n);', 'n >= 2 && n < 37'],
  ['x: number', 'return x.toString() + x.toFixed() + x.toPrecision();', null],
  ['n: number', 'return new Array(n);', 'Number.isInteger(n) && n >= 0 && n <= 4294967295'],
  ['n: number', 'return Array(n);', 'Number.isInteger(n) && n >= 0 && n <= 4294967295'],
  ['n: string', 'return new Array(n);', null],
  ['n: number', 'return new Array(n, 1);', null],
  ['s: string', 'return s.codePointAt(0)!.toString();', 's.length > 0'],
  ['s: string', 'return s.codePointAt(2)!.toString();', 's.length > 2'],
  ['s: string', 'return s.codePointAt(0);', null],
  // Who catches it saves the run.
  ['n: number', `try { return 'a'.repeat(n); } catch { return ''; }`, null],
  ['n: any', `return 'a'.repeat(n);`, 'typeof n !== "number" || (!(+n <= -1) && !(+n >= Infinity))'],
];

describe('counts that built-ins refuse behind unknown code', () => {
  for (const [parameters, body, requires] of cases) it(`${parameters}: ${body}`, () => assert.equal(required(parameters, body), requires));

  it('is a RangeError that a handler sees, and the limits of an engine give no reason', () => {
    const text = `declare const ext: () => number;
export function f(s: string, n: number) { ext(); try { return s.repeat(n); } catch (error) { throw new Error('again', { cause: error }); } }
export function g(rows: { name: string }[]) { let s = ''; for (let i = 0; i <= rows.length; i++) s += rows[i].name.toUpperCase(); return s; }`;
    assert.deepEqual(
      checkText(text, { unknownCalls: 'return-or-throw' }).findings.map(({ message }) => message),
      [
        'g always fails: rows[i].name is a property of undefined or null (line 3).',
        "f fails if n <= -1: it throws new Error('again', { cause: error }) (line 2).",
      ],
    );
  });
});

describe('a variable that turns out to be undefined or null', () => {
  const reasons = (text: string): readonly string[] =>
    checkText(text).findings.flatMap(({ because }) => because.map(({ span, message }) => `${span.line}: ${message}`));

  it('is followed to where it got its value', () =>
    assert.deepEqual(
      reasons(`export function last(rows: { x: number }[]) {
  const row = rows[rows.length];
  return row.x;
}`),
      ['3: the object of this property is undefined or null here', '2: row has its value from here: rows[rows.length]'],
    ));

  it('is not, where several places give it one, or a pattern does', () =>
    assert.deepEqual(
      reasons(`export function f() { let row; row = undefined; row = null; return row!.x; }
export function g() { const [row]: { x: number }[] = []; return row.x; }`).filter((each) => each.includes('its value')),
      [],
    ));
});
