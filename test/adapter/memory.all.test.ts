import { check } from '../support/querying.js';

describe('lastChange of elements that natives write', () => {
  it('of a Buffer: each method writes what it writes', () =>
    check(
      `
const b = Buffer.alloc(16); //P9
b.writeUInt8(7, 0); //P2
b.writeInt32LE(5, 4); //P3
b.write('hi', 8); //P4
b.fill(1, 10, 12); //P5
Buffer.from('xyz').copy(b, 12); //P6
b.set([9], 15); //P7
b.writeUIntBE(0x0102, 1, 2); //P8
console.log(b); //stop
`,
      [0, 4, 9, 11, 13, 15, 2, 3].map((index) => `lastChange(P1:b[${index}])`),
      {
        P2: { column: 3, before: 0, after: 7 },
        P4: { after: 105 },
        P6: { column: 20, after: 121 },
        P8: { after: 2 },
        P9: { column: 18, after: 0 },
      },
    ));

  it('is told with how often the call has written, whatever it wrote', () =>
    check(
      `
const b = Buffer.alloc(16), list = [], seen = new Map();
for (let i = 1; i < 4; i++) {
  b.fill(i, 0, 8); //P2
  list.push(i, i); //P3
  seen.set('a' + i, i).set('b', i); //P4 P5
  list.sort((x, y) => [y].concat(x).push(1) && x - y);
  Object.assign(list, [i, i]); //P6
}
const made = new Set(list); //P7
console.log(b, list, seen, made); //stop
`,
      [
        'lastChange(b[3])',
        'lastChange(P1:list.length)[-2]',
        'lastChange(P1:seen.get("a2"))',
        'lastChange(P1:seen.get("b"))[-3]',
        'lastChange(P1:list[0])',
        'lastChange(P1:made.has(3))',
      ],
      {
        P2: { after: 3, hit: 3 },
        P3: { after: 4, hit: 2 },
        P4: { column: 8, hit: 2 },
        P5: { column: 24, hit: 1 },
        P6: { after: 3, hit: 3 },
        P7: { hit: null },
      },
    ));

  it('what is read from files, encoded, or filled with random numbers', () =>
    check(
      `
import { openSync, readSync } from 'fs';
import { randomFillSync } from 'node:crypto';
const fd = openSync(process.argv[1]);
const b = Buffer.alloc(8), u = new Uint8Array(4); //P4 P7
readSync(fd, b, 2, 4, 1); //P2
readSync(fd, b, { offset: 6, length: 1, position: 1 }); //P3
randomFillSync(u, 1, 2); //P5
new TextEncoder().encodeInto('z', u); //P6
console.log(b, u); //stop
`,
      [
        'lastChange(b[2])',
        'lastChange(P1:b[6])',
        'lastChange(P1:b[7])',
        'lastChange(P1:u[1])',
        'lastChange(P1:u[0])',
        'lastChange(P1:u[3])',
      ],
      { P2: { column: 1, after: 105 }, P3: { after: 105 }, P4: { column: 18 }, P6: { after: 122 }, P7: { column: 32 } },
      { isRandom: true },
    ));

  it('Atomics, where something was written', () =>
    check(
      `
const a = new Int32Array(new SharedArrayBuffer(16));
Atomics.store(a, 0, 5); //P2
Atomics.add(a, 1, 2); //P3
Atomics.compareExchange(a, 1, 9, 100);
Atomics.compareExchange(a, 2, 0, 8); //P4
console.log(a); //stop
`,
      ['lastChange(a[0])', 'lastChange(P1:a[1])', 'lastChange(P1:a[2])', 'lastChange(P1:a[3])'],
      { P2: { before: 0, after: 5 }, P3: { after: 2 }, P4: { after: 8 }, P5: { status: 'initial' } },
    ));

  it('through another view of the same memory', () =>
    check(
      `
const u = new Uint8Array(8), f = new Float32Array(u.buffer), part = u.subarray(6);
const v = new DataView(u.buffer, 0);
u[0] = 0;
v.setUint16(0, 0x0102); //P2 P3
u[5] = 3;
v.setFloat32(4, 1.5, true); //P5
u[7] = 1;
part[1] = 63; //P4 P6
console.log(u, f); //stop
`,
      ['lastChange(u[0])', 'lastChange(P1:u[1])', 'lastChange(P1:f[1])[-1]', 'lastChange(P1:u[5])', 'lastChange(P1:u[7])'],
      { P2: { column: 3, after: 1 }, P3: { after: 2 }, P4: { status: 'located' }, P5: { after: 0 }, P6: { after: 63 } },
    ));

  it('is not decided after a call that writes later', () =>
    check(
      `
const fs = require('fs');
const b = Buffer.alloc(8);
b[0] = 1;
fs.read(fs.openSync(__filename), b, 0, 4, 1, () => {
  console.log(b); //stop
});
`,
      ['lastChange(b[0])'],
      { P2: { status: 'not-found', reason: 'The same memory may have been written by a call, then or later (line 5 of program.js).' } },
    ));
});
