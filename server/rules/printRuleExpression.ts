import { unreachable } from '../base/errors.js';
import type { RuleExpression } from './ruleExpression.js';

/** An expression of a rule as JavaScript. `named`: the text that stands for a part; null where it is written as it is. */
export function expressionText(expression: RuleExpression, named: (part: RuleExpression) => string | null): string {
  const text = (part: RuleExpression): string => named(part) ?? inside(part);
  const operand = (part: RuleExpression): string => (isSimple(part) || named(part) !== null ? text(part) : `(${text(part)})`);
  const member = (of: RuleExpression, isOptional: boolean): string => `${operand(of)}${isOptional ? '?.' : '.'}`;
  const inside = (part: RuleExpression): string => {
    switch (part.kind) {
      case 'literal':
        return literalText(part.value);
      case 'variable':
      case 'tracked':
        return part.name;
      case 'field':
        return part.name.startsWith('#') ? `field(${text(part.of)}, '${part.name}')` : `${member(part.of, part.isOptional)}${part.name}`;
      case 'size':
        return `${member(part.of, part.isOptional)}${part.name}`;
      case 'has':
        return `${member(part.of, part.isOptional)}${part.name}(${text(part.element)})`;
      case 'view':
        return part.name === 'each' ? `[...${text(part.of)}]` : `${member(part.of, part.isOptional)}${part.name}()`;
      case 'entry':
        if (part.name === '[]') return `${operand(part.of)}${part.isOptional ? '?.' : ''}[${text(part.key)}]`;
        return `${member(part.of, part.isOptional)}${part.name}(${text(part.key)})`;
      case 'quantified': {
        const test = `(${elementName(part.depth)}) => ${text(part.test)}`;
        return part.by === 'count'
          ? `${member(part.of, part.isOptional)}filter(${test}).length`
          : `${member(part.of, part.isOptional)}${part.by}(${test})`;
      }
      case 'element':
        return elementName(part.depth);
      case 'state':
        return `${part.name}.get(${text(part.of)})`;
      case 'pure':
        return pureText(part, text, member);
      case 'unary':
        return `${part.operator}${part.operator === 'typeof' ? ' ' : ''}${operand(part.operand)}`;
      case 'binary':
      case 'logical':
        return `${operand(part.left)} ${part.operator} ${operand(part.right)}`;
      case 'conditional':
        return `${operand(part.test)} ? ${operand(part.then)} : ${operand(part.otherwise)}`;
      default:
        return unreachable(part);
    }
  };
  return text(expression);
}

/** The name of the element that a test is about. */
const elementName = (depth: number): string => `each${depth === 0 ? '' : depth + 1}`;

function pureText(
  { name, operands, isOptional }: RuleExpression & { readonly kind: 'pure' },
  text: (part: RuleExpression) => string,
  member: (of: RuleExpression, isOptional: boolean) => string,
): string {
  const [receiver, ...rest] = operands;
  const isFunction = name.includes('.') || /^[A-Z]/.test(name) || receiver === undefined;
  if (isFunction) return `${name}(${operands.map(text).join(', ')})`;
  return `${member(receiver, isOptional)}${name}(${rest.map(text).join(', ')})`;
}

/** Whether a part needs no brackets where it is an operand. */
function isSimple({ kind, ...part }: RuleExpression): boolean {
  if (kind === 'literal') return !('value' in part && typeof part.value === 'number' && (part.value < 0 || Object.is(part.value, -0)));
  return kind !== 'unary' && kind !== 'binary' && kind !== 'logical' && kind !== 'conditional';
}

function literalText(value: undefined | null | boolean | number | string | bigint): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Every part of an expression, itself first. */
export function* partsOfExpression(expression: RuleExpression): Generator<RuleExpression> {
  yield expression;
  for (const child of childrenOf(expression)) yield* partsOfExpression(child);
}

function childrenOf(part: RuleExpression): readonly RuleExpression[] {
  switch (part.kind) {
    case 'literal':
    case 'variable':
    case 'tracked':
    case 'element':
      return [];
    case 'field':
    case 'size':
    case 'state':
    case 'view':
      return [part.of];
    case 'has':
      return [part.of, part.element];
    case 'entry':
      return [part.of, part.key];
    case 'quantified':
      return [part.of, part.test];
    case 'pure':
      return part.operands;
    case 'unary':
      return [part.operand];
    case 'binary':
    case 'logical':
      return [part.left, part.right];
    case 'conditional':
      return [part.test, part.then, part.otherwise];
    default:
      return unreachable(part);
  }
}
