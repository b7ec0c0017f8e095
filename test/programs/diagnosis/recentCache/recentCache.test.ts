import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentCache } from './recentCache.ts';

test('keeps a value', () => {
  const cache = new RecentCache(2);
  cache.set('a', 1);
  assert.equal(cache.get('a'), 1);
});
test('forgets the oldest', () => {
  const cache = new RecentCache(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('c', 3);
  assert.equal(cache.get('a'), undefined);
  assert.equal(cache.get('c'), 3);
});
test('what was read is new again', () => {
  const cache = new RecentCache(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  assert.equal(cache.get('a'), 1);
  assert.equal(cache.get('b'), undefined);
});
