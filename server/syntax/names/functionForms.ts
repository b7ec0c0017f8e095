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
