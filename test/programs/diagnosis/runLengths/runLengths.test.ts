import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLengths } from './runLengths.ts';

test('nothing', () => assert.deepEqual(runLengths(''), []));
test('one', () => assert.deepEqual(runLengths('a'), [['a', 1]]));
test('two runs', () => assert.deepEqual(runLengths('aab'), [['a', 2], ['b', 1]]));
