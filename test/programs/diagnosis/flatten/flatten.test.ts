import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatten } from './flatten.ts';

test('one', () => assert.deepEqual(flatten([1]), [1]));
test('several', () => assert.deepEqual(flatten([1, 2, 3]), [1, 2, 3]));
test('nested', () => assert.deepEqual(flatten([1, [2, [3]], 4]), [1, 2, 3, 4]));
