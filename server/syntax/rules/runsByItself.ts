import ts from 'typescript';
import { isAmbient, parse } from '../source.js';

/** Whether a text does something when it is run by itself: its top level calls, loops or decides, and not only declares and exports. */
export function runsByItself(text: string, path: string): boolean {
  return parse(text, path).file.statements.some((statement) => !isAmbient(statement) && isDoing(statement));
}

function isDoing(statement: ts.Statement): boolean {
  if (ts.isExpressionStatement(statement)) {
    const { expression } = statement;
    const value = ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression;
    return ts.isCallExpression(value) || ts.isNewExpression(value);
  }
  return ts.isIfStatement(statement) || ts.isTryStatement(statement) || ts.isBlock(statement) || ts.isIterationStatement(statement, true);
}
