import { all, any, compare, not, type Comparison, type ConditionTree } from './conditionTree.js';

const opposite: Readonly<Record<Comparison, Comparison>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};

/**
 * A condition from its failing side, for "fails if …": every value that satisfies the result violates the condition. NaN, which violates
 * `n <= 99` and satisfies neither it nor `n > 99`, is not named.
 */
export function failingSideOf(tree: ConditionTree): ConditionTree {
  switch (tree.kind) {
    case 'all':
      return any(...tree.of.map(failingSideOf));
    case 'any':
      return all(...tree.of.map(failingSideOf));
    case 'not':
      return tree.of;
    case 'compare':
      return compare(tree.subject, opposite[tree.operator], tree.other);
    case 'typeof':
    case 'isObject':
      return { ...tree, equal: !tree.equal };
    case 'isNaN':
    case 'isInteger':
    case 'isFinite':
    case 'test':
      return not(tree);
  }
}
