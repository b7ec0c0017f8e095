import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inventory } from './inventory.ts';

const item = (name: string, kind: string, count: number, price: number) => ({ name, kind, count, price });
test('nothing', () => assert.deepEqual(inventory([]), {}));
test('one', () => assert.deepEqual(inventory([item('pen', 'paper', 2, 3)]), { paper: 6 }));
test('two of a kind', () => assert.deepEqual(inventory([item('pen', 'paper', 2, 3), item('ink', 'paper', 1, 4)]), { paper: 10 }));
