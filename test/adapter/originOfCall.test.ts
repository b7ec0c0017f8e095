import assert from 'node:assert/strict';
import { why } from '../support/querying.js';

const cart = `
const assert = require('node:assert/strict');
class Cart {
  prices = [];
  add(price) { this.prices.push(price); }
  total() {
    let sum = 0;
    for (const price of this.prices) sum = sum + 2 * price; //sum
    return sum;
  }
  async later() {
    await null;
    return this.total();
  }
}
const cart = new Cart();
cart.add(3);
cart.total();
cart.add(5);
`;

const askedAt = async (text: string, expression: string, stop?: string) => {
  const program = `${cart}${text}\n`;
  const { points } = await why({
    files: { 'program.cjs': program },
    ...(stop === undefined ? {} : { stop }),
    ask: [`origin(${expression})`],
  });
  return { point: points[1] ?? assert.fail('no point'), lines: program.split('\n') };
};

const isFound = async (text: string, expression: string, after: unknown, stop?: string): Promise<void> => {
  const { point, lines } = await askedAt(text, expression, stop);
  assert.deepEqual([point['status'], point['after']], ['located', after], JSON.stringify(point['reason']));
  assert.match(lines[Number(point['line']) - 1] ?? '', /\/\/sum/);
};

const isRefused = async (text: string, expression: string, stop?: string): Promise<void> => {
  const { point } = await askedAt(text, expression, stop);
  assert.equal(point['status'], 'not-found');
  assert.match(String(point['reason']), /is not what was called last there/);
};

/** The actual value of an assertion is often what a call has just given: no place holds it. */
describe('origin of a call', () => {
  it('follows what it gave to the assertion that fails', () => isFound('assert.equal(cart.total(), 8);', 'cart.total()', 16, 'uncaught'));

  it('shows what a call has computed and returned', () =>
    isFound('const half = (n) => n / 2; //sum\nassert.equal(half(8), 5);', 'half(8)', 4, 'uncaught'));

  it('follows it through a function that is called as an assertion, and through expect', async () => {
    const fail = `const expect = (actual) => ({
  toBe(other) {
    if (actual !== other) return false; //stop
    return true;
  },
});
`;
    await isFound(`${fail}const check = () => expect(cart.total()).toBe(8);\ncheck();`, 'P1(1): cart.total()', 16);
  });

  it('is refused before the call was evaluated, although it was called earlier', async () => {
    await isRefused('assert.equal(cart.total(), 8); //stop', 'cart.total()');
    await isRefused('const f = () => {\n  return 1; //stop\n};\nassert.equal(f(), cart.total());', 'P1(1): cart.total()');
    await isRefused('null.check(cart.total());', 'cart.total()', 'uncaught');
  });

  it('is refused where other code may have called it meanwhile', async () => {
    const other = 'const other = new Cart();\nother.add(1);\n';
    await isRefused(`${other}assert.equal(cart.total(), other.total());`, 'cart.total()', 'uncaught');
    await isRefused(`${other}const more = (sum) => sum + other.total();\nassert.equal(more(cart.total()), 8);`, 'cart.total()', 'uncaught');
  });
});
