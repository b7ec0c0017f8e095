import { child, childList, children, isFunction, stringField, type SyntaxNode } from './syntaxTree.js';

/** A condition that must be true at every good passage of a point; null means that no good run passes there. */
export interface Claim {
  readonly line: number;
  /** From 0. */
  readonly column: number;
  readonly condition: string | null;
}

/** The claim is about the whole statement, or about a part of it that is evaluated whenever the statement is. */
export function isAboutStatement(claim: Claim, statement: SyntaxNode, text: string): boolean {
  const offset = offsetOf(claim, text);
  if (offset === statement.range[0]) return true;
  if (offset < statement.range[0] || offset >= statement.range[1]) return false;
  if (!simpleStatements.has(statement.type)) return false;
  return unconditionallyContains(statement, offset);
}

/**
 * The claim is about the entry of the function: it is placed before its body, and in no function of a default. `definition`: the function,
 * or what gives a method or an accessor its name.
 */
export function isAboutEntry(claim: Claim, node: SyntaxNode, definition: SyntaxNode, text: string): boolean {
  const offset = offsetOf(claim, text);
  const isInside = offset >= definition.range[0] && offset < child(node, 'body').range[0];
  return isInside && !childList(node, 'params').some((parameter) => containsFunction(parameter, offset));
}

function offsetOf(claim: Claim, text: string): number {
  let start = 0;
  for (let line = 1; line < claim.line; line++) start = text.indexOf('\n', start) + 1;
  return start + claim.column;
}

const simpleStatements = new Set(['ExpressionStatement', 'VariableDeclaration', 'ReturnStatement', 'ThrowStatement']);
const conditionalNodes = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'ChainExpression',
  'AssignmentPattern',
  'AwaitExpression',
  'YieldExpression',
]);

function unconditionallyContains(node: SyntaxNode, offset: number): boolean {
  const inner = children(node).find((part) => part.range[0] <= offset && offset < part.range[1]);
  if (inner === undefined) return true;
  if (isFunction(inner) || conditionalNodes.has(inner.type) || inner.type.startsWith('Class')) return false;
  // Its name, where a claim about its entry stands; what is in brackets is evaluated with the statement.
  if (isMethod(inner) && (inner['computed'] !== true || offset === inner.range[0])) return false;
  if (inner.type === 'AssignmentExpression' && /[&|?]/.test(stringField(inner, 'operator').replace(/^[&|]=$/, ''))) return false;
  return unconditionallyContains(inner, offset);
}

/** A method or an accessor of an object literal. */
export const isMethod = (node: SyntaxNode): boolean =>
  node.type === 'Property' && (node['method'] === true || stringField(node, 'kind') !== 'init');

const containsFunction = (node: SyntaxNode, offset: number): boolean =>
  (isFunction(node) && node.range[0] <= offset && offset < node.range[1]) || children(node).some((part) => containsFunction(part, offset));
