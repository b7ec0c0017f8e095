import { isInText } from './ownTexts.js';
import { listOf } from './ownLists.js';
import {
  RuleFault,
  UnreadableFault,
  UntoldFault,
  type BinaryOperator,
  type Expression,
  type FieldExpression,
  type UnaryOperator,
} from './condition.js';
import { MadeList } from './madeList.js';
import { pureValue } from './pureFunctions.js';
import { hasUntold, Thing, untold, whyThrown, whyUnreadable, type RuleValue } from './thing.js';

const { trunc } = Math;

/**
 * The value of an expression over kept copies, as JavaScript would compute it.
 * @throws RuleFault where JavaScript would throw, or where the copies do not tell: the conversion of an object.
 */
export function evaluate(expression: Expression, bound: readonly RuleValue[], elements: readonly RuleValue[] = noElements): RuleValue {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'variable':
      return bound[expression.variable];
    case 'field': {
      const of = evaluate(expression.of, bound, elements);
      return memberOf(of, expression);
    }
    case 'size':
      return sizeOf(evaluate(expression.of, bound, elements), expression);
    case 'has': {
      const of = evaluate(expression.of, bound, elements);
      const element = evaluate(expression.element, bound, elements);
      if (of instanceof Thing && of.contents !== null) {
        if (of.contents.countRead(element, expression.skipsHoles === true) > 0) return true;
        if (hasUntold() && of.contents.count(untold) > 0) throw new UntoldFault();
        return false;
      }
      if (typeof of === 'string' && expression.name === 'includes') return isInText(of, String(primitive(element)));
      if ((of === null || of === undefined) && expression.isOptional) return undefined;
      throw new RuleFault(
        `${expression.name} was called on ${shown(of)}, which is no array, Set or Map${of instanceof Thing ? ' (or a Proxy of one)' : ''}`,
      );
    }
    case 'pure': {
      const { name, operands, isOptional } = expression;
      const values = listOf<RuleValue>(operands.length, undefined);
      for (let at = 0; at < operands.length; at++) {
        const operand = operands[at];
        if (operand !== undefined) values[at] = evaluate(operand, bound, elements);
        if (at === 0 && isOptional && (values[0] === undefined || values[0] === null)) return undefined;
      }
      return pureValue(name, values);
    }
    case 'entry': {
      const { view, name, isOptional } = expression;
      const of = evaluate(view.of, bound, elements);
      if ((of === null || of === undefined) && isOptional) return undefined;
      const key = evaluate(expression.key, bound, elements);
      if (typeof of === 'string' && name !== 'get') return elementOfText(of, key, name);
      const kept = of instanceof Thing ? memberOf(of, view) : undefined;
      if (!(kept instanceof Thing) || kept.contents === null)
        throw new RuleFault(`${name} was asked of ${shown(of)}, which is no ${name === 'get' ? 'Map' : 'array'}`);
      return readable(kept.contents.under(name === 'at' ? fromEnd(key, kept.contents.size) : name === '[]' ? indexOf(key) : key));
    }
    case 'quantified': {
      const { by, depth, test, isOptional, skipsHoles } = expression;
      const of = evaluate(expression.of, bound, elements);
      if ((of === null || of === undefined) && isOptional) return undefined;
      if (!(of instanceof Thing) || of.contents === null)
        throw new RuleFault(`${by === 'count' ? 'filter' : by} was called on ${shown(of)}, which is no array, Set or Map`);
      const inner = listOf<RuleValue>(depth + 1, undefined);
      for (let at = 0; at < depth; at++) inner[at] = elements[at];
      const isWanted = by !== 'every';
      const passes = (element: RuleValue): boolean => {
        inner[depth] = element;
        return isTrue(evaluate(test, bound, inner)) === isWanted;
      };
      const count = of.contents.countWhere(passes, skipsHoles === true, by === 'count' ? Infinity : 1);
      return by === 'count' ? count : count > 0 === isWanted;
    }
    case 'element':
      return readable(elements[expression.depth]);
    case 'unary':
      return unary(expression.operator, evaluate(expression.operand, bound, elements));
    case 'binary':
      return binary(expression.operator, evaluate(expression.left, bound, elements), evaluate(expression.right, bound, elements));
    case 'logical': {
      const left = evaluate(expression.left, bound, elements);
      const isDecided =
        expression.operator === '&&' ? !isTrue(left) : expression.operator === '||' ? isTrue(left) : left !== null && left !== undefined;
      return isDecided ? left : evaluate(expression.right, bound, elements);
    }
    case 'conditional':
      return evaluate(isTrue(evaluate(expression.test, bound, elements)) ? expression.then : expression.otherwise, bound, elements);
  }
}

/**
 * The value of a field.
 * @throws RuleFault where the language throws, UnreadableFault where it can't be followed, UntoldFault where nobody has told it.
 */
function readable(value: RuleValue): RuleValue {
  if (typeof value !== 'symbol') return value;
  if (value === untold) throw new UntoldFault();
  const refusal = whyThrown(value);
  if (refusal !== undefined) throw new RuleFault(refusal);
  const sentence = whyUnreadable(value);
  if (sentence !== undefined) throw new UnreadableFault(sentence);
  return value;
}

/** What a field, or a view, of a value is. */
export function memberOf(of: RuleValue, { slot, name, isOptional }: FieldExpression): RuleValue {
  if (of instanceof MadeList) return of.view(name);
  return of instanceof Thing ? readable(of.field(slot)) : memberOfPrimitive(of, name, isOptional);
}

/** What `length` or `size` of a value is. */
export function sizeOf(of: RuleValue, { name, slot, isOptional }: Extract<Expression, { kind: 'size' }>): RuleValue {
  if (typeof of === 'string' && name === 'length') return of.length;
  if (of instanceof Thing && of.contents !== null) return of.contents.size;
  return of instanceof Thing && slot !== undefined ? readable(of.field(slot)) : memberOfPrimitive(of, name, isOptional);
}

const noElements: readonly RuleValue[] = [];

function elementOfText(text: string, key: RuleValue, name: 'at' | '[]'): RuleValue {
  const index = name === 'at' ? fromEnd(key, text.length) : indexOf(key);
  return typeof index === 'number' ? text[index] : undefined;
}

/** The key of `[]` as the index that it is. */
function indexOf(key: RuleValue): RuleValue {
  return typeof key === 'string' && String(Number(key)) === key ? Number(key) : primitive(key);
}

/** The index that `at` means. */
function fromEnd(key: RuleValue, size: number): RuleValue {
  const index = trunc(Number(primitive(key))) || 0;
  return index < 0 ? index + size : index;
}

/** Whether a test with this value passes. */
export function isTrue(value: RuleValue): boolean {
  return value instanceof Thing || Boolean(value);
}

/**
 * The value of a field of what is no object.
 * @throws RuleFault where JavaScript would throw.
 */
function memberOfPrimitive(of: RuleValue, name: string, isOptional: boolean): RuleValue {
  if (of === null || of === undefined) {
    if (isOptional) return undefined;
    throw new RuleFault(`"${name}" was read of ${shown(of)}`);
  }
  return undefined;
}

function unary(operator: UnaryOperator, value: RuleValue): RuleValue {
  switch (operator) {
    case '!':
      return !isTrue(value);
    case 'typeof':
      return value instanceof Thing ? value.type : typeof value;
    case '-':
    case '~': {
      const number = numeric(value);
      if (typeof number === 'bigint') return operator === '-' ? -number : ~number;
      return operator === '-' ? -number : ~number;
    }
    case '+':
      return guarded(() => +(primitive(value) as number));
  }
}

/**
 * The value of an operator.
 * @throws RuleFault where the language throws, or would run code of the program.
 */
export function binary(operator: BinaryOperator, left: RuleValue, right: RuleValue): RuleValue {
  switch (operator) {
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
    case '!=': {
      // eslint-disable-next-line eqeqeq -- the operator that the rule uses
      const isEqual = left instanceof Thing || right instanceof Thing ? looselyEqual(left, right) : (left as string) == (right as string);
      return operator === '==' ? isEqual : !isEqual;
    }
    default:
      // Of two numbers no operator throws.
      if (typeof left === 'number' && typeof right === 'number') return arithmetic(operator, left, right);
      return guarded(() => arithmetic(operator, primitive(left) as number, primitive(right) as number));
  }
}

function looselyEqual(left: RuleValue, right: RuleValue): boolean {
  if (left === right) return true;
  const other = left instanceof Thing ? right : left;
  if (other instanceof Thing || other === null || other === undefined) return false;
  throw new RuleFault('an object was compared with a primitive by ==');
}

/** The operator of the language itself: what it does with strings and bigints is what it does in the program. */
function arithmetic(operator: Exclude<BinaryOperator, '===' | '!==' | '==' | '!='>, left: number, right: number): RuleValue {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '**':
      return left ** right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    case '>>>':
      return left >>> right;
  }
}

/** Mixed bigints, symbols and divisions of bigints by zero throw. */
function guarded(compute: () => RuleValue): RuleValue {
  try {
    return compute();
  } catch (error) {
    throw new RuleFault(error instanceof Error ? error.message : String(error));
  }
}

function primitive(value: RuleValue): Exclude<RuleValue, object> {
  if (value instanceof Thing) throw new RuleFault('an object was used as a number or a text');
  return value as Exclude<RuleValue, object>;
}

function numeric(value: RuleValue): number | bigint {
  const of = primitive(value);
  if (typeof of === 'bigint') return of;
  return guarded(() => Number(of)) as number;
}

const shown = (value: RuleValue): string => (value instanceof Thing ? 'an object' : String(value));
