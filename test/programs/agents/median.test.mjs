import assert from 'node:assert/strict';
import { test } from 'node:test';
import { middle, quantile, spread } from './median.mjs';

test('middle of an odd count', () => {
  assert.equal(middle([5, 1, 3]), 3);
});

test('middle of an even count', () => {
  assert.equal(middle([4, 1, 3, 2]), 2.5);
});

test('middle of none and of two', () => {
  assert.equal(middle([]), null);
  assert.equal(middle([10, 20]), 15);
});

test('quantiles', () => {
  assert.equal(quantile([1, 2, 3], 0.5), 2);
  assert.equal(spread([1, 2, 3, 4, 5]), 2);
});
