import type { Constant, Expression } from '../ir/expression.js';
import type { PathTree } from '../execution/symbolic/followedTree.js';
import { textOf, type Quantity } from '../execution/symbolic/quantities.js';
import type { EntryNames } from './entryNames.js';

type Decision = PathTree & { readonly kind: 'decision' };

/**
 * The way of a decision that asks if a pattern finds something: an argument that may be left out (`({ retries } = {}) => …`), an element
 * of an array that may be shorter, a member that has a default. What the way asks of the names in the pattern is the condition then. Null
 * where that is not so: some runs of the other way are good where this one fails of what the names are without it.
 */
export function withoutAbsent(decision: Decision, names: EntryNames): PathTree | null {
  const absent = absentOf(decision.condition, names);
  if (absent === null) return null;
  const [present, other] = absent.when ? [decision.whenFalse, decision.whenTrue] : [decision.whenTrue, decision.whenFalse];
  return failsNoMore(present, other, { absent, decided: new Map() }, names) ? present : null;
}

/** What a pattern does not find: a member, all members of an argument, or the elements of an array from an index on. */
interface Absent {
  readonly of: Expression;
  readonly which: 'itself' | 'members' | { readonly from: number };
  /** What the names are bound to then. */
  readonly value: Constant;
  /** The outcome of the decision for which it is absent. */
  readonly when: boolean;
}

function absentOf(condition: Expression, names: EntryNames): Absent | null {
  if (condition.kind !== 'binary') return null;
  const { operator, left, right } = condition;
  if (operator === '===' && right.kind === 'constant' && right.value.kind === 'undefined') {
    if (isTakenApart(left, names)) return { of: left, which: 'members', value: nothing, when: true };
    const member = left.kind === 'variable' ? names.quantities.all[left.variable] : undefined;
    const value = member?.kind === 'member' ? names.defaultOf(member.of, member.name) : null;
    return value === null ? null : { of: left, which: 'itself', value, when: true };
  }
  if (operator !== '<' || left.kind !== 'constant' || left.value.kind !== 'number' || right.kind !== 'variable') return null;
  const quantity = names.quantities.all[right.variable];
  if (quantity?.kind !== 'length' || !isTakenApart(quantity.of, names)) return null;
  return { of: quantity.of, which: { from: left.value.value }, value: nothing, when: false };
}

const nothing: Constant = { kind: 'undefined' };

/** Whether it is an argument without a name: a pattern takes it apart. */
function isTakenApart(of: Expression, names: EntryNames): boolean {
  const quantity = of.kind === 'variable' ? names.quantities.all[of.variable] : undefined;
  return quantity?.kind === 'parameter' && names.ofParameter(quantity.variable) === null;
}

interface Entry {
  readonly absent: Absent;
  /** What was decided about it, by the text of the condition. */
  readonly decided: ReadonlyMap<string, boolean>;
}

/** Whether all runs of `other` fail of such an entry where those of `tree` do, with undefined for what is absent. */
function failsNoMore(tree: PathTree, other: PathTree, entry: Entry, names: EntryNames): boolean {
  if (tree.kind !== 'decision') return tree.kind === 'open' || fails(other, entry);
  const asked = valueWithout(tree.condition, entry.absent, names);
  if (asked !== null) return failsNoMore(isTrue(asked) ? tree.whenTrue : tree.whenFalse, other, entry, names);
  const ways = [true, false].map((truth) => {
    const decided = tree.isNameable ? new Map([...entry.decided, [textOf(tree.condition), truth]]) : entry.decided;
    return failsNoMore(truth ? tree.whenTrue : tree.whenFalse, other, { ...entry, decided }, names);
  });
  // Of what no condition can name, one way is enough.
  return tree.isNameable ? ways.every(Boolean) : ways.some(Boolean);
}

function fails(tree: PathTree, entry: Entry): boolean {
  if (tree.kind !== 'decision') return tree.kind !== 'open';
  const truth = tree.isNameable ? entry.decided.get(textOf(tree.condition)) : undefined;
  if (truth !== undefined) return fails(truth ? tree.whenTrue : tree.whenFalse, entry);
  return fails(tree.whenTrue, entry) && fails(tree.whenFalse, entry);
}

/** The value of an expression where what is absent is undefined; null where that does not say it. */
function valueWithout(expression: Expression, absent: Absent, names: EntryNames): Constant | null {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'variable': {
      const quantity = names.quantities.all[expression.variable];
      const isAbsent = textOf(expression) === textOf(absent.of) ? absent.which === 'itself' : isOfAbsent(quantity, absent);
      return isAbsent ? absent.value : null;
    }
    case 'unary': {
      const operand = valueWithout(expression.operand, absent, names);
      if (operand === null) return null;
      if (expression.operator === '!') return { kind: 'boolean', value: !isTrue(operand) };
      return expression.operator === 'typeof' ? { kind: 'string', value: operand.kind === 'null' ? 'object' : operand.kind } : null;
    }
    case 'binary': {
      const [left, right] = [expression.left, expression.right].map((operand) => valueWithout(operand, absent, names));
      if (left?.kind === 'number' && isBeyondLength(expression, left.value, absent, names)) return { kind: 'boolean', value: false };
      if (!left || !right) return null;
      return equality(expression.operator, left, right) ?? order(expression.operator, left, right);
    }
    default:
      return null;
  }
}

function isOfAbsent(quantity: Quantity | undefined, { of, which }: Absent): boolean {
  if ((quantity?.kind !== 'member' && quantity?.kind !== 'copied') || textOf(quantity.of) !== textOf(of)) return false;
  return which === 'members' || (which !== 'itself' && /^\d+$/.test(quantity.name) && Number(quantity.name) >= which.from);
}

/** Whether it asks for more elements than there may be: `index < length`. */
function isBeyondLength(
  { operator, right }: Extract<Expression, { kind: 'binary' }>,
  index: number,
  { of, which }: Absent,
  names: EntryNames,
): boolean {
  if (operator !== '<' || right.kind !== 'variable' || typeof which === 'string' || index < which.from) return false;
  const quantity = names.quantities.all[right.variable];
  return quantity?.kind === 'length' && textOf(quantity.of) === textOf(of);
}

/** Of numbers, and of undefined, which is neither less nor greater than one. */
function order(operator: string, left: Constant, right: Constant): Constant | null {
  const [a, b] = [left, right].map((each) => (each.kind === 'number' ? each.value : each.kind === 'undefined' ? NaN : null));
  if (a === null || a === undefined || b === null || b === undefined) return null;
  switch (operator) {
    case '<':
      return { kind: 'boolean', value: a < b };
    case '<=':
      return { kind: 'boolean', value: a <= b };
    case '>':
      return { kind: 'boolean', value: a > b };
    case '>=':
      return { kind: 'boolean', value: a >= b };
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
