import ts from 'typescript';
import type { OtherText } from './otherPatterns.js';
import type { Types } from './vocabulary.js';

/** A condition with a guard before it. */
export interface NullGuard extends OtherText {
  /** What stands before the condition, where that is all. */
  readonly before: string | null;
}

/** What a condition may become that throws where something it reads of is not there: `at && at.key !== key`, or `!at || …`. */
export function nullGuards(node: ts.Expression, types: Types, file: ts.SourceFile): readonly NullGuard[] {
  const text = node.getText(file);
  const isLoose =
    ts.isConditionalExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isYieldExpression(node) ||
    (ts.isBinaryExpression(node) && loose.has(node.operatorToken.kind));
  const held = isLoose ? `(${text})` : text;
  return receiversIn(node, types, file).flatMap((receiver): readonly NullGuard[] => {
    const isObject = /^(?:object|array|function)$/.test(types.kindOf(types.of(receiver)));
    const place = receiver.getText(file);
    const [there, missing] = isObject ? [place, `!${place}`] : [`${place} != null`, `${place} == null`];
    return [
      { text: `${there} && ${held}`, size: 1.1, before: isLoose ? null : `${there} && ` },
      { text: `${missing} || ${held}`, size: 1.3, before: null },
    ];
  });
}

/** Operators that bind less than `&&`, or that it may not stand beside. */
const loose: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.CommaToken,
]);

/** What an expression reads of that may not be there, each once. */
function receiversIn(root: ts.Expression, types: Types, file: ts.SourceFile): readonly ts.Expression[] {
  const found = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    const isRead = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    if (isRead && node.questionDotToken === undefined && isPlace(node.expression, types) && mayLack(node.expression, types))
      found.set(node.expression.getText(file), node.expression);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return [...found.values()];
}

/** Whether an expression names a place, which may be read once more. */
function isPlace(node: ts.Expression, types: Types): boolean {
  if (ts.isIdentifier(node)) return types.checker.getSymbolAtLocation(node)?.valueDeclaration?.getSourceFile().isDeclarationFile === false;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return true;
  if (ts.isPropertyAccessExpression(node)) return isPlace(node.expression, types);
  if (!ts.isElementAccessExpression(node)) return false;
  const { argumentExpression: key } = node;
  return isPlace(node.expression, types) && (ts.isIdentifier(key) || ts.isLiteralExpression(key) || ts.isPropertyAccessExpression(key));
}

/** Whether nothing may be in a place, for what types tell. */
export function mayLack(node: ts.Expression, types: Types): boolean {
  if (ts.isNonNullExpression(node) || ts.isElementAccessExpression(node)) return true;
  if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword) return false;
  const type = types.of(node);
  return types.mayBeNothing(type) || types.kindOf(type) === 'any';
}
