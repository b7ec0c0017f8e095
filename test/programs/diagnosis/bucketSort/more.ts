import assert from 'node:assert/strict';
import { bucketSort } from './bucketSort.ts';

assert.deepEqual(bucketSort([3, 3, 0, 2], 4), [0, 2, 3, 3]);
assert.deepEqual(bucketSort([0, 0], 1), [0, 0]);
