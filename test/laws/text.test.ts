import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Comparison } from '../../server/lattice/comparison.js';
import { contains as containsNumber, numberRange, show as showNumber } from '../../server/lattice/number.js';
import {
  anyString,
  concat,
  contains,
  equal,
  join,
  lengthOf,
  maximumLength,
  meet,
  narrow,
  noString,
  onlyEmpty,
  show,
  textConstant,
  textLattice,
  textOfLength,
  textOneOf,
  widen,
  withoutEmpty,
} from '../../server/lattice/text.js';
import type { StringValue } from '../../server/lattice/text.js';
import { charactersOf, compare, refineCompare, refineLength } from '../../server/lattice/textOperations.js';
import { itIsCaught, itObeysTheLaws } from './latticeLaws.js';
import type { Subject } from './latticeLaws.js';
import { runsOf } from '../support/counts.js';

const words = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('', 'a', 'b', 'ab', 'B', '10', '9', 'é', '😀', 'abc', 'number', 'x'.repeat(64)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 70 }) },
);
const sets = fc.oneof(
  fc.constantFrom(noString, anyString),
  fc.array(words, { maxLength: 10 }).map(textOneOf),
  fc
    .tuple(fc.integer({ min: -1, max: 5 }), fc.constantFrom(0, 1, 2, 3, 64, maximumLength, Infinity))
    .map(([min, max]) => textOfLength(min, max)),
);

const subject: Subject<StringValue, string> = {
  lattice: textLattice,
  values: sets,
  concrete: words,
  contains,
  rise: (value, step) => {
    if (value.values !== null) return textConstant('y'.repeat(value.values.length) + String(step));
    return step % 2 ? textOfLength(value.minLength - 1, value.minLength) : textOfLength(value.maxLength, value.maxLength + 1);
  },
  fall: (value, step) =>
    step % 2 ? textOfLength(value.minLength + 1, value.maxLength) : textOfLength(value.minLength, value.maxLength - 1),
  thresholds: [-1, 0, 4, 10.5, 100, Infinity],
  longestChain: 24,
};

describe('the lattice of sets of strings', () => {
  itObeysTheLaws(subject);

  describe('an adversary', () => {
    itIsCaught('a widening that never widens', subject, { widen: join }, 'every ascending chain ends');
    itIsCaught('a widening that forgets', subject, { widen: (x) => x }, 'widen is an upper bound, and stays when nothing is new');
    itIsCaught('a join that forgets', subject, { join: (x) => x }, 'join is the least upper bound');
    itIsCaught(
      'a join that forgets the values',
      subject,
      { join: (x, y) => (equal(x, y) ? x : anyString) },
      'join is the least upper bound',
    );
    itIsCaught(
      'a meet of nothing but lengths',
      subject,
      { meet: (x, y) => (x.values ? meet(x, y) : textOfLength(x.minLength, y.maxLength)) },
      'meet is the greatest lower bound and loses no common value',
    );
    itIsCaught('a narrowing that always takes the next', subject, { narrow: (_, y) => y }, 'every descending chain ends');
    itIsCaught(
      'an order on lengths alone',
      subject,
      { leq: (x, y) => x.minLength >= y.minLength && x.maxLength <= y.maxLength },
      'leq is a partial order between bottom and top, and inclusion of concrete values',
    );
  });

  it('enumerates few short strings, and gives only the lengths of others', () => {
    assert.equal(show(textOneOf(['b', 'a', 'b'])), '"a" | "b"');
    assert.equal(show(textOneOf(['1', '2', '3', '4', '5', '6', '7', '8', '99'])), 'string of 1..2');
    assert.equal(show(textConstant('x'.repeat(65))), 'string of 65');
    assert.deepEqual([noString, anyString, textConstant(''), textOfLength(1, Infinity)].map(show), ['⊥', 'string', '""', 'string of 1..∞']);
  });
  it('knows truth', () => {
    assert.equal(show(withoutEmpty(anyString)), 'string of 1..∞');
    assert.equal(show(onlyEmpty(anyString)), '""');
    assert.equal(show(onlyEmpty(textConstant('a'))), '⊥');
  });
  it('widens lengths', () => {
    const grown = widen(textOfLength(1, 2), textOfLength(1, 3), [0, 10]);
    assert.equal(show(grown), 'string of 1..10');
    assert.equal(show(narrow(widen(grown, textOfLength(1, 11), [0, 10]), textOfLength(1, 20))), 'string of 1..20');
  });
});

const element = words.chain((word) =>
  fc.tuple(
    fc.constant(word),
    fc.oneof(
      fc.array(words, { maxLength: 3 }).map((others) => textOneOf([word, ...others])),
      fc.tuple(fc.nat(2), fc.nat(2)).map(([below, above]) => textOfLength(word.length - below, word.length + above)),
      fc.constant(textConstant(word)),
    ),
  ),
);
const runs = { numRuns: runsOf(20_000) };

const comparisons: Readonly<Record<Comparison, (x: string, y: string) => boolean>> = {
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
  '===': (x, y) => x === y,
  '!==': (x, y) => x !== y,
};

describe('operations on sets of strings contain every concrete result', () => {
  it('concat, length and characters', () => {
    fc.assert(
      fc.property(element, element, fc.integer({ min: -2, max: 6 }), fc.boolean(), ([x, a], [y, b], index, single) => {
        assert.ok(contains(concat(a, b), x + y), `${show(a)} + ${show(b)} = ${show(concat(a, b))}`);
        assert.ok(containsNumber(lengthOf(a), x.length), showNumber(lengthOf(a)));
        const indices = single ? numberRange(index, index, true, false) : numberRange(index - 1, index + 1, true, false);
        const character = x[index];
        assert.ok(character === undefined || contains(charactersOf(a, indices), character));
        const refined = refineLength(numberRange(-1, x.length, false, true), a);
        assert.ok(contains(refined, x));
      }),
      runs,
    );
  });
  for (const [operator, operation] of Object.entries(comparisons)) {
    it(`x ${operator} y decides and refines`, () => {
      fc.assert(
        fc.property(element, element, ([x, a], [y, b]) => {
          const truth = operation(x, y);
          const decided = compare(operator as Comparison, a, b);
          assert.ok(truth ? decided.mayBeTrue : decided.mayBeFalse, 'decision');
          const refined = refineCompare(operator as Comparison, truth, a, b);
          assert.ok(contains(refined.a, x) && contains(refined.b, y), `(${show(a)}) ${operator} (${show(b)}) is ${truth}`);
        }),
        runs,
      );
    });
  }
  it('refines enumerations and lengths', () => {
    const name = textOneOf(['number', 'string', 'object']);
    assert.equal(show(refineCompare('!==', true, name, textConstant('number')).a), '"object" | "string"');
    assert.equal(show(refineCompare('===', true, anyString, textConstant('number')).a), '"number"');
    assert.equal(show(refineCompare('!==', true, anyString, textConstant('')).a), 'string of 1..∞');
    assert.equal(show(refineCompare('<', true, textOneOf(['10', '9']), textConstant('9')).a), '"10"');
    assert.equal(show(refineLength(numberRange(3, 5, true, false), anyString)), 'string of 3..5');
  });
});
