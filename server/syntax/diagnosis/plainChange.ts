import ts from 'typescript';
import type { TypeKind } from './vocabulary.js';

/** A change as one would write it: what the expression becomes, or one around it. */
export interface PlainChange {
  readonly node: ts.Expression;
  readonly text: string;
}

/**
 * The same change without operands that do nothing: `a + 0` is `a`, `x || false` is `x`. `kindOf` tells the kind of an expression, and
 * `boolean` of one that is only tested.
 */
export function plainChange(node: ts.Expression, text: string, kindOf: (of: ts.Expression) => TypeKind, file: ts.SourceFile): PlainChange {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent)) return { node, text };
  const other = parent.left === node ? parent.right : parent.left;
  const isRight = parent.right === node;
  const rest = { node: parent, text: other.getText(file) };
  switch (parent.operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return text === '0' && kindOf(other) === 'number' ? rest : { node, text };
    case ts.SyntaxKind.MinusToken:
      return text === '0' && isRight ? rest : { node, text };
    case ts.SyntaxKind.AsteriskToken:
      return text === '1' ? rest : { node, text };
    case ts.SyntaxKind.SlashToken:
      return text === '1' && isRight ? rest : { node, text };
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return text === 'false' ? { node: parent, text } : text === 'true' && kindOf(other) === 'boolean' ? rest : { node, text };
    case ts.SyntaxKind.BarBarToken:
      return text === 'true' ? { node: parent, text } : text === 'false' && kindOf(other) === 'boolean' ? rest : { node, text };
    default:
      return { node, text };
  }
}

/** Two operands and what is between: a name, number, call or element on either side. */
const simpleOperation =
  /^-?[\w.$]+(?:\([^()]*\)|\[[^[\]]*\])?!? (?<operator>[-+*/%]|[<>]=?|[!=]==?|&&|\|\|) -?[\w.$]+(?:\([^()]*\)|\[[^[\]]*\])?!?$/;

const ranks: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!=', '===', '!=='],
  ['<', '>', '<=', '>=', 'in', 'instanceof'],
  ['<<', '>>', '>>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const rankOf = (operator: string): number => ranks.findIndex((each) => each.includes(operator));

/** Whether a text stands as an operand of an operator without parentheses. */
export function isOperand(text: string, operator: string, isLeft: boolean): boolean {
  const own = rankOf(simpleOperation.exec(text)?.groups?.operator ?? '');
  const outer = rankOf(operator);
  return own >= 0 && outer >= 0 && (own > outer || (own === outer && isLeft));
}
