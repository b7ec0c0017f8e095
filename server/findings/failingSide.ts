import { parseCondition, type Comparison, type ConditionTree } from './conditionTree.js';
import { all, any, atom, not, print, type Formula } from './formula.js';

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
export function failingSideOf(condition: string): string {
  return print(violated(parseCondition(condition)));
}

function violated(tree: ConditionTree): Formula {
  switch (tree.kind) {
    case 'all':
      return any(...tree.of.map(violated));
    case 'any':
      return all(...tree.of.map(violated));
    case 'not':
      return formulaOf(tree.of);
    case 'compare':
      return atom(`${tree.subject} ${opposite[tree.operator]} ${tree.other}`);
    case 'typeof':
    case 'isObject':
      return formulaOf({ ...tree, equal: !tree.equal });
    case 'constant':
      return tree.value ? any() : all();
    case 'isNaN':
    case 'isInteger':
      return atom(`!${print(formulaOf(tree))}`);
    case 'other':
      return not(atom(tree.text));
  }
}

function formulaOf(tree: ConditionTree): Formula {
  switch (tree.kind) {
    case 'all':
      return all(...tree.of.map(formulaOf));
    case 'any':
      return any(...tree.of.map(formulaOf));
    case 'not':
      return tree.of.kind === 'isNaN' || tree.of.kind === 'isInteger' ? atom(`!${print(formulaOf(tree.of))}`) : not(formulaOf(tree.of));
    case 'compare':
      return atom(`${tree.subject} ${tree.operator} ${tree.other}`);
    case 'typeof':
      return atom(`typeof ${tree.subject} ${tree.equal ? '===' : '!=='} "${tree.type}"`);
    case 'isObject':
      return atom(`Object(${tree.subject}) ${tree.equal ? '===' : '!=='} ${tree.subject}`);
    case 'constant':
      return tree.value ? all() : any();
    case 'isNaN':
      return atom(`Number.isNaN(${tree.subject})`);
    case 'isInteger':
      return atom(`Number.isInteger(${tree.subject})`);
    case 'other':
      return atom(tree.text);
  }
}
