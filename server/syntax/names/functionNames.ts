import ts from 'typescript';
import type { Span } from '../../base/span.js';
import { skipTypes, spanOf } from '../source.js';
import type { FunctionNode } from './scopes.js';

/** `Class.method`; the variable or property that an anonymous function is assigned to, as JavaScript names it. */
export function functionName(node: FunctionNode): string {
  if (ts.isSourceFile(node)) return '<module>';
  if (ts.isClassLike(node)) return `${className(node)}.constructor`;
  if (ts.isConstructorDeclaration(node)) return ts.isClassLike(node.parent) ? `${className(node.parent)}.constructor` : 'constructor';
  if (ts.isMethodDeclaration(node) || ts.isGetAccessor(node) || ts.isSetAccessor(node)) {
    const name = memberName(node.name);
    return ts.isClassLike(node.parent) ? `${className(node.parent)}.${name}` : name;
  }
  if ((ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) && node.name !== undefined) return node.name.text;
  if (ts.isFunctionDeclaration(node)) return 'default';
  return nameFromContext(node) ?? '<anonymous>';
}

function className(node: ts.ClassLikeDeclaration): string {
  return node.name?.text ?? nameFromContext(node) ?? '<anonymous>';
}

function nameFromContext(node: ts.Node): string | null {
  let value: ts.Node = node;
  while (value.parent !== undefined && ts.isExpression(value.parent) && skipTypes(value.parent) === node) value = value.parent;
  const parent = value.parent;
  if (parent === undefined) return null;
  if ((ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)) && parent.initializer === value) {
    return ts.isIdentifier(parent.name) ? parent.name.text : null;
  }
  if (ts.isPropertyAssignment(parent)) return propertyNameText(parent.name);
  if (ts.isPropertyDeclaration(parent)) {
    const name = propertyNameText(parent.name);
    return name !== null && ts.isClassLike(parent.parent) ? `${className(parent.parent)}.${name}` : name;
  }
  if (ts.isBinaryExpression(parent) && parent.right === value && isAssignment(parent.operatorToken.kind)) {
    const target = skipTypes(parent.left);
    if (ts.isIdentifier(target)) return target.text;
    if (ts.isPropertyAccessExpression(target)) return target.name.text;
    return null;
  }
  if (ts.isExportAssignment(parent)) return 'default';
  if (ts.isClassLike(node) && hasDefaultModifier(node)) return 'default';
  return null;
}

function hasDefaultModifier(node: ts.ClassLikeDeclaration): boolean {
  return ts.isClassDeclaration(node) && (node.modifiers?.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword) ?? false);
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.EqualsToken ||
    kind === ts.SyntaxKind.BarBarEqualsToken ||
    kind === ts.SyntaxKind.AmpersandAmpersandEqualsToken ||
    kind === ts.SyntaxKind.QuestionQuestionEqualsToken
  );
}

/** The property's name where it is written as such; null when it is computed. */
export function propertyNameText(name: ts.PropertyName): string | null {
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) return name.text;
  if (ts.isStringLiteral(name) || ts.isNoSubstitutionTemplateLiteral(name)) return name.text;
  if (ts.isNumericLiteral(name)) return String(Number(name.text));
  if (ts.isBigIntLiteral(name)) return String(BigInt(name.text.slice(0, -1)));
  return null;
}

/** The name as messages have it: `[Symbol.iterator]` where it is computed from a name. */
function memberName(name: ts.PropertyName): string {
  const text = propertyNameText(name);
  if (text !== null) return text;
  const key = ts.isComputedPropertyName(name) ? skipTypes(name.expression) : null;
  if (key !== null && ts.isStringLiteralLike(key)) return key.text;
  return key !== null && isDotted(key) ? `[${key.getText()}]` : '<computed>';
}

/** `name`, or `name.of.another`. */
const isDotted = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name) && isDotted(node.expression));

/** Behind imports, which are evaluated before, and types; null where there are none, or nothing else. */
function firstRun({ statements }: ts.SourceFile): ts.Statement | null {
  const isBefore = (statement: ts.Statement): boolean =>
    ts.isImportDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  const [first] = statements;
  return first !== undefined && isBefore(first) ? (statements.find((statement) => !isBefore(statement)) ?? null) : null;
}

/** The span that findings about the function point at: its name, or the token that makes it a function; of a module where it begins. */
export function nameSpan(node: FunctionNode, file: ts.SourceFile): Span {
  if (ts.isSourceFile(node)) {
    const start = firstRun(node)?.getStart(file) ?? 0;
    return { start, end: start };
  }
  if (node.name !== undefined) return spanOf(node.name, file);
  if (ts.isArrowFunction(node)) return spanOf(node.equalsGreaterThanToken, file);
  const modifiers = ts.canHaveModifiers(node) ? node.modifiers : undefined;
  const start = node.getStart(file);
  const from = modifiers === undefined ? start : Math.max(start, modifiers.end);
  const keyword = /function|class|constructor/g;
  keyword.lastIndex = from;
  const found = keyword.exec(file.text);
  return found === null || found.index >= node.end ? { start, end: start } : { start: found.index, end: keyword.lastIndex };
}
