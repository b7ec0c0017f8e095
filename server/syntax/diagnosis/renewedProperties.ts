import ts from 'typescript';
import type { ExpressionEdit } from './candidate.js';
import { spanOf } from './parts.js';
import type { Types } from './vocabulary.js';

/**
 * What a property becomes beside the object that is spread: a constant there may have been meant to depend on what it was, as in
 * `{ ...todo, done: !todo.done }`.
 */
export function renewedProperty(node: ts.Expression, types: Types, file: ts.SourceFile): readonly ExpressionEdit[] {
  const { parent } = node;
  if (!ts.isPropertyAssignment(parent) || parent.initializer !== node || !ts.isIdentifier(parent.name)) return [];
  const { name } = parent;
  const spread = parent.parent.properties.filter(ts.isSpreadAssignment).map(({ expression }) => expression);
  return spread.filter(isNameLike).flatMap((source) => {
    const property = types.of(source).getProperty(name.text);
    const kind = property === undefined ? 'any' : types.kindOf(types.checker.getTypeOfSymbol(property));
    const before = `${source.getText(file)}.${name.text}`;
    const own = node.getText(file);
    const put = (text: string, size: number): ExpressionEdit => ({ span: spanOf(node, file), text, size });
    const isTruth = node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
    if (isTruth && (kind === 'boolean' || kind === 'any')) return [put(`!${before}`, 1.2), put(before, 1.5)];
    const isAmount = ts.isNumericLiteral(node) || isNameLike(node);
    if (isAmount && own !== before && (kind === 'number' || (kind === 'any' && ts.isNumericLiteral(node))))
      return [put(`${before} + ${own}`, 1.3), put(`${before} - ${own}`, 1.4)];
    const isListed = kind === 'array' && ts.isArrayLiteralExpression(node) && node.elements.length > 0;
    const elements = isListed ? node.elements.map((element) => element.getText(file)).join(', ') : '';
    return isListed ? [put(`[...${before}, ${elements}]`, 1.3), put(`[${elements}, ...${before}]`, 1.5)] : [];
  });
}

const isNameLike = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword || (ts.isPropertyAccessExpression(node) && isNameLike(node.expression));
