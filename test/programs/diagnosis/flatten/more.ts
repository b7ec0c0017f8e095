import assert from 'node:assert/strict';
import { flatten } from './flatten.ts';

assert.deepEqual(flatten([[1], 2, [[3, 4]], 5, 6]), [1, 2, 3, 4, 5, 6]);
