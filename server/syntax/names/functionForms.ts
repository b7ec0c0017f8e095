import ts from 'typescript';
import type { FunctionKind } from '../../ir/program.js';

export function functionKind(node: ts.FunctionLikeDeclaration): FunctionKind {
  if (ts.isArrowFunction(node)) return 'arrow';
  if (ts.isMethodDeclaration(node)) return 'method';
  if (ts.isGetAccessor(node)) return 'getter';
  if (ts.isSetAccessor(node)) return 'setter';
  return 'function';
}

export function bodyStatements(node: ts.FunctionLikeDeclaration): readonly ts.Statement[] {
  return node.body !== undefined && ts.isBlock(node.body) ? node.body.statements : [];
}

export function hasUseStrict(statements: readonly ts.Statement[]): boolean {
  for (const statement of statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isStringLiteral(statement.expression)) return false;
    if (statement.expression.text === 'use strict') return true;
  }
  return false;
}

/** Whether something is evaluated as the parameters get their values: a default, or a computed key. */
export function hasParameterExpressions(node: ts.FunctionLikeDeclaration): boolean {
  return node.parameters.some(({ name, initializer }) => initializer !== undefined || hasExpressions(name));
}

function hasExpressions(name: ts.BindingName): boolean {
  if (ts.isIdentifier(name)) return false;
  return name.elements.some((element) => {
    if (ts.isOmittedExpression(element)) return false;
    const { propertyName, initializer } = element;
    if (initializer !== undefined || hasExpressions(element.name)) return true;
    return propertyName !== undefined && ts.isComputedPropertyName(propertyName);
  });
}
