import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countChange } from './countChange.ts';

test('nothing', () => assert.equal(countChange(0, [1, 2]), 1));
test('five', () => assert.equal(countChange(5, [1, 2, 5]), 4));
test('not possible', () => assert.equal(countChange(3, [2]), 0));
