import assert from 'node:assert/strict';
import { check, why } from '../support/querying.js';

const program = `
class Row { constructor(n) { this.n = n; this.seen = 0; } get double() { return this.n * 2; } bump() { this.seen++; return this.seen; } }
const limit = 5;
function fill(rows) {
  for (const row of rows) {
    const next = row.n + 1;
    row.n = next; //P2
  }
}
const rows = [new Row(1), new Row(2)];
fill(rows);
console.log(rows[1].n); //stop
`;

describe('asking for more at located points', () => {
  it('shows expressions of the stop and of other points and frames, as they were there', () =>
    check(
      program,
      ['lastChange(rows[1].n)'],
      {
        P1: { values: { 'rows.length': 2, 'limit + 1': 6 } },
        P2: { values: { next: 3, 'row.n + 0': 2, 'row.double': 4, '(1): limit': 5 } },
      },
      { show: ['rows.length', 'P1: limit + 1', 'P2: next', 'P2:row.n + 0', 'P2: row.double', 'P2(1): limit'] },
    ));

  it('runs nothing that has an effect', async () => {
    const { points } = await why({
      files: { 'program.js': program },
      ask: ['lastChange(rows[1].n)'],
      show: ['P2: row.bump()', 'P2: nothing.x'],
    });
    const values = points[1]?.['values'] as Readonly<Record<string, { readonly error?: string }>>;
    assert.match(values['row.bump()']?.error ?? '', /side-effect/);
    assert.match(values['nothing.x']?.error ?? '', /nothing is not defined/);
    assert.deepEqual([points[1]?.['after'], points[1]?.line], [3, 7]);
  });
});

const random = `
const crypto = require('node:crypto');
const o = { f: 0 };
function set(value) { o.f = value; }
set(Math.random() + Date.now() + performance.now() + crypto.randomInt(1000));
set([crypto.randomUUID(), crypto.randomBytes(4).toString('hex'), new Date().getTime(), process.hrtime()[1], String(process.hrtime.bigint())].join()); //P3
console.log(o.f); //stop
`;

describe('runs that differ', () => {
  it('are told by what happened at the probes, and their answers are kept side by side', async () => {
    const { points, result } = await why({ files: { 'program.js': random }, ask: ['lastChange(o.f)', 'lastCondition(P2)'] });
    assert.equal(points[1]?.line, 4);
    assert.equal(result.isDeterministic, false);
    assert.equal(result.runs.length, result.executions);
    const values = result.runs.map((run) => run.find(({ id }) => id === 'P2')?.after);
    assert.equal(new Set(values.map((value) => JSON.stringify(value))).size, values.length);
  });

  it('do not when random numbers and clocks are pinned, on request', async () => {
    const { points, result } = await why({
      files: { 'program.js': random },
      ask: ['lastChange(o.f)', 'lastCondition(P2)'],
      isPinned: true,
    });
    assert.equal(result.isDeterministic, true);
    assert.match(
      String(points[1]?.['after']),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12},[0-9a-f]{8},\d{13},\d+,\d+$/,
    );
  });

  it('keep what the program can see of a pinned clock', () =>
    check(
      `
const d = new Date(), e = new Date(0), o = {};
class Day extends Date { get half() { return this.getTime() / 2; } }
o.f = [Date.length, Date.name, d instanceof Date, d.constructor === Date, Date() === String(Date()), typeof Date(), e.toISOString(), Date.UTC(1970, 0), new Day(8).half, new Date(2020, 1).getMonth(), Date.now() > d.getTime(), Math.random.name, String(Date.now)].join(); //P2
console.log(o.f); //stop
`,
      ['lastChange(o.f)'],
      { P2: { after: '7,Date,true,true,true,string,1970-01-01T00:00:00.000Z,0,4,1,true,random,function now() { [native code] }' } },
      { isPinned: true },
    ));
});

describe('what other threads do', () => {
  it('is not seen, and the user is told', async () => {
    const { result } = await why({
      files: {
        'program.js': `
const { Worker } = require('node:worker_threads');
const cell = { shared: new Int32Array(new SharedArrayBuffer(4)) };
new Worker('require("node:worker_threads").workerData[0] = 7;', { eval: true, workerData: cell.shared }).on('exit', () => {
  console.log(cell.shared[0]); //stop
});
`,
      },
      ask: ['lastChange(cell.shared[0])'],
    });
    const [, point] = result.points;
    assert.notEqual(point?.status, 'located');
    assert.deepEqual(result.notes, ['The program has started a worker thread: what happens there is not seen.']);
  });
});

describe('a run of more events than are kept', () => {
  const program = `
class Meter {
  #level = 0;
  total = 0;
  step(by) {
    this.#level += by; //P4
    if (by > 1) this.total = this.#level; //P2
  }
}
const meters = [new Meter(), new Meter()];
for (let round = 0; round < 50; round++) {
  meters[round % 2].step(round % 3);
  meters[1].list = [round];
}
console.log(meters[0].total); //stop
`;
  for (const lastOnlyFrom of [0, 30, 1000]) {
    it(`of ${lastOnlyFrom} is answered from the last of each place, with how often its line was passed`, () =>
      check(
        program,
        ['lastChange(meters[0].total)', 'lastCondition(P2)', 'lastChange(P2: this.#level)', 'lastChange(P1: meters[1].list[0])'],
        {
          P2: { before: 20, after: 23, hit: 15, candidates: { total: 18, rejected: { before: 0, sameness: 9, mayAffect: 0, index: 8 } } },
          P3: { line: 7, taken: 'then', hit: 45 },
          P4: { before: 21, after: 23, hit: 45 },
          P5: { line: 13, after: 49 },
        },
        { lastOnlyFrom },
      ));
  }
});

/** The answers are those that are given where `everything` is asked as well, so that the run records all. */
function areAsWhereAllAre(program: string, asked: readonly string[], everything: string): void {
  for (const lastOnlyFrom of [0, 30, 1_000_000])
    it(`are the same as where all are, recorded last-only from event ${lastOnlyFrom}`, async () => {
      const files = { 'program.js': program };
      const some = await why({ files, ask: asked, lastOnlyFrom });
      const all = await why({ files, ask: [...asked, everything], lastOnlyFrom });
      assert.deepEqual(some.points, all.points.slice(0, asked.length + 1));
      assert.equal(some.points.filter(({ status }) => status === 'located').length, asked.length + 1);
    });
}

describe('elements of which some are asked about', () => {
  const program = `
const list = [0, 0, 0], other = [], frozen = Object.freeze([1, 2, 3]), view = new Uint8Array(8);
const key = 2;
for (let round = 0; round < 60; round++) {
  for (const at of [0, 1, 2, round % 5, -1, '1']) (round % 3 ? list : round % 7 ? other : frozen)[at] = round;
  view[round % 8] = round;
  if (round % 4 === 0) list.push(round), list.reverse();
  if (round % 5 === 0) delete list[round % 6];
  if (round % 11 === 0) list.length = 2;
  [list[2], other[1]] = [round, round];
  list[key]++;
  Object.assign(list, [round, , round]);
}
console.log(list, other, view); //stop
`;
  const asked = [
    'lastChange(list[2])',
    'lastChange(P1: other[1])[-3]',
    'lastChange(P1: view[3])',
    'lastChange(P1: list[0])',
    'lastChange(P1: list.length)',
  ];

  areAsWhereAllAre(program, asked, 'lastChange(P1: list[key])');
});

describe('entries of which some are asked about', () => {
  const program = `
class Counter extends Map {
  set(key, value) { return super.set(key, value); }
  count(key) { this.set(key, (this.get(key) ?? 0) + 1); }
}
const key = 'b', counter = new Counter(), map = new Map([['a', 1], ['b', 2]]), set = new Set(), own = new Map();
const holder = { map }, weak = new WeakMap();
const sets = { set(key, value) { Reflect.apply(Map.prototype.set, map, [key, value]); } };
for (let round = 0; round < 60; round++) {
  const name = 'abc'[round % 3];
  counter.count(name);
  map.set(name, round).set(round, map.set('b', -round).size);
  if (round % 5 === 0) holder.map.set('b', round);
  sets.set(name, -1);
  set.add(round % 4).add(name);
  set.add(2);
  weak.set({}, round);
  if (round % 7 === 0) map.delete('b'), set.delete(name);
  if (round === 40) map.clear(), (own.set = (key, value) => Map.prototype.set.call(own, key, value));
  own.set(name, round); own.set('b', (map.set('b', 1), round));
  for (const [key, value] of [['b', round], [name, 1]]) [own.set].forEach((set) => set.call(own, key, value));
}
const { set: original } = Map.prototype;
Map.prototype.set = function (key, value) {
  return original.call(this, key, value);
};
map.set('c', 1); map.set('b', 7);
console.log(map, set, own); //stop
`;
  const asked = [
    'lastChange(map.get("b"))',
    'lastChange(P1: counter.get("b"))',
    'lastChange(P1: set.has(2))[-2]',
    'lastChange(P1: own.get("b"))',
    'lastChange(P1: map.get("c"))[-20]',
  ];

  areAsWhereAllAre(program, asked, 'lastChange(P1: map.get(key))');
});
