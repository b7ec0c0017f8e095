import { check } from '../support/querying.js';

/** What an object came into being with, where one of the language's own functions or a pattern has made it: that is its first change. */
describe('lastChange of what came into being with its object', () => {
  it('of arrays: the call is the write', () =>
    check(
      `
const source = [3, 1, 2];
const made = {
  map: source.map((x) => x * 2), //P2
  slice: source.slice(1), //P3
  split: 'a,b'.split(','), //P4
  sorted: source.toSorted(), //P5
  taken: [7, 8].splice(1, 1), //P6
  keys: Object.keys({ q: 1 }), //P7
  of: new Array(4, 5), //P8
  called: Array.prototype.map.call([1, 2], (x) => x), //P9
};
console.log(made); //stop
`,
      ['map[1]', 'slice[0]', 'split[1]', 'sorted[0]', 'taken[0]', 'keys[0]', 'of[1]', 'called[1]'].map(
        (place) => `lastChange(P1:made.${place})`,
      ),
      {
        P2: { column: 15, after: 2 },
        P3: { after: 1 },
        P4: { column: 16, after: 'b' },
        P6: { after: 8 },
        P8: { column: 7 },
        P9: { column: 31 },
      },
    ));

  it('of objects that are read, cloned or matched, with all their parts', () =>
    check(
      `
const { parse } = JSON;
const o = {
  parsed: parse('{"a":{"b":[1,2]}}'), //P2
  cloned: structuredClone({ a: { b: 1 } }), //P3
  from: Object.fromEntries([['k', 3]]), //P4
  entries: Object.entries({ q: 3 }), //P5
  found: /(a)(?<n>b)/.exec('xab'), //P6 P7
  error: new Error('boom', { cause: 3 }), //P8 P9
  made: Object.create(null, { z: { value: 3 } }), //P10
};
const all = [];
for (const match of 'ab'.matchAll(/./g)) all.push(match); //P11
console.log(o, all); //stop
`,
      [
        'lastChange(o.parsed.a.b[1])',
        'lastChange(P1:o.cloned.a.b)',
        'lastChange(P1:o.from.k)',
        'lastChange(P1:o.entries[0][1])',
        'lastChange(P1:o.found.index)',
        'lastChange(P1:o.found.groups.n)',
        'lastChange(P1:o.error.message)',
        'lastChange(P1:o.error.cause)',
        'lastChange(P1:o.made.z)',
        'lastChange(P1:all[1].index)',
      ],
      { P2: { after: 2 }, P6: { after: 1 }, P7: { after: 'b' }, P8: { column: 10, after: 'boom' }, P11: { after: 1 } },
    ));

  it('of what the rest of a pattern gathers: the dots are the write', () =>
    check(
      `
const { a, ...others } = { a: 1, b: 2 }; //P2
let [first, ...last] = [1, 2, 3]; //P3
let again;
({ a: first, ...again } = { a: 1, c: 3 }); //P4
function f({ d, ...named }, ...values) { //P5 P6
  for (const { e, ...each } of [{ e: 1, f: 2 }]) { //P7
    console.log(others, last, again, named, values, each); //stop
  }
}
f({ d: 1, g: 2 }, 5, 6);
`,
      ['others.b', 'last[1]', 'again.c', 'named.g', 'values[1]', 'each.f'].map((place) => `lastChange(P1:${place})`),
      {
        P2: { column: 12, after: 2 },
        P3: { column: 13, after: 3 },
        P4: { column: 14 },
        P5: { column: 17 },
        P6: { column: 29, after: 6 },
        P7: { column: 19 },
      },
    ));

  it('of what was written since, which is later; the change before it is the call', () =>
    check(
      `
const r = 'a,b'.split(','); //P3 P4
r[1] = 'z'; //P2
console.log(r); //stop
`,
      ['lastChange(r[1])', 'lastChange(P1:r[1])[-2]', 'lastChange(P2:r[1])'],
      { P2: { before: 'b', after: 'z' }, P3: { after: 'b' }, P4: { after: 'b' } },
    ));

  it('of what a reviver returns, which is written where it was called for', () =>
    check(
      `
const text = '{"a":1,"b":2,"c":3}';
const r = JSON.parse(text, function (key, value) { //P2 P4
  if (key === 'a') this.b = 5;
  if (key === 'b') this.z = 7; //P3
  return key === 'c' ? undefined : value;
});
console.log(r); //stop
`,
      ['lastChange(r.b)', 'lastChange(P1:r.z)', 'lastChange(P1:r.c)'],
      { P2: { column: 16, before: 5, after: 5 }, P3: { after: 7 }, P4: { before: 3 } },
    ));

  it('of what allSettled tells of each promise: the waiting is the write', () =>
    check(
      `
void (async () => {
  const rs = await Promise.allSettled([4, Promise.reject(new Error('no'))]); //P2 P3 P4 P5 P6
  const [r, s] = rs;
  r.mark = 1; //P7
  console.log(rs, r, s); //stop
})();
`,
      [
        'lastChange(r.value)',
        'lastChange(P1:s.reason)',
        'lastChange(P1:s.status)',
        'created(P1:s)',
        'lastChange(P1:rs[1])',
        'lastChange(P1:r.mark)',
      ],
      { P2: { after: 4 }, P4: { after: 'rejected' } },
    ));

  it('of no array that nobody was seen to make', () =>
    check(
      `
void Promise.any([Promise.reject(1)]).catch((e) => {
  console.log(e.errors); //stop
});
`,
      ['lastChange(e.errors.length)'],
      { P2: { reason: 'Its object is made by code that is not seen, which may have written it.' } },
    ));
});
