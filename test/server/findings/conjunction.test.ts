import assert from 'node:assert/strict';
import { conjunction } from '../../../server/findings/conjunction.js';

describe('the conjunction of conditions', () => {
  const check = (texts: (string | null)[], expected: string | null): void => assert.equal(conjunction(texts), expected);

  it('says nothing when none of them does', () => {
    check([], null);
    check([null, null], null);
    check([null, 'true'], null);
  });

  it('is false when one of them is', () => check(['n > 0', 'false', null], 'false'));

  it('joins them with &&', () => {
    check(['n > 0', null, 'm > 0'], 'n > 0 && m > 0');
    check(['n >= 0 && n <= 9', 'm > 0'], 'n >= 0 && n <= 9 && m > 0');
  });

  it('puts looser operators into parentheses', () => {
    check(['n < 0 || n > 9', 'm > 0'], '(n < 0 || n > 9) && m > 0');
    check(['n < 0 || (n > 9 && m)'], 'n < 0 || (n > 9 && m)');
    check(['a ? b : c', 'd ?? e', 'f?.g'], '(a ? b : c) && (d ?? e) && f?.g');
    check(['!(n < 0 || n > 9)', 's === "||"', 'f(a, b)'], '!(n < 0 || n > 9) && s === "||" && f(a, b)');
  });

  it('writes each part once', () => {
    check(['n > 0', 'n > 0'], 'n > 0');
    check(['n > 0 && m > 0', 'm > 0 && k > 0'], 'n > 0 && m > 0 && k > 0');
  });
});
