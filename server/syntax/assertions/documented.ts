import ts from 'typescript';
import type { Comment } from './comments.js';
import { lineOf } from './lines.js';

/** The function that a comment before a node documents: the node itself, or the function that it gives a name to. */
export function documentedFunction(comment: Comment): ts.SignatureDeclaration | null {
  return comment.next === null || !comment.adjoinsNext ? null : functionIn(comment.next);
}

function functionIn(node: ts.Node): ts.SignatureDeclaration | null {
  if (ts.isFunctionLike(node)) return node;
  if (ts.isVariableStatement(node)) {
    const [declaration, second] = node.declarationList.declarations;
    return second === undefined && declaration?.initializer !== undefined ? functionIn(declaration.initializer) : null;
  }
  if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) {
    return node.initializer === undefined ? null : functionIn(node.initializer);
  }
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.EqualsToken ? functionIn(node.right) : null;
  if (ts.isExpressionStatement(node) || ts.isExportAssignment(node) || ts.isParenthesizedExpression(node))
    return functionIn(node.expression);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return functionIn(node.expression);
  return null;
}

export type DocumentedValue =
  | { readonly kind: 'declaration'; readonly declaration: ts.Declaration }
  /** A declaration stands there, but it does not say which single value is meant. */
  | { readonly kind: 'ambiguous'; readonly message: string }
  | { readonly kind: 'none' };

/**
 * What a permanent assertion in a comment is about: the declaration that follows a block comment on its line, else the one that ended on
 * its line, else the next one.
 */
export function documentedValue(sourceFile: ts.SourceFile, comment: Comment): DocumentedValue {
  const { previous, next, span } = comment;
  const follows = comment.adjoinsNext ? next : null;
  const startsHere = follows !== null && lineOf(sourceFile, follows.getStart(sourceFile)) === lineOf(sourceFile, span.end);
  const endsHere = previous !== null && lineOf(sourceFile, previous.end) === lineOf(sourceFile, span.start);
  const ordered = startsHere ? [follows, endsHere ? previous : null] : [endsHere ? previous : null, follows];
  for (const node of ordered) {
    const found = node === null ? noValue : valueIn(sourceFile, node, comment);
    if (found.kind !== 'none') return found;
  }
  return noValue;
}

const noValue: DocumentedValue = { kind: 'none' };

function valueIn(sourceFile: ts.SourceFile, node: ts.Node, comment: Comment): DocumentedValue {
  if (ts.isTypeAliasDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isPropertySignature(node) || ts.isPropertyAssignment(node)) {
    return { kind: 'declaration', declaration: node };
  }
  if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) {
    if (ts.isIdentifier(node.name)) return { kind: 'declaration', declaration: node };
    return { kind: 'ambiguous', message: 'belongs beside one of the names in the pattern, not beside the pattern' };
  }
  if (ts.isVariableStatement(node)) return valueIn(sourceFile, node.declarationList, comment);
  if (!ts.isVariableDeclarationList(node)) return noValue;
  const line = lineOf(sourceFile, comment.span.start);
  const isTrailing = node.end <= comment.span.start;
  const meant =
    node.declarations.length === 1 || !isTrailing
      ? node.declarations
      : node.declarations.filter((each) => lineOf(sourceFile, each.end) === line);
  const [declaration, second] = meant;
  if (declaration !== undefined && second === undefined) return valueIn(sourceFile, declaration, comment);
  return { kind: 'ambiguous', message: 'belongs beside one of the variables, because several are declared here' };
}
