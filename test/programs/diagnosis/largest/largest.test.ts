import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largest } from './largest.ts';

test('of some', () => assert.equal(largest([3, 8, 2]), 8));
test('below zero', () => assert.equal(largest([-5, -3, -4]), -3));
test('one below zero', () => assert.equal(largest([-7]), -7));
test('of none', () => assert.equal(largest([]), -Infinity));
