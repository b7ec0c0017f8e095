import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Source } from '../source.js';

export type PartKind = 'statement' | 'header' | 'initialiser' | 'return';

/** A part of a text that may be wrong by itself, with the nodes that it consists of. */
export interface Part {
  readonly kind: PartKind;
  /** What is shown: the statement or the head, without the blocks that it leads to. */
  readonly span: Span;
  /** The expression that gives its value; null where it has none (`break`, `return;`). */
  readonly expression: ts.Expression | null;
  /** The statement that it is the whole of; null for parts of statements. */
  readonly statement: ts.Statement | null;
  /** The node that it belongs to: a statement, a declaration, an arrow function. */
  readonly owner: ts.Node;
}

/** The parts of a source text in the order of the text: types and imports are none, functions are parts only by their bodies. */
export function partsOf({ file }: Source): readonly Part[] {
  const parts: Part[] = [];
  const add = (kind: PartKind, owner: ts.Node, span: Span, expression: ts.Expression | null, statement: ts.Statement | null = null): void =>
    void parts.push({ kind, owner, span, expression, statement });
  const visit = (node: ts.Node): void => {
    if (isWithoutCode(node)) return;
    addOwn(node, file, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return parts;
}

type Add = (kind: PartKind, owner: ts.Node, span: Span, expression: ts.Expression | null, statement?: ts.Statement | null) => void;

function addOwn(node: ts.Node, file: ts.SourceFile, add: Add): void {
  const whole = spanOf(node, file);
  if (ts.isExpressionStatement(node)) add('statement', node, whole, node.expression, node);
  else if (ts.isReturnStatement(node)) add('return', node, whole, node.expression ?? null, node);
  else if (ts.isThrowStatement(node)) add('statement', node, whole, node.expression, node);
  else if (ts.isBreakOrContinueStatement(node)) add('statement', node, whole, null, node);
  else if (ts.isIfStatement(node) || ts.isSwitchStatement(node) || ts.isWhileStatement(node))
    add('header', node, { start: whole.start, end: closing(node.expression, file) }, node.expression);
  else if (ts.isDoStatement(node)) add('header', node, spanOf(node.expression, file), node.expression);
  else if (ts.isForStatement(node)) {
    if (node.condition !== undefined) add('header', node, spanOf(node.condition, file), node.condition);
    if (node.incrementor !== undefined) add('statement', node, spanOf(node.incrementor, file), node.incrementor);
    if (node.initializer !== undefined && !ts.isVariableDeclarationList(node.initializer))
      add('statement', node, spanOf(node.initializer, file), node.initializer);
  } else if (ts.isForOfStatement(node) || ts.isForInStatement(node))
    add('header', node, { start: whole.start, end: closing(node.expression, file) }, node.expression);
  else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) add('return', node, spanOf(node.body, file), node.body);
  else if (ts.isCaseClause(node)) add('header', node, spanOf(node.expression, file), node.expression);
  else if (hasInitialiser(node)) add('initialiser', node, whole, node.initializer);
}

type Initialised = (ts.VariableDeclaration | ts.ParameterDeclaration | ts.PropertyDeclaration | ts.BindingElement) & {
  readonly initializer: ts.Expression;
};

/** A function that is given a name is no component: its statements are. */
function hasInitialiser(node: ts.Node): node is Initialised {
  if (!ts.isVariableDeclaration(node) && !ts.isParameter(node) && !ts.isPropertyDeclaration(node) && !ts.isBindingElement(node))
    return false;
  const { initializer } = node;
  return initializer !== undefined && !ts.isArrowFunction(initializer) && !ts.isFunctionExpression(initializer);
}

/** The end of a head: behind the parenthesis that follows the expression. */
function closing(expression: ts.Expression, file: ts.SourceFile): number {
  const found = file.text.indexOf(')', expression.end);
  return found < 0 ? expression.end : found + 1;
}

/** Types, and what is there for other files. */
function isWithoutCode(node: ts.Node): boolean {
  if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return true;
  if (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true) return true;
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isImportDeclaration(node) || ts.isEnumDeclaration(node);
}

/** The span of a node without the comments before it. */
export function spanOf(node: ts.Node, file: ts.SourceFile): Span {
  return { start: node.getStart(file), end: node.end };
}

/** The innermost function that a node is in; null at the top level. */
export function functionAround(node: ts.Node): ts.FunctionLikeDeclaration | null {
  for (let around: ts.Node | undefined = node.parent; around !== undefined; around = around.parent) {
    if (ts.isFunctionLike(around) && 'body' in around) return around as ts.FunctionLikeDeclaration;
    if (ts.isClassStaticBlockDeclaration(around)) return null;
  }
  return null;
}

/** The name of a function as reports have it: `Class.method`, or the variable or property that it is given to. */
export function functionName(fn: ts.FunctionLikeDeclaration | null): string {
  if (fn === null) return '';
  const name = ts.isConstructorDeclaration(fn) ? 'constructor' : fn.name === undefined ? givenName(fn) : fn.name.getText();
  const { parent } = fn;
  return ts.isClassLike(parent) && parent.name !== undefined ? `${parent.name.text}.${name}` : name;
}

function givenName({ parent }: ts.Node): string {
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) return parent.name.getText();
  return '<anonymous>';
}
