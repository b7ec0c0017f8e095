import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kthSmallest } from './kthSmallest.ts';

test('the least', () => assert.equal(kthSmallest([3, 1, 2], 0), 1));
test('the middle', () => assert.equal(kthSmallest([2, 5, 1, 4, 3], 2), 3));
test('the greatest', () => assert.equal(kthSmallest([9, 7, 8, 6], 3), 9));
test('behind a small pivot', () => assert.equal(kthSmallest([1, 9, 5, 7], 2), 7));
