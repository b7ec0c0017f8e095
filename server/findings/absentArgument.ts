import type { Constant, Expression } from '../ir/expression.js';
import type { VariableId } from '../ir/program.js';
import type { PathTree } from '../execution/symbolic/followedTree.js';
import type { EntryNames } from './entryNames.js';

type Decision = PathTree & { readonly kind: 'decision' };

/**
 * Whether a decision asks if the argument that a pattern takes apart is left out, and all that its other way asks of the names in the
 * pattern lets runs pass where these are undefined: `({ retries } = {}) => …`. What the other way asks is the condition then.
 */
export function isLeftToDefault({ condition, whenFalse }: Decision, names: EntryNames): boolean {
  if (condition.kind !== 'binary' || condition.operator !== '===' || condition.left.kind !== 'variable') return false;
  if (condition.right.kind !== 'constant' || condition.right.value.kind !== 'undefined') return false;
  const { variable } = condition.left;
  const quantity = names.quantities.all[variable];
  if (quantity?.kind !== 'parameter' || names.ofParameter(quantity.variable) !== null) return false;
  return isOpenWithout(whenFalse, variable, names);
}

function isOpenWithout(tree: PathTree, argument: VariableId, names: EntryNames): boolean {
  if (tree.kind !== 'decision') return tree.kind === 'open';
  const asked = valueWithout(tree.condition, argument, names);
  if (asked !== null) return isOpenWithout(isTrue(asked) ? tree.whenTrue : tree.whenFalse, argument, names);
  const ways = [tree.whenTrue, tree.whenFalse].map((way) => isOpenWithout(way, argument, names));
  // Of what no condition can name, one way is enough.
  return tree.isNameable ? ways.every(Boolean) : ways.some(Boolean);
}

/** The value of an expression where the members of the argument are undefined; null where that does not say it. */
function valueWithout(expression: Expression, argument: VariableId, names: EntryNames): Constant | null {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'variable': {
      const quantity = names.quantities.all[expression.variable];
      const isMember = quantity?.kind === 'member' && quantity.of.kind === 'variable' && quantity.of.variable === argument;
      return isMember ? { kind: 'undefined' } : null;
    }
    case 'unary': {
      const operand = valueWithout(expression.operand, argument, names);
      if (operand === null) return null;
      if (expression.operator === '!') return { kind: 'boolean', value: !isTrue(operand) };
      return expression.operator === 'typeof' ? { kind: 'string', value: operand.kind === 'null' ? 'object' : operand.kind } : null;
    }
    case 'binary': {
      const [left, right] = [expression.left, expression.right].map((operand) => valueWithout(operand, argument, names));
      if (!left || !right) return null;
      return equality(expression.operator, left, right);
    }
    default:
      return null;
  }
}

function equality(operator: string, left: Constant, right: Constant): Constant | null {
  if (!/^[!=]==?$/.test(operator)) return null;
  const isLoose = operator.length === 2;
  const areNothing = [left, right].map(({ kind }) => kind === 'undefined' || kind === 'null');
  if (isLoose && !areNothing.includes(true)) return null;
  const areEqual = isLoose ? !areNothing.includes(false) : areSame(left, right);
  return { kind: 'boolean', value: areEqual === operator.startsWith('=') };
}

const areSame = (left: Constant, right: Constant): boolean => left.kind === right.kind && valueIn(left) === valueIn(right);

const valueIn = (constant: Constant): unknown => ('value' in constant ? constant.value : undefined);

const isTrue = (constant: Constant): boolean => Boolean(valueIn(constant));
