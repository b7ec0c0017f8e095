import assert from 'node:assert/strict';
import { bitCount } from './bitCount.ts';

assert.equal(bitCount(1), 1);
assert.equal(bitCount(1023), 10);
assert.equal(bitCount(5), 2);
