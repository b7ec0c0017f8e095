import { isFunction, type AnyNode } from './tree.js';

/** Functions that code puts on a class or its prototype. */
export interface PutMethods {
  /** The class's name. */
  readonly name: string;
  readonly functions: readonly AnyNode[];
}

/**
 * The functions that an expression makes methods of a class: `X.prototype.m = function () {…}`, `X.m = …`, `X.prototype = { m() {…} }`,
 * `Object.assign(X.prototype, { m() {…} })`, `Object.defineProperty(X.prototype, 'm', { value() {…} })` and the like; null: it makes none.
 */
export function putMethods(node: AnyNode): PutMethods | null {
  if (node.type === 'AssignmentExpression') return assigned(node);
  return node.type === 'CallExpression' ? handedOver(node) : null;
}

function assigned({ left, right }: Extract<AnyNode, { type: 'AssignmentExpression' }>): PutMethods | null {
  if (left.type !== 'MemberExpression') return null;
  if (isPrototypeOfClass(left) && right.type === 'ObjectExpression') return onClass(left, valuesOf(right));
  return onClass(left.object, [right]);
}

function handedOver({ callee, arguments: values }: Extract<AnyNode, { type: 'CallExpression' }>): PutMethods | null {
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.property.type !== 'Identifier') return null;
  const [target, ...others] = values;
  if (target === undefined || !/^(?:Object|Reflect)$/.test(callee.object.name)) return null;
  switch (callee.property.name) {
    case 'assign':
      return onClass(target, others.flatMap(valuesOf));
    case 'defineProperty':
      return onClass(target, others.slice(1).flatMap(valuesOf));
    case 'defineProperties':
      return onClass(target, others.flatMap(valuesOf).flatMap(valuesOf));
    default:
      return null;
  }
}

/** `target`: a class, or its prototype. */
function onClass(target: AnyNode, values: readonly AnyNode[]): PutMethods | null {
  const functions = values.filter(isFunction);
  const holder = target.type === 'MemberExpression' && isPrototypeOfClass(target) ? target.object : target;
  const named = holder.type === 'MemberExpression' && !holder.computed ? holder.property : holder;
  return named.type === 'Identifier' && functions.length > 0 ? { name: named.name, functions } : null;
}

/** What the properties of a literal have. */
function valuesOf(node: AnyNode): readonly AnyNode[] {
  if (node.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) => (property.type === 'Property' ? [property.value] : []));
}

/** Whether an expression is `X.prototype`. */
export function isPrototypeOfClass(node: AnyNode): boolean {
  return node.type === 'MemberExpression' && !node.computed && node.property.type === 'Identifier' && node.property.name === 'prototype';
}
