import assert from 'node:assert/strict';
import {
  demandOf,
  demandOfAllocations,
  demandOfElements,
  demandOfEvents,
  demandOfField,
  demandOfForks,
  demandOfStep,
  demandOfSymbols,
  demandOfTexts,
  demandOfVariable,
  emptyDemand,
  joinDemands,
  leq,
  size,
  type Demand,
} from '../../adapter/querypoints/question/demand.js';
import { parseQueries, type Query } from '../../adapter/querypoints/question/question.js';

const [step] = parseQueries(['lastChange(P1: o.name)']) as [Query];

const samples: readonly Demand[] = [
  emptyDemand,
  demandOfField('f'),
  demandOfElements,
  demandOfSymbols,
  demandOfTexts,
  demandOfAllocations,
  demandOfEvents,
  demandOfVariable({ path: 'a.js', offset: 4 }),
  demandOfForks({ path: 'a.js', offset: 9 }),
  demandOfStep({ ...step, isStep: true }),
  ...['lastChange(a[1])', 'lastChange(o["k"])', "lastChange(m.get('k'))", 'lastCondition(P1)', 'origin(o.f)', 'inevitable(P1)'].map(
    (text) => demandOf(parseQueries([text]), []),
  ),
];

type Join = (x: Demand, y: Demand) => Demand;

/** The laws that a join breaks; none of a join-semilattice. */
function brokenLaws(join: Join): readonly string[] {
  const isSame = (x: Demand, y: Demand) => leq(x, y) && leq(y, x);
  const broken = new Set<string>();
  for (const x of samples) {
    if (!isSame(join(x, x), x)) broken.add('idempotent');
    if (!isSame(join(emptyDemand, x), x)) broken.add('least');
    for (const y of samples) {
      const both = join(x, y);
      if (!leq(x, both) || !leq(y, both)) broken.add('upper bound');
      if (!isSame(both, join(y, x))) broken.add('commutative');
      if (leq(x, y) && !isSame(both, y)) broken.add('least upper bound');
      if (leq(x, y) && size(x) > size(y)) broken.add('monotone size');
      for (const z of samples) if (!isSame(join(both, z), join(x, join(y, z)))) broken.add('associative');
    }
  }
  return [...broken];
}

describe('demands', () => {
  it('are a join-semilattice', () => {
    assert.deepEqual(brokenLaws(joinDemands), []);
  });

  it('are held against laws that a wrong join breaks', () => {
    assert.ok(brokenLaws((x) => x).includes('upper bound'));
    assert.ok(brokenLaws((x, y) => joinDemands(joinDemands(x, y), demandOfTexts)).includes('idempotent'));
  });

  it('of one index are less than those of all elements', () => {
    const one = demandOf(parseQueries(['lastChange(a[1])']), []);

    assert.ok(leq({ ...emptyDemand, indices: one.indices }, demandOfElements));
    assert.ok(!leq(demandOfElements, one));
  });
});
