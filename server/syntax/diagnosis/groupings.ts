import ts from 'typescript';

/** The texts of an operation whose operands are grouped otherwise: `a - b * c` may have been meant as `(a - b) * c`. */
export function groupings(node: ts.BinaryExpression, file: ts.SourceFile): readonly string[] {
  if (!isGrouped(node)) return [];
  const [start, end] = [node.getStart(file), node.end];
  const text = (from: number, to: number): string => file.text.slice(from, to);
  return [
    // The left operand with what the right one begins with.
    ...spine(node.right, 'left').map((inner) => `(${text(start, inner.end)})${text(inner.end, end)}`),
    // What the left operand ends with, with the right one.
    ...spine(node.left, 'right').map((inner) => `${text(start, inner.getStart(file))}(${text(inner.getStart(file), end)})`),
  ];
}

const operators: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
]);
/** Those whose operands may be grouped in any way, without another value. */
const associative: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
]);

const isGrouped = (node: ts.Node): node is ts.BinaryExpression => ts.isBinaryExpression(node) && operators.has(node.operatorToken.kind);

/** The operands on one edge of an operation, the outermost first, without the operation itself. */
function spine(operand: ts.Expression, edge: 'left' | 'right'): readonly ts.Expression[] {
  if (!isGrouped(operand)) return [];
  const outer = operand.parent;
  const isSame =
    ts.isBinaryExpression(outer) && outer.operatorToken.kind === operand.operatorToken.kind && associative.has(operand.operatorToken.kind);
  const inner = operand[edge];
  return [...(isSame ? [] : [inner]), ...spine(inner, edge)];
}
