import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

const door = `/** @protocol start -open-> opened -walk-> opened -close-> start */
export class Door { passed = 0; open() {} walk() { this.passed++; } close() {} look() {} }
`;

const found = (text: string): readonly (string | null)[] => checkText(door + text).findings.map(({ condition }) => condition);

describe('the protocol of a class', () => {
  it('is violated where a method is called in a state without such a step', () => {
    assert.deepEqual(found('export function f() { const d = new Door(); d.walk(); }'), ['false']);
    assert.deepEqual(found('export function f() { const d = new Door(); d.open(); d.close(); d.walk(); }'), ['false']);
    assert.deepEqual(found('export function f() { const d = new Door(); d.open(); d.open(); }'), ['false']);
    assert.deepEqual(found('class Gate extends Door {}\nexport function f() { const d = new Gate(); d.close(); }'), ['false']);
  });

  it('is a condition on what decides which methods are called', () => {
    assert.deepEqual(found('export function f(n: number) { const d = new Door(); if (n > 3) d.open(); d.walk(); }'), ['n > 3']);
  });

  it('asks nothing of other calls, of other objects, and of objects that are given', () => {
    for (const text of [
      'export function f() { const d = new Door(); d.look(); d.open(); d.walk(); d.walk(); d.close(); d.open(); }',
      'export function f() { const a = new Door(); const b = new Door(); a.open(); b.open(); a.walk(); b.walk(); }',
      'export function f(d: Door) { d.walk(); d.close(); }',
      'export function f(d: Door) { Door.prototype.walk.call(d); }',
      'export function f() { const d = Object.freeze(new Door()); d.open(); d.open(); }',
    ])
      assert.deepEqual(found(text), [], text);
  });

  it('leaves no key in the object', () => {
    const text = 'export function f() { const d = new Door(); d.open(); if (Object.keys(d).length !== 1) throw new Error(); }';
    assert.deepEqual(found(text), []);
  });
});
