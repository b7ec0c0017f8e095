import assert from 'node:assert/strict';
import { test } from 'node:test';
import { greatestDivisor } from './greatestDivisor.ts';

test('a common divisor', () => assert.equal(greatestDivisor(12, 18), 6));
test('none', () => assert.equal(greatestDivisor(7, 5), 1));
test('zero', () => assert.equal(greatestDivisor(9, 0), 9));
