import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from './median.ts';

test('an odd count', () => assert.equal(median([9, 1, 5]), 5));
test('one value', () => assert.equal(median([4]), 4));
test('two values', () => assert.equal(median([2, 4]), 3));
test('an even count', () => assert.equal(median([7, 1, 3, 10]), 5));
