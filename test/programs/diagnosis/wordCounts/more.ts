import assert from 'node:assert/strict';
import { wordCounts } from './wordCounts.ts';

assert.deepEqual([...wordCounts('x x x y')], [['x', 3], ['y', 1]]);
