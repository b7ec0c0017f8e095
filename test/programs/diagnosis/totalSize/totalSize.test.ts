import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalSize, type Load } from './totalSize.ts';

const load: Load = (id) => Promise.resolve({ id, size: 10 * id });

test('of nothing', async () => assert.equal(await totalSize(load, []), 0));
test('of one', async () => assert.equal(await totalSize(load, [3]), 30));
test('of several', async () => assert.equal(await totalSize(load, [1, 2, 4]), 70));
