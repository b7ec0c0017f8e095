import ts from 'typescript';
import { LineMap, type Span } from '../../base/span.js';
import type { PatternPlace, PatternShape, PatternText } from '../../rules/rulesFile.js';
import { isAmbient, parse, skipTypes } from '../source.js';

/** A place that a pattern matches. */
export interface PatternMatch {
  readonly span: Span;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/**
 * Where patterns match in a text of the program, for each of them in the order of the text: where `whence watch` puts its probes. The types of
 * metavariables are decided when the program runs.
 */
export function patternMatches(text: string, path: string, patterns: readonly PatternText[]): readonly (readonly PatternMatch[])[] {
  return new PatternSearch(text, path).search(patterns);
}

class PatternSearch {
  private readonly file: ts.SourceFile;
  private readonly lines: LineMap;
  /** What is stored to, deleted or called as a method, and so not read where it stands. */
  private readonly unread = new Set<ts.Node>();
  /** Chains of which a part is a match: of each one part is. */
  private readonly chains = new Set<ts.Node>();

  constructor(
    text: string,
    private readonly path: string,
  ) {
    this.file = parse(text, path).file;
    this.lines = new LineMap(text);
  }

  search(patterns: readonly PatternText[]): readonly (readonly PatternMatch[])[] {
    const found: PatternMatch[][] = patterns.map(() => []);
    const visit = (node: ts.Node): void => {
      if (ts.isExpressionWithTypeArguments(node)) return visit(node.expression);
      if (isLeftOut(node)) return;
      this.addUnread(node);
      if (ts.isExpression(node) && !this.unread.has(node)) this.matchAt(node, patterns, found);
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(this.file, visit);
    return found;
  }

  private matchAt(node: ts.Expression, patterns: readonly PatternText[], found: readonly PatternMatch[][]): void {
    const matching = [...patterns.keys()].filter((index) => {
      const pattern = patterns[index];
      return (
        pattern !== undefined && isKindOf(pattern.shape, node) && matchesShape(pattern.shape, node) && this.isInside(pattern.inside, node)
      );
    });
    if (matching.length === 0 || !this.isTakenOut(node)) return;
    const span = { start: node.getStart(this.file), end: node.end };
    const [start, end] = [this.lines.positionOf(span.start), this.lines.positionOf(span.end)];
    for (const index of matching) found[index]?.push({ span, ...start, endLine: end.line, endColumn: end.column });
  }

  /** Whether a match can be taken out of the chain with `?.` that it is in; else no probe stands there. */
  private isTakenOut(node: ts.Expression): boolean {
    if (ts.isNewExpression(node) || !isChained(node)) return true;
    if (ts.isPropertyAccessExpression(node) && ts.isPrivateIdentifier(node.name)) return false;
    if (isCalledInChain(node)) return false;
    let chain: ts.Node = node;
    while (isPartOfChain(chain)) chain = chain.parent;
    if (this.chains.has(chain) || (chain !== node && this.unread.has(chain))) return false;
    this.chains.add(chain);
    return true;
  }

  private addUnread(node: ts.Node): void {
    if (ts.isBinaryExpression(node) && isAssignmentToken(node.operatorToken)) this.addTarget(node.left);
    else if (ts.isForInStatement(node) || ts.isForOfStatement(node)) {
      if (!ts.isVariableDeclarationList(node.initializer)) this.addTarget(node.initializer);
    } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      const { operator } = node;
      if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken) this.unread.add(skipTypes(node.operand));
    } else if (ts.isDeleteExpression(node)) this.unread.add(skipTypes(node.expression));
    else if (ts.isCallExpression(node)) this.addCallee(node.expression);
    else if (ts.isTaggedTemplateExpression(node)) this.addCallee(node.tag);
  }

  private addCallee(given: ts.Expression): void {
    const callee = skipTypes(given);
    if (ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee)) this.unread.add(callee);
  }

  private addTarget(given: ts.Expression): void {
    const target = skipTypes(given);
    this.unread.add(target);
    if (ts.isArrayLiteralExpression(target)) target.elements.forEach((element) => this.addTargetPart(element));
    if (!ts.isObjectLiteralExpression(target)) return;
    for (const property of target.properties)
      if (ts.isPropertyAssignment(property)) this.addTargetPart(property.initializer);
      else if (ts.isSpreadAssignment(property)) this.addTarget(property.expression);
  }

  /** A part of a pattern, which may have a default: that is no assignment. */
  private addTargetPart(part: ts.Expression): void {
    if (ts.isSpreadElement(part)) return this.addTarget(part.expression);
    const hasDefault = ts.isBinaryExpression(part) && part.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (hasDefault) this.unread.add(part);
    this.addTarget(hasDefault ? part.left : part);
  }

  private isInside(place: PatternPlace | null, node: ts.Node): boolean {
    if (place === null) return true;
    const path = this.path.replaceAll('\\', '/');
    const { file, line, className, functionName } = place;
    if (file !== null && path !== file && !path.endsWith(`/${file.replace(/^\.\//, '')}`)) return false;
    if (line !== null && this.lines.positionOf(node.getStart(this.file)).line !== line) return false;
    if (className !== null && (ts.findAncestor(node, ts.isClassLike)?.name?.text ?? '') !== className) return false;
    return functionName === null || nameOfHome(ts.findAncestor(node, isFunctionWithBody)) === functionName;
  }
}

const isFunctionWithBody = (node: ts.Node): node is ts.FunctionLikeDeclaration => ts.isFunctionLike(node) && 'body' in node;

function nameOfHome(home: ts.FunctionLikeDeclaration | undefined): string {
  if (home === undefined) return '';
  if (ts.isConstructorDeclaration(home)) return 'constructor';
  const { name } = home;
  if (name !== undefined) return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) ? name.text : '';
  const { parent } = home;
  const isHolder = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  return isHolder && ts.isIdentifier(parent.name) ? parent.name.text : '';
}

/** Types, and what is declared only. */
function isLeftOut(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isHeritageClause(node)) return node.token !== ts.SyntaxKind.ExtendsKeyword;
  return ts.isStatement(node) && isAmbient(node);
}

function isKindOf(shape: PatternShape, node: ts.Expression): boolean {
  switch (shape.kind) {
    case 'call':
      return isCall(node);
    case 'new':
      return ts.isNewExpression(node);
    case 'member':
    case 'element':
      return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    case 'assign':
    case 'binary':
      return ts.isBinaryExpression(node);
    case 'unary':
      return ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node) || wordOf(node) !== null;
    default:
      return false;
  }
}

const matchesShape = (shape: PatternShape, node: ts.Expression): boolean => matches(shape, node, new Map());

type Bound = Map<string, string>;

function matches(shape: PatternShape, given: ts.Expression, bound: Bound): boolean {
  const node = skipTypes(given);
  switch (shape.kind) {
    case 'metavariable':
      return binds(shape.name, node, bound);
    case 'literal':
      return isLiteral(node, shape.value);
    case 'name':
      return ts.isIdentifier(node) && node.text === shape.name;
    case 'this':
      return node.kind === ts.SyntaxKind.ThisKeyword;
    case 'member':
      return isMember(node, shape.name) && matches(shape.of, node.expression, bound);
    case 'element':
      return (
        ts.isElementAccessExpression(node) &&
        matches(shape.of, node.expression, bound) &&
        matches(shape.index, node.argumentExpression, bound)
      );
    case 'call':
    case 'new':
      return matchesCall(shape, node, bound);
    case 'assign':
      return isBinary(node, shape.operator) && matches(shape.target, node.left, bound) && matches(shape.value, node.right, bound);
    case 'binary':
      return (
        shape.operator !== ',' &&
        isBinary(node, shape.operator) &&
        matches(shape.left, node.left, bound) &&
        matches(shape.right, node.right, bound)
      );
    case 'unary': {
      const operand = operandOf(node, shape.operator, shape.isPostfix);
      return operand !== null && matches(shape.operand, operand, bound);
    }
  }
}

type CallShape = Extract<PatternShape, { kind: 'call' | 'new' }>;

function matchesCall({ kind, callee, operands, takesRest }: CallShape, node: ts.Expression, bound: Bound): boolean {
  if (!(kind === 'call' ? isCall(node) : ts.isNewExpression(node))) return false;
  const { expression, arguments: given = [] } = node as ts.CallExpression | ts.NewExpression;
  const called = skipTypes(expression);
  // Through `call` a method is called with its receiver before the others.
  const [receiver, ...others] = given;
  if (kind === 'call' && callee.kind === 'member' && isMember(called, 'call') && receiver !== undefined && !ts.isSpreadElement(receiver)) {
    if (isMember(skipTypes(called.expression), callee.name))
      return matches(callee.of, receiver, bound) && matchAll(operands, others, takesRest, bound);
  }
  return matches(callee, expression, bound) && matchAll(operands, given, takesRest, bound);
}

function matchAll(shapes: readonly PatternShape[], nodes: readonly ts.Expression[], takesRest: boolean, bound: Bound): boolean {
  if (takesRest ? nodes.length < shapes.length : nodes.length !== shapes.length) return false;
  return shapes.every((shape, at) => {
    const node = nodes[at];
    return node !== undefined && !ts.isSpreadElement(node) && matches(shape, node, bound);
  });
}

/** A call that is no `import(…)`. */
const isCall = (node: ts.Expression): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind !== ts.SyntaxKind.ImportKeyword;

function isMember(node: ts.Expression, name: string): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === name;
  return ts.isElementAccessExpression(node) && isLiteral(skipTypes(node.argumentExpression), name);
}

function isBinary(node: ts.Expression, operator: string): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && ts.tokenToString(node.operatorToken.kind) === operator;
}

function isLiteral(node: ts.Expression, value: string | number | boolean | null): boolean {
  if (ts.isStringLiteral(node)) return node.text === value;
  if (ts.isNumericLiteral(node)) return Number(node.text) === value;
  if (node.kind === ts.SyntaxKind.TrueKeyword) return value === true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return value === false;
  return node.kind === ts.SyntaxKind.NullKeyword && value === null;
}

/** `typeof`, `void` and `delete`, which are operators too. */
function wordOf(node: ts.Expression): 'typeof' | 'void' | 'delete' | null {
  if (ts.isTypeOfExpression(node)) return 'typeof';
  if (ts.isVoidExpression(node)) return 'void';
  return ts.isDeleteExpression(node) ? 'delete' : null;
}

function operandOf(node: ts.Expression, operator: string, isPostfix: boolean): ts.Expression | null {
  if (ts.isPostfixUnaryExpression(node)) return isPostfix && ts.tokenToString(node.operator) === operator ? node.operand : null;
  if (isPostfix) return null;
  if (ts.isPrefixUnaryExpression(node)) return ts.tokenToString(node.operator) === operator ? node.operand : null;
  return wordOf(node) === operator ? (node as ts.TypeOfExpression).expression : null;
}

/** The same metavariable stands for the same text everywhere in a pattern. */
function binds(name: string, node: ts.Expression, bound: Bound): boolean {
  // A private name before `in` is no expression.
  if (ts.isPrivateIdentifier(node)) return false;
  const text = node.getText();
  const known = bound.get(name);
  bound.set(name, known ?? text);
  return known === undefined || known === text;
}

function isAssignmentToken({ kind }: ts.BinaryOperatorToken): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

const isChained = (node: ts.Node): boolean => (node.flags & ts.NodeFlags.OptionalChain) !== 0;

/** Whether a part of the chain before a node, other than itself, is called by `?.(`: such a chain is not taken apart. */
function isCalledInChain(node: ts.Expression): boolean {
  for (let at = partBefore(node); at !== null; at = partBefore(at))
    if (ts.isCallExpression(at) && at.questionDotToken !== undefined) return true;
  return false;
}

function partBefore(node: ts.Expression): ts.Expression | null {
  const isPart = ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
  return isPart && isChained(node) ? node.expression : null;
}

/** Whether a chain goes on behind a node. */
function isPartOfChain(node: ts.Node): boolean {
  const { parent } = node;
  const isPart = ts.isCallExpression(parent) || ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent);
  return isPart && isChained(parent) && parent.expression === node;
}
