import ts from 'typescript';

/**
 * Whether a method always calls the one that it overrides, by `super.name(…)` in a statement that it comes to without any wait and without
 * another way to leave but an error. Whoever calls it calls that one, too.
 */
export function callsOverridden(method: ts.MethodDeclaration): boolean {
  const { body, name, asteriskToken } = method;
  if (body === undefined || asteriskToken !== undefined || !ts.isIdentifier(name)) return false;
  const at = body.statements.findIndex((statement) => callIn(statement, name.text));
  return at >= 0 && body.statements.slice(0, at).every((statement) => !leavesOrWaits(statement));
}

/** Whether what a statement does first, and at any rate, is such a call. */
function callIn(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement)) {
    const [first] = statement.declarationList.declarations;
    return first?.initializer !== undefined && isCall(first.initializer, name);
  }
  const isWhole = ts.isExpressionStatement(statement) || ts.isReturnStatement(statement);
  return isWhole && statement.expression !== undefined && isCall(statement.expression, name);
}

function isCall(expression: ts.Expression, name: string): boolean {
  if (ts.isParenthesizedExpression(expression) || ts.isAwaitExpression(expression)) return isCall(expression.expression, name);
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return ts.isIdentifier(expression.left) && isCall(expression.right, name);
  if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return false;
  const { expression: object, name: called } = expression.expression;
  return object.kind === ts.SyntaxKind.SuperKeyword && called.text === name && !expression.arguments.some(leavesOrWaits);
}

function leavesOrWaits(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  const isWaiting = ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
  return isWaiting || ts.isReturnStatement(node) || ts.forEachChild(node, leavesOrWaits) === true;
}
