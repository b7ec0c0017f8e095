import type { BinaryOperator, Constant, Expression } from '../ir/expression.js';
import {
  any,
  compare,
  isRelational,
  lengthOf,
  literal,
  loosest,
  named,
  not,
  relationalPrecedence,
  test,
  tightest,
  unaryPrecedence,
} from './conditionTree.js';
import type { Arithmetic, Comparison, ConditionTree, Operand } from './conditionTree.js';
import type { Operand as MethodOperand, Quantity } from '../execution/symbolic/quantities.js';
import type { EntryNames } from './entryNames.js';
import { printBase, printCondition, printOperand } from './printCondition.js';

/** The precedence of an operator: more binds tighter. */
const precedences: Readonly<Record<BinaryOperator, number>> = {
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '===': 6,
  '!==': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  in: 7,
  instanceof: 7,
  '<<': 8,
  '>>': 8,
  '>>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
  '**': 11,
};

const comparisons: ReadonlySet<BinaryOperator> = new Set<Comparison>(['<', '<=', '>', '>=', '==', '!=', '===', '!==']);

/** A test over the names of the root's parameters: as a condition if it is one, else as an expression. */
export function testOf(expression: Expression, names: EntryNames): ConditionTree | null {
  if (expression.kind === 'unary' && expression.operator === '!') {
    const negated = testOf(expression.operand, names);
    return negated === null ? null : not(negated);
  }
  if (expression.kind === 'binary' && comparisons.has(expression.operator)) {
    const { operator, left, right } = expression;
    const type = right.kind === 'constant' && right.value.kind === 'string' ? right.value.value : null;
    if (type !== null && left.kind === 'unary' && left.operator === 'typeof' && (operator === '===' || operator === '!==')) {
      const subject = operandOf(left.operand, names);
      return subject === null ? null : { kind: 'typeof', subject, type, equal: operator === '===' };
    }
    const end = endOf(expression, names);
    if (end !== null) return end;
    const [subject, other] = [operandOf(left, names), operandOf(right, names)];
    if (subject === null || other === null) return null;
    // Read once: a getter may count.
    if (subject.text === other.text && /^[=!]/.test(operator))
      return operator.startsWith('!') ? { kind: 'isNaN', subject } : not({ kind: 'isNaN', subject });
    return differing(compare(subject, operator as Comparison, other));
  }
  const [operand] = expression.kind === 'intrinsic' ? expression.operands : [];
  if (expression.kind === 'intrinsic' && operand !== undefined && expression.name === 'Boolean') return testOf(operand, names);
  if (
    expression.kind === 'intrinsic' &&
    operand !== undefined &&
    (expression.name === 'Number.isNaN' || expression.name === 'Number.isInteger')
  ) {
    const subject = operandOf(operand, names);
    return subject === null ? null : { kind: expression.name === 'Number.isNaN' ? 'isNaN' : 'isInteger', subject };
  }
  const quantity = expression.kind === 'variable' ? names.quantities.all[expression.variable] : undefined;
  if (quantity?.kind === 'among') return amongOf(quantity, names);
  const of = operandOf(expression, names);
  return of === null ? null : { kind: 'test', of };
}

/** `n - s.length < 0` is `n < s.length`, also where the difference is rounded. */
function differing(test: ConditionTree): ConditionTree {
  if (test.kind !== 'compare' || !isRelational(test.operator) || test.other.text !== '0' || test.subject.made?.by !== '-') return test;
  const [left, right] = test.subject.made.of;
  return left === undefined || right?.lengthOf === undefined ? test : compare(left, test.operator, right);
}

/** That a text has no such character says how long it is; null: it is another test. */
function endOf({ operator, left, right }: BinaryExpression, names: EntryNames): ConditionTree | null {
  const quantity = left.kind === 'variable' ? names.quantities.all[left.variable] : undefined;
  const isNothing =
    right.kind === 'constant' && (right.value.kind === 'undefined' || (right.value.kind === 'null' && operator.length === 2));
  if (quantity?.kind !== 'member' || quantity.isCharacter !== true || !isNothing || !/^[=!]/.test(operator)) return null;
  const of = operandOf(quantity.of, names);
  if (of === null) return null;
  const isEnd = operator.startsWith('=');
  if (quantity.name === '0') return compare(of, isEnd ? '===' : '!==', literal(''));
  return compare(lengthOf(printBase(of)), isEnd ? '<=' : '>', literal(Number(quantity.name)));
}

/** More names are written as a list. */
const mostCompared = 3;

/** The text is compared with the names, and looked for where all objects inherit from. */
function amongOf({ of, names: among, orInherited }: Extract<Quantity, { kind: 'among' }>, names: EntryNames): ConditionTree | null {
  const subject = operandOf(of, names);
  if (subject === null) return null;
  const isOne =
    among.length > mostCompared
      ? [test(`${JSON.stringify(among).replaceAll(',"', ', "')}.includes(${subject.text})`)]
      : among.map((name) => compare(subject, '===', literal(name)));
  const inherited = test(`${printOperand(subject, relationalPrecedence)} in {}`, relationalPrecedence);
  return any(...isOne, ...(orInherited ? [inherited] : []));
}

/** The expression as JavaScript over the names of the root's parameters; null where it speaks of something without a name. */
export function operandOf(expression: Expression, names: EntryNames): Operand | null {
  return print(expression);

  function print(part: Expression): Operand | null {
    switch (part.kind) {
      case 'constant':
        return literal(valueOf(part.value));
      case 'variable':
        return quantityOf(part.variable);
      case 'unary': {
        const operand = print(part.operand);
        if (operand === null) return null;
        if (part.operator === 'toString') return named(`String(${operand.text})`);
        if (part.operator === 'toPropertyKey') return null;
        const operator = part.operator === 'toNumeric' ? '+' : part.operator;
        // A sign before a sign would read as ++ or --.
        const inner = printOperand(operand, unaryPrecedence + (/^[-+]/.test(operand.text) ? 1 : 0));
        return { text: /\w/.test(operator) ? `${operator} ${inner}` : `${operator}${inner}`, precedence: unaryPrecedence };
      }
      case 'binary': {
        const { operator, ...operands } = upright(part);
        const left = print(operands.left);
        const right = print(operands.right);
        if (left === null || right === null) return null;
        // That it may be -0 makes no difference to a test.
        if (operator === '+' && left.text === '0' && isNumeric(operands.right, right)) return right;
        const precedence = precedences[operator];
        // ** takes no unary operand on its left, and associates to the right.
        const [onLeft, onRight] = operator === '**' ? [tightest, precedence] : [precedence, precedence + 1];
        const text = `${printOperand(left, onLeft)} ${operator} ${printOperand(right, onRight)}`;
        return { text, precedence, ...madeBy(operator, [left, right]) };
      }
      case 'intrinsic': {
        const operands = part.operands.map(print);
        if (operands.includes(null)) return null;
        const given = operands.filter((operand) => operand !== null);
        return { ...named(`${part.name}(${given.map(({ text }) => text).join(', ')})`), ...madeBy(part.name, given) };
      }
      case 'global':
      case 'unknown':
        return null;
    }
  }

  /** Whether it is the text of a number, which is never empty. */
  function isOfNumber(text: Expression): boolean {
    const quantity = text.kind === 'variable' ? names.quantities.all[text.variable] : undefined;
    if (quantity?.kind === 'method') return ['toFixed', 'toPrecision', 'toExponential'].includes(quantity.name);
    const converted = text.kind === 'intrinsic' && text.name === 'String' ? text.operands[0] : text.kind === 'unary' ? text.operand : null;
    const of = converted?.kind === 'variable' ? names.quantities.all[converted.variable] : undefined;
    return of !== undefined && 'assumption' in of && of.assumption?.kind === 'number';
  }

  function quantityOf(variable: number): Operand | null {
    const quantity = names.quantities.all[variable];
    if (names.quantities.isTooLong(variable)) return null;
    switch (quantity?.kind) {
      case undefined:
      case 'unknown':
        return null;
      case 'zero':
        return literal(0);
      case 'parameter':
        return nameOrNone(names.ofParameter(quantity.variable));
      case 'member': {
        const of = print(quantity.of);
        if (of === null) return nameOrNone(names.ofMember(quantity.of, quantity.name));
        return named(`${printBase(of)}${memberText(quantity.name)}`);
      }
      case 'copied': {
        const of = print(quantity.of);
        const rest = of === null ? names.ofRest(quantity.of) : `{ ...${of.text} }`;
        return rest === null ? null : named(`${rest}${memberText(quantity.name)}`);
      }
      case 'among': {
        const tree = amongOf(quantity, names);
        return tree === null ? null : { text: printCondition(tree), precedence: loosest };
      }
      case 'has': {
        const [key, of] = [print(quantity.key), print(quantity.of)];
        if (key === null || of === null) return null;
        if (quantity.which === 'own') return named(`Object.hasOwn(${of.text}, ${key.text})`);
        const [left, right] = [printOperand(key, relationalPrecedence), printOperand(of, relationalPrecedence + 1)];
        return { text: `${left} in ${right}`, precedence: relationalPrecedence };
      }
      case 'made': {
        const of = print(quantity.of);
        if (of === null || quantity.by === 'keys') return of === null ? null : named(`Object.keys(${of.text})`);
        return methodCall(of, quantity.by, quantity.args);
      }
      case 'test': {
        const of = print(quantity.of);
        return of === null ? null : named(`${quantity.pattern}.test(${of.text})`);
      }
      case 'instance': {
        const of = print(quantity.of);
        if (of === null) return null;
        return { text: `${printOperand(of, relationalPrecedence)} instanceof ${quantity.constructor}`, precedence: relationalPrecedence };
      }
      case 'length': {
        const of = print(quantity.of);
        return of === null ? null : { ...lengthOf(printBase(of)), ...(isOfNumber(quantity.of) ? { least: 1 } : {}) };
      }
      case 'method': {
        const of = print(quantity.of);
        return of === null ? null : methodCall(of, quantity.name, quantity.args);
      }
    }
  }

  function methodCall(of: Operand, name: string, operands: readonly MethodOperand[]): Operand | null {
    const args = operands.map((argument) => (argument.kind === 'pattern' ? { text: argument.literal } : print(argument)));
    if (args.includes(null)) return null;
    const given = args.map((argument) => argument?.text).join(', ');
    return named(name === '[]' ? `${printBase(of)}[${given}]` : `${printBase(of)}.${name}(${given})`);
  }
}

/** Whether it is a number, whatever it is made of. */
function isNumeric(expression: Expression, { lengthOf: of }: Operand): boolean {
  if (of !== undefined) return true;
  if (expression.kind === 'intrinsic') return expression.name === 'Number' || expression.name.startsWith('Math.');
  return expression.kind === 'binary' && ['-', '*', '/', '%', '**'].includes(expression.operator);
}

/** How a number is made of others, where it grows or shrinks with each of them. */
function madeBy(by: string, of: readonly Operand[]): Pick<Operand, 'made'> {
  if (!arithmetic.has(by as Arithmetic)) return {};
  const [, factor] = of;
  const isScaled = by === '*' || by === '/';
  if (isScaled && !(factor?.literal === 'number' && Number(factor.text) > 0 && Number.isFinite(Number(factor.text)))) return {};
  return { made: { by: by as Arithmetic, of } };
}

const arithmetic: ReadonlySet<Arithmetic> = new Set(['+', '-', '*', '/', 'Math.floor', 'Math.ceil', 'Math.round', 'Math.trunc']);

type BinaryExpression = Pick<Extract<Expression, { kind: 'binary' }>, 'operator' | 'left' | 'right'>;

const mirrored: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** `0 < n` reads better as `n > 0`. */
function upright({ operator, left, right }: BinaryExpression): BinaryExpression {
  const turned = left.kind === 'constant' && right.kind !== 'constant' ? mirrored[operator] : undefined;
  return turned === undefined ? { operator, left, right } : { operator: turned, left: right, right: left };
}

const nameOrNone = (name: string | null): Operand | null => (name === null ? null : named(name));

function memberText(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function valueOf(constant: Constant): Parameters<typeof literal>[0] {
  switch (constant.kind) {
    case 'undefined':
      return undefined;
    case 'null':
      return null;
    default:
      return constant.value;
  }
}
