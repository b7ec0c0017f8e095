import { isFunction, pathTo, type AnyNode, type Program } from '../../instrument/tree.js';
import { assertedAt } from './asserted.js';
import { isNullish, isTruthy } from './comparedValues.js';
import type { Failure, Simulated } from './failing.js';
import { goneThrough } from './goneThrough.js';

/**
 * What failed at a throw: the object that a member was read of or written to, what was called, made, taken apart or gone through, or the
 * condition that a `throw` stands under. Of the language's own errors the message says which of them, V8's place only the statement's part.
 */
export function failureAt(program: Program, offset: number, message: string): Failure | null {
  const path = pathTo(program, offset);
  const throwing = path.findLast((node) => node.type === 'ThrowStatement');
  if (throwing !== undefined && throwing.start === offset) return guardOf(path, throwing);
  if (/AssertionError/.test(message)) return assertedAt(path, offset);
  const inside = path.slice(path.findLastIndex(isFunction) + 1).reverse();
  for (const { says, expressionOf, fails } of kinds) {
    const said = says.exec(message);
    if (said === null) continue;
    for (const [index, node] of inside.entries()) {
      const expression = expressionOf(node, { name: said[1], inside: inside[index - 1], offset });
      if (expression !== null) return { expression, ...fails };
    }
  }
  return null;
}

function guardOf(path: readonly AnyNode[], throwing: AnyNode): Failure | null {
  const at = path.findLastIndex((node, index) => index < path.indexOf(throwing) && node.type === 'IfStatement');
  const guard = path[at];
  if (guard?.type !== 'IfStatement') return null;
  const isThen = path[at + 1] === guard.consequent;
  return { expression: guard.test, isFailing: (value) => value !== undefined && isTruthy(value) === isThen };
}

/** Where an error was thrown: the name that its message has, the part of the node that leads there, and the place. */
interface Thrown {
  readonly name: string | undefined;
  readonly inside: AnyNode | undefined;
  readonly offset: number;
}

/** One of the language's own errors, the innermost node around its place that it may be of, and the values that fail. */
interface KindOfError {
  readonly says: RegExp;
  expressionOf(node: AnyNode, thrown: Thrown): AnyNode | null;
  readonly fails: Pick<Failure, 'isFailing' | 'doubt'>;
}

const ofNullish = { isFailing: isNullish };

const isOfFunction = (value: Simulated): boolean => value?.kind === 'object' && value.type === 'function';

/** No function is called: it is known, and none. */
const ofUncallable = { isFailing: (value: Simulated): boolean => value !== undefined && !isOfFunction(value) };

/** Functions that are no constructors look like those that are. */
const ofUnmakeable = {
  ...ofUncallable,
  doubt: { isOf: isOfFunction, sentence: 'the function that was there may be a constructor, or not' },
};

const ofPrimitive = { isFailing: (value: Simulated): boolean => value !== undefined && value.kind !== 'object' };

const ofUniterable = {
  isFailing: (value: Simulated): boolean => isNullish(value) || (value?.kind === 'primitive' && value.type !== 'string'),
  doubt: { isOf: (value: Simulated): boolean => value?.kind === 'object', sentence: 'the object that was there may be iterable, or not' },
};

const kinds: readonly KindOfError[] = [
  {
    says: /^.*Cannot \w+ propert(?:y|ies) of (?:undefined|null)(?: \((?:reading|setting) '(.*)'\))?/,
    expressionOf: ownerOf,
    fails: ofNullish,
  },
  { says: /Cannot destructure/, expressionOf: takenApart, fails: ofNullish },
  { says: /Cannot convert undefined or null to object/, expressionOf: convertedToObject, fails: ofNullish },
  { says: /is not iterable|must be iterable|requires \.\.\.iterable/, expressionOf: uniterable, fails: ofUniterable },
  { says: /is not a constructor/, expressionOf: (node) => (node.type === 'NewExpression' ? node.callee : null), fails: ofUnmakeable },
  { says: /is not a function/, expressionOf: called, fails: ofUncallable },
  { says: /Cannot use 'in' operator/, expressionOf: (node) => rightOf(node, 'in'), fails: ofPrimitive },
  { says: /Right-hand side of 'instanceof'/, expressionOf: (node) => rightOf(node, 'instanceof'), fails: ofUncallable },
];

/** The object of the member that was read or written, which has the name that the message says. */
function ownerOf(node: AnyNode, { name, inside }: Thrown): AnyNode | null {
  const member =
    node.type === 'AssignmentExpression' && inside !== node.right ? node.left : node.type === 'UpdateExpression' ? node.argument : node;
  if (member.type !== 'MemberExpression' || member.object.type === 'Super') return null;
  const { property, computed, object } = member;
  const own = computed ? null : property.type === 'Identifier' ? property.name : null;
  return own === null || name === undefined || own === name ? object : null;
}

/** What a pattern takes apart by itself, not one that stands in it. */
function takenApart(node: AnyNode, { inside }: Thrown): AnyNode | null {
  const [pattern, value] =
    node.type === 'VariableDeclarator'
      ? [node.id, node.init]
      : node.type === 'AssignmentExpression'
        ? [node.left, node.right]
        : [null, null];
  return pattern !== null && (pattern.type === 'ObjectPattern' || pattern.type === 'ArrayPattern') && inside !== value
    ? (value ?? null)
    : null;
}

/** What `delete` has a member of, or what one of the functions of `Object` was given. */
function convertedToObject(node: AnyNode): AnyNode | null {
  if (node.type === 'UnaryExpression' && node.operator === 'delete')
    return node.argument.type === 'MemberExpression' && node.argument.object.type !== 'Super' ? node.argument.object : null;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  const { object } = node.callee;
  const [first] = node.arguments;
  return object.type === 'Identifier' && object.name === 'Object' && first !== undefined && first.type !== 'SpreadElement' ? first : null;
}

/** What could not be gone through: in the head of a loop its list, of a call the one that it spreads. */
function uniterable(node: AnyNode, { offset }: Thrown): AnyNode | null {
  if (node.type === 'ForOfStatement' && (offset < node.right.start || offset >= node.right.end)) return null;
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return goneThrough(node);
  const [only, ...others] = node.arguments.filter((one) => one.type === 'SpreadElement');
  return only !== undefined && others.length === 0 ? only.argument : null;
}

function called(node: AnyNode): AnyNode | null {
  return node.type === 'CallExpression' ? node.callee : node.type === 'TaggedTemplateExpression' ? node.tag : null;
}

function rightOf(node: AnyNode, operator: string): AnyNode | null {
  return node.type === 'BinaryExpression' && node.operator === operator ? node.right : null;
}
