import assert from 'node:assert/strict';
import { longestRising } from './longestRising.ts';

assert.equal(longestRising([9, 1, 3, 7, 5, 6, 20, 2]), 5);
assert.equal(longestRising([5, 4, 3]), 1);
