import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as zones from '../../server/lattice/zone.js';
import type { Range, RangeOf, Zone } from '../../server/lattice/zone.js';
import { runsOf } from '../support/counts.js';

/** A zone with the ranges of its dimensions, and the operations that the laws are asked of: an adversary replaces one. */
interface Operations {
  readonly join: typeof zones.join;
  readonly widen: typeof zones.widen;
  readonly meet: typeof zones.meet;
  readonly leq: typeof zones.leq;
  readonly close: typeof zones.close;
  readonly constrain: typeof zones.constrain;
  readonly forget: typeof zones.forget;
  readonly shift: typeof zones.shift;
  readonly assign: typeof zones.assign;
}
interface Subject {
  readonly zone: Zone;
  readonly ranges: readonly Range[];
}

const names = [0, 1, 2, 3];
type Point = readonly number[];
const rangeOf =
  (ranges: readonly Range[]): RangeOf =>
  (dimension) =>
    ranges[dimension] ?? null;

const small = fc.integer({ min: -4, max: 4 });
const finite: fc.Arbitrary<Point> = fc.tuple(small, small, small, small);
/** What is no integer counts as infinite. */
const any = fc.oneof({ arbitrary: small, weight: 4 }, { arbitrary: fc.constant(Infinity), weight: 1 });
const points: fc.Arbitrary<Point> = fc.tuple(any, any, any, any);
const constraints = fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.integer({ min: -3, max: 5 })), { maxLength: 6 });

function zoneOf(given: readonly (readonly [number, number, number])[]): Zone {
  let zone: Zone = zones.unconstrained;
  for (const [x, y, c] of given) zone = zones.constrain(zone, x, y, c) ?? zone;
  return zone;
}

const ends = fc.tuple(fc.integer({ min: -5, max: -1 }), fc.integer({ min: 0, max: 5 }), fc.nat(5));
const range = ends.map(([min, max, kind]): Range => ({ min: kind === 0 ? Infinity : min, max: kind < 2 ? Infinity : max }));
const subjects: fc.Arbitrary<Subject> = fc
  .tuple(constraints, fc.tuple(range, range, range, range))
  .map(([given, ranges]) => ({ zone: zoneOf(given), ranges }));

const isIn = (zone: Zone, point: Point): boolean =>
  zone.dimensions.every((x) => zone.dimensions.every((y) => (point[x] ?? 0) <= (point[y] ?? 0) + zones.bound(zone, x, y)));
const contains = ({ zone, ranges }: Subject, point: Point): boolean =>
  isIn(zone, point) && ranges.every(({ min, max }, i) => (point[i] ?? 0) >= min && (point[i] ?? 0) <= max);
const hull = (a: readonly Range[], b: readonly Range[]): readonly Range[] =>
  a.map(({ min, max }, i) => ({ min: Math.min(min, b[i]?.min ?? min), max: Math.max(max, b[i]?.max ?? max) }));

const runs = { numRuns: runsOf(400) };
const changed = (point: Point, x: number, value: number): Point => point.map((old, i) => (i === x ? value : old));

const laws: Readonly<Record<string, (operations: Operations) => void>> = {
  'join contains what either contains, and keeps an operand that is the result': ({ join }) =>
    fc.assert(
      fc.property(subjects, subjects, points, (a, b, point) => {
        const zone = join(a.zone, b.zone, rangeOf(a.ranges), rangeOf(b.ranges));
        if (contains(a, point) || contains(b, point)) assert.ok(contains({ zone, ranges: hull(a.ranges, b.ranges) }, point));
        assert.equal(join(a.zone, a.zone, rangeOf(a.ranges), rangeOf(a.ranges)), a.zone);
      }),
      runs,
    ),

  'join keeps what both say, one of them by its ranges': ({ join }) => {
    const start = zones.unconstrained;
    const later = zoneOf([[0, 1, -1]]);
    const zone = join(start, later, rangeOf([point(0), { min: 1, max: 9 }]), rangeOf([point(1), { min: 2, max: 9 }]));
    assert.equal(zones.bound(zone, 0, 1), -1);
  },

  'widen contains what either contains, and stays when nothing is new': ({ widen }) =>
    fc.assert(
      fc.property(subjects, subjects, points, (a, b, at) => {
        const zone = widen(a.zone, b.zone, rangeOf(b.ranges));
        if (contains(a, at) || contains(b, at)) assert.ok(isIn(zone, at));
        if (zones.leq(b.zone, a.zone, rangeOf(b.ranges))) assert.equal(zone, a.zone);
      }),
      runs,
    ),

  'every chain of widenings ends': ({ widen }) =>
    fc.assert(
      fc.property(fc.array(subjects, { minLength: 40, maxLength: 40 }), (steps) => {
        let zone = zoneOf([
          [0, 1, -3],
          [1, 2, -3],
          [2, 3, -3],
        ]);
        let changes = 0;
        for (const [i, step] of steps.entries()) {
          // Grows as slowly as it can: one bound by one.
          const grown = zoneOf([[0, 1, i - 2], [1, 2, -3], [2, 3, -3], ...weakened(step.zone)]);
          const next = widen(zone, zones.join(zone, grown, noRange, noRange), noRange);
          if (next !== zone) changes++;
          zone = next;
        }
        assert.ok(changes <= names.length * names.length, `${changes} changes`);
      }),
      { numRuns: runsOf(40) },
    ),

  'widen closes nothing that it was given': ({ widen }) => {
    const open = zones.meet(zoneOf([[0, 1, 1]]), zoneOf([[1, 2, 1]]));
    const next = zoneOf([
      [0, 1, 1],
      [1, 2, 5],
      [0, 2, 2],
    ]);
    const zone = widen(open, next, noRange);
    assert.equal(zones.bound(zone, 0, 2), Infinity);
  },

  'meet contains what both contain and nothing else': ({ meet }) =>
    fc.assert(
      fc.property(subjects, subjects, points, (a, b, at) => {
        assert.equal(isIn(meet(a.zone, b.zone), at), isIn(a.zone, at) && isIn(b.zone, at));
      }),
      runs,
    ),

  'leq is inclusion': ({ leq }) =>
    fc.assert(
      fc.property(subjects, subjects, points, (a, b, at) => {
        if (leq(a.zone, b.zone, rangeOf(a.ranges)) && contains(a, at)) assert.ok(isIn(b.zone, at));
        assert.ok(leq(a.zone, a.zone, noRange) && leq(a.zone, zones.unconstrained, noRange));
      }),
      runs,
    ),

  'closing changes no set, and finds what follows': ({ close }) =>
    fc.assert(
      fc.property(constraints, constraints, finite, (a, b, at) => {
        const open = zones.meet(zoneOf(a), zoneOf(b));
        const closed = close(open);
        assert.equal(closed !== null && isIn(closed, at), isIn(open, at));
        if (closed === null) return;
        for (const x of names)
          for (const y of names)
            for (const z of names) assert.ok(zones.bound(closed, x, z) <= zones.bound(closed, x, y) + zones.bound(closed, y, z));
      }),
      runs,
    ),

  'constrain takes the part with the constraint': ({ constrain }) =>
    fc.assert(
      fc.property(subjects, fc.nat(3), fc.nat(3), fc.integer({ min: -6, max: 6 }), finite, (a, x, y, c, at) => {
        const part = constrain(a.zone, x, y, c);
        assert.equal(part !== null && isIn(part, at), isIn(a.zone, at) && (at[x] ?? 0) - (at[y] ?? 0) <= c);
      }),
      runs,
    ),

  'forget, shift and assign follow the variable': ({ forget, shift, assign }) =>
    fc.assert(
      fc.property(subjects, fc.nat(3), fc.nat(3), small, fc.nat(3), points, (a, x, y, c, more, at) => {
        if (!isIn(a.zone, at)) return;
        assert.ok(isIn(forget(a.zone, x), changed(at, x, c)));
        for (const by of [c, c + more]) assert.ok(isIn(shift(a.zone, x, c, c + more), changed(at, x, (at[x] ?? 0) + by)));
        const exact = shift(a.zone, x, c, c);
        assert.ok(zones.leq(a.zone, shift(exact, x, -c, -c), noRange), 'a shift can be undone');
        if (x === y) return;
        const assigned = assign(a.zone, x, y, c);
        assert.ok(isIn(assigned, changed(at, x, (at[y] ?? 0) + c)));
        assert.equal(zones.bound(assigned, x, y), c);
        assert.equal(zones.bound(assigned, y, x), 0 - c);
      }),
      runs,
    ),

  'bounds that doubles cannot hold are left out': ({ constrain, shift }) => {
    const zone = constrain(zones.unconstrained, 0, 1, 2 ** 53 - 1) ?? zones.unconstrained;
    assert.equal(zones.bound(shift(zone, 0, 1, 1), 0, 1), Infinity);
    assert.equal(zones.bound(constrain(zones.unconstrained, 0, 1, 2 ** 54) ?? zones.unconstrained, 0, 1), Infinity);
  },
};

const point = (value: number): Range => ({ min: value, max: value });
const bounded =
  (ranges: RangeOf): RangeOf =>
  (dimension) => {
    const { min, max } = ranges(dimension) ?? { min: 0, max: 0 };
    return { min: Math.min(min, 5), max: Math.min(max, 5) };
  };
const noRange: RangeOf = () => null;
const weakened = (zone: Zone): [number, number, number][] =>
  zone.dimensions.flatMap((x) => zone.dimensions.map((y): [number, number, number] => [x, y, Math.max(0, zones.bound(zone, x, y))]));

/** What an operation may do wrong, and the law that must notice. */
const adversaries: readonly (readonly [string, Partial<Operations>])[] = [
  ['a widening that never widens', { widen: (a, b) => zones.join(a, b, noRange, noRange) }],
  ['a widening that closes', { widen: (a, b, ranges) => zones.widen(zones.close(a) ?? a, b, ranges) }],
  ['a widening that keeps what is new', { widen: (a) => a }],
  ['a join that takes the better bound', { join: (a, b) => zones.meet(a, b) }],
  ['a join that ignores ranges', { join: (a, b) => zones.join(a, b, noRange, noRange) }],
  ['a join for which what is no integer is large', { join: (a, b, x, y, known) => zones.join(a, b, bounded(x), bounded(y), known) }],
  ['a join that forgets its second operand', { join: (a) => a }],
  ['a meet that takes one operand', { meet: (a) => a }],
  ['an order that is always true', { leq: () => true }],
  ['a closure that does nothing', { close: (a) => a }],
  ['a constraint that is off by one', { constrain: (a, x, y, c) => zones.constrain(a, x, y, c - 1) }],
  ['forgetting nothing', { forget: (a) => a }],
  ['a shift to the other side', { shift: (a, x, min, max) => zones.shift(a, x, -max, -min) }],
  ['an assignment that keeps the old value', { assign: (a, x, y, c) => zones.constrain(a, x, y, c) ?? a }],
];

describe('zones', () => {
  for (const [law, holds] of Object.entries(laws)) it(law, () => holds(zones));
});

describe('the laws of zones notice', () => {
  for (const [name, wrong] of adversaries) {
    it(name, () => {
      const operations = { ...zones, ...wrong };
      const broken = Object.values(laws).some((holds) => {
        try {
          holds(operations);
          return false;
        } catch {
          return true;
        }
      });
      assert.ok(broken);
    });
  }
});
