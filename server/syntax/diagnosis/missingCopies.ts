import ts from 'typescript';
import { spanOf } from './parts.js';
import type { ExpressionEdit } from './candidate.js';

/** Methods that change the list they are called on, although most callers want what they give. */
const inPlace: ReadonlySet<string> = new Set(['sort', 'reverse', 'splice', 'fill']);

/** Copies that may be missing, or too shallow: of a list that is sorted in place, of what is merged into, of what is spread. */
export function copyEdits(node: ts.Expression, file: ts.SourceFile): readonly ExpressionEdit[] {
  const edits: ExpressionEdit[] = [];
  const put = (at: ts.Node, text: string, size: number): void => void edits.push({ span: spanOf(at, file), text, size });
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { expression: receiver, name } = node.expression;
    const isStatement = ts.isExpressionStatement(node.parent);
    if (inPlace.has(name.text) && !isStatement && isNameLike(receiver)) put(receiver, `[...${receiver.getText(file)}]`, 1);
    const [target] = node.arguments;
    const isMerged = name.text === 'assign' && ts.isIdentifier(receiver) && receiver.text === 'Object';
    if (isMerged && !isStatement && target !== undefined && !ts.isObjectLiteralExpression(target) && !ts.isSpreadElement(target))
      edits.push({ span: { start: target.getStart(file), end: target.getStart(file) }, text: '{}, ', size: 1 });
  }
  const spread = onlySpread(node);
  if (spread !== null) put(node, `structuredClone(${spread.getText(file)})`, 1.2);
  return edits;
}

/** What a literal is a copy of: `x` of `{ ...x }` and `[...x]`. */
function onlySpread(node: ts.Expression): ts.Expression | null {
  if (ts.isObjectLiteralExpression(node) && node.properties.length === 1) {
    const [property] = node.properties;
    return property !== undefined && ts.isSpreadAssignment(property) ? property.expression : null;
  }
  if (!ts.isArrayLiteralExpression(node) || node.elements.length !== 1) return null;
  const [element] = node.elements;
  return element !== undefined && ts.isSpreadElement(element) ? element.expression : null;
}

const isNameLike = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || (ts.isPropertyAccessExpression(node) && (isNameLike(node.expression) || isThis(node.expression)));

const isThis = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.ThisKeyword;
