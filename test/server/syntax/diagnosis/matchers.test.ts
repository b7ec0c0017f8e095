import assert from 'node:assert/strict';
import { matchersIn } from '../../../../server/syntax/diagnosis/matchers.js';

describe('the matchers of a text', () => {
  it('are called on expectations, and on nothing else', () => {
    const text = `
      expect(at.toISOString()).toBe('x');
      expect(price.toCents()).not.toEqual(1);
      await expect(load()).resolves.toMatchObject({});
      at.toLocaleDateString();
    `;
    assert.deepEqual([...matchersIn(text, '/t.ts')], ['toBe', 'toEqual', 'toMatchObject']);
  });
});
