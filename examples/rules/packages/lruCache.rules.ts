import { extent, field, report, rule } from 'whence/rules';
import { LRUCache } from 'lru-cache';

// "max: the maximum number of items that remain in the cache."
export const atMostMax = rule({
  foreach: { c: extent(LRUCache) },
  where: ({ c }) => field(c, '#max') > 0 && field(c, '#size') > field(c, '#max'),
  found: ({ c }) => report(field(c, '#size'), 'items, at most', field(c, '#max')),
});

// "maxSize: the maximum total of the sizes of items."
export const atMostMaxSize = rule({
  foreach: { c: extent(LRUCache) },
  where: ({ c }) => field(c, '#maxSize') > 0 && field(c, '#calculatedSize') > field(c, '#maxSize'),
  found: ({ c }) => report('items of', field(c, '#calculatedSize'), 'in all, at most', field(c, '#maxSize')),
});

// The total is never negative.
export const sizeIsNotNegative = rule({
  foreach: { c: extent(LRUCache) },
  where: ({ c }) => field(c, '#calculatedSize') < 0 || field(c, '#size') < 0,
});

// "size: the number of items": as many as there are keys.
export const sizeIsThatOfKeys = rule({
  foreach: { c: extent(LRUCache) },
  where: ({ c }) => field(c, '#keyMap').size !== field(c, '#size'),
  found: ({ c }) => report(field(c, '#keyMap').size, 'keys, but the size', field(c, '#size')),
});
