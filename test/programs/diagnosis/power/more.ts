import assert from 'node:assert/strict';
import { power } from './power.ts';

assert.equal(power(7, 3), 343);
assert.equal(power(10, 6), 1e6);
assert.equal(power(2, 11), 2048);
