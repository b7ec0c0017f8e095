import assert from 'node:assert/strict';
import { median } from './median.ts';

[[[1, 2, 3, 4], 2.5], [[8, 2], 5], [[5, 5, 1, 9, 20, 30], 7]].forEach(([a, b]) => assert.equal(median(a as number[]), b));
