import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rotate } from './rotate.ts';

test('by one', () => assert.deepEqual(rotate([1, 2, 3], 1), [3, 1, 2]));
test('by two', () => assert.deepEqual(rotate(['a', 'b', 'c', 'd'], 2), ['c', 'd', 'a', 'b']));
test('not at all', () => assert.deepEqual(rotate([5, 6], 0), [5, 6]));
