import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bitCount } from './bitCount.ts';

test('none', () => assert.equal(bitCount(0), 0));
test('one', () => assert.equal(bitCount(8), 1));
test('many', () => assert.equal(bitCount(127), 7));
test('some', () => assert.equal(bitCount(170), 4));
