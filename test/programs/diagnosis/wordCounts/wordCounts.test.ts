import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordCounts } from './wordCounts.ts';

test('each once', () => assert.deepEqual([...wordCounts('a b')], [['a', 1], ['b', 1]]));
test('twice', () => assert.deepEqual([...wordCounts('a b a')], [['a', 2], ['b', 1]]));
test('none', () => assert.deepEqual([...wordCounts('')], []));
