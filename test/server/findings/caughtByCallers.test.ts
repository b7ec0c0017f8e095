import assert from 'node:assert/strict';
import { checkText } from '../../../server/check/checkFile.js';
import { testSettings } from '../../support/checking.js';

/** The findings inside of a function, without those at its name. */
const inside = (text: string): readonly string[] =>
  checkText(text, 'program.mjs', testSettings)
    .findings.filter(({ message }) => /^(Every|Fails)/.test(message))
    .map(({ message }) => message);

const scale = `let factor = 1;
export function scale(by) {
  by += 1;
  if (by > -7) throw new Error('large');
  // @always factor === 4 && by <= 4
  return by * factor;
}
export function set() { factor = 9; }
`;

describe('what is said inside of a function that the program calls itself', () => {
  const told = [
    'Fails if factor !== 4 || (typeof by === "number" && by > -7), either because @always factor === 4 && by <= 4 is violated (line 5) or ' +
      "because it throws new Error('large') (line 4).",
  ];

  it('is told of an assertion and of throws together where nobody catches them', () => {
    assert.deepEqual(inside(scale), told);
    assert.deepEqual(inside(`${scale}export function main() { return scale(0); }`), told);
  });

  it('is not told where a caller, or a caller of one, catches: its run may be good', () => {
    assert.deepEqual(inside(`${scale}export function main() { try { scale(0); } catch { return 1; } }`), []);
    assert.deepEqual(inside(`${scale}function pass() { scale(0); } export function main() { try { pass(); } catch { return 1; } }`), []);
    const rejected = scale.replace('export function scale', 'export async function scale');
    assert.deepEqual(inside(rejected), told);
    assert.deepEqual(inside(`${rejected}export function main() { return scale(0).catch(() => 1); }`), []);
  });

  const member = `export let calls = 0;
export function read(n) {
  const found = n > 3 ? undefined : { size: 1 };
  calls = 2;
  return found.size;
}
`;
  const why = 'that comes here fails: found.size is a property of undefined or null (line 5).';

  it('is said of calls, and not of runs, where what the engine throws is caught', () => {
    assert.deepEqual(inside(member), [`Every run ${why}`]);
    assert.deepEqual(inside(`${member}export function main() { try { read(5); } catch { return 1; } }`), [`Every call of read ${why}`]);
  });

  it('is told of an assertion alone, whoever catches', () => {
    const checked = `export function drawn(deck) {
  const card = deck.draw();
  // @always card < 40
  return card;
}
`;
    const of = ['Fails if (typeof card === "number" && card >= 40) || card === undefined: @always card < 40 is violated (line 3).'];
    assert.deepEqual(inside(checked), of);
    assert.deepEqual(inside(`${checked}export function main(deck) { try { drawn(deck); } catch { return 1; } }`), of);
  });
});
