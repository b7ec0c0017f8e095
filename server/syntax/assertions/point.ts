import ts from 'typescript';
import type { Attachment, StatementList } from './assertion.js';
import type { Comment } from './comments.js';
import { lineOf } from './lines.js';

/** The point at which control is when an `@always` or `@sometime` in this comment is asked; null where no such point exists. */
export function pointOf(sourceFile: ts.SourceFile, comment: Comment): Attachment | null {
  return trailing(sourceFile, comment) ?? inList(sourceFile, comment) ?? betweenCases(comment) ?? beforeBranch(comment);
}

/** Behind a statement on the same line. */
function trailing(sourceFile: ts.SourceFile, comment: Comment): Attachment | null {
  const { previous, adjoinsPrevious } = comment;
  const line = lineOf(sourceFile, comment.span.start);
  if (previous === null || !adjoinsPrevious || lineOf(sourceFile, previous.end) !== line) return null;
  const ending = statementsEndingWith(previous);
  // `if (c)⏎ f(); // @always E` speaks of f(), because the `if` began on another line; `if (c) f(); // @always E` of the `if`.
  const statement = ending.find((each) => lineOf(sourceFile, each.getStart(sourceFile)) === line) ?? ending[0];
  if (statement === undefined) return null;
  if (ts.isBlock(statement) && !isStatementList(statement.parent)) return { kind: 'end', block: statement };
  return { kind: isJump(statement) ? 'before' : 'after', statement };
}

/** On a line of its own among statements, or behind the `{` or `case x:` that opens them. */
function inList(sourceFile: ts.SourceFile, comment: Comment): Attachment | null {
  const { container: block, next, span } = comment;
  if (!isStatementList(block) || span.start < block.statements.pos) return null;
  const first = block.statements[0];
  if (first === undefined) return { kind: 'start', block };
  if (next === null || !isStatement(next)) return { kind: 'end', block };
  const behindOpening =
    next === first && !ts.isSourceFile(block) && lineOf(sourceFile, block.statements.pos) === lineOf(sourceFile, span.start);
  return behindOpening ? { kind: 'start', block } : { kind: 'before', statement: next };
}

/** Between two clauses of a switch: a clause ends with its last statement, so what follows that still belongs to it. */
function betweenCases(comment: Comment): Attachment | null {
  const { container, previous } = comment;
  if (!ts.isCaseBlock(container) || previous === null || !ts.isCaseOrDefaultClause(previous)) return null;
  return { kind: previous.statements.length === 0 ? 'start' : 'end', block: previous };
}

/** Before the sole statement or the block of a branch, loop, label, try or catch. */
function beforeBranch(comment: Comment): Attachment | null {
  const { container, next, adjoinsNext } = comment;
  if (next === null || !adjoinsNext || !(isStatement(container) || ts.isCatchClause(container))) return null;
  if (ts.isFunctionDeclaration(container) || ts.isClassDeclaration(container)) return null;
  if (ts.isBlock(next)) return { kind: 'start', block: next };
  return isStatement(next) ? { kind: 'before', statement: next } : null;
}

/** The node and the statements nested in it that end where it ends, from the outside to the inside; functions are not entered. */
function statementsEndingWith(node: ts.Node): ts.Statement[] {
  const statements: ts.Statement[] = [];
  for (let current: ts.Node | undefined = node; current !== undefined; current = lastPart(current)) {
    if (current.end !== node.end) break;
    if (isStatement(current)) statements.push(current);
  }
  return statements;
}

function lastPart(node: ts.Node): ts.Node | undefined {
  if (ts.isIfStatement(node)) return node.elseStatement ?? node.thenStatement;
  if (ts.isForStatement(node) || ts.isForInStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node)) return node.statement;
  if (ts.isLabeledStatement(node) || ts.isWithStatement(node)) return node.statement;
  if (ts.isTryStatement(node)) return node.finallyBlock ?? node.catchClause;
  if (ts.isCatchClause(node)) return node.block;
  if (ts.isCaseOrDefaultClause(node)) return node.statements.at(-1);
  return undefined;
}

/** Whether control leaves at this statement: return, throw, break, continue. */
export function isJump(statement: ts.Statement): boolean {
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isBreakOrContinueStatement(statement);
}

/** Unlike `ts.isStatement` this includes the blocks of try and catch. */
function isStatement(node: ts.Node): node is ts.Statement {
  return ts.isBlock(node) || ts.isStatement(node);
}

/** Whether the node holds a list of statements: a block, a file, the body of a namespace, a clause of a switch. */
export function isStatementList(node: ts.Node): node is StatementList {
  return ts.isBlock(node) || ts.isSourceFile(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node);
}

/** Why no point is here, as the end of a sentence. */
export function placeOf(comment: Comment): string {
  const { container } = comment;
  if (ts.isClassLike(container)) return 'in a class body outside its methods';
  if (ts.isJsxElement(container) || ts.isJsxFragment(container) || ts.isJsxExpression(container) || ts.isJsxAttributes(container)) {
    return 'in JSX';
  }
  if (ts.isJsxOpeningLikeElement(container) || ts.isJsxClosingElement(container) || ts.isJsxAttributeLike(container)) return 'in JSX';
  if (ts.isCaseBlock(container)) return 'before the first case of a switch';
  if (ts.isTypeNode(container) || ts.isInterfaceDeclaration(container) || ts.isEnumDeclaration(container)) return 'in a type';
  if (isStatement(container) || ts.isCatchClause(container)) return 'in the middle of a statement';
  return 'in an expression';
}
