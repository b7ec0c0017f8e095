// The examples of the documentation of lru-cache.
const { LRUCache } = require('lru-cache');

const cache = new LRUCache({ max: 5, maxSize: 40, sizeCalculation: (value) => String(value).length, dispose: (value, key) => void key });
cache.set('key', 'value');
cache.get('key');
for (let i = 0; i < 30; i++) cache.set(`key ${i % 9}`, 'x'.repeat((i * 7) % 13 || 1));
cache.set('too large', 'y'.repeat(100));
cache.delete('key 3');
cache.set('size given', 'z', { size: 11 });
cache.pop();

// "disposeAfter: it is safe to add an item right back into the cache at this point."
const nested = new LRUCache({ max: 3, disposeAfter: (value, key) => value > 0 && nested.set(`${key}'`, value - 1) });
for (let i = 0; i < 9; i++) nested.set(i, 1);

// Objects of any identity are keys.
const some = { a: 1 };
cache.set(some, 'a value');
cache.set({ a: 1 }, 'a different value');
cache.clear();
console.log(cache.size, nested.size);
globalThis.kept = [cache, nested];
