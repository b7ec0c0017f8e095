import assert from 'node:assert/strict';
import { checkText } from '../../support/checking.js';

describe('the order of findings', () => {
  it('is what a developer wants first, whatever the place', () => {
    const { findings } = checkText(`function half(n: number) {
  if (n % 2 !== 0) throw new RangeError('odd');
  return n / 2;
}
declare function read(): number;
export function asks(s: string) { if (s === '') throw new Error('empty'); }
export function kinds(x: any) { if (typeof x !== 'string') throw new TypeError('no text'); }
export function asserts(n: number) {
  // @always n < 10
  return n;
}
export function calls() {
  const n = read();
  console.log(n);
  if (n > 99) throw new RangeError('large');
  return half(n);
}
export function certain() { return half(3); }
`);
    const order = findings.map(({ message }) => message.split(' ')[0]);
    const at = (name: string): number => order.indexOf(name);
    assert.equal(order[0], 'certain');
    assert.ok(at('asserts') < at('asks'), order.join());
    assert.ok(at('asks') < at('kinds'), order.join());
    assert.equal(order.at(-1), 'kinds');
  });
});
