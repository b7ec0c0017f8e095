import assert from 'node:assert/strict';
import { lowerBound } from './binarySearch.ts';

assert.equal(lowerBound([1, 2, 3, 4, 5, 6], 6), 5);
assert.equal(lowerBound([1, 2, 3, 4, 5, 6], 7), 6);
