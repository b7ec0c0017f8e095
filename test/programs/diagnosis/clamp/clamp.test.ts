import assert from 'node:assert';
import { test } from 'node:test';
import { clamp } from './clamp.ts';

test('inside', () => assert.strictEqual(clamp(5, 1, 9), 5));
test('below', () => assert.strictEqual(clamp(-5, 1, 9), 1));
test('above', () => assert.strictEqual(clamp(15, 1, 9), 9));
test('at the end', () => assert.strictEqual(clamp(9, 1, 9), 9));
