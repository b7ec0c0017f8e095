import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkText, holds, requiresOf } from '../../support/checking.js';

const programOf = (file: string): string => readFileSync(new URL(`../../programs/syntox/${file}.ts`, import.meta.url), 'utf8');

const tableWalk = `export function main(n: number) {
  const T = new Array<number>(100).fill(0);
  let sum = 0;
  for (let i = 0; i <= n; i++) {
    sum += T[i]!;
  }
  return sum;
}`;

describe('the policy of array indices', () => {
  for (const arrayIndex of ['off', 'hint'] as const) {
    it(`${arrayIndex}: an index outside is undefined, and fails nobody`, () => {
      const result = checkText(tableWalk, { integers: true, arrayIndex });
      assert.equal(requiresOf(result), null);
      assert.deepEqual(result.findings, []);
    });
  }

  it('error: an index outside fails the run', () => {
    const requires = requiresOf(checkText(tableWalk, { integers: true, arrayIndex: 'error' }));
    for (const n of [-5, -1, 0, 50, 99]) assert.ok(holds(requires, 'n', n), `${n} is inside of ${requires}`);
    for (const n of [100, 101, 5000]) assert.ok(!holds(requires, 'n', n), `${n} is outside of ${requires}`);
  });
});

describe('without unfolding', () => {
  it('McCarthy is judged with less precision, and no good input is refused', () => {
    const [state] = checkText(programOf('p11_MC9_pre'), { integers: true, unfolding: false }, ['4']).states;
    const { min, max } = state?.reachable?.['m'] ?? {};
    assert.ok(!(min === 91 && max === 91), 'one copy of MC for all calls cannot tell them apart');
    assert.ok(Number(min) <= 91 && Number(max) >= 91);
    const requires = requiresOf(checkText(programOf('p11_MC9_pre'), { integers: true, unfolding: false }));
    for (let n = -200; n <= 101; n++) assert.ok(holds(requires, 'n', n), `${n} is inside of ${requires}`);
  });
});

describe('a second round', () => {
  const goodInputs: Readonly<Record<string, (n: number) => boolean>> = {
    p05_Select_end: (n) => n <= 10,
    p07_Select_s1: (n) => n >= -10 && n <= 10,
    p10_sequence: (n) => n >= 0 && n <= 99,
  };
  for (const [file, isGood] of Object.entries(goodInputs)) {
    it(`is as sound as the first, and as sharp: ${file}`, () => {
      const requires = requiresOf(checkText(programOf(file), { integers: true, rounds: 2 }));
      const wrong: number[] = [];
      for (let n = -200; n <= 200; n++) if (holds(requires, 'n', n) !== isGood(n)) wrong.push(n);
      assert.deepEqual(wrong, [], `requires ${requires}`);
    });
  }
});
