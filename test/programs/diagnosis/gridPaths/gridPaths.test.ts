import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridPaths } from './gridPaths.ts';

test('one row', () => assert.equal(gridPaths(1, 5), 1));
test('a square', () => assert.equal(gridPaths(2, 2), 2));
test('three by three', () => assert.equal(gridPaths(3, 3), 6));
test('three by four', () => assert.equal(gridPaths(3, 4), 10));
