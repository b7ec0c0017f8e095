import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestRising } from './longestRising.ts';

test('nothing', () => assert.equal(longestRising([]), 0));
test('all', () => assert.equal(longestRising([1, 2, 3]), 3));
test('a fall at the end', () => assert.equal(longestRising([4, 5, 6, 1]), 3));
test('with gaps', () => assert.equal(longestRising([3, 1, 2, 0, 5]), 3));
