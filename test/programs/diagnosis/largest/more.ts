import assert from 'node:assert/strict';
import { largest } from './largest.ts';

assert.equal(largest([-1e9, -1e8]), -1e8);
assert.equal(largest([-1, 0]), 0);
