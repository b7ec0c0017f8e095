import ts from 'typescript';
import type { Offset } from '../../base/span.js';
import type { Attachment, StatementList } from '../assertions/assertion.js';
import { isAssignmentOperator } from '../names/assignmentTargets.js';

/**
 * The offsets whose nearest control points, at or before them, have the states that a name at a node is shown with: where the name is
 * written, what it holds afterwards; where it is read, what it holds just before. A loop's test is read in the states that it leads to.
 */
export function statePlacesOf(node: ts.Identifier, file: ts.SourceFile): readonly Offset[] {
  const written = declarationPlace(node, file) ?? writePlace(node);
  return written === null ? (testPlaces(node, file) ?? [node.getStart(file)]) : [written];
}

/** Of a name in the test of a loop that is tested before its body. */
function testPlaces(node: ts.Identifier, file: ts.SourceFile): readonly Offset[] | null {
  for (let at: ts.Node = node; !ts.isFunctionLike(at) && !ts.isStatement(at); at = at.parent) {
    const loop = at.parent;
    const isTest = (ts.isWhileStatement(loop) && loop.expression === at) || (ts.isForStatement(loop) && loop.condition === at);
    if (isTest) return [ts.isBlock(loop.statement) ? startOf(loop.statement, file) : loop.statement.getStart(file), loop.end];
    if (loop === file) return null;
  }
  return null;
}

/** The offset whose state is shown for the names in an assertion. */
export function assertionPlace(attachment: Attachment, file: ts.SourceFile): Offset {
  switch (attachment.kind) {
    case 'before':
      return attachment.statement.getStart(file);
    case 'after':
      return attachment.statement.end;
    case 'start':
      return startOf(attachment.block, file);
    case 'end':
      return attachment.block.statements.at(-1)?.end ?? startOf(attachment.block, file);
    case 'entry':
      return bodyStart(attachment.function, file);
    case 'exit':
      return bodyEnd(attachment.function, file);
    case 'value':
      return ts.isVariableDeclaration(attachment.declaration) ? declaredPlace(attachment.declaration, file) : attachment.declaration.end;
  }
}

function startOf(block: StatementList, file: ts.SourceFile): Offset {
  return block.statements[0]?.getStart(file) ?? block.statements.pos;
}

function bodyStart(node: ts.SignatureDeclaration, file: ts.SourceFile): Offset {
  const body = bodyOf(node);
  if (body === null) return node.end;
  return ts.isBlock(body) ? startOf(body, file) : body.getStart(file);
}

function bodyEnd(node: ts.SignatureDeclaration, file: ts.SourceFile): Offset {
  const body = bodyOf(node);
  if (body === null) return node.end;
  return ts.isBlock(body) ? (body.statements.at(-1)?.end ?? startOf(body, file)) : body.end;
}

function bodyOf(node: ts.Node): ts.ConciseBody | null {
  return 'body' in node && node.body !== undefined ? (node.body as ts.ConciseBody) : null;
}

function declarationPlace(node: ts.Identifier, file: ts.SourceFile): Offset | null {
  let pattern: ts.Node = node;
  while (ts.isBindingElement(pattern.parent) || ts.isBindingName(pattern.parent)) pattern = pattern.parent;
  const declaration = pattern.parent;
  if (ts.isBindingElement(node.parent) && node.parent.initializer === node) return null;
  if (ts.isParameter(declaration) && declaration.name === pattern) return bodyStart(declaration.parent, file);
  if (ts.isVariableDeclaration(declaration) && declaration.name === pattern) return declaredPlace(declaration, file);
  return null;
}

/** After the declaration; of a loop's variable, or that of a catch, in the body. */
function declaredPlace(declaration: ts.VariableDeclaration, file: ts.SourceFile): Offset {
  const { parent } = declaration;
  if (ts.isCatchClause(parent)) return startOf(parent.block, file);
  const statement = parent.parent;
  if (ts.isVariableStatement(statement)) return statement.end;
  const body = statement.statement;
  return ts.isBlock(body) ? startOf(body, file) : body.getStart(file);
}

function writePlace(node: ts.Identifier): Offset | null {
  let target: ts.Node = node;
  while (ts.isParenthesizedExpression(target.parent) || ts.isNonNullExpression(target.parent)) target = target.parent;
  const write = target.parent;
  const isStep =
    (ts.isPrefixUnaryExpression(write) || ts.isPostfixUnaryExpression(write)) &&
    (write.operator === ts.SyntaxKind.PlusPlusToken || write.operator === ts.SyntaxKind.MinusMinusToken);
  const isAssigned = ts.isBinaryExpression(write) && write.left === target && isAssignmentOperator(write.operatorToken.kind);
  if (!isStep && !isAssigned) return null;
  return ts.isExpressionStatement(write.parent) ? write.parent.end : write.end;
}
