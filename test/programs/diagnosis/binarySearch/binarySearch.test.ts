import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lowerBound } from './binarySearch.ts';

test('at the start', () => assert.equal(lowerBound([3, 5, 7], 1), 0));
test('in the middle', () => assert.equal(lowerBound([3, 5, 7], 5), 1));
test('behind', () => assert.equal(lowerBound([3, 5, 7], 9), 3));
test('of none', () => assert.equal(lowerBound([], 9), 0));
test('equal ones', () => assert.equal(lowerBound([1, 2, 2, 2, 3], 2), 1));
