import { parseExpressionAt, type Expression } from 'acorn';
import type { Evaluated, ValueReport } from '../../events/rows.js';
import type { TraceStore } from '../store/traceStore.js';
import type { ClassTexts } from './classTexts.js';
import { mayBeReplaced, ownValue } from './nativeNames.js';

/**
 * Whether `object.name` is a method that every object of its kind has from the language, and nobody replaced: of what the expression makes, or
 * of a value that `look` tells.
 */
export function isNativeMember(
  store: TraceStore,
  classes: ClassTexts,
  expression: string,
  look: (expression: string) => Evaluated,
): boolean {
  const node = parsed(expression);
  if (node?.type !== 'MemberExpression' || node.computed || node.object.type === 'Super' || node.property.type !== 'Identifier')
    return false;
  const { name } = node.property;
  const made = prototypeMade(node.object);
  const held = made === null ? look(expression.slice(node.object.start, node.object.end)) : null;
  const prototype = made ?? (held !== null && 'value' in held ? prototypeOf(held.value, classes) : null);
  return prototype !== null && typeof methodOf(prototype, name) === 'function' && !mayBeReplaced(store, name);
}

function parsed(expression: string): Expression | null {
  try {
    return parseExpressionAt(expression, 0, { ecmaVersion: 'latest', checkPrivateFields: false });
  } catch {
    return null;
  }
}

/** What an expression's value inherits from, whatever its parts are. */
function prototypeMade(node: Expression): object | null {
  switch (node.type) {
    case 'ArrayExpression':
      return Array.prototype;
    case 'TemplateLiteral':
      return String.prototype;
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return Function.prototype;
    case 'Literal':
      if (node.regex) return RegExp.prototype;
      return node.value === null || node.value === undefined ? null : (Object.getPrototypeOf(node.value) as object);
    default:
      return null;
  }
}

const ofPrimitives: Readonly<Record<string, object>> = {
  boolean: Boolean.prototype,
  number: Number.prototype,
  string: String.prototype,
  bigint: BigInt.prototype,
  symbol: Symbol.prototype,
};

const ofObjects: Readonly<Record<string, object>> = {
  Array: Array.prototype,
  Map: Map.prototype,
  Set: Set.prototype,
  WeakMap: WeakMap.prototype,
  WeakSet: WeakSet.prototype,
  Function: Function.prototype,
  Date: Date.prototype,
  RegExp: RegExp.prototype,
  Promise: Promise.prototype,
};

/** null where a text of the program declares the class: it may have methods of its own. */
function prototypeOf(value: ValueReport, classes: ClassTexts): object | null {
  if (value.kind === 'absent') return null;
  if (value.kind === 'primitive') return ofPrimitives[value.type] ?? null;
  if (value.type === 'proxy' || !Object.hasOwn(ofObjects, value.className) || classes.declares(value.className)) return null;
  return ofObjects[value.className] ?? null;
}

/** A method of a prototype, or of `Object.prototype` behind it. */
function methodOf(prototype: object, name: string): unknown {
  return ownValue(prototype, name) ?? ownValue(Object.prototype, name);
}
