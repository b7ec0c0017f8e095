import assert from 'node:assert/strict';
import { pureValue } from '../../../adapter/maintain/pureFunctions.js';
import { Thing } from '../../../adapter/maintain/thing.js';

describe('a function without effects, of a rule', () => {
  it('says of a method of texts that it was called on an object', () => {
    const list = Object.create(Thing.prototype) as Thing;
    assert.throws(() => pureValue('lastIndexOf', [list, 1]), /^RuleFault: lastIndexOf was called on an object: a rule calls it on texts/);
    assert.throws(() => pureValue('concat', ['a', list]), /^RuleFault: concat was given an object$/);
  });
});
