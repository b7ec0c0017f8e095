import ts from 'typescript';
import type { Candidate } from './candidate.js';
import { spanOf } from './parts.js';
import { isReplaceable, withFuel } from './switchedText.js';

/** What is done once may have been meant to be done as long as its condition holds. */
export function repeatedBranch(statement: ts.IfStatement, file: ts.SourceFile): readonly Candidate[] {
  const { thenStatement, elseStatement } = statement;
  if (elseStatement !== undefined || !isReplaceable(statement) || endsWithJump(thenStatement)) return [];
  const start = statement.getStart(file);
  const edits = [{ span: { start, end: start + 'if'.length }, text: 'while' }];
  return [
    {
      places: [{ site: { kind: 'whole', span: spanOf(statement, file) }, text: withFuel(statement, file, edits, [thenStatement]) }],
      edits,
      size: 1.6,
    },
  ];
}

function endsWithJump(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return last === undefined || ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isBreakOrContinueStatement(last);
}

/** A `var` that a function in its loop keeps may have been meant to be another one in each round. */
export function boundInRound(list: ts.VariableDeclarationList, file: ts.SourceFile): readonly Candidate[] {
  if ((list.flags & ts.NodeFlags.BlockScoped) !== 0) return [];
  const loop = ts.findAncestor(list, (node): node is ts.IterationStatement => ts.isIterationStatement(node, false));
  if (loop === undefined || !isReplaceable(loop) || !isKept(list, loop)) return [];
  const start = list.getStart(file);
  const edits = [{ span: { start, end: start + 'var'.length }, text: 'let' }];
  return [{ places: [{ site: { kind: 'whole', span: spanOf(loop, file) }, text: withFuel(loop, file, edits, []) }], edits, size: 1 }];
}

/** Whether a function inside of the loop uses a name that is declared there. */
function isKept({ declarations }: ts.VariableDeclarationList, loop: ts.Node): boolean {
  const names = new Set(declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : [])));
  const visit = (node: ts.Node, isInside: boolean): boolean => {
    if (isInside && ts.isIdentifier(node) && names.has(node.text)) return true;
    return ts.forEachChild(node, (child) => visit(child, isInside || ts.isFunctionLike(node)) || undefined) === true;
  };
  return visit(loop, false);
}
