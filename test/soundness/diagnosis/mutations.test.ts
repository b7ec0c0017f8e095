import assert from 'node:assert/strict';
import { mutated, mutationsOf } from './mutations.js';

describe('mutations of expressions', () => {
  const text = `
function f1(p2, p3 = p2) { return p2 + p3; }
const f4 = (p5) => p5;
export function main(n) {
  let x8 = n, [x9, { a: x10 }] = [n, { a: n }];
  l11: for (const e12 of [x9]) { l13: while (n > 0) { if (e12) break l13; continue l11; } }
  try { x8 = f1(x10, x9); } catch (e14) { x8 = f4(e14); }
}
export { f1 as f15, f4 };
`;

  it('keep the names of what is declared, of labels and of exports', () => {
    const declaring = [/f1\(p2, p3 =/, /const f4 = \(p5\) =>/, /let x8 =/, /\[x9, \{ a: x10 \}\] =/, /l11: for \(const e12/];
    const others = [/l13: while/, /break l13/, /continue l11/, /catch \(e14\)/, /export \{ f1 as f15, f4 \}/];
    for (const mutation of mutationsOf(text))
      for (const pattern of [...declaring, ...others]) assert.match(mutated(text, mutation), pattern, JSON.stringify(mutation));
  });

  it('change the names that are used', () => {
    const made = new Set(mutationsOf(text).map((mutation) => mutated(text, mutation)));
    assert.ok(made.has(text.replace('p3 = p2', 'p3 = p5')));
    assert.ok(made.has(text.replace('f1(x10, x9)', 'f1(x10, x8)')));
    assert.ok(made.has(text.replace('try { x8 =', 'try { x9 =')));
  });
});
