import assert from 'node:assert/strict';
import { checkText, requiresOf } from '../../support/checking.js';
import { claims, findingsOf } from './running.js';

describe('classes', () => {
  it('keep what the constructor stored', () =>
    claims(
      `class Account { constructor(readonly limit: number) {} take(n: number) { if (n > this.limit) throw new Error('limit'); } }
       export function main(n: number) { new Account(100).take(n); }`,
      { refuses: [101, 1000] },
    ));

  it('read through getters', () =>
    claims(
      `class Square { constructor(private readonly side: number) {} get area() { return this.side + this.side; } }
       export function main(n: number) { if (new Square(n).area > 20) throw new Error('area'); }`,
    ));

  it('write through setters', () =>
    claims(
      `class Level { #value = 0; get value() { return this.#value; } set value(v: number) { if (v < 0) throw new RangeError('v'); this.#value = v; } }
       export function main(n: number) { const level = new Level(); level.value = n; }`,
    ));

  it('change private fields', () =>
    claims(
      `class Counter { #count = 0; step() { this.#count++; return this.#count; } }
       export function main(n: number) {
         const c = new Counter();
         c.step();
         if (c.step() !== 2) throw new Error('count');
         if (n > 3) throw new Error('n');
       }`,
      { refuses: [4, 5] },
    ));

  it('call the method of the object, not of the class', () =>
    claims(
      `class Shape { area(): number { return 0; } check(max: number) { if (this.area() > max) throw new Error('area'); } }
       class Strip extends Shape { constructor(readonly length: number) { super(); } override area() { return this.length; } }
       export function main(n: number) { new Shape().check(0); new Strip(n).check(20); }`,
    ));

  it('run the constructor of the base first', () =>
    claims(
      `class Base { ready = 1; constructor(n: number) { if (n > 50) throw new Error('base'); } }
       class Derived extends Base { more = this.ready + 1; constructor(n: number) { super(n); if (this.more !== 2) throw new Error('order'); } }
       export function main(n: number) { new Derived(n); }`,
    ));

  it('have static state', () =>
    claims(
      `class Ids { static next = 1; static take() { return Ids.next++; } }
       export function main(n: number) { const a = Ids.take(), b = Ids.take(); if (a === b) throw new Error('same'); return n; }`,
    ));

  it('of two objects, one written: the other keeps its value', () =>
    claims(
      `class Box { constructor(public value: number) {} }
       export function main(n: number) {
         const a = new Box(1), b = new Box(2);
         a.value = n;
         if (b.value !== 2) throw new Error('b');
         if (a.value > 10) throw new Error('a');
       }`,
    ));

  it('of two names for one object, both see a write', () =>
    claims(
      `function swap(x: { v: number }, y: { v: number }, n: number) { x.v = n; if (y.v > 10) throw new Error('y'); }
       export function main(n: number) { const a = { v: 0 }, b = { v: 0 }; swap(a, b, n); swap(a, a, n); }`,
    ));

  describe('with private methods', () => {
    const gate = `export class Gate {
      #state: 'off' | 'on' = 'off';
      #check(next: string) { if (next === 'no') throw new Error('no'); }
      #go(next: 'off' | 'on') { if (this.#state === next) throw new Error('same'); this.#state = next; }
      pass(next: string) { this.#check(next); }
      other(gate: Gate, next: string) { gate.#check(next); }
      optional(next: string, gate?: Gate) { gate?.#check(next); }
      async later(next: string) { await null; this.#check(next); }
      held(next: string) { const check = this.#check; check(next); }
      twice() { this.#go('on'); this.#go('on'); }
      static is(value: object) { return #go in value; }
    }\n`;

    it('are followed on an object that is not seen: nobody replaces them', () => {
      const result = checkText(gate, { unknownCalls: 'return-or-throw' });
      for (const name of ['Gate.pass', 'Gate.other', 'Gate.later', 'Gate.held'])
        assert.equal(requiresOf(result, name), 'next !== "no"', name);
      assert.equal(requiresOf(result, 'Gate.optional'), 'gate == null || next !== "no"');
      assert.equal(requiresOf(result, 'Gate.twice'), 'false');
      assert.equal(requiresOf(result, 'Gate.#check'), undefined);
    });

    it('are nobody else’s', () =>
      claims(
        `${gate}export function main(n: number) {
        class Other { #check() { return 1; } check() { return this.#check(); } }
        if (new Other().check() !== 1 || !Gate.is(new Gate()) || Gate.is(new Other())) throw new Error('mixed');
        if (n > 3) new Gate().pass('no');
      }`,
        { refuses: [4] },
      ));

    it('close over each evaluation of their class', async () => {
      const result = await claims(`export function main(n: number) {
        let sum = 0;
        for (let i = 0; i < 3; i++) { class Step { #of() { return i * n; } get of() { return this.#of(); } } sum += new Step().of; }
        if (sum === 9) throw new Error('nine');
      }`);
      assert.deepEqual(findingsOf(result).length, 1);
    });
  });
});
