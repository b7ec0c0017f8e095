import { areLooselyEqual, compare, isComparison, isNullish, isTruthy, primitiveOf } from './comparedValues.js';
import type { AnyNode } from '../../instrument/tree.js';
import type { ValueReport } from '../../events/rows.js';

/** Why a throw happened: an expression of places, and which of its values fail. `failureAt` finds it. */
export interface Failure {
  readonly expression: AnyNode;
  isFailing(value: Simulated): boolean;
  /** Of which values, though they are known, it is not known whether they fail, and what may be true of them. */
  readonly doubt?: { isOf(value: Simulated): boolean; readonly sentence: string };
}

/** A value of the simulation; undefined: not known, which never decides. */
export type Simulated = ValueReport | undefined;

/** The places that an expression reads: names of variables, and members with the object and key that they are read of. */
export interface ReadPlaces {
  readonly variables: readonly string[];
  readonly fields: readonly string[];
  readonly hasElements: boolean;
  /** Whether it calls functions, which read more. */
  readonly hasCalls: boolean;
}

/** The variables and members that an expression reads; null where it does more than to read, compute and call. */
export function placesRead(expression: AnyNode): ReadPlaces | null {
  const variables = new Set<string>();
  const fields = new Set<string>();
  let hasElements = false;
  let hasCalls = false;
  const visit = (node: AnyNode): boolean => {
    switch (node.type) {
      case 'Literal':
      case 'ThisExpression':
        return true;
      case 'Identifier':
        if (node.name !== 'undefined') variables.add(node.name);
        return true;
      case 'MemberExpression':
        if (node.object.type === 'Super') return false;
        if (node.property.type === 'PrivateIdentifier') fields.add(`#${node.property.name}`);
        else if (!node.computed && node.property.type === 'Identifier') fields.add(node.property.name);
        else {
          hasElements = true;
          if (!visit(node.property)) return false;
        }
        return visit(node.object);
      case 'ChainExpression':
        return visit(node.expression);
      case 'CallExpression':
        hasCalls = true;
        return node.callee.type !== 'Super' && visit(node.callee) && node.arguments.every(visit);
      case 'UnaryExpression':
        return node.operator !== 'delete' && visit(node.argument);
      case 'ConditionalExpression':
        return visit(node.test) && visit(node.consequent) && visit(node.alternate);
      case 'TemplateLiteral':
        return node.expressions.every(visit);
      case 'BinaryExpression':
      case 'LogicalExpression':
        return node.left.type !== 'PrivateIdentifier' && visit(node.left) && visit(node.right);
      default:
        return false;
    }
  };
  return visit(expression) ? { variables: [...variables], fields: [...fields], hasElements, hasCalls } : null;
}

/** The current values of places, as far as they are known. */
export interface Memory {
  variable(name: string): Simulated;
  self(): Simulated;
  /** Of an object, by its number. */
  member(owner: number, key: string): Simulated;
  /** What a call gives. */
  call(node: AnyNode): Simulated;
}

/** What an expression is, on current values; it is never run. */
export function simulate(node: AnyNode, memory: Memory): Simulated {
  switch (node.type) {
    case 'Literal':
      return literal(node.value);
    case 'ThisExpression':
      return memory.self();
    case 'Identifier':
      return node.name === 'undefined' ? undefinedValue : memory.variable(node.name);
    case 'ChainExpression':
      return simulate(node.expression, memory);
    case 'CallExpression':
      return memory.call(node);
    case 'MemberExpression': {
      const owner = simulate(node.object as AnyNode, memory);
      if (owner === undefined || isNullish(owner)) return owner !== undefined && node.optional ? undefinedValue : undefined;
      const key = memberKey(node.property, node.computed, memory);
      if (key === undefined) return undefined;
      return owner.kind === 'object' ? memory.member(owner.id, key) : lengthOf(owner, key);
    }
    case 'UnaryExpression': {
      const value = simulate(node.argument, memory);
      return value === undefined ? undefined : unary(node.operator, value);
    }
    case 'ConditionalExpression': {
      const test = simulate(node.test, memory);
      return test === undefined ? undefined : simulate(isTruthy(test) ? node.consequent : node.alternate, memory);
    }
    case 'TemplateLiteral':
      return templateText(node, memory);
    case 'LogicalExpression': {
      const left = simulate(node.left, memory);
      if (left === undefined) return undefined;
      const goesOn = node.operator === '&&' ? isTruthy(left) : node.operator === '||' ? !isTruthy(left) : isNullish(left);
      return goesOn ? simulate(node.right, memory) : left;
    }
    case 'BinaryExpression':
      return isComparison(node.operator)
        ? compare(node.operator, simulate(node.left as AnyNode, memory), simulate(node.right, memory))
        : binary(node.operator, simulate(node.left as AnyNode, memory), simulate(node.right, memory));
    default:
      return undefined;
  }
}

export function unary(operator: string, value: ValueReport): Simulated {
  if (operator === '!') return literal(!isTruthy(value));
  if (operator === 'typeof') return literal(typeOf(value));
  if (operator === 'void') return undefinedValue;
  const primitive = primitiveOf(value)?.value;
  if (typeof primitive === 'bigint') return operator === '-' ? literal(-primitive) : operator === '~' ? literal(~primitive) : undefined;
  if (primitiveOf(value) === null) return undefined;
  return literal(operator === '-' ? -Number(primitive) : operator === '~' ? ~Number(primitive) : Number(primitive));
}

function templateText({ quasis, expressions }: Extract<AnyNode, { type: 'TemplateLiteral' }>, memory: Memory): Simulated {
  let text = quasis[0]?.value.cooked ?? '';
  for (const [at, expression] of expressions.entries()) {
    const value = simulate(expression, memory);
    const part = value === undefined ? null : primitiveOf(value);
    if (part === null) return undefined;
    text += String(part.value) + (quasis[at + 1]?.value.cooked ?? '');
  }
  return literal(text);
}

/** How long a text is; of other primitives nobody knows what their prototypes have. */
function lengthOf(owner: ValueReport, key: string): Simulated {
  const text = key === 'length' ? primitiveOf(owner)?.value : null;
  return typeof text === 'string' ? literal(text.length) : undefined;
}

function memberKey(property: AnyNode, computed: boolean, memory: Memory): string | undefined {
  if (property.type === 'PrivateIdentifier') return `#${property.name}`;
  if (!computed && property.type === 'Identifier') return property.name;
  const key = simulate(property, memory);
  return key?.kind === 'primitive' ? key.text : undefined;
}

export function binary(operator: string, left: Simulated, right: Simulated): Simulated {
  if (left === undefined || right === undefined) return undefined;
  const isEqual = same(left, right);
  if (operator === '===') return literal(isEqual);
  if (operator === '!==') return literal(!isEqual);
  const isLoose = isEqual || (isNullish(left) && isNullish(right));
  if ((operator === '==' || operator === '!=') && (isLoose || isNullish(left) || isNullish(right)))
    return literal(isLoose === (operator === '=='));
  const [a, b] = [primitiveOf(left), primitiveOf(right)];
  if (a !== null && b !== null && (operator === '==' || operator === '!=')) {
    if (typeof a.value === 'bigint' || typeof b.value === 'bigint') return undefined;
    return literal(areLooselyEqual(a.value, b.value) === (operator === '=='));
  }
  const compute = operators[operator];
  if (a === null || b === null || compute === undefined) return undefined;
  try {
    return literal(compute(a.value as number, b.value as number));
  } catch {
    return undefined; // it throws there, of another reason
  }
}

/** Primitives of any kind are computed as in the program. */
const operators: Readonly<Record<string, (a: number, b: number) => unknown>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '>>>': (a, b) => a >>> b,
};

function same(a: ValueReport, b: ValueReport): boolean {
  if (a.kind === 'object') return b.kind === 'object' && a.id === b.id;
  if (a.kind === 'primitive' && b.kind === 'primitive')
    return a.type === b.type && (a.type === 'number' ? Number(a.text) === Number(b.text) : a.text === b.text);
  return isNullish(a) && isNullish(b);
}

export const undefinedValue: ValueReport = { kind: 'primitive', type: 'undefined', text: 'undefined' };

/** A primitive as a report; undefined of symbols and objects. */
export function literal(value: unknown): Simulated {
  if (value === null) return { kind: 'primitive', type: 'null', text: 'null' };
  const type = typeof value;
  return type === 'number' || type === 'string' || type === 'boolean' || type === 'bigint'
    ? { kind: 'primitive', type, text: Object.is(value, -0) ? '-0' : String(value) }
    : undefined;
}

function typeOf(value: ValueReport): string {
  if (value.kind === 'object') return value.type === 'function' ? 'function' : 'object';
  return value.kind === 'absent' ? 'undefined' : value.type === 'null' ? 'object' : value.type;
}
