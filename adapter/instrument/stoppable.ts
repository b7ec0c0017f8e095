import { childrenOf, isFunction, pathTo, walk, type AnyNode, type Program } from './tree.js';

/** Something that control can stop before. */
export interface Stoppable {
  readonly node: AnyNode;
  /** `loopPart`: what a loop evaluates in each iteration, its test or its update; `part`: of an expression; `end`: the bracket that ends a function. */
  readonly kind: 'statement' | 'arrow' | 'loopPart' | 'part' | 'end';
}

/** Everything in a text that control can stop before, outer ones first. */
export function stoppable(program: AnyNode): readonly Stoppable[] {
  const found: Stoppable[] = [];
  walk(program, (node) => {
    if (isLoop(node)) {
      for (const part of childrenOf(node)) if (isLoopPart(node, part)) found.push({ node: part, kind: 'loopPart' });
    }
    if (isFunction(node) && node.body.type === 'BlockStatement') found.push({ node: endOf(node.body), kind: 'end' });
    for (const part of partsOf(node)) found.push({ node: part, kind: 'part' });
    if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement') found.push({ node: node.body, kind: 'arrow' });
    else for (const statement of statementsIn(node)) found.push({ node: statement, kind: 'statement' });
  });
  return found;
}

/** The innermost around an offset, parts of expressions left out; undefined where that is in another function. */
export function stoppableAround(program: Program, offset: number): Stoppable | undefined {
  const path = pathTo(program, offset);
  const place = stoppable(program).findLast(({ node, kind }) => kind !== 'part' && path.includes(node));
  return place === undefined || path.slice(path.indexOf(place.node) + 1).some(isFunction) ? undefined : place;
}

/** The part of a statement that is evaluated once each time that the statement is reached; null when there is none. */
export function onceIn(node: AnyNode): { readonly start: number; readonly end: number } | null {
  switch (node.type) {
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'LabeledStatement':
    case 'TryStatement':
      return null;
    case 'ForStatement':
      return node.init ?? null;
    case 'ForInStatement':
    case 'ForOfStatement':
      return node.right;
    case 'IfStatement':
      return { start: node.start, end: node.test.end };
    case 'SwitchStatement':
      return { start: node.start, end: node.discriminant.end };
    default:
      return node;
  }
}

/** What is a statement before a program is made small: `a; b;` becomes `a, b`, and `if (a) b;` becomes `a && b`. */
export function partsOf(node: AnyNode): readonly AnyNode[] {
  switch (node.type) {
    case 'SequenceExpression':
      return node.expressions;
    case 'LogicalExpression':
      return [node.right];
    case 'ConditionalExpression':
      return [node.consequent, node.alternate];
    default:
      return [];
  }
}

/** The bracket that ends a function's body, as a statement of its own. */
function endOf({ end }: AnyNode): AnyNode {
  return { type: 'EmptyStatement', start: end - 1, end };
}

/** Whether a child of a loop is its test or its update. */
export function isLoopPart(node: AnyNode, child: AnyNode): boolean {
  if (!isLoop(node)) return false;
  return child === node.test || (node.type === 'ForStatement' && child === node.update);
}

function isLoop(node: AnyNode): node is Extract<AnyNode, { type: 'ForStatement' | 'WhileStatement' | 'DoWhileStatement' }> {
  return node.type === 'ForStatement' || node.type === 'WhileStatement' || node.type === 'DoWhileStatement';
}

/** What control can stop before, directly below a node. */
function statementsIn(node: AnyNode): readonly AnyNode[] {
  if (node.type === 'Program' || node.type === 'BlockStatement' || node.type === 'StaticBlock') return node.body.filter(isExecuted);
  if (node.type === 'SwitchCase') return node.consequent.filter(isExecuted);
  if (isFunction(node)) return [];
  return childrenOf(node).filter(
    (child) =>
      /Statement$|^VariableDeclaration$/.test(child.type) &&
      child.type !== 'BlockStatement' &&
      (node.type === 'IfStatement' || ('body' in node && node.body === child)),
  );
}

function isExecuted(statement: AnyNode): boolean {
  return statement.type !== 'FunctionDeclaration' && statement.type !== 'BlockStatement' && !/^Import/.test(statement.type);
}
