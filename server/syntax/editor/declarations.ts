import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import type { EditorSource } from './editorSource.js';
import { statePlacesOf } from './statePlaces.js';

/** A variable whose value is worth showing behind its name. */
export interface DeclaredName {
  readonly name: string;
  readonly end: Offset;
  readonly statePlace: Offset;
}

/** The variables in a span that are given a value whose text does not tell it. */
export function declaredNames(source: EditorSource, span: Span): readonly DeclaredName[] {
  const found: DeclaredName[] = [];
  const visit = (node: ts.Node): void => {
    if (node.end < span.start || node.pos > span.end) return;
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined && !isPlain(node.initializer)) {
      found.push({
        name: node.name.text,
        end: (node.type ?? node.name).end,
        statePlace: statePlacesOf(node.name, source.file)[0] ?? node.end,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source.file);
  return found;
}

function isPlain(value: ts.Expression): boolean {
  if (ts.isPrefixUnaryExpression(value)) return isPlain(value.operand);
  return ts.isLiteralExpression(value) || ts.isFunctionLike(value) || ts.isClassLike(value) || ts.isObjectLiteralExpression(value);
}
