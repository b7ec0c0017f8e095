import assert from 'node:assert/strict';
import { assertSameAnswers } from '../support/sameAnswers.js';
import { check } from '../support/querying.js';

const program = `
class Registry extends Map { set(key, value) { return super.set(key, value); } }
const map = new Map();
map.set('a', 1);
map.set('b', 2);
map.set('a', 3);
map.delete('b');
map.delete('none');
const set = new Set([1, 2]);
set.add(2);
set.add(3);
set.clear();
const empty = new Set(), word = new Set('abc'), registry = new Registry([['a', 1]]);
word['clear']();
registry.set('b', 2);
console.log(map, set, empty, word, registry); //stop
`;

describe('lastChange of sizes', () => {
  it('is the call by which entries came or went, in a run and in its recording', async () => {
    const places = [
      'map.size',
      'map.size)[-2]',
      'map.size)[-4]',
      'set.size',
      'set.size)[-2]',
      'set.size)[-3]',
      'set.size)[-4]',
      'empty.size',
    ];
    const asked = [...places, 'word.size)[-2]', 'registry.size'].map((place) => `lastChange(P1:${place}${place.includes(')') ? '' : ')'}`);
    const points = await assertSameAnswers([program, asked]);
    const number = (one: unknown): unknown => (typeof one === 'number' ? one : null);
    assert.deepEqual(
      points.slice(1).map(({ line, status, before, after }) => [line, status, number(before), number(after)]),
      [
        [7, 'located', 2, 1],
        [5, 'located', 1, 2],
        [null, 'initial', null, null],
        [12, 'located', 3, 0],
        [11, 'located', 2, 3],
        [9, 'located', 0, 2],
        [null, 'initial', null, null],
        [13, 'initial', null, 0],
        [13, 'located', 0, 3],
        [2, 'located', 1, 2],
      ],
    );
  });

  it('says what never changes', () =>
    check(
      `
const word = 'abc', bytes = new Uint8Array(4);
const grows = new ArrayBuffer(8, { maxByteLength: 16 });
grows.resize(12);
console.log(word, bytes, grows); //stop
`,
      ['word.length', 'bytes.byteLength', 'bytes.length', 'grows.byteLength'].map((place) => `lastChange(P1:${place})`),
      {
        P2: { status: 'not-found', reason: 'word is abc, whose parts never change: ask about word.' },
        P3: { status: 'initial', reason: 'It never changes.', line: 2 },
        P4: { status: 'initial', reason: 'It never changes.', line: 2 },
        P5: { status: 'not-found' },
      },
    ));

  it('sees what a private field holds, outside of its class', async () => {
    const shop = `
class Shop {
  #stock = new Map([['a', 1]]);
  #list = [1];
  sell(key) { this.#stock.delete(key); }
  add(key) { this.#list.push(key); }
}
const shop = new Shop();
shop.sell('a');
shop.add('b');
console.log(shop); //stop
`;
    const points = await assertSameAnswers([
      shop,
      ['lastChange(P1:shop.#stock.size)', "lastChange(P1:shop.#stock.get('a'))", 'lastChange(P1:shop.#list.length)'],
    ]);
    assert.deepEqual(
      points.slice(1).map(({ line, before, after }) => [line, before, after]),
      [
        [5, 1, 0],
        [5, 1, undefined],
        [6, 1, 2],
      ],
    );
  });
});
