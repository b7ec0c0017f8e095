import assert from 'node:assert/strict';
import { rotate } from './rotate.ts';

assert.deepEqual(rotate([1, 2, 3, 4, 5], 7), [4, 5, 1, 2, 3]);
assert.deepEqual(rotate([], 3), []);
