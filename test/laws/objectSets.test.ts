import fc from 'fast-check';
import { anyAlike, bottom, firstAlike, join, ofObjects, valueLattice, widen, withObjects } from '../../server/lattice/value.js';
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
