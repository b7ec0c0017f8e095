// What is listed of the global object, copied from it and deleted from it.
const listed = (object) =>
  Reflect.ownKeys(object).map((key) => {
    const { value, writable, enumerable, configurable, get } = Reflect.getOwnPropertyDescriptor(object, key);
    return [String(key), typeof value, writable, enumerable, configurable, typeof get].join();
  });
console.log(listed(globalThis).join('\n'));
for (const key in globalThis) console.log(key);
console.log(Object.keys(globalThis).length, JSON.stringify(Object.keys(require('vm').runInNewContext('globalThis'))));
const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(globalThis));
console.log(require('vm').runInNewContext('var o = { p: 1 }; o.p++; Reflect.ownKeys(globalThis).length + o.p', copy));
const { console: kept } = globalThis;
for (const key of Object.getOwnPropertyNames(globalThis)) if (!/^(Object|console|process|globalThis)$/.test(key)) delete globalThis[key];
const left = { list: [1] };
left.count = 1;
left.list.push(2);
left['na' + 'me'] = 'x';
for (const key of ['a', 'b']) left[key] = key;
class Late { field = 1; }
left.late = new Late();
delete left.a;
kept.log(left, Object.getOwnPropertyNames(globalThis).join());
