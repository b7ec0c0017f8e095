import assert from 'node:assert/strict';
import fc from 'fast-check';
import { minimalConflict } from '../../../server/diagnosis/conflicts.js';
import { minimalDiagnoses } from '../../../server/diagnosis/hittingSets.js';

const count = 9;
const components = Array.from({ length: count }, (_, i) => i);
const aSet = fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { minLength: 1, maxLength: 5 });
const someConflicts = fc.array(aSet, { minLength: 1, maxLength: 5 });

const contains = (outer: readonly number[], inner: readonly number[]): boolean => inner.every((each) => outer.includes(each));
const sorted = (sets: readonly (readonly number[])[]): readonly string[] => sets.map((set) => [...set].sort((a, b) => a - b).join()).sort();

/** All subsets of the components, the smaller first. */
const subsets = Array.from({ length: 1 << count }, (_, bits) => components.filter((each) => (bits >> each) & 1)).sort(
  (a, b) => a.length - b.length,
);

describe('a minimal conflict', () => {
  it('is one of the smallest parts that are conflicts, in at most 2k·log2(n/k) + 2k questions', async () => {
    const property = fc.asyncProperty(someConflicts, async (conflicts) => {
      let questions = 0;
      const isConflict = (working: readonly number[]): boolean => conflicts.some((conflict) => contains(working, conflict));
      const found = await minimalConflict(components, (working) => {
        questions++;
        return Promise.resolve(isConflict(working));
      });
      assert.ok(isConflict(found));
      for (const left of found) assert.ok(!isConflict(found.filter((each) => each !== left)), `${left} is needed`);
      const k = found.length;
      assert.ok(questions <= 2 * k * Math.log2(count / k) + 2 * k, `${questions} questions for ${k} of ${count}`);
    });
    await fc.assert(property);
  });

  it('of few among many takes few questions', async () => {
    const many = Array.from({ length: 1024 }, (_, i) => i);
    let questions = 0;
    const found = await minimalConflict(many, (working) => {
      questions++;
      return Promise.resolve(contains(working, [3, 700]));
    });
    assert.deepEqual(found, [3, 700]);
    assert.ok(questions <= 2 * 2 * Math.log2(1024 / 2) + 2 * 2, `${questions}`);
  });
});

describe('minimal diagnoses', () => {
  it('are the minimal sets that hit every conflict, as trying all sets finds them', async () => {
    const property = fc.asyncProperty(someConflicts, fc.integer({ min: 1, max: 3 }), async (conflicts, cardinality) => {
      const isRefuted = (set: readonly number[]): boolean => conflicts.some((conflict) => !conflict.some((each) => set.includes(each)));
      const expected: (readonly number[])[] = [];
      for (const set of subsets.filter(({ length }) => length <= cardinality))
        if (!isRefuted(set) && !expected.some((smaller) => contains(set, smaller))) expected.push(set);
      const found = await minimalDiagnoses({
        components,
        cardinality,
        isRefuted: (set) => Promise.resolve(isRefuted(set)),
        conflictBeside: (set) =>
          minimalConflict(
            components.filter((each) => !set.includes(each)),
            (working) => Promise.resolve(conflicts.some((conflict) => contains(working, conflict))),
          ),
        isOver: () => false,
      });
      assert.deepEqual(sorted(found.diagnoses), sorted(expected));
      assert.ok(found.isComplete);
    });
    await fc.assert(property);
  });

  it('of area and circumference (paper 4, section 2): the radius or the area, and nothing that holds one of them', async () => {
    const { diagnoses } = await minimalDiagnoses({
      components: [1, 2, 3],
      cardinality: 2,
      isRefuted: (set) => Promise.resolve(!set.includes(1) && !set.includes(2)),
      conflictBeside: () => Promise.resolve([1, 2]),
      isOver: () => false,
    });
    assert.deepEqual(diagnoses, [[1], [2]]);
  });

  it('that take too long are not complete', async () => {
    const result = await minimalDiagnoses({
      components,
      cardinality: 2,
      isRefuted: () => Promise.resolve(true),
      conflictBeside: (set) => Promise.resolve(components.filter((each) => !set.includes(each))),
      isOver: () => true,
    });
    assert.deepEqual(result, { diagnoses: [], conflicts: [], isComplete: false });
  });
});
