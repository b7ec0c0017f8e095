import assert from 'node:assert/strict';
import { check, why } from '../support/querying.js';

describe('origin', () => {
  it('follows copies through fields, parameters and variables to where the value was computed', () =>
    check(
      `
class Store {
  put(value) { this.value = value; }
}
function forward(store, item) {
  const copy = item;
  store.put(copy);
}
const store = new Store();
const seed = 6;
forward(store, seed * 7); //P2
console.log(store.value); //stop
`,
      ['origin(store.value)'],
      {
        P2: {
          column: 16,
          after: 42,
          steps: [
            { expression: 'store.value', file: 'program.js', line: 3, column: 16 },
            { expression: 'value', file: 'program.js', line: 3, column: 7 },
            { expression: 'copy', file: 'program.js', line: 6, column: 9 },
            { expression: 'item', file: 'program.js', line: 5, column: 25 },
          ],
        },
      },
    ));

  it('follows them through patterns, literals, spreads, optional chains, awaits and containers', () =>
    check(
      `
export const config = JSON.parse('{"a": {"b": [1, {"c": 3}]}}');
const seed = 6;
config.a.b[1].d ||= seed * 7; //P2 P3
const v = config?.a?.b?.[1].d;
const box = { inner: { v } };
const { inner: { v: w } } = box;
const [, [second]] = [0, [w]];
function show({ shown, options: { deep = 1 } = {} }) {
  const list = [];
  list.push(shown);
  const entries = new Map();
  entries.set('k', list[0]);
  return [entries.get('k'), deep];
}
const made = show({ shown: second, options: {} });
const copy = { ...{ first: await made[0] }, x: 1 };
const part = copy;
const more = { ...part };
console.log(more.first); //stop
`,
      ['origin(made[0])', 'origin(P1:more.first)'],
      {
        P2: {
          column: 1,
          after: 42,
          steps: [
            { expression: 'made[0]', file: 'program.mjs', line: 14, column: 11 },
            { expression: "entries.get('k')", file: 'program.mjs', line: 13, column: 11 },
            { expression: 'list[0]', file: 'program.mjs', line: 11, column: 8 },
            { expression: 'shown', file: 'program.mjs', line: 9, column: 17 },
            { expression: 'second', file: 'program.mjs', line: 8, column: 11 },
            { expression: 'w', file: 'program.mjs', line: 7, column: 21 },
            { expression: 'box.inner.v', file: 'program.mjs', line: 6, column: 24 },
            { expression: 'v', file: 'program.mjs', line: 5, column: 7 },
            { expression: 'config.a.b[1].d', file: 'program.mjs', line: 4, column: 1 },
          ],
        },
        P3: { after: 42 },
      },
    ));

  it('takes the way of a choice that was taken', () =>
    check(
      `
const defaults = { size: 4 }; //P2
const given = JSON.parse('{"size": null, "other": 7}');
const flag = given.other > 5;
const size = given.size ?? defaults.size;
const chosen = flag ? size : given.other;
const either = given.size || chosen;
const both = flag && either;
const literal = flag ? 9 : both; //P3
console.log(both, literal); //stop
`,
      ['origin(both)', 'origin(P1:literal)'],
      { P2: { after: 4 }, P3: { after: 9 } },
    ));

  it('finds the earlier change where what was copied is something else by now, if only one can be meant', () =>
    check(
      `
const source = { v: 1 }; //P2
const kept = [source.v, source.v = 2];
let w = 3, other;
w = 4; w = 3; other = [w, w = 5, w = 3, w = 6];
console.log(kept[0], other[0]); //stop
`,
      ['origin(kept[0])', 'origin(P1:other[0])'],
      { P2: { after: 1 }, P3: { status: 'not-found', line: null } },
    ));

  it('follows rest elements, parameters that are spread, arguments, and objects to where they came into being', () =>
    check(
      `
const source = [1, 2 + 2, { w: 5 }]; //P2
const [, ...rest] = source;
const { w, ...others } = { w: 1, x: { y: 6 * 7 } }; //P4
function first(...all) { return all[1]; }
function second() { return arguments[1]; }
function third({ b = 5 } = {}) { return b; } //P6
const seven = 3 + 4; //P3 P5
const x = first(0, seven), y = second.apply(null, [0, seven]), z = third();
class A { own() { const self = this; return self; } }
const a = new A(); //P7
const me = a.own();
console.log(rest[0], others.x.y, x, y, z, me); //stop
`,
      ['origin(rest[0])', 'origin(P1:x)', 'origin(P1:others.x.y)', 'origin(P1:y)', 'origin(P1:z)', 'origin(P1:me)'],
    ));

  it('needs a few runs, however many copies there are', async () => {
    const program = `
class Box { constructor(v) { this.v = v; } put(v) { this.v = v; return this; } }
const first = 6 * 7;
let a = 0;
const list = [3, first];
for (const one of list) a = one;
const box = new Box(1).put(a);
const b = box.v;
function down(n, x) { if (n > 0) { const r = down(n - 1, x); return r; } return x; }
const c = down(3, b);
let d;
d ??= c;
const { e: [f] } = { e: [d, 8] };
const g = f > 0 ? f : d;
console.log(g); //stop
`;
    const { points, result } = await why({ files: { 'program.js': program }, ask: ['origin(g)'] });
    assert.deepEqual([points[1]?.['status'], points[1]?.line], ['located', 3]);
    assert.ok((points[1]?.['steps'] as readonly unknown[]).length > 12);
    assert.ok(result.executions <= 7, `${result.executions} runs`);
  });

  it('ends where a value came in from Node', () =>
    check(
      `
import http from 'node:http';
import { EOL } from 'node:os';
const address = new URL('http://x/y?z=1');
const path = address.pathname; //P2
const method = http.METHODS[2]; //P3
const end = EOL; //P4
const here = import.meta.url; //P5
const value = new Headers({ a: 'b' });
const header = value.get('a'); //P6
address.pathname = '/z'; //P7
const other = address.pathname;
console.log(path, method, end, here, header, other); //stop
`,
      ['origin(path)', 'origin(P1:method)', 'origin(P1:end)', 'origin(P1:here)', 'origin(P1:header)', 'origin(P1:other)'],
    ));
});
