import assert from 'node:assert/strict';
import { kthSmallest } from './kthSmallest.ts';

assert.equal(kthSmallest([4, 4, 4, 1], 1), 4);
assert.equal(kthSmallest([1, 2, 3, 4, 5, 6], 4), 5);
assert.equal(kthSmallest([3, 1, 2], 7), undefined);
