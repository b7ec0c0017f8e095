import assert from 'node:assert/strict';
import type { Given } from '../../../server/diagnosis/followed.js';
import type { Component, ValueKind } from '../../../server/ir/component.js';
import { reasonOf } from '../../../adapter/diagnosis/reason.js';
import { requirementsOf } from '../../../adapter/diagnosis/requirements.js';

const component = (value: ValueKind): Component => {
  const span = { start: 0, end: 9 };
  return {
    id: 1,
    file: '/sum.ts',
    span,
    function: 'sum',
    functionSpan: span,
    kind: 'statement',
    value,
    byDefault: null,
    whenTrue: null,
    isGuarded: false,
  };
};

const value = (given: number | string, min: number | null = null, max: number | null = null): Given => ({
  ...{ kind: 'value', component: 1 },
  ...{ value: given, min, max },
});
const way = (taken: boolean): Given => ({ kind: 'way', component: 1, taken });

const outcome = (name: string) => ({
  ...{ name, file: '/sum.test.ts', places: [], needs: null, isSkipped: false, covered: [], passages: 1, milliseconds: 1 },
  error: { name: 'Error', message: '', code: null, expected: null, actual: null },
});

/** The reason of a suspect that must give these values in tests of these names. */
function told(given: Readonly<Record<string, readonly Given[]>>, of: ValueKind = 'number', isAll = true): string {
  const requirement = Object.entries(given).map(([test, each]) => ({ test, given: each }));
  const verdict = { kind: 'consistent', requirement } as const;
  const claims = requirementsOf(1, verdict, { text: () => 'm =\n  a[i]', of: () => component(of) });
  const failing = Object.keys(given).map(outcome);
  return reasonOf({ ...{ group: { failing, passing: [], suspicion: new Map() }, isAll, verdict, claims }, isRepaired: false, count: 1 });
}

describe('the reason why something could be wrong', () => {
  it('tells a number that JSON does not know, and says where no other would do', () => {
    const given = [value(-Infinity, -Infinity, -Infinity), value(NaN, NaN, NaN), value(-0), value(2, null, 3)];
    const claims = requirementsOf(
      1,
      { kind: 'consistent', requirement: [{ test: 't', given }] },
      { text: () => 'm', of: () => component('number') },
    );
    assert.deepEqual(
      claims.map(({ requirement: { values, min, max } }) => ({ values, ...(min === undefined ? {} : { min, max }) })),
      [
        { values: [{ number: '-Infinity' }] },
        { values: [{ number: 'NaN' }] },
        { values: [{ number: '-0' }] },
        { values: [2], min: null, max: 3 },
      ],
    );
    assert.deepEqual(
      claims.slice(0, 2).map(({ predicate }) => predicate),
      ['gives -Infinity', 'gives NaN'],
    );
  });

  it('says what it must give, passage by passage', () => {
    assert.equal(told({ max: [value(3, 3, 3)] }), 'The failing test passes if `m = a[i]` gives 3 the 1st time.');
    assert.equal(
      told({ max: [value(-4, null, -3), value(0, null, 1)] }),
      'The failing test passes if `m = a[i]` gives at most -3 the 1st time and at most 1 the 2nd time.',
    );
    assert.equal(told({ max: [value('a')] }), 'The failing test passes if `m = a[i]` gives "a" the 1st time.');
    assert.equal(told({ max: [value(7)] }), 'The failing test passes if `m = a[i]` gives some number, such as 7 the 1st time.');
  });

  it('says the same once for passages that follow each other', () => {
    assert.equal(
      told({ max: [way(true), way(false), way(false)] }, 'boolean'),
      'The failing test passes if `m = a[i]` is true the 1st time and false the 2nd and 3rd time.',
    );
    assert.equal(
      told({ max: [...Array<Given>(11).fill(way(false)), way(true)] }, 'boolean'),
      'The failing test passes if `m = a[i]` is false the 1st to 11th time and true the 12th time.',
    );
  });

  it('leaves out values before the last, which ends what would go on', () => {
    const many = [1, 2, 3, 4].map((each) => value(each, each, each));
    assert.equal(
      told({ max: many }),
      'The failing test passes if `m = a[i]` gives 1 the 1st time, 2 the 2nd time, and so on until 4 the 4th time.',
    );
  });

  it('tells the last passage, and how many before it are left out', () => {
    const most = [...Array<Given>(300).fill(way(true)), way(false)];
    assert.equal(
      told({ max: most }, 'boolean'),
      'The failing test passes if `m = a[i]` is true the 1st to 100th time, and so on until false the 301st time.',
    );
    const verdict = { kind: 'consistent', requirement: [{ test: 'max', given: most }] } as const;
    const asked = requirementsOf(1, verdict, { text: () => 'm', of: () => component('boolean') });
    const last = asked.at(-1)?.requirement;
    assert.deepEqual([asked.length, last?.hit, last?.taken, last?.leftOut], [101, 301, false, 200]);
  });

  it('counts passages in each test from its beginning', () => {
    const given = [{ ...way(true), before: 'min' }, way(false)];
    assert.equal(
      told({ max: given }, 'boolean'),
      'The failing test passes if `m = a[i]` is true the 1st time in "min", and false the 1st time in "max".',
    );
    const loaded = [{ ...way(true), before: null }, way(false)];
    assert.equal(
      told({ max: loaded }, 'boolean'),
      'The failing test passes if `m = a[i]` is true the 1st time while it is loaded, and `m = a[i]` is false the 1st time.',
    );
  });

  it('names tests where there are several, or others fail', () => {
    const one = value(1, 1, 1);
    assert.equal(told({ max: [one], min: [one] }), 'The failing tests pass if `m = a[i]` gives 1 the 1st time in "max" and "min".');
    assert.equal(told({ max: [one] }, 'number', false), '"max" passes if `m = a[i]` gives 1 the 1st time.');
  });

  it('says once that some passages may give any number', () => {
    const given = [value(1), value(2), value(0, 0, 0), value(3), value(4, null, 4)];
    assert.equal(
      told({ max: given }),
      'The failing test passes if `m = a[i]` gives 0 the 3rd time and at most 4 the 5th time, else some number, such as 1.',
    );
    assert.equal(told({ max: [value(-1, null, -5e-324)] }), 'The failing test passes if `m = a[i]` gives below 0 the 1st time.');
  });

  it('rounds ranges inwards', () => {
    const range = [value(0.1, 0.09992857142857148, 0.1000714285714287)];
    assert.equal(told({ max: range }), 'The failing test passes if `m = a[i]` gives at least 0.09993 and at most 0.10007 the 1st time.');
    const short = [value(3, 2, 4.5)];
    assert.equal(told({ max: short }), 'The failing test passes if `m = a[i]` gives at least 2 and at most 4.5 the 1st time.');
    const open = [value(3, 2.0000000000000004, 4.999999999999999)];
    assert.equal(told({ max: open }), 'The failing test passes if `m = a[i]` gives above 2 and below 5 the 1st time.');
  });

  it('calls nothing by the names that the interpreter has for it', () => {
    const group = { failing: [outcome('max')], passing: [], suspicion: new Map() };
    const open = (why: string): string =>
      reasonOf({ ...{ group, isAll: true, verdict: { kind: 'undecided', why }, claims: [] }, isRepaired: false, count: 1 });
    assert.equal(
      open('an input'),
      'The failing test ran it; whether it can be the cause is open: more is done with its value than can be followed.',
    );
    assert.equal(open('it threw'), 'The failing test ran it; whether it can be the cause is open: it threw.');
  });
});
