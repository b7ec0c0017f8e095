import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketSort } from './bucketSort.ts';

test('nothing', () => assert.deepEqual(bucketSort([], 3), []));
test('three', () => assert.deepEqual(bucketSort([2, 0, 1], 3), [0, 1, 2]));
test('equal ones', () => assert.deepEqual(bucketSort([4, 1, 4, 1], 5), [1, 1, 4, 4]));
