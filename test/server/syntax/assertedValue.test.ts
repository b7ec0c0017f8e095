import assert from 'node:assert/strict';
import { assertedValue } from '../../../server/syntax/diagnosis/assertedValue.js';

/** The value of the assertion in a text, asked for where V8 says that its frame is: at the sign `¦`. */
const valueIn = (text: string): string | null => assertedValue(text.replace('¦', ''), 'a.test.ts', text.indexOf('¦'))?.expression ?? null;

describe('the value that an assertion speaks of', () => {
  const cases: readonly (readonly [text: string, expression: string | null])[] = [
    ['assert.¦equal(cart.total(), 8);', 'cart.total()'],
    ['assert.strict.¦deepEqual(list, [1]);', 'list'],
    ['¦assert(total === 8);', 'total'],
    ['assert.¦ok(!isOpen);', 'isOpen'],
    ['assert.¦ok(3 < count);', 'count'],
    ['expect(cart.total()).¦toBe(8);', 'cart.total()'],
    ['expect(await load(1)).not.¦toEqual({});', 'await load(1)'.replace('await ', '')],
    ['await expect(load()).resolves.¦toBe(2);', 'load()'],
    ['expect(cart.items[0]!.price).to.be.¦equal(3);', 'cart.items[0]!.price'],
    ['expect((total as number)).to.¦equal(3);', 'total'],
    ['cart.total().should.¦equal(3);', 'cart.total()'],
    ['test("a", (t) => { t.assert.¦equal(sum, 3); });', 'sum'],
    ['cart.¦add(total);', null],
    ['', null],
  ];
  it('is of a kind: only places and calls have an origin', () => {
    const kinds = ['assert.¦equal(a.b, 1)', 'expect(f(1)).¦toBe(2)', 'assert.¦throws(() => q.push(3), /full/)', 'assert.¦ok(a + b)'];
    assert.deepEqual(
      kinds.map((text) => assertedValue(text.replace('¦', ''), 'a.test.ts', text.indexOf('¦'))?.kind),
      ['place', 'call', 'function', 'computed'],
    );
  });

  for (const [text, expression] of cases)
    it(`is ${expression} in ${text || 'an empty text'}`, () => assert.equal(valueIn(text), expression));
});
