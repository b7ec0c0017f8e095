import type { ArrowFunctionExpression, AssignmentExpression, CallExpression, MemberExpression, UpdateExpression } from 'acorn';
import { childrenOf, isFunction, pathTo, tokenOffset, walk, type AnyNode, type Program } from './tree.js';

/** Something that control can stop before. */
export interface Stoppable {
  readonly node: AnyNode;
  /**
   * `loopPart`: what a loop evaluates in each iteration, its test or its update; `initializer`: what a field of a class is given; `part`: of an
   * expression; `end`: the bracket that ends a function.
   */
  readonly kind: 'statement' | 'arrow' | 'loopPart' | 'initializer' | 'part' | 'end';
}

/**
 * Something in the middle of a statement where V8 stops: a call, when its arguments have been evaluated, or a return, when its value has. There
 * are no others but the `write` of a property, where a setter may stop. V8 does not stop where a call, a `new` or a `delete` is `done`: another run
 * may be brought there.
 */
export interface StoppableInside {
  readonly kind: 'call' | 'return' | 'write' | 'done';
  /** `return`: the statement, or what an arrow function returns. `write`: the assignment. */
  readonly node: AnyNode;
  /** Where it is: a method's name, `new`, the name or the bracket that begins the arguments; where a return begins; the name of a property. */
  readonly at: number;
  /** Where V8 may say that it is: it takes names such as `catch` for no names, returns at the end, and writes at their operator. */
  readonly seenAt: readonly number[];
}

/** Everything in a text that control can stop before, outer ones first. */
export function stoppable(program: AnyNode): readonly Stoppable[] {
  const found: Stoppable[] = [];
  walk(program, (node) => {
    if (isLoop(node)) {
      for (const part of childrenOf(node)) if (isLoopPart(node, part)) found.push({ node: part, kind: 'loopPart' });
    }
    if (isFunction(node) && node.body.type === 'BlockStatement') found.push({ node: endOf(node.body), kind: 'end' });
    if (node.type === 'PropertyDefinition' && node.value) found.push({ node: node.value, kind: 'initializer' });
    for (const part of partsOf(node)) found.push({ node: part, kind: 'part' });
    if (isShortArrow(node)) found.push({ node: node.body, kind: 'arrow' });
    else for (const statement of statementsIn(node)) found.push({ node: statement, kind: 'statement' });
  });
  return found;
}

/** The calls, returns, assignments to properties and deletions of a text, outer ones first. */
export function stoppableInside(program: AnyNode, text: string): readonly StoppableInside[] {
  const found: StoppableInside[] = [];
  const add = (kind: StoppableInside['kind'], node: AnyNode, at: number, seenAt: readonly number[]) =>
    found.push({ kind, node, at, seenAt });
  // What a chain leaves out cannot be told from what it does.
  const chained = new Set<AnyNode>();
  walk(program, (node) => {
    if (node.type === 'ChainExpression') for (const part of partsOfChain(node.expression)) chained.add(part);
    if (node.type === 'NewExpression') {
      add('call', node, node.start, [node.start]);
      add('done', node, node.start, []);
    } else if (node.type === 'CallExpression') {
      const places = placesOfCall(node, text);
      add('call', node, places[0], places);
      if (!chained.has(node)) add('done', node, places[0], []);
    } else if (node.type === 'UnaryExpression' && node.operator === 'delete' && node.argument.type === 'MemberExpression')
      add('done', node, node.argument.start, []);
    else if (node.type === 'ReturnStatement' && node.argument) add('return', node, node.start, [node.end]);
    else if (isShortArrow(node)) add('return', node.body, node.body.start, [node.body.end, node.end]);
    else {
      const written = writtenBy(node);
      if (written !== null) add('write', node, written.target.property.start, [placeOfWrite(written, text)]);
    }
  });
  return found;
}

/** The calls and members of a chain, outermost first. */
function partsOfChain(node: AnyNode): readonly AnyNode[] {
  if (node.type === 'CallExpression') return [node, ...partsOfChain(node.callee)];
  return node.type === 'MemberExpression' ? [node, ...partsOfChain(node.object)] : [];
}

export interface Written {
  readonly node: AssignmentExpression | UpdateExpression;
  readonly target: MemberExpression;
}

/** What an expression always assigns to a property; null for all others. */
export function writtenBy(node: AnyNode): Written | null {
  if (node.type === 'UpdateExpression') return node.argument.type === 'MemberExpression' ? { node, target: node.argument } : null;
  if (node.type !== 'AssignmentExpression' || /^(&&|\|\||\?\?)=$/.test(node.operator)) return null;
  return node.left.type === 'MemberExpression' ? { node, target: node.left } : null;
}

/** Where V8 says that a setter is called: at the operator, or, where that stands in front, at the property. */
function placeOfWrite({ node, target }: Written, text: string): number {
  if (node.type === 'AssignmentExpression' || !node.prefix) return tokenOffset(text, target.end, node.operator);
  return target.computed ? target.property.end : target.property.start;
}

/** An arrow function that is an expression. */
function isShortArrow(node: AnyNode): node is ArrowFunctionExpression {
  return node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement';
}

function placesOfCall({ callee, optional }: CallExpression, text: string): readonly [number, ...number[]] {
  const bracket = tokenOffset(text, optional ? tokenOffset(text, callee.end, '?.') : callee.end, '(');
  const isBare = !optional && tokenOffset(text, callee.end, ')') > bracket;
  if (isBare && (callee.type === 'Identifier' || callee.type === 'Super')) return [callee.start];
  const isNamed = isBare && callee.type === 'MemberExpression' && !callee.computed && callee.property.type === 'Identifier';
  return isNamed ? [callee.property.start, bracket] : [bracket];
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
