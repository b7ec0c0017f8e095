import assert from 'node:assert/strict';
import { test } from 'node:test';
import { average } from './average.ts';

test('of two', () => assert.equal(average([2, 4]), 3));
test('of one', () => assert.equal(average([1]), 1));
test('of zeros and more', () => assert.equal(average([0, 0, 9]), 3));
