import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transpose } from './transpose.ts';

test('one', () => assert.deepEqual(transpose([[7]]), [[7]]));
test('a square', () => assert.deepEqual(transpose([[1, 2], [3, 4]]), [[1, 3], [2, 4]]));
test('a row', () => assert.deepEqual(transpose([[1, 2, 3]]), [[1], [2], [3]]));
