import ts from 'typescript';
import type { Candidate } from './candidate.js';
import { spanOf, type Part } from './parts.js';
import { isReplaceable, withFuel } from './switchedText.js';

/** A statement and the next one may have been meant in the other order. Of two declarations neither moves. */
export function exchangedStatements(part: Part, file: ts.SourceFile): readonly Candidate[] {
  const first = statementOf(part);
  const next = first === null ? null : siblingAfter(first);
  if (first === null || next === null || !isMovable(first) || !isMovable(next)) return [];
  const declares = [first, next].map(ts.isVariableStatement);
  if (declares[0] === true && declares[1] === true) return [];
  const text = (statement: ts.Statement): string => withFuel(statement, file, [], []);
  const instead = (statement: ts.Statement, by: string) => ({ site: { kind: 'whole', span: spanOf(statement, file) } as const, text: by });
  const inserted = (position: number, by: string) => ({ site: { kind: 'gap', position } as const, text: by });
  const places =
    declares[0] === true
      ? [inserted(first.getStart(file), text(next)), instead(next, '')]
      : declares[1] === true
        ? [instead(first, ''), inserted(next.end, text(first))]
        : [instead(first, text(next)), instead(next, text(first))];
  const between = file.text.slice(first.end, next.getStart(file));
  const span = { start: first.getStart(file), end: next.end };
  const areSimple = ts.isExpressionStatement(first) && ts.isExpressionStatement(next);
  return [{ places, edits: [{ span, text: next.getText(file) + between + first.getText(file) }], size: areSimple ? 1.5 : 1.7 }];
}

/** The statement that begins with a part. */
function statementOf({ statement, owner, kind }: Part): ts.Statement | null {
  if (statement !== null) return statement;
  if (ts.isVariableDeclaration(owner)) {
    const list = owner.parent;
    const isFirst = ts.isVariableDeclarationList(list) && list.declarations[0] === owner;
    return isFirst && ts.isVariableStatement(list.parent) ? list.parent : null;
  }
  return kind === 'header' && ts.isStatement(owner) ? owner : null;
}

/** Whether a statement does something where it stands, and goes on behind it. */
const isMovable = (node: ts.Statement): boolean =>
  (ts.isExpressionStatement(node) && !isSuper(node) && !ts.isStringLiteral(node.expression)) ||
  ts.isIfStatement(node) ||
  ts.isIterationStatement(node, false) ||
  (ts.isVariableStatement(node) && node.modifiers === undefined);

const isSuper = ({ expression }: ts.ExpressionStatement): boolean =>
  ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;

function siblingAfter(statement: ts.Statement): ts.Statement | null {
  const { parent } = statement;
  if (!isReplaceable(statement) || !(ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent))) return null;
  const { statements } = parent;
  return statements[statements.indexOf(statement) + 1] ?? null;
}
