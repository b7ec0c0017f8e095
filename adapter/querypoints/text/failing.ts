import { compare, isComparison, isNullish, isTruthy } from './comparedValues.js';
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
}

/** The variables and members that an expression reads; null where it calls something. */
export function placesRead(expression: AnyNode): ReadPlaces | null {
  const variables = new Set<string>();
  const fields = new Set<string>();
  let hasElements = false;
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
      case 'UnaryExpression':
        return visit(node.argument);
      case 'BinaryExpression':
      case 'LogicalExpression':
        return node.left.type !== 'PrivateIdentifier' && visit(node.left) && visit(node.right);
      default:
        return false; // what is called may read anything
    }
  };
  return visit(expression) ? { variables: [...variables], fields: [...fields], hasElements } : null;
}

/** The current values of places, as far as they are known. */
export interface Memory {
  variable(name: string): Simulated;
  self(): Simulated;
  /** Of an object, by its number. */
  member(owner: number, key: string): Simulated;
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
    case 'MemberExpression': {
      const owner = simulate(node.object as AnyNode, memory);
      if (owner?.kind !== 'object') return node.optional && isNullish(owner) ? undefinedValue : undefined;
      const key = memberKey(node.property, node.computed, memory);
      return key === undefined ? undefined : memory.member(owner.id, key);
    }
    case 'UnaryExpression': {
      const value = simulate(node.argument, memory);
      if (value === undefined) return undefined;
      if (node.operator === '!') return literal(!isTruthy(value));
      if (node.operator === 'typeof') return literal(typeOf(value));
      return node.operator === '-' && value.kind === 'primitive' && value.type === 'number' ? literal(-Number(value.text)) : undefined;
    }
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

function memberKey(property: AnyNode, computed: boolean, memory: Memory): string | undefined {
  if (property.type === 'PrivateIdentifier') return `#${property.name}`;
  if (!computed && property.type === 'Identifier') return property.name;
  const key = simulate(property, memory);
  return key?.kind === 'primitive' ? key.text : undefined;
}

function binary(operator: string, left: Simulated, right: Simulated): Simulated {
  if (left === undefined || right === undefined) return undefined;
  const isEqual = same(left, right);
  if (operator === '===') return literal(isEqual);
  if (operator === '!==') return literal(!isEqual);
  const isLoose = isEqual || (isNullish(left) && isNullish(right));
  if ((operator === '==' || operator === '!=') && (isLoose || isNullish(left) || isNullish(right)))
    return literal(isLoose === (operator === '=='));
  if (left.kind !== 'primitive' || right.kind !== 'primitive' || left.type !== 'number' || right.type !== 'number') return undefined;
  const [a, b] = [Number(left.text), Number(right.text)];
  const results: Readonly<Record<string, number | boolean>> = {
    '<': a < b,
    '<=': a <= b,
    '>': a > b,
    '>=': a >= b,
    '+': a + b,
    '-': a - b,
    '*': a * b,
    '/': a / b,
    '%': a % b,
  };
  return literal(results[operator]);
}

function same(a: ValueReport, b: ValueReport): boolean {
  if (a.kind === 'object') return b.kind === 'object' && a.id === b.id;
  if (a.kind === 'primitive' && b.kind === 'primitive')
    return a.type === b.type && (a.type === 'number' ? Number(a.text) === Number(b.text) : a.text === b.text);
  return isNullish(a) && isNullish(b);
}

const undefinedValue: ValueReport = { kind: 'primitive', type: 'undefined', text: 'undefined' };

function literal(value: unknown): Simulated {
  if (value === null) return { kind: 'primitive', type: 'null', text: 'null' };
  const type = typeof value;
  return type === 'number' || type === 'string' || type === 'boolean' ? { kind: 'primitive', type, text: String(value) } : undefined;
}

function typeOf(value: ValueReport): string {
  if (value.kind === 'object') return value.type === 'function' ? 'function' : 'object';
  return value.kind === 'absent' ? 'undefined' : value.type === 'null' ? 'object' : value.type;
}
