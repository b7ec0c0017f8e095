import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from './editDistance.ts';

test('equal', () => assert.equal(editDistance('abc', 'abc'), 0));
test('one changed', () => assert.equal(editDistance('abc', 'axc'), 1));
test('longer', () => assert.equal(editDistance('a', 'abc'), 2));
test('nothing in common', () => assert.equal(editDistance('ab', 'xyz'), 3));
