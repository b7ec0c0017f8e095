import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkText, holds, requiresOf } from '../../support/checking.js';

/**
 * The conditions of Bourdoncle's paper (PLDI 1993), with safe integers for unknown numbers: each is compared with the good
 * inputs, found by running the programs, for every integer of a window.
 */
const conditions: readonly (readonly [file: string, parameter: string, condition: (n: number) => boolean])[] = [
  ['p01_For', 'n', (n) => n <= -1],
  ['p02_For_from_1', 'n', (n) => n <= 100],
  ['p03_While', 'n', (n) => n === 0],
  ['p04_Fact', 'n', (n) => n >= 0],
  ['p05_Select_end', 'n', (n) => n <= 10],
  ['p06_Select_never3', 'n', (n) => n <= -11],
  ['p07_Select_s1', 'n', (n) => n >= -10 && n <= 10],
  ['p08_Intermittent', 'n', (n) => n <= 10],
  ['p09_Intermittent_inv', 'n', (n) => n >= 0],
  ['p10_sequence', 'n', (n) => n >= 0 && n <= 99],
  ['p11_MC9_pre', 'n', (n) => n <= 101],
  ['p12_MC9_some', 'n', (n) => n <= 101],
  ['p13_MC9_bug71', 'n', (n) => n >= 101],
  ['p14_MC30_pre', 'n', (n) => n <= 101],
  ['p15_MC30_some', 'n', (n) => n <= 101],
  ['p16_BinarySearch', 'key', () => true],
];

const programOf = (file: string): string => readFileSync(new URL(`../../programs/syntox/${file}.ts`, import.meta.url), 'utf8');

describe('the programs of the paper', () => {
  for (const [file, parameter, expected] of conditions) {
    it(`${file}: the condition at the entry, with integers`, () => {
      const requires = requiresOf(checkText(programOf(file), { integers: true }));
      const wrong: number[] = [];
      for (let n = -1000; n <= 1000; n++) if (holds(requires, parameter, n) !== expected(n)) wrong.push(n);
      assert.deepEqual(wrong.slice(0, 5), [], `requires ${requires}`);
    });
  }

  it('says nothing about BinarySearch', () => {
    assert.deepEqual(checkText(programOf('p16_BinarySearch'), { integers: true }).findings, []);
    assert.deepEqual(checkText(programOf('p16_BinarySearch')).findings, []);
  });

  for (const file of ['p11_MC9_pre', 'p14_MC30_pre']) {
    it(`${file}: m = 91 after the call`, () => {
      const [state] = checkText(programOf(file), { integers: true }, ['4']).states;
      assert.equal(state?.good?.['m']?.min, 91);
      assert.equal(state?.good?.['m']?.max, 91);
    });
  }

  it('p10: k in 1..100, j in 1..100, i in 0..99', () => {
    const states = checkText(programOf('p10_sequence'), { integers: true }, ['4', '5', '6']).states;
    const ranges = states.map((state, index) => [
      state.good?.[['i', 'j', 'k'][index] ?? '']?.min,
      state.good?.[['i', 'j', 'k'][index] ?? '']?.max,
    ]);
    assert.deepEqual(ranges, [
      [0, 99],
      [1, 100],
      [1, 100],
    ]);
  });
});
