import type { PatternShape } from '../../server/rules/rulesFile.js';
import type { AnyNode } from './tree.js';

/** The expressions that metavariables stand for, by name. */
export type Bindings = ReadonlyMap<string, AnyNode>;

/** Whether an expression has the form of a pattern, and what its metavariables stand for there; null where it has not. */
export function matchShape(shape: PatternShape, node: AnyNode, metavariables: readonly string[], text: string): Bindings | null {
  const bound = new Map<string, AnyNode>();
  return matches(shape, node, { metavariables, text, bound }) ? bound : null;
}

interface Matching {
  readonly metavariables: readonly string[];
  readonly text: string;
  readonly bound: Map<string, AnyNode>;
}

function matches(shape: PatternShape, given: AnyNode, matching: Matching): boolean {
  const node = inner(given);
  switch (shape.kind) {
    case 'metavariable':
      return binds(shape.name, node, matching);
    case 'literal':
      return node.type === 'Literal' && node.value === shape.value;
    case 'name':
      return node.type === 'Identifier' && node.name === shape.name;
    case 'this':
      return node.type === 'ThisExpression';
    case 'member':
      return isMember(node, shape.name) && matches(shape.of, node.object, matching);
    case 'element':
      return (
        node.type === 'MemberExpression' &&
        node.computed &&
        matches(shape.of, node.object, matching) &&
        matches(shape.index, node.property, matching)
      );
    case 'call':
    case 'new':
      return matchesCall(shape, node, matching);
    case 'assign':
      return (
        node.type === 'AssignmentExpression' &&
        node.operator === shape.operator &&
        matches(shape.target, node.left, matching) &&
        matches(shape.value, node.right, matching)
      );
    case 'binary':
      return (
        (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') &&
        node.operator === shape.operator &&
        matches(shape.left, node.left, matching) &&
        matches(shape.right, node.right, matching)
      );
    case 'unary':
      return (
        (node.type === 'UnaryExpression' || node.type === 'UpdateExpression') &&
        node.operator === shape.operator &&
        node.prefix !== shape.isPostfix &&
        matches(shape.operand, node.argument, matching)
      );
  }
}

type CallShape = Extract<PatternShape, { kind: 'call' | 'new' }>;

function matchesCall({ kind, callee, operands, takesRest }: CallShape, node: AnyNode, matching: Matching): boolean {
  if (node.type !== (kind === 'call' ? 'CallExpression' : 'NewExpression')) return false;
  // Through `call` a method is called with its receiver before the others.
  const through = kind === 'call' && node.type === 'CallExpression' ? calledThrough(node) : null;
  if (through !== null && callee.kind === 'member' && isMember(through.callee, callee.name)) {
    const { receiver } = through;
    return matches(callee.of, receiver, matching) && matchAll(operands, through.operands, takesRest, matching);
  }
  return matches(callee, node.callee, matching) && matchAll(operands, node.arguments, takesRest, matching);
}

function matchAll(shapes: readonly PatternShape[], nodes: readonly AnyNode[], takesRest: boolean, matching: Matching): boolean {
  if (takesRest ? nodes.length < shapes.length : nodes.length !== shapes.length) return false;
  return shapes.every((shape, at) => {
    const node = nodes[at];
    return node !== undefined && node.type !== 'SpreadElement' && matches(shape, node, matching);
  });
}

/** The parts of `X.prototype.m.call(receiver, …)` and `m.call(receiver, …)`. */
function calledThrough(node: Extract<AnyNode, { type: 'CallExpression' }>) {
  const [receiver, ...operands] = node.arguments;
  const { callee } = node;
  if (!isMember(callee, 'call') || receiver === undefined || receiver.type === 'SpreadElement') return null;
  return { callee: inner(callee.object), receiver, operands };
}

function isMember(node: AnyNode, name: string): node is Extract<AnyNode, { type: 'MemberExpression' }> {
  if (node.type !== 'MemberExpression') return false;
  const { property, computed } = node;
  if (!computed)
    return (
      (property.type === 'Identifier' && property.name === name) || (property.type === 'PrivateIdentifier' && `#${property.name}` === name)
    );
  return property.type === 'Literal' && property.value === name;
}

/** The same metavariable stands for the same text everywhere in a pattern. */
function binds(name: string, node: AnyNode, { text, bound }: Matching): boolean {
  // A private name before `in` is no expression.
  if (node.type === 'PrivateIdentifier') return false;
  const known = bound.get(name);
  if (known === undefined) bound.set(name, node);
  return known === undefined || text.slice(known.start, known.end) === text.slice(node.start, node.end);
}

/** An expression without what stands around it alone. */
export function inner(node: AnyNode): AnyNode {
  if (node.type === 'ParenthesizedExpression') return inner(node.expression);
  return node.type === 'ChainExpression' ? inner(node.expression) : node;
}
