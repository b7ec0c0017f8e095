import assert from 'node:assert/strict';
import fc from 'fast-check';
import { preludeMembers, preludeText } from '../../../server/builtins/arrays/prelude.js';
import { runsOf } from '../../support/counts.js';

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** What `Array['%dense']` and its like promise, as checks. */
const promises: Readonly<Record<string, (...args: never[]) => unknown>> = {
  '%dense': (array: unknown[]) => {
    for (let i = 0; i < array.length; i++) assert.ok(i in array, `there is a hole at ${i}`);
    return array;
  },
  '%atMost': (array: unknown[], most: number) => {
    assert.ok(array.length <= most, `${array.length} elements are more than ${most}`);
    return array;
  },
  '%atLeast': (array: unknown[], least: number) => {
    assert.ok(array.length >= least, `${array.length} elements are fewer than ${least}`);
    return array;
  },
  '%permute': (array: unknown[], items: unknown[]) => {
    items.forEach((item, index) => (array[index] = item));
    return array;
  },
};

/** The functions of the prelude, where `undefinedIsHole` decides what is left open. */
function instantiate(undefinedIsHole: boolean): (name: string) => Method {
  const standard = new Proxy(Array, { get: (target, key) => promises[String(key)] ?? (Reflect.get(target, key) as unknown) });
  const math = { ...Math, floor: Math.floor, random: () => (undefinedIsHole ? 0.9 : 0.1) };
  return (name) => new Function('Array', 'Math', `${preludeText}\nreturn ${name.replaceAll('.', '_')};`)(standard, math) as Method;
}

/** What a callback does at each call, besides answering. */
type Action = 'nothing' | 'push' | 'pop' | 'shorten' | 'replace' | 'throw';

interface Sample {
  readonly elements: readonly unknown[];
  readonly holes: readonly number[];
  readonly actions: readonly Action[];
  readonly answers: readonly unknown[];
  readonly initial: readonly unknown[];
}

/** Everything that can be seen of a call: what the callback was given, the result or the error, and the array afterwards. */
function observe(sample: Sample, call: (array: unknown[], callback: Method) => unknown): unknown {
  const array = [...sample.elements];
  for (const hole of sample.holes) if (hole < array.length) Reflect.deleteProperty(array, hole);
  const seen: unknown[] = [];
  const callback: Method = function (...args) {
    const turn = seen.length;
    seen.push(args.map((arg) => (arg === array ? 'the array' : arg)));
    act(sample.actions[turn] ?? 'nothing', array);
    return sample.answers[turn] ?? false;
  };
  let outcome: unknown;
  try {
    outcome = { result: call(array, callback) };
  } catch (error) {
    outcome = { error: error instanceof Error ? error.name : error };
  }
  return { seen, outcome, array: described(array) };
}

function act(action: Action, array: unknown[]): void {
  if (action === 'push') array.push('new');
  if (action === 'pop') array.pop();
  if (action === 'shorten') array.length = Math.min(array.length, 1);
  if (action === 'replace') array[array.length - 1] = 'replaced';
  if (action === 'throw') throw new RangeError('of the callback');
}

const described = (array: readonly unknown[]): unknown => ({ length: array.length, entries: Object.entries(array) });

const element = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', null, false));
const answer = fc.oneof(fc.boolean(), fc.constantFrom(0, 1, 'x', undefined), fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }));
const sample = (holes: boolean): fc.Arbitrary<Sample> =>
  fc.record({
    elements: fc.array(holes ? element : fc.oneof(element, fc.constant(undefined)), { maxLength: 5 }),
    holes: holes ? fc.array(fc.nat(4), { maxLength: 2 }) : fc.constant([]),
    actions: fc.array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant<Action>('nothing') },
        { weight: 1, arbitrary: fc.constantFrom<Action>('push', 'pop', 'shorten', 'replace', 'throw') },
      ),
      { maxLength: 6 },
    ),
    answers: fc.array(answer, { maxLength: 6 }),
    initial: fc.array(element, { maxLength: 1 }),
  });

/** Sorting is left open, and compared otherwise. */
const compared = preludeMembers.filter(({ member }) => member !== 'sort' && member !== 'toSorted' && member !== 'from');

describe('the prelude does what the built-ins do', () => {
  for (const { name, member } of compared) {
    for (const holes of [false, true]) {
      it(`${name}, of arrays ${holes ? 'with holes' : 'without holes'}`, () => {
        const own = instantiate(holes)(name);
        const real = Reflect.get(Array.prototype, member) as Method;
        fc.assert(
          fc.property(sample(holes), (given) => {
            // Backwards, what is gone reads as undefined too, and the answer of `instantiate` would hold for both.
            fc.pre(holes || member !== 'reduceRight' || given.actions.every((action) => action !== 'pop' && action !== 'shorten'));
            const initial = member.startsWith('reduce') ? given.initial : [];
            const expected = observe(given, (array, callback) => Reflect.apply(real, array, [callback, ...initial]));
            const actual = observe(given, (array, callback) => Reflect.apply(own, array, [callback, ...initial]));
            assert.deepEqual(actual, expected);
          }),
          { numRuns: runsOf(500) },
        );
      });
    }
  }

  it('Array.from with a mapper', () => {
    const own = instantiate(false)('Array.from');
    const items = fc.oneof(
      sample(false).map((given) => () => [...given.elements]),
      fc.integer({ min: 0, max: 4 }).map((length) => () => ({ length, 1: 'one' })),
      fc.string({ maxLength: 4 }).map((text) => () => text),
      fc.array(element).map((elements) => () => new Set(elements)),
    );
    fc.assert(
      fc.property(sample(false), items, (given, make) => {
        const run = (from: Method): unknown => observe(given, (_, callback) => from.call(Array, make(), callback));
        assert.deepEqual(run(own), run(Array.from as Method));
      }),
    );
  });

  it('calls back for a growing array as long as it grows, in Array.from', () => {
    const run = (from: Method): unknown => {
      const items = [1, 2, 3];
      const mapper = (item: unknown): unknown => (items.length < 6 ? items.push(item as number) : items.length);
      return from.call(Array, items, mapper);
    };
    assert.deepEqual(run(instantiate(false)('Array.from')), run(Array.from as Method));
  });

  for (const member of ['sort', 'toSorted'] as const) {
    it(`Array.prototype.${member} compares elements, undefined excepted, and keeps them`, () => {
      const own = instantiate(true)(`Array.prototype.${member}`);
      fc.assert(
        fc.property(fc.array(fc.oneof(element, fc.constant(undefined)), { maxLength: 5 }), (elements) => {
          const given = [...elements];
          const result = own.call(given, (left: unknown, right: unknown) => {
            assert.ok(
              left !== undefined && right !== undefined && [left, right].every((each) => given.some((element) => Object.is(element, each))),
            );
            return 0;
          });
          assert.deepEqual(result, elements);
          assert.equal(result === given, member === 'sort');
        }),
      );
    });
  }

  for (const { name } of compared) {
    it(`${name} asks for a function`, () => assert.throws(() => instantiate(false)(name).call([], 1), TypeError));
  }
});
