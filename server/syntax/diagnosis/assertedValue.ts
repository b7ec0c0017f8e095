import ts from 'typescript';
import type { Offset } from '../../base/span.js';
import { parse } from '../source.js';

/** The value that an assertion speaks of: its text as it is written. */
export interface AssertedValue {
  readonly expression: string;
  /** A place (a variable, a field, an element), a call, a function that the assertion calls, or something that is computed there. */
  readonly kind: 'place' | 'call' | 'function' | 'computed';
}

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** The actual value of the innermost assertion at an offset: `assert.equal(ACTUAL, …)`, `expect(ACTUAL).to…`, `ACTUAL.should…`; null if there is none. */
export function assertedValue(text: string, path: string, offset: Offset): AssertedValue | null {
  const { file } = parse(text, path);
  let found: ts.Expression | null = null;
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > offset || node.end < offset) return;
    if (ts.isExpression(node)) found = actualOf(node) ?? found;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found === null ? null : shownOf(plain(found), file);
}

/** What an expression asserts something about; null: it is no assertion. */
function actualOf(node: ts.Expression): ts.Expression | null {
  if (!ts.isCallExpression(node)) return null;
  const subject = subjectOf(node.expression);
  if (subject !== null) return subject;
  const names = namesOf(node.expression);
  const isAssert =
    names.some((name) => /^(?:assert|strict|t)$/.test(name)) || (names.length === 1 && /^(?:equal|ok|deepEqual)$/.test(names[0] ?? ''));
  return isAssert ? (node.arguments[0] ?? null) : null;
}

/** What a chain of names and calls begins with: the argument of `expect`, or what has a `should`. */
function subjectOf(node: ts.Expression): ts.Expression | null {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'should' ? node.expression : subjectOf(node.expression);
  if (!ts.isCallExpression(node)) return null;
  const isExpect = /^expect(?:\.soft|\.poll)?$/.test(namesOf(node.expression).join('.'));
  return isExpect ? (node.arguments[0] ?? null) : subjectOf(node.expression);
}

/** `a.b.c` as its names; none for anything else. */
function namesOf(node: ts.Expression): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.name)) return [];
  const before = namesOf(node.expression);
  return before.length === 0 ? [] : [...before, node.name.text];
}

/** Without what does not make the value: parentheses, types, a negation, the literal that it is compared with. */
function plain(node: ts.Expression): ts.Expression {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAwaitExpression(node);
  if (isWrapped) return plain(node.expression);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) return plain(node.operand);
  if (ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind))
    return plain(ts.isLiteralExpression(node.left) ? node.right : node.left);
  return node;
}

function shownOf(node: ts.Expression, file: ts.SourceFile): AssertedValue {
  return { expression: node.getText(file), kind: kindOf(node) };
}

function kindOf(node: ts.Expression): AssertedValue['kind'] {
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return 'function';
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return 'call';
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? 'place' : 'computed';
}
