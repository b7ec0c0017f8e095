import assert from 'node:assert/strict';
import { mergeSorted } from './mergeSorted.ts';

assert.deepEqual(mergeSorted([1, 2, 3], [4, 5]), [1, 2, 3, 4, 5]);
assert.deepEqual(mergeSorted([4, 5], [1, 2, 3]), [1, 2, 3, 4, 5]);
