import assert from 'node:assert/strict';
import { inventory } from './inventory.ts';

const item = (name: string, kind: string, count: number, price: number) => ({ name, kind, count, price });
assert.deepEqual(inventory([item('a', 'x', 1, 1), item('b', 'y', 2, 2), item('a', 'x', 3, 3)]), { x: 10, y: 4 });
