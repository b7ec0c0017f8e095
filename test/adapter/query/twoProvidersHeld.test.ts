import { assertSameAnswers } from '../../support/sameAnswers.js';

const held: Readonly<Record<string, readonly [text: string, ask: readonly string[]]>> = {
  'views of one memory, through whichever it was written': [
    `const a = new Int32Array(new SharedArrayBuffer(16));
Atomics.store(a, 0, 5);
Atomics.add(a, 1, 2);
const u = new Uint8Array(8), f = new Float32Array(u.buffer), part = u.subarray(6), v = new DataView(u.buffer, 0);
u[0] = 0;
v.setUint16(0, 0x0102);
v.setFloat32(4, 1.5, true);
part[1] = 63;
const s = new Int16Array(u.buffer, 0, 1), big = new BigInt64Array(2);
s[0] = -2; big[1] = 7n;
console.log(a, u, f, s, big); //stop
`,
    [
      ...['lastChange(a[0])', 'lastChange(P1:a[1])', 'lastChange(P1:a[3])', 'lastChange(P1:a[4])', 'lastChange(P1:u[0])'],
      ...['lastChange(P1:u[1])', 'lastChange(P1:u[4])', 'lastChange(P1:u[7])', 'lastChange(P1:f[1])', 'lastChange(P1:f[0])'],
      ...['lastChange(P1:s[0])', 'lastChange(P1:big[1])', 'lastChange(P1:big[0])'],
    ],
  ],
  'entries of what holds its keys weakly': [
    `const map = new WeakMap(), set = new WeakSet();
const k = {}, j = {};
map.set(k, { v: 1 });
map.set(j, 2);
map.delete(j);
set.add(k);
const filled = new WeakMap([[k, 5]]);
console.log(map, set, filled); //stop
`,
    [
      ...['lastChange(map.get(k).v)', 'lastChange(P1:map.get(j))', 'lastChange(P1:set.has(k))', 'lastChange(P1:filled.get(k))'],
      ...['lastChange(P1:map.get(set))', 'origin(P1:map.get(k).v)'],
    ],
  ],
  'how long arrays were, and where an expression searches': [
    `const l = [1, 2, 3]; l[5] = 1; l.push(4);
const m = [1]; m.length = 5;
const data = JSON.parse('{"l": [1, 2, 3]}'); data.l.splice(0, 1);
const a = /a/g, b = /b/y, c = /c/g;
a.lastIndex = 2; b.test('banana');
console.log(l, m, data, a, b, c); //stop
`,
    [
      ...['lastChange(P1:l.length)', 'lastChange(P1:l.length)[-2]', 'lastChange(P1:m.length)', 'lastChange(P1:data.l.length)'],
      ...['lastChange(P1:a.lastIndex)', 'lastChange(P1:b.lastIndex)', 'lastChange(P1:c.lastIndex)'],
    ],
  ],
  'how often an expression was searched for, where one call searches several times': [
    `const r = /a/g, s = /b/g, q = /d/g, w = /d/gy;
for (let i = 0; i < 3; i++) {
  'aaaa'.replace(r, () => { q.test('dad'); return 'x'; });
  'bbb'.match(s); r.exec('aaa'); 'dd'.replaceAll(w, 'y');
}
console.log(r, s, q, w); //stop
`,
    [
      ...['lastChange(r.lastIndex)', 'lastChange(P1:r.lastIndex)[-2]', 'lastChange(P1:r.lastIndex)[-6]', 'lastChange(P1:s.lastIndex)'],
      ...['lastChange(P1:q.lastIndex)', 'lastChange(P1:q.lastIndex)[-2]', 'lastChange(P1:w.lastIndex)'],
    ],
  ],
  'that what natives made has no more than they gave it': [
    `const data = JSON.parse('{"a": {"f": 1}, "l": [1]}'), copy = structuredClone({ x: [2] }), from = Object.fromEntries([['k', 1]]);
console.log(data, copy, from); //stop
`,
    [
      ...['lastChange(P1:data.b)', 'lastChange(P1:data.a.g)', 'lastChange(P1:data.l[3])', 'lastChange(P1:data.l.length)'],
      ...['lastChange(P1:copy.y)', 'lastChange(P1:copy.x[1])', 'lastChange(P1:from.n)', 'lastChange(P1:from.k)'],
    ],
  ],
  'how often a place was passed that changes several at once, or none': [
    `'use sloppy';
const s = Symbol('s'), source = { p: 1, q: 2, [s]: 3 };
let copy;
for (let i = 0; i < 3; i++) copy = { ...source, ...{ z: i } };
const cut = [1, 2];
for (let i = 0; i < 2; i++) { cut.length = 1; cut[1] = 5; cut['len' + 'gth'] = 3; }
cut['len' + 'gth'] = 1;
const list = [0, 0, 0], frozen = Object.freeze([1, 2, 3]), t = Symbol('t');
for (const [to, at] of [[frozen, 0], [frozen, -1], [frozen, '1'], [frozen, 7], [frozen, t], [list, 5]]) {
  try { to[at] = 8; } catch {}
}
console.log(copy, cut, list); //stop
`,
    [
      ...['lastChange(P1:copy.p)', 'lastChange(P1:copy[s])', 'lastChange(P1:copy.z)', 'lastChange(P1:cut[1])'],
      ...['lastChange(P1:cut.length)', 'lastChange(P1:list[5])'],
    ],
  ],
  'how often a native was called that calls back between its writes': [
    `const r = JSON.parse('{"a":1,"b":2,"c":3}', function (key, value) {
  if (key === 'a') this.b = 5;
  return key === 'c' ? undefined : value;
});
const xs = [3, 1, 2];
for (let i = 0; i < 2; i++) xs.sort((a, b) => (i ? a - b : b - a));
console.log(r, xs); //stop
`,
    ['lastChange(P1:r.b)', 'lastChange(P1:xs[0])'],
  ],
};

describe('what places hold before and after their changes, live and recorded', () => {
  for (const [name, asked] of Object.entries(held)) it(name, async () => assertSameAnswers(asked));
});
