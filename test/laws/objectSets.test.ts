import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  anyAlike,
  Bit,
  bottom,
  firstAlike,
  firstGiven,
  join,
  ofBits,
  ofObjects,
  valueLattice,
  widen,
  leq,
  meet,
  withObjects,
} from '../../server/lattice/value.js';
import type { LocationId, Value } from '../../server/lattice/value.js';
import { itIsCaught, itObeysTheLaws } from './latticeLaws.js';
import type { Subject } from './latticeLaws.js';

/** Objects of their own, and some that are alike, of which one address stands for any. */
const own: readonly LocationId[] = [4, 9, 2 ** 29 + 1, anyAlike + 8];
const alike: readonly LocationId[] = [firstAlike + 1, firstAlike + 5, firstAlike + 400];
const all = [...own, ...alike, anyAlike];
const union = (locations: readonly LocationId[]): Value =>
  locations.reduce((value, location) => join(value, ofObjects([location])), bottom);
const at = (step: number): Value => ofObjects(all.slice(step % all.length, (step % all.length) + 1));

const subject: Subject<Value, LocationId> = {
  lattice: { ...valueLattice, top: union(all) },
  values: fc.subarray([...all]).map(union),
  concrete: fc.constantFrom(...own, ...alike),
  contains: ({ objects }, concrete) => objects.includes(concrete) || (alike.includes(concrete) && objects.includes(anyAlike)),
  rise: (_, step) => at(step),
  fall: (value, step) =>
    withObjects(
      value,
      [...value.objects].filter((location) => !at(step).objects.includes(location)),
    ),
  thresholds: [],
  longestChain: all.length + 1,
};

describe('the lattice of sets of objects, some of which are alike', () => {
  itObeysTheLaws(subject);

  describe('an adversary', () => {
    const withoutAny = (a: Value, b: Value): Value => ofObjects(a.objects.filter((location) => b.objects.includes(location)));
    itIsCaught(
      'a meet that takes any of them for another one',
      subject,
      { meet: withoutAny },
      'meet is the greatest lower bound and loses no common value',
    );
    itIsCaught(
      'a join that names those that any may be, too',
      subject,
      { join: (a, b) => ofObjects([...new Set([...a.objects, ...b.objects])].sort((x, y) => x - y)) },
      'join is the least upper bound',
    );
    itIsCaught('a widening that forgets', subject, { widen: (a) => a }, 'widen is an upper bound, and stays when nothing is new');
    itIsCaught(
      'a widening of lists',
      subject,
      { widen: (a, b) => (a.objects.includes(anyAlike) ? ofObjects([...a.objects]) : widen(a, b, [])) },
      'widen is an upper bound, and stays when nothing is new',
    );
  });
});

/** What was given, which an unknown object may be; and the unknown objects that were not given, of which one stands for all. */
const given: readonly LocationId[] = [firstGiven + 1, firstGiven + 5, anyAlike + 8];
const elsewhere: LocationId = -1;
const everything = [...given, elsewhere];
const unknown = ofBits(Bit.UnknownObject);
const unionOf = (locations: readonly LocationId[]): Value =>
  locations.reduce((value, location) => join(value, location === elsewhere ? unknown : ofObjects([location])), bottom);
const meaningOf = ({ bits, objects }: Value): readonly LocationId[] => ((bits & Bit.UnknownObject) !== 0 ? everything : objects);

describe('the preorder of given and unknown objects', () => {
  const both = fc.tuple(fc.subarray(everything).map(unionOf), fc.subarray(everything).map(unionOf));

  it('is the inclusion of concrete values', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        assert.equal(
          leq(a, b),
          meaningOf(a).every((location) => meaningOf(b).includes(location)),
        );
      }),
    );
  });

  it('has the meet below both, and it loses no common value', () => {
    fc.assert(
      fc.property(both, ([a, b]) => {
        const common = meet(a, b);
        assert.ok(leq(common, a) && leq(common, b));
        for (const location of meaningOf(a)) if (meaningOf(b).includes(location)) assert.ok(meaningOf(common).includes(location));
      }),
    );
  });
});
