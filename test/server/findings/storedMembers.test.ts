import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const declared = `interface A { /** @range 1..99 */ qty: number }
  type B = {
    // @range 1..99
    qty: number;
  };
  class D { /** @range 1..99 */ qty: number; constructor(q: number) { this.qty = q; } }
  class E { constructor(/** @range 1..99 */ public qty: number) {} }
  interface Sub extends A { name: string }
  type Whole = { inner: A; both: A & { name: string } };
  `;

const conditions = (text: string): readonly (string | null)[] => {
  const findings = checkText(declared + text).findings.filter(({ span }) => span.line >= declared.split('\n').length);
  assert.ok(findings.every(({ code }) => code === 'range-violated'));
  return findings.map(({ condition }) => condition);
};

describe('what is asked of declared properties', () => {
  for (const text of [
    'export function f(): A { const o: A = { qty: 100 }; return o; }',
    'export function f(): B { return { qty: 100 }; }',
    'export const f = (): A => ({ qty: 100 });',
    'export async function f(): Promise<Sub> { return { qty: 100, name: "" }; }',
    'export function f(o: A): A { return { ...o, qty: 100 }; }',
    'export function f() { return { inner: { qty: 0 } } satisfies Whole; }',
    'export function f(o: A) { o.qty = 100; }',
    'export function f(o: B) { o.qty = 100; }',
    'export function f(o: D) { o.qty = 100; }',
    'export function f(o: E) { o.qty = 100; }',
    'export function f(o: Sub) { o.qty = 100; }',
    'export function f(o: A & { name: string }) { o.qty = 100; }',
  ])
    it(`is violated by ${text}`, () => assert.deepEqual(conditions(text), ['false']));

  it('is a condition on what is stored', () =>
    assert.deepEqual(conditions('export function f(o: A, n: number) { if (n > 3) o.qty = n; }'), ['!(n > 99)']));

  for (const text of [
    'export function f(o: A): A { o.qty = 99; return { ...o, qty: 1 }; }',
    'export function f(o: { qty: number }) { o.qty = 100; }',
    'export function f(): { qty: number } { return { qty: 100 }; }',
    'export function f(o: A) { const other = { qty: 100 }; return [o, other]; }',
    'export function f<A extends { qty: number }>(o: A) { o.qty = 100; }',
    'export function* f(): Generator<A> { return { qty: 100 }; }',
  ])
    it(`is not violated by ${text}`, () => assert.deepEqual(conditions(text), []));
});

describe('what is asked of an inherited field', () => {
  const base = 'class Temp { /** @range 0..10 */ x = 5; }\n';
  const found = (text: string): readonly (string | null)[] => checkText(base + text).findings.map(({ condition }) => condition);

  it('is asked where a subclass writes it', () => {
    assert.deepEqual(found('class Mid extends Temp {}\nexport class Sub extends Mid { raise() { this.x = 90; } }'), ['false']);
  });

  it('is not asked of a field of its own, or of the class', () => {
    assert.deepEqual(found('export class Sub extends Temp { x = 90; raise() { this.x = 91; } }'), []);
    assert.deepEqual(found('export class Sub extends Temp { static x = 1; static raise() { this.x = 90; } }'), []);
  });
});

describe('what is understood but not checked', () => {
  const said = (text: string): readonly string[] => checkText(text).findings.map(({ severity, message }) => `${severity}: ${message}`);

  it('is said', () => {
    assert.deepEqual(said('/** @requires n > 0 */\nexport declare function f(n: number): void;'), [
      'hint: @requires is not checked for a function without a body.',
    ]);
  });

  it('is none of a tag of another tool', () => {
    assert.deepEqual(said('/** @protocol https */\nexport class Client {}'), []);
    assert.deepEqual(said('/** @requires lodash */\nexport declare function f(n: number): void;'), []);
  });
});
