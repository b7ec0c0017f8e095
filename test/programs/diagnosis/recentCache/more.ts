import assert from 'node:assert/strict';
import { RecentCache } from './recentCache.ts';

const cache = new RecentCache(3);
for (const [i, key] of ['a', 'b', 'c'].entries()) cache.set(key, i);
cache.get('a');
cache.get('b');
cache.set('d', 9);
assert.equal(cache.get('c'), undefined);
assert.equal(cache.get('a'), 0);
assert.equal(cache.get('b'), 1);
assert.equal(cache.get('d'), 9);
