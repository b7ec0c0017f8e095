import ts from 'typescript';
import type { ExpressionEdit } from './candidate.js';
import { spanOf } from './parts.js';
import type { Types } from './vocabulary.js';

/** A list that a call is given as a whole may have been meant to be spread, and the other way round: `f(all)` and `f(...all)`. */
export function spreadEdits(node: ts.Expression, types: Types, file: ts.SourceFile): readonly ExpressionEdit[] {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  return (node.arguments ?? []).flatMap((part): readonly ExpressionEdit[] => {
    const start = part.getStart(file);
    if (ts.isSpreadElement(part)) return [{ span: spanOf(part, file), text: part.expression.getText(file), size: 1.2 }];
    const kind = types.kindOf(types.of(part));
    const isList = kind === 'array' && !ts.isArrayLiteralExpression(part);
    if (!isList && !(kind === 'any' && ts.isIdentifier(part))) return [];
    return [{ span: { start, end: start }, text: '...', size: !isList ? 2 : isRestParameter(part, types) ? 1 : 1.2 }];
  });
}

/** Whether a name stands for all that a function was called with. */
function isRestParameter(node: ts.Expression, { checker }: Types): boolean {
  const declaration = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node)?.valueDeclaration : undefined;
  return declaration !== undefined && ts.isParameter(declaration) && declaration.dotDotDotToken !== undefined;
}
