import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as maps from '../../../server/base/intMap.js';
import type { IntMap } from '../../../server/base/intMap.js';

const entries = fc.array(fc.tuple(fc.nat(200), fc.nat(5)), { maxLength: 40 });
const build = (pairs: readonly (readonly [number, number])[]): IntMap<number> =>
  pairs.reduce<IntMap<number>>((map, [key, value]) => maps.set(map, key, value), null);
const toMap = (map: IntMap<number>): Map<number, number> => {
  const result = new Map<number, number>();
  maps.forEach(map, (key, value) => result.set(key, value));
  return result;
};
const sorted = (map: Map<number, number>): [number, number][] => [...map].sort(([a], [b]) => a - b);

describe('IntMap', () => {
  it('behaves as a Map under set, get and remove, in ascending order', () => {
    fc.assert(
      fc.property(entries, fc.array(fc.nat(200)), (pairs, removed) => {
        let map = build(pairs);
        const model = new Map(pairs);
        for (const key of removed) {
          map = maps.remove(map, key);
          model.delete(key);
        }
        assert.deepEqual([...toMap(map)], sorted(model));
        for (let key = 0; key <= 200; key++) assert.equal(maps.get(map, key), model.get(key));
        assert.equal(maps.size(map), model.size);
      }),
    );
  });

  it('finds and rewrites what has a mark as if it looked at every value, also in maps made of others', () => {
    const rewrite = (value: number): number => (value === 3 ? 4 : value);
    const rewritten = (map: IntMap<number>): IntMap<number> => maps.rewriteMarked(map, 1 << 3, (value) => 1 << value, rewrite);
    fc.assert(
      fc.property(entries, entries, (pairs, more) => {
        let map = build(pairs);
        assert.deepEqual([...toMap(rewritten(map))], [...toMap(maps.mapValues(map, rewrite))]);
        const hasThree = [...toMap(map).values()].includes(3);
        if (!hasThree) assert.equal(rewritten(map), map);
        const isThree = (value: number): boolean => value === 3;
        assert.equal(
          maps.someMarked(map, 1 << 3, (value) => 1 << value, isThree),
          hasThree,
        );
        for (const [key, value] of more) map = maps.set(map, key, value);
        assert.deepEqual([...toMap(rewritten(map))], [...toMap(maps.mapValues(map, rewrite))]);
      }),
    );
  });

  it('combines pointwise, keeping one-sided keys as asked', () => {
    fc.assert(
      fc.property(entries, entries, fc.boolean(), fc.boolean(), (left, right, keepLeft, keepRight) => {
        const combined = toMap(
          maps.combine(build(left), build(right), {
            both: (x, y) => (Math.max(x, y) === 5 ? undefined : Math.max(x, y)),
            keepLeft,
            keepRight,
          }),
        );
        const a = new Map(left);
        const b = new Map(right);
        const expected = new Map<number, number>();
        for (const key of new Set([...a.keys(), ...b.keys()])) {
          const x = a.get(key);
          const y = b.get(key);
          if (x !== undefined && y !== undefined) {
            if (x === y || Math.max(x, y) !== 5) expected.set(key, Math.max(x, y));
          } else if (x !== undefined && keepLeft) expected.set(key, x);
          else if (y !== undefined && keepRight) expected.set(key, y);
        }
        // Subtrees that are the same object are taken over unseen, so that a dropped value may stay in them.
        for (const [key, value] of combined) assert.equal(expected.get(key) ?? a.get(key), value);
        for (const [key, value] of expected) assert.equal(combined.get(key), value);
      }),
    );
  });

  it('asks about every key on which two maps differ', () => {
    fc.assert(
      fc.property(entries, entries, (left, right) => {
        const a = new Map(left);
        const b = new Map(right);
        const asked = new Map<number, [number | undefined, number | undefined]>();
        maps.every(build(left), build(right), (x, y, key) => {
          asked.set(key, [x, y]);
          return true;
        });
        for (const key of new Set([...a.keys(), ...b.keys()])) {
          if (a.get(key) !== b.get(key)) assert.deepEqual(asked.get(key), [a.get(key), b.get(key)]);
        }
      }),
    );
  });

  it('shares what does not change', () => {
    const map = build([
      [1, 1],
      [2, 2],
      [130, 3],
    ]);
    assert.equal(maps.set(map, 2, 2), map);
    assert.equal(maps.remove(map, 77), map);
    assert.equal(
      maps.mapValues(map, (value) => value),
      map,
    );
    assert.equal(
      maps.combine(
        map,
        build([
          [1, 1],
          [2, 2],
          [130, 3],
        ]),
        { both: Math.max, keepLeft: true, keepRight: true },
      ),
      map,
    );
  });
});
