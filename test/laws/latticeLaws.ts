import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Lattice } from '../../server/lattice/lattice.js';

/** A lattice with what its laws are tested on. */
export interface Subject<T, C> {
  readonly lattice: Lattice<T>;
  readonly values: fc.Arbitrary<T>;
  readonly concrete: fc.Arbitrary<C>;
  contains(value: T, concrete: C): boolean;
  /** Values that rise (or fall) as slowly as the domain admits, for the termination of extrapolation. */
  rise(value: T, step: number): T;
  fall(value: T, step: number): T;
  /** Ascending, as the solver gives them. */
  readonly thresholds: readonly number[];
  /** No chain may be longer than this. */
  readonly longestChain: number;
}

/** Each law throws when the subject breaks it; all of them together are what the solver relies on. */
const laws = {
  'leq is a partial order between bottom and top, and inclusion of concrete values': <T, C>(subject: Subject<T, C>): void => {
    const { lattice, values } = subject;
    check(subject, (x, y, z) => {
      holds(lattice.leq(x, x), 'reflexive');
      holds(lattice.leq(lattice.bottom, x) && lattice.leq(x, lattice.top), 'bottom and top');
      if (lattice.leq(x, y) && lattice.leq(y, z)) holds(lattice.leq(x, z), 'transitive');
      if (lattice.leq(x, y) && lattice.leq(y, x)) assert.deepEqual(x, y, 'antisymmetric: equal sets have equal fields');
    });
    fc.assert(
      fc.property(values, values, subject.concrete, (x, y, concrete) => {
        if (lattice.leq(x, y) && subject.contains(x, concrete)) holds(subject.contains(y, concrete), 'inclusion');
        holds(!subject.contains(lattice.bottom, concrete) && subject.contains(lattice.top, concrete), 'extremes');
      }),
      runs,
    );
  },

  'join is the least upper bound': <T, C>(subject: Subject<T, C>): void => {
    const { lattice } = subject;
    check(subject, (x, y, z) => {
      const joined = lattice.join(x, y);
      holds(lattice.leq(x, joined) && lattice.leq(y, joined), 'upper bound');
      if (lattice.leq(x, z) && lattice.leq(y, z)) holds(lattice.leq(joined, z), 'least');
      assert.deepEqual(joined, lattice.join(y, x), 'commutative');
      if (lattice.leq(y, x)) holds(joined === x, 'keeps the identity of the first');
      else if (lattice.leq(x, y)) holds(joined === y, 'keeps the identity of the second');
    });
  },

  'meet is the greatest lower bound and loses no common value': <T, C>(subject: Subject<T, C>): void => {
    const { lattice } = subject;
    check(subject, (x, y, z) => {
      const met = lattice.meet(x, y);
      holds(lattice.leq(met, x) && lattice.leq(met, y), 'lower bound');
      if (lattice.leq(z, x) && lattice.leq(z, y)) holds(lattice.leq(z, met), 'greatest');
      assert.deepEqual(met, lattice.meet(y, x), 'commutative');
      if (lattice.leq(x, y)) holds(met === x, 'keeps the identity of the first');
      else if (lattice.leq(y, x)) holds(met === y, 'keeps the identity of the second');
    });
    fc.assert(
      fc.property(subject.values, subject.values, subject.concrete, (x, y, concrete) => {
        if (subject.contains(x, concrete) && subject.contains(y, concrete))
          holds(subject.contains(lattice.meet(x, y), concrete), 'common value');
      }),
      runs,
    );
  },

  'widen is an upper bound, and stays when nothing is new': <T, C>(subject: Subject<T, C>): void => {
    const { lattice, thresholds } = subject;
    check(subject, (x, y) => {
      for (const widened of [lattice.widen(x, y, thresholds), lattice.widen(x, y, [])]) {
        holds(lattice.leq(x, widened) && lattice.leq(y, widened), 'upper bound');
        holds(!lattice.leq(y, x) || widened === x, 'stays');
      }
    });
  },

  'every ascending chain ends': <T, C>(subject: Subject<T, C>): void => {
    const { lattice, thresholds, longestChain } = subject;
    fc.assert(
      fc.property(subject.values, fc.array(fc.nat(1000), { minLength: 1, maxLength: 5 }), (start, steps) => {
        let current = start;
        let changes = 0;
        // The adversary always finds something new, until there is nothing left.
        for (let i = 0; i < 3 * longestChain; i++) {
          const next = lattice.join(current, subject.rise(current, steps[i % steps.length] ?? 0));
          const widened = lattice.widen(current, next, thresholds);
          if (widened !== current) changes++;
          current = widened;
        }
        holds(changes <= longestChain, `${changes} changes`);
      }),
      { numRuns: 300 },
    );
  },

  'narrow stays between its arguments': <T, C>(subject: Subject<T, C>): void => {
    const { lattice } = subject;
    check(subject, (x, y) => {
      const next = lattice.meet(x, y);
      const narrowed = lattice.narrow(x, next);
      holds(lattice.leq(next, narrowed), 'above the next');
      holds(lattice.leq(narrowed, x), 'below the previous');
      holds(!lattice.leq(x, next) || narrowed === x, 'stays');
    });
  },

  'every descending chain ends': <T, C>(subject: Subject<T, C>): void => {
    const { lattice, longestChain } = subject;
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(lattice.top), subject.values),
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 5 }),
        (start, steps) => {
          let current = start;
          let changes = 0;
          for (let i = 0; i < 3 * longestChain; i++) {
            const narrowed = lattice.narrow(current, lattice.meet(current, subject.fall(current, steps[i % steps.length] ?? 0)));
            if (narrowed !== current) changes++;
            current = narrowed;
          }
          holds(changes <= longestChain, `${changes} changes`);
        },
      ),
      { numRuns: 300 },
    );
  },
} as const;

export type Law = keyof typeof laws;
const lawNames = Object.keys(laws).map((name) => {
  assert.ok(isLaw(name));
  return name;
});

function isLaw(name: string): name is Law {
  return name in laws;
}

const runs = { numRuns: 20_000 };

function check<T, C>(subject: Subject<T, C>, property: (x: T, y: T, z: T) => void): void {
  fc.assert(fc.property(subject.values, subject.values, subject.values, property), runs);
}

function holds(condition: boolean, what: string): void {
  assert.ok(condition, what);
}

/** Declares one test per law. */
export function itObeysTheLaws<T, C>(subject: Subject<T, C>): void {
  for (const name of lawNames) it(name, () => laws[name](subject));
}

/** A broken lattice must break the law that is there for it: a law that passes it proves nothing. */
export function itIsCaught<T, C>(what: string, subject: Subject<T, C>, broken: Partial<Lattice<T>>, by: Law): void {
  it(`${what}: caught by "${by}"`, () => {
    assert.throws(() => laws[by]({ ...subject, lattice: { ...subject.lattice, ...broken } }));
  });
}
