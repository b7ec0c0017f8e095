import assert from 'node:assert/strict';
import { greatestDivisor } from './greatestDivisor.ts';

assert.equal(greatestDivisor(100, 75), 25);
assert.equal(greatestDivisor(0, 4), 4);
assert.equal(greatestDivisor(17, 51), 17);
