import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import type { NodeId, VariableId } from '../../ir/program.js';
import { binary, falseValue, nullValue, trueValue, truthOf, undefinedValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { lowerChain } from './lowerCall.js';
import { lowerEffect, lowerInto, lowerValue } from './lowerExpression.js';
import { skipTypes } from '../source.js';

/** The tested value itself is wanted too, in a variable, on the ways where it is truthy or falsy. */
export interface Keep {
  readonly target: VariableId;
  readonly truthy: boolean;
  readonly falsy: boolean;
}

/**
 * Evaluates a condition and goes on at one of two nodes; nothing is current afterwards. Short-circuit operators become branches,
 * so that each leaf is one expression that refinement sees as a whole.
 */
export function branch(b: FunctionBuilder, condition: ts.Expression, whenTrue: NodeId, whenFalse: NodeId, keep: Keep | null = null): void {
  const node = skipTypes(condition);
  if (ts.isBinaryExpression(node) && shortCircuit(b, node, whenTrue, whenFalse, keep)) return;
  if (keep === null && ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    branch(b, node.operand, whenFalse, whenTrue);
  } else if (ts.isConditionalExpression(node)) {
    const chosen = b.node('body', b.spanOf(node.whenTrue));
    const other = b.node('body', b.spanOf(node.whenFalse));
    branch(b, node.condition, chosen, other);
    b.startAt(chosen);
    branch(b, node.whenTrue, whenTrue, whenFalse, keep);
    b.startAt(other);
    branch(b, node.whenFalse, whenTrue, whenFalse, keep);
  } else if (whenTrue === whenFalse && keep !== null) {
    lowerInto(b, node, keep.target);
    b.goTo(whenTrue);
  } else if (ts.isOptionalChain(node)) {
    const absent = b.node('expression', b.spanOf(node));
    const value = lowerChain(b, node, absent);
    leaf(b, value, node, whenTrue, whenFalse, keep);
    b.startAt(absent);
    finish(b, undefinedValue, false, node, whenFalse, keep);
  } else {
    leaf(b, lowerValue(b, node), node, whenTrue, whenFalse, keep);
  }
}

function shortCircuit(b: FunctionBuilder, node: ts.BinaryExpression, whenTrue: NodeId, whenFalse: NodeId, keep: Keep | null): boolean {
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      break;
    case ts.SyntaxKind.CommaToken:
      lowerEffect(b, node.left);
      branch(b, node.right, whenTrue, whenFalse, keep);
      return true;
    default:
      return false;
  }
  // The operands of a chain of one operator, found without recursion.
  const operator = node.operatorToken.kind;
  const rights: ts.Expression[] = [];
  let left: ts.Expression = node;
  while (ts.isBinaryExpression(left) && left.operatorToken.kind === operator) {
    rights.push(left.right);
    left = skipTypes(left.left);
  }
  let operand = left;
  for (let i = rights.length - 1; i >= 0; i--) {
    const right = rights[i];
    if (right === undefined) break;
    const next = b.node('test', b.spanOf(right));
    if (operator === ts.SyntaxKind.AmpersandAmpersandToken) {
      branch(b, operand, next, whenFalse, keep?.falsy === true ? { ...keep, truthy: false } : null);
    } else if (operator === ts.SyntaxKind.BarBarToken) {
      branch(b, operand, whenTrue, next, keep?.truthy === true ? { ...keep, falsy: false } : null);
    } else {
      branchNullish(b, operand, next, whenTrue, whenFalse, keep);
    }
    b.startAt(next);
    operand = right;
  }
  branch(b, operand, whenTrue, whenFalse, keep);
  return true;
}

/** `operand ?? …`: goes to `absent` when it is undefined or null. */
function branchNullish(
  b: FunctionBuilder,
  operand: ts.Expression,
  absent: NodeId,
  whenTrue: NodeId,
  whenFalse: NodeId,
  keep: Keep | null,
): void {
  const node = skipTypes(operand);
  const span = b.spanOf(node);
  const value = b.repeatable(ts.isOptionalChain(node) ? lowerChain(b, node, absent) : lowerValue(b, node), span);
  const found = b.node('expression', span);
  b.test(binary('==', value, nullValue), absent, found, span);
  b.startAt(found);
  leaf(b, value, node, whenTrue, whenFalse, keep);
}

function leaf(b: FunctionBuilder, value: Expression, node: ts.Node, whenTrue: NodeId, whenFalse: NodeId, keep: Keep | null): void {
  const truth = truthOf(value);
  if (truth !== null) {
    finish(b, value, truth, node, truth ? whenTrue : whenFalse, keep);
    return;
  }
  const span = b.spanOf(node);
  if (whenTrue === whenFalse) {
    if (keep !== null) b.assign(keep.target, value, span);
    b.goTo(whenTrue);
    return;
  }
  const tested = keep === null ? value : b.repeatable(value, span);
  const isBoolean = b.kindOf(tested) === 'boolean';
  const trueNode = keep?.truthy === true ? b.node('expression', span) : whenTrue;
  const falseNode = keep?.falsy === true ? b.node('expression', span) : whenFalse;
  b.test(tested, trueNode, falseNode, span);
  if (trueNode !== whenTrue) {
    b.startAt(trueNode);
    finish(b, isBoolean ? trueValue : tested, true, node, whenTrue, keep);
  }
  if (falseNode !== whenFalse) {
    b.startAt(falseNode);
    finish(b, isBoolean ? falseValue : tested, false, node, whenFalse, keep);
  }
}

function finish(b: FunctionBuilder, value: Expression, truth: boolean, node: ts.Node, target: NodeId, keep: Keep | null): void {
  const wanted = keep !== null && (truth ? keep.truthy : keep.falsy);
  if (!wanted || !b.isLive()) {
    b.goTo(target);
    return;
  }
  const span = b.spanOf(node);
  b.emitTo(target, { kind: 'assign', target: keep.target, value, span }, span);
  b.leave();
}
