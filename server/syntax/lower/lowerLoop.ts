import ts from 'typescript';
import type { NodeId, VariableId } from '../../ir/program.js';
import { withCleanup } from './abruptCompletions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { lowerPlace, writePlace } from './lowerAssignment.js';
import { branch } from './lowerCondition.js';
import { lowerEffect, lowerValue } from './lowerExpression.js';
import { assignPattern, bindName, closeQuietly } from './lowerPattern.js';
import { lowerBody, lowerDeclarations, withResources } from './lowerStatement.js';
import { takesEdges } from './evaluationEffects.js';
import { skipTypes } from '../source.js';

type Loop = ts.WhileStatement | ts.DoStatement | ts.ForStatement | ts.ForInOrOfStatement;

/**
 * Loops are inverted: the test is lowered on entry and again on the back edge, and the start of the body is the one head of the loop.
 * `labels` are the loop's own.
 */
export function lowerLoop(b: FunctionBuilder, node: Loop, labels: readonly string[]): void {
  if (ts.isForInStatement(node) || ts.isForOfStatement(node)) lowerForIn(b, node, labels);
  else if (ts.isForStatement(node)) lowerFor(b, node, labels);
  else lowerWhile(b, node, labels);
}

function lowerWhile(b: FunctionBuilder, node: ts.WhileStatement | ts.DoStatement, labels: readonly string[]): void {
  const body = startOfBody(b, node, node.expression, labels);
  const after = b.node('after', b.spanOf(node));
  if (ts.isWhileStatement(node)) branch(b, node.expression, body, after);
  else b.goTo(body);
  const again = b.node('test', b.spanOf(node.expression));
  around(b, node, labels, body, after, again);
  if (b.isLive(again)) {
    b.startAt(again);
    branch(b, node.expression, body, after);
  }
  b.startAt(after);
}

function lowerFor(b: FunctionBuilder, node: ts.ForStatement, labels: readonly string[]): void {
  const { initializer } = node;
  const scope = b.module.bindings.scopes.get(node);
  const perIteration: VariableId[] = [];
  if (scope !== undefined) {
    b.enterScope(scope, b.spanOf(node));
    for (const variable of scope.names.values()) if (variable.captured && variable.form === 'let') perIteration.push(variable.id);
  }
  if (initializer !== undefined) {
    if (ts.isVariableDeclarationList(initializer)) lowerDeclarations(b, initializer);
    else lowerEffect(b, initializer);
  }
  withHead(b, initializer, () => lowerForRounds(b, node, labels, perIteration));
}

/** What runs with what the head of a loop declares. */
function withHead(b: FunctionBuilder, head: ts.ForInitializer | undefined, body: () => void): void {
  if (head !== undefined && ts.isVariableDeclarationList(head)) withResources(b, head, body);
  else body();
}

/** The loop behind its initializer. `perIteration`: the variables of which each round has its own. */
function lowerForRounds(b: FunctionBuilder, node: ts.ForStatement, labels: readonly string[], perIteration: readonly VariableId[]): void {
  const { initializer, condition, incrementor } = node;
  const copyScope = (): void => {
    if (perIteration.length > 0) b.emit({ kind: 'copyScope', variables: perIteration }, b.spanOf(node));
  };
  if (initializer !== undefined && containsFunction(initializer)) copyScope();
  const body = startOfBody(b, node, condition ?? null, labels);
  const after = b.node('after', b.spanOf(node));
  if (condition === undefined) b.goTo(body);
  else branch(b, condition, body, after);
  const again = b.node('test', b.spanOf(incrementor ?? condition ?? node));
  around(b, node, labels, body, after, again);
  if (b.isLive(again)) {
    b.startAt(again);
    copyScope();
    if (incrementor !== undefined) lowerEffect(b, incrementor);
    if (condition === undefined) b.goTo(body);
    else branch(b, condition, body, after);
  }
  b.startAt(after);
}

/** The loop's body, from its start; completions that stay in the loop go to `again`. */
function around(b: FunctionBuilder, node: Loop, labels: readonly string[], body: NodeId, after: NodeId, again: NodeId): void {
  const { unwind } = b;
  const leaving = { kind: 'break', labels, unlabelled: true, node: after, parent: unwind } as const;
  b.unwind = { kind: 'continue', labels, node: again, parent: leaving };
  b.startAt(body);
  lowerBody(b, node.statement);
  b.goTo(again);
  b.unwind = unwind;
}

/** The head of the loop, marked when the loop has no way out. */
function startOfBody(b: FunctionBuilder, node: Loop, condition: ts.Expression | null, labels: readonly string[]): NodeId {
  const body = b.node('body', b.spanOf(node.statement));
  if ((condition === null || isAlwaysTrue(condition)) && !hasWayOut(node.statement, labels)) b.mark(body, { kind: 'endless' });
  return body;
}

function isAlwaysTrue(condition: ts.Expression): boolean {
  const node = skipTypes(condition);
  return node.kind === ts.SyntaxKind.TrueKeyword || (ts.isNumericLiteral(node) && Number(node.text) !== 0);
}

/** A `break`, `return`, `throw` or a jump to a label outside, in the text of the loop's body. */
function hasWayOut(body: ts.Statement, labels: readonly string[]): boolean {
  const visit = (node: ts.Node, inner: readonly string[], breaks: boolean): boolean => {
    switch (node.kind) {
      case ts.SyntaxKind.ReturnStatement:
      case ts.SyntaxKind.ThrowStatement:
      case ts.SyntaxKind.YieldExpression:
        return true;
      case ts.SyntaxKind.BreakStatement: {
        const { label } = node as ts.BreakStatement;
        return label === undefined ? breaks : !inner.includes(label.text);
      }
      case ts.SyntaxKind.ContinueStatement: {
        const { label } = node as ts.ContinueStatement;
        return label !== undefined && !inner.includes(label.text) && !labels.includes(label.text);
      }
      case ts.SyntaxKind.LabeledStatement: {
        const { label, statement } = node as ts.LabeledStatement;
        return visit(statement, [...inner, label.text], breaks);
      }
    }
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
    const catches = breaks && !ts.isIterationStatement(node, false) && !ts.isSwitchStatement(node);
    return ts.forEachChild(node, (child) => (visit(child, inner, catches) ? true : undefined)) ?? false;
  };
  return visit(body, [], true);
}

function containsFunction(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return true;
  return ts.forEachChild(node, (child) => (containsFunction(child) ? true : undefined)) ?? false;
}

function lowerForIn(b: FunctionBuilder, node: ts.ForInOrOfStatement, labels: readonly string[]): void {
  const protocol = ts.isForInStatement(node) ? 'in' : node.awaitModifier === undefined ? 'of' : 'asyncOf';
  const head = b.spanOf(node.expression);
  const scope = b.module.bindings.scopes.get(node);
  // What the loop goes through is evaluated where the loop's names have no values.
  if (scope !== undefined && [...scope.names.values()].some(({ checked }) => checked)) b.enterScope(scope, head);
  const iterable = b.repeatable(lowerValue(b, node.expression), head);
  const iterator = b.temporary();
  const index = b.temporary('number');
  b.emit({ kind: 'iterate', iterator, index, iterable, protocol, span: head }, head);
  const direct = directVariable(b, node);
  const target = direct ?? b.temporary(protocol === 'in' ? 'string' : 'unknown');
  const body = b.node('body', b.spanOf(node.statement));
  const after = b.node('after', b.spanOf(node));
  const again = b.node('test', head);
  const step = (): void => {
    b.emitTo(body, { kind: 'step', iterator, index, target, protocol, found: true, taken: null, span: head }, head);
    b.emitTo(after, { kind: 'step', iterator, index, target, protocol, found: false, taken: null, span: head }, head);
    b.leave();
  };
  step();
  const { unwind } = b;
  b.unwind = { kind: 'break', labels, unlabelled: true, node: after, parent: unwind };
  const round = (): void => {
    b.unwind = { kind: 'continue', labels, node: again, parent: b.unwind };
    b.startAt(body);
    if (scope !== undefined) b.enterScope(scope, head);
    if (direct === null) bindHead(b, node, target);
    withHead(b, node.initializer, () => lowerBody(b, node.statement));
    b.goTo(again);
  };
  if (protocol === 'in') {
    round();
  } else {
    // However the body leaves the loop, the iterator is closed.
    const close = (): void => b.emit({ kind: 'closeIterator', iterator, protocol, span: head }, head);
    withCleanup(
      b,
      { span: head, run: close, runOnThrow: () => closeQuietly(b, iterator, protocol, head), onNormal: false, share: false },
      round,
    );
  }
  b.unwind = unwind;
  if (b.isLive(again)) {
    b.startAt(again);
    step();
  }
  b.startAt(after);
}

/** The loop's variable when each value can be put there at once. */
function directVariable(b: FunctionBuilder, node: ts.ForInOrOfStatement): VariableId | null {
  const head = node.initializer;
  if (!ts.isVariableDeclarationList(head)) return null;
  const name = head.declarations[0]?.name;
  if (name === undefined || !ts.isIdentifier(name)) return null;
  const variable = b.module.bindings.references.get(name)?.variable;
  // A fresh cell is needed for each round; and a permanent assertion speaks of each value.
  if (variable === undefined || variable.captured || variable.checked || b.module.hasPermanentAssertion(variable)) return null;
  return variable.id;
}

function bindHead(b: FunctionBuilder, node: ts.ForInOrOfStatement, value: VariableId): void {
  const head = node.initializer;
  const span = b.spanOf(head);
  const expression = { kind: 'variable', variable: value } as const;
  if (ts.isVariableDeclarationList(head)) {
    const name = head.declarations[0]?.name;
    if (name !== undefined) bindName(b, name, expression, span);
    return;
  }
  const target = skipTypes(head);
  if (ts.isObjectLiteralExpression(target) || ts.isArrayLiteralExpression(target)) assignPattern(b, target, expression);
  else writePlace(b, lowerPlace(b, target, takesEdges), expression, span);
}
