import assert from 'node:assert/strict';
import { isWrittenAs, parsedExpression } from '../../adapter/querypoints/text/writtenAs.js';

/** Names that the source has where a compiler has put a module before them. */
const sources: Readonly<Record<string, string>> = { 'cart_1.total': 'total', 'cart_1.Cart': 'Cart' };

const isMade = (made: string, expression: string): boolean => {
  const [node, wanted] = [parsedExpression(made), parsedExpression(expression)];
  assert.ok(node !== null && wanted !== null);
  return isWrittenAs(node, wanted, ({ start, end }) => sources[made.slice(start, end)] ?? null);
};

describe('whether code is what an expression became', () => {
  const alike: readonly (readonly [made: string, expression: string])[] = [
    ['(0, cart_1.total)(1)', 'total(1)'],
    ['new cart_1.Cart().add(2)', 'new Cart().add( 2 )'],
    ['await (0,cart_1.total)("a")', "await total('a')"],
    ['f(/a/g, 1n)', 'f(/a/g, 1n)'],
  ];
  for (const [made, expression] of alike) it(`${expression} did`, () => assert.ok(isMade(made, expression)));

  const others: readonly (readonly [made: string, expression: string])[] = [
    ['(0, cart_1.total)(2)', 'total(1)'],
    ['(0, other_1.total)(1)', 'total(1)'],
    ['(1, cart_1.total)(1)', 'total(1)'],
    ['cart_1[total](1)', 'total(1)'],
    ['f?.(1)', 'f(1)'],
    ['f(/a/g)', 'f(/a/i)'],
    ['f(0)', 'f(-0)'],
    ['a.f(1)', 'b.f(1)'],
  ];
  for (const [made, expression] of others) it(`${expression} did not become ${made}`, () => assert.ok(!isMade(made, expression)));

  it('is not asked of what is no expression', () => assert.equal(parsedExpression('total(1) total'), null));
});
