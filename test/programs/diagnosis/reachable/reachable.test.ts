import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachable } from './reachable.ts';

test('alone', () => assert.deepEqual(reachable({ a: [] }, 'a'), ['a']));
test('a chain', () => assert.deepEqual(reachable({ a: ['b'], b: ['c'], c: [], d: [] }, 'a'), ['a', 'b', 'c']));
test('a circle', () => assert.deepEqual(reachable({ a: ['b'], b: ['a'] }, 'a'), ['a', 'b']));
