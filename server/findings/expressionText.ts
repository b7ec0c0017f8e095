import type { BinaryOperator, Constant, Expression } from '../ir/expression.js';
import type { EntryNames } from './entryNames.js';

/** How tightly an operator binds: more is tighter. Comparisons beside && and || need no parentheses. */
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
const unaryPrecedence = 12;
const tightest = 20;

/** The expression as JavaScript over the names of the root's parameters; null where it speaks of something without a name. */
export function printExpression(expression: Expression, names: EntryNames): string | null {
  return print(expression)?.text ?? null;

  function print(part: Expression): { readonly text: string; readonly precedence: number } | null {
    switch (part.kind) {
      case 'constant': {
        const text = constantText(part.value);
        return { text, precedence: text.startsWith('-') ? unaryPrecedence : tightest };
      }
      case 'variable': {
        const text = quantityText(part.variable);
        return text === null ? null : { text, precedence: tightest };
      }
      case 'unary': {
        const operand = print(part.operand);
        if (operand === null) return null;
        if (part.operator === 'toString') return { text: `String(${operand.text})`, precedence: tightest };
        if (part.operator === 'toPropertyKey') return null;
        const operator = part.operator === 'toNumeric' ? '+' : part.operator;
        const inner = within(operand, unaryPrecedence + (/^[-+]/.test(operand.text) ? 1 : 0));
        return { text: /\w/.test(operator) ? `${operator} ${inner}` : `${operator}${inner}`, precedence: unaryPrecedence };
      }
      case 'binary': {
        const { operator, ...operands } = upright(part);
        const left = print(operands.left);
        const right = print(operands.right);
        if (left === null || right === null) return null;
        const precedence = precedences[operator];
        // ** takes no unary operand on its left, and associates to the right.
        const [onLeft, onRight] = operator === '**' ? [tightest, precedence] : [precedence, precedence + 1];
        return { text: `${within(left, onLeft)} ${operator} ${within(right, onRight)}`, precedence };
      }
      case 'intrinsic': {
        const operands = part.operands.map(print);
        if (operands.includes(null)) return null;
        return { text: `${part.name}(${operands.map((operand) => operand?.text).join(', ')})`, precedence: tightest };
      }
      case 'global':
      case 'unknown':
        return null;
    }
  }

  function quantityText(variable: number): string | null {
    const quantity = names.quantities.all[variable];
    switch (quantity?.kind) {
      case undefined:
      case 'unknown':
        return null;
      case 'zero':
        return '0';
      case 'parameter':
        return names.ofParameter(quantity.variable);
      case 'member': {
        const of = print(quantity.of);
        if (of === null) return names.ofMember(quantity.of, quantity.name);
        return `${within(of, tightest)}${memberText(quantity.name)}`;
      }
      case 'test': {
        const of = print(quantity.of);
        return of === null ? null : `${quantity.pattern}.test(${of.text})`;
      }
      case 'instance': {
        const of = print(quantity.of);
        return of === null ? null : `(${within(of, precedences.instanceof)} instanceof ${quantity.constructor})`;
      }
      case 'length': {
        const of = print(quantity.of);
        return of === null ? null : `${within(of, tightest)}.length`;
      }
      case 'method': {
        const of = print(quantity.of);
        const args = quantity.args.map((argument) => (argument.kind === 'pattern' ? { text: argument.literal } : print(argument)));
        if (of === null || args.includes(null)) return null;
        return `${within(of, tightest)}.${quantity.name}(${args.map((argument) => argument?.text).join(', ')})`;
      }
    }
  }
}

type Comparison = Pick<Extract<Expression, { kind: 'binary' }>, 'operator' | 'left' | 'right'>;

const mirrored: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** `0 < n` reads better as `n > 0`. */
function upright({ operator, left, right }: Comparison): Comparison {
  const turned = left.kind === 'constant' && right.kind !== 'constant' ? mirrored[operator] : undefined;
  return turned === undefined ? { operator, left, right } : { operator: turned, left: right, right: left };
}

function within(part: { readonly text: string; readonly precedence: number }, precedence: number): string {
  return part.precedence >= precedence ? part.text : `(${part.text})`;
}

function memberText(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function constantText(constant: Constant): string {
  switch (constant.kind) {
    case 'undefined':
    case 'null':
      return constant.kind;
    case 'string':
      return JSON.stringify(constant.value);
    case 'bigint':
      return `${constant.value}n`;
    case 'number':
      return Object.is(constant.value, -0) ? '-0' : String(constant.value);
    case 'boolean':
      return String(constant.value);
  }
}
