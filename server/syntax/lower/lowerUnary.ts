import ts from 'typescript';
import type { Expression, UnaryOperator } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { binary, falseValue, nullValue, trueValue, unary, undefinedValue, unknownValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { lowerUpdate } from './lowerAssignment.js';
import { isStandardGlobal, isUpdate, lowerEffect, lowerKey, lowerValue } from './lowerExpression.js';
import { skipTypes } from '../source.js';

/** Operators with one operand, `typeof`, `void` and `delete` among them. */
export function lowerUnary(b: FunctionBuilder, node: ts.Expression, target: VariableId | undefined): Expression {
  if (ts.isTypeOfExpression(node)) return lowerTypeof(b, node);
  if (ts.isVoidExpression(node)) {
    lowerEffect(b, node.expression);
    return undefinedValue;
  }
  if (ts.isDeleteExpression(node)) return lowerDelete(b, node, target);
  if (ts.isPostfixUnaryExpression(node)) return lowerUpdate(b, node, true);
  if (!ts.isPrefixUnaryExpression(node)) return unknownValue;
  if (isUpdate(node.operator)) return lowerUpdate(b, node, true);
  return b.shallow(unary(unaryOperator(node.operator), lowerValue(b, node.operand)), b.spanOf(node));
}

function unaryOperator(operator: ts.PrefixUnaryOperator): UnaryOperator {
  switch (operator) {
    case ts.SyntaxKind.MinusToken:
      return '-';
    case ts.SyntaxKind.PlusToken:
      return '+';
    case ts.SyntaxKind.TildeToken:
      return '~';
    default:
      return '!';
  }
}

/** `typeof` of a name that is declared nowhere does not throw. */
function lowerTypeof(b: FunctionBuilder, node: ts.TypeOfExpression): Expression {
  const operand = skipTypes(node.expression);
  if (ts.isIdentifier(operand) && !b.module.bindings.references.has(operand) && !isStandardGlobal(b, operand)) {
    const constant = operand.text === 'undefined' || operand.text === 'NaN' || operand.text === 'Infinity';
    if (!constant) return unary('typeof', unknownValue);
  }
  return unary('typeof', lowerValue(b, operand));
}

function lowerDelete(b: FunctionBuilder, node: ts.DeleteExpression, target: VariableId | undefined): Expression {
  const operand = skipTypes(node.expression);
  const span = b.spanOf(node);
  if (ts.isOptionalChain(operand) && (ts.isPropertyAccessExpression(operand) || ts.isElementAccessExpression(operand))) {
    const result = target ?? b.temporary();
    const object = b.copy(lowerValue(b, operand.expression), span);
    const after = b.node('expression', span);
    const found = b.node('expression', span);
    const absent = b.node('expression', span);
    b.test(binary('==', object, nullValue), absent, found, span);
    b.startAt(found);
    const key = ts.isPropertyAccessExpression(operand) ? lowerKey(b, operand.name) : lowerValue(b, operand.argumentExpression);
    b.emit({ kind: 'delete', target: result, object, key, span }, span);
    b.goTo(after);
    b.startAt(absent);
    b.assign(result, trueValue, span);
    b.goTo(after);
    b.startAt(after);
    return { kind: 'variable', variable: result };
  }
  if (!ts.isPropertyAccessExpression(operand) && !ts.isElementAccessExpression(operand)) {
    lowerEffect(b, operand);
    if (!ts.isIdentifier(operand)) return trueValue;
    // A variable that is declared stays (ECMA-262, DeclarativeEnvironmentRecord); of others a global object decides.
    return b.module.bindings.references.has(operand) ? falseValue : unknownValue;
  }
  if (operand.expression.kind === ts.SyntaxKind.SuperKeyword) {
    const key = ts.isPropertyAccessExpression(operand) ? [] : [lowerValue(b, operand.argumentExpression)];
    return b.havoc('delete of a super property', key, span, target);
  }
  let object = lowerValue(b, operand.expression);
  let key: Expression;
  if (ts.isPropertyAccessExpression(operand)) {
    key = lowerKey(b, operand.name);
  } else {
    object = b.stable(object, b.module.effects.of(operand.argumentExpression), b.spanOf(operand.expression));
    key = lowerValue(b, operand.argumentExpression);
  }
  const result = target ?? b.temporary();
  b.emit({ kind: 'delete', target: result, object, key, span }, span);
  return { kind: 'variable', variable: result };
}
