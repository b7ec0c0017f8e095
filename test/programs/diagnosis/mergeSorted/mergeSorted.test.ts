import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeSorted } from './mergeSorted.ts';

test('both', () => assert.deepEqual(mergeSorted([1, 3], [2, 4]), [1, 2, 3, 4]));
test('a longer left', () => assert.deepEqual(mergeSorted([1, 5, 6], [2]), [1, 2, 5, 6]));
test('an empty left', () => assert.deepEqual(mergeSorted([], [1, 2]), [1, 2]));
test('an empty right', () => assert.deepEqual(mergeSorted([1, 2], []), [1, 2]));
