import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { returnValue, type Unwind } from './abruptCompletions.js';
import { undefinedValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { lowerCall } from './lowerCall.js';
import { lowerInto, lowerValue } from './lowerExpression.js';
import { hasModifier, skipTypes } from '../source.js';

export function suspend(b: FunctionBuilder, node: ts.AwaitExpression, target: VariableId = b.temporary()): Expression {
  const span = b.spanOf(node);
  const operand = skipTypes(node.expression);
  const called = ts.isCallExpression(operand) && !ts.isOptionalChain(operand);
  const value = called ? lowerCall(b, operand, { absent: null, target: undefined, awaited: true }) : lowerValue(b, operand);
  b.emit({ kind: 'await', target, value, span }, span);
  return { kind: 'variable', variable: target };
}

/**
 * The value that a function returns. What an async one calls for it, outside of `try`, is waited for as by `return await`: nobody can
 * tell the two apart but by the order of jobs.
 */
export function lowerReturned(b: FunctionBuilder, expression: ts.Expression): void {
  const { result } = b.info;
  const operand = skipTypes(expression);
  const isWaitedFor =
    isAsyncFunction(b.info.node) && b.handler === b.throwExit && ts.isCallExpression(operand) && !ts.isOptionalChain(operand);
  if (!isWaitedFor) return lowerInto(b, expression, result.id);
  const value = lowerCall(b, operand, { absent: null, target: result.id, awaited: true });
  if (value.kind !== 'variable' || value.variable !== result.id) b.assign(result.id, value, b.spanOf(expression));
}

const isAsyncFunction = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) &&
  hasModifier(node, ts.SyntaxKind.AsyncKeyword) &&
  !('asteriskToken' in node && node.asteriskToken !== undefined);

/** Besides going on and throwing, the consumer may end the generator here, as if by `return`; or leave it, and no `finally` runs. */
export function lowerYield(b: FunctionBuilder, node: ts.YieldExpression, target: VariableId = b.temporary()): Expression {
  const span = b.spanOf(node);
  const value = node.expression === undefined ? undefinedValue : lowerValue(b, node.expression);
  const source = b.here(span);
  const instruction = { kind: 'yield', target, value, delegate: node.asteriskToken !== undefined, span } as const;
  b.emit(instruction, span);
  const next = b.position;
  const ended = b.node('expression', span);
  b.also(source, ended, instruction);
  b.startAt(ended);
  returnValue(b, { kind: 'variable', variable: target }, span);
  const { unwind } = b;
  if (hasCleanup(unwind)) {
    const left = b.node('expression', span);
    b.also(source, left, instruction);
    b.startAt(left);
    b.unwind = null;
    returnValue(b, { kind: 'variable', variable: target }, span);
    b.unwind = unwind;
  }
  b.startAt(next);
  return { kind: 'variable', variable: target };
}

function hasCleanup(unwind: Unwind | null): boolean {
  return unwind !== null && (unwind.kind === 'cleanup' || hasCleanup(unwind.parent));
}
