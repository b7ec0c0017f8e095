import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import { isAssignmentOperator } from '../names/assignmentTargets.js';
import type { EditorSource } from './editorSource.js';

/**
 * The variables named in a statement or its surroundings that hold, at an offset inside of the statement, what they held before it: the
 * statement assigns them nowhere but at that offset, and no call in it can.
 */
export function steadyNames(source: EditorSource, statement: Span, offset: Offset, names: Iterable<string>): ReadonlySet<string> {
  const assigned = new Set<string>();
  let mayRunOthers = false;
  const visit = (node: ts.Node): void => {
    if (node.end <= statement.start || node.pos >= statement.end) return;
    if (isInside(node, statement, source)) {
      if (ts.isFunctionLike(node)) return; // it runs when it is called
      const target = assignedBy(node);
      if (target !== null && !(target.getStart(source.file) <= offset && offset < target.end)) collectNames(target, assigned);
      mayRunOthers ||= runsOthers(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(source.file);
  const shared = new Set(
    [...source.variables.values()].filter(({ captured, reassigned }) => captured && reassigned).map(({ name }) => name),
  );
  return new Set([...names].filter((name) => !assigned.has(name) && !(mayRunOthers && shared.has(name))));
}

function isInside(node: ts.Node, { start, end }: Span, { file }: EditorSource): boolean {
  return node.getStart(file) >= start && node.end <= end;
}

/** What a node gives a value to: a name, a pattern, a place. */
function assignedBy(node: ts.Node): ts.Node | null {
  if (ts.isBinaryExpression(node)) return isAssignmentOperator(node.operatorToken.kind) ? node.left : null;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const changes = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return changes ? node.operand : null;
  }
  if (ts.isForInStatement(node) || ts.isForOfStatement(node)) return node.initializer;
  return ts.isVariableDeclaration(node) && node.initializer !== undefined ? node.name : null;
}

function collectNames(node: ts.Node, names: Set<string>): void {
  if (ts.isIdentifier(node)) names.add(node.text);
  ts.forEachChild(node, (child) => collectNames(child, names));
}

/** Whether other functions may run while a node is evaluated, accessors included. */
function runsOthers(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isSpreadElement(node) ||
    ts.isForOfStatement(node)
  );
}
