import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import { binary } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { branch } from './lowerCondition.js';
import { lowerValue } from './lowerExpression.js';
import { hoistFunctions } from './lowerStatement.js';
import { lowerAttached } from './lowerAssertion.js';
import { lowerAttachedStatement } from './lowerStatement.js';
import { skipTypes } from '../source.js';

/** A chain of `===` tests in the order of the clauses; `default` is gone to when none fits; bodies fall through. */
export function lowerSwitch(b: FunctionBuilder, node: ts.SwitchStatement, labels: readonly string[]): void {
  const span = b.spanOf(node);
  const { clauses } = node.caseBlock;
  let effects = 0;
  for (const clause of clauses) if (ts.isCaseClause(clause)) effects |= b.module.effects.of(clause.expression);
  const onTrue = skipTypes(node.expression).kind === ts.SyntaxKind.TrueKeyword;
  const value = b.repeatable(b.stable(lowerValue(b, node.expression), effects, b.spanOf(node.expression)), b.spanOf(node.expression));
  const scope = b.module.bindings.scopes.get(node.caseBlock);
  if (scope !== undefined) b.enterScope(scope, span);
  for (const clause of clauses) hoistFunctions(b, clause.statements, true);
  const after = b.node('after', span);
  const starts = clauses.map((clause) => b.node('body', b.spanOf(clause)));
  let otherwise = after;
  clauses.forEach((clause, index) => {
    const start = starts[index] ?? after;
    if (!ts.isCaseClause(clause)) {
      otherwise = start;
      return;
    }
    const next = b.node('test', b.spanOf(clause.expression));
    if (onTrue) branchOnTrue(b, clause.expression, start, next);
    else b.test(comparison(b, value, clause.expression), start, next, b.spanOf(clause.expression));
    b.startAt(next);
  });
  b.goTo(otherwise);
  const { unwind } = b;
  b.unwind = { kind: 'break', labels, unlabelled: true, node: after, parent: unwind };
  clauses.forEach((clause, index) => {
    const start = starts[index] ?? after;
    b.goTo(start);
    b.startAt(start);
    lowerAttached(b, clause, 'start');
    for (const statement of clause.statements) lowerAttachedStatement(b, statement);
    lowerAttached(b, clause, 'end');
  });
  b.unwind = unwind;
  b.goTo(after);
  b.startAt(after);
}

function comparison(b: FunctionBuilder, value: Expression, expression: ts.Expression): Expression {
  return binary('===', value, lowerValue(b, expression));
}

/** `switch (true)`: a clause whose expression is a boolean by construction is a condition. */
function branchOnTrue(b: FunctionBuilder, expression: ts.Expression, whenTrue: number, whenFalse: number): void {
  const node = skipTypes(expression);
  if (isBoolean(node)) {
    branch(b, node, whenTrue, whenFalse);
    return;
  }
  const condition = binary('===', lowerValue(b, node), { kind: 'constant', value: { kind: 'boolean', value: true } });
  b.test(condition, whenTrue, whenFalse, b.spanOf(node));
}

function isBoolean(expression: ts.Expression): boolean {
  const node = skipTypes(expression);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  if (!ts.isBinaryExpression(node)) return false;
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.BarBarToken) {
    return isBoolean(node.left) && isBoolean(node.right);
  }
  return (
    (operator >= ts.SyntaxKind.LessThanToken && operator <= ts.SyntaxKind.GreaterThanEqualsToken) ||
    (operator >= ts.SyntaxKind.EqualsEqualsToken && operator <= ts.SyntaxKind.ExclamationEqualsEqualsToken) ||
    operator === ts.SyntaxKind.InKeyword ||
    operator === ts.SyntaxKind.InstanceOfKeyword
  );
}
