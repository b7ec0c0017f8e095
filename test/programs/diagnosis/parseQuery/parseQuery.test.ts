import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from './parseQuery.ts';

test('one pair', () => assert.deepEqual(parseQuery('a=1'), { a: '1' }));
test('two pairs', () => assert.deepEqual(parseQuery('a=1&b=2'), { a: '1', b: '2' }));
