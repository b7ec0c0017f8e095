import { constraints } from '../../adapter/dap/querypoints/protocol.js';
import type { Constraint } from '../../adapter/dap/querypoints/protocol.js';
import { countText } from '../countText.js';

const reasons: Readonly<Record<Constraint, string>> = {
  before: 'later',
  sameness: 'of another object',
  mayAffect: 'of another activation',
  index: 'not the chosen one',
};

/** Why a candidate that failed the constraint is not the answer. */
export function rejectionText(constraint: Constraint): string {
  return reasons[constraint];
}

/** `12 of another object, 3 later`: `counts` in the order of `constraints`, the most frequent first. */
export function rejectedText(counts: readonly number[]): string {
  return constraints
    .map((constraint, index) => ({ constraint, count: counts[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ constraint, count }) => `${countText(count)} ${reasons[constraint]}`)
    .join(', ');
}
