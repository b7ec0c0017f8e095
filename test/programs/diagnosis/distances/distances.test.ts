import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distances } from './distances.ts';

test('alone', () => assert.deepEqual(distances({}, 'a'), { a: 0 }));
test('a chain', () => assert.deepEqual(distances({ a: ['b'], b: ['c'] }, 'a'), { a: 0, b: 1, c: 2 }));
test('two ways', () => assert.deepEqual(distances({ a: ['b', 'c'], b: ['d'], c: ['e'], e: ['d'] }, 'a'), { a: 0, b: 1, c: 1, d: 2, e: 2 }));
