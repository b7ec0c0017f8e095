import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import type { StatementList } from '../assertions/assertion.js';
import { lineOf } from '../assertions/lines.js';
import { isJump, isStatementList } from '../assertions/point.js';
import type { EditorSource } from './editorSource.js';

/** The statement that a cursor is on: a statement, or an expression that is evaluated like one. */
export interface StatementAt {
  readonly span: Span;
  /** `test`: of a loop, which is evaluated before each of its rounds; `body`: an expression that is all of a function with plain parameters. */
  readonly form: 'statement' | 'test' | 'body';
  /** Of its two states the one that the cursor means: behind the last statement of a block it is the one after that statement. */
  readonly side: 'before' | 'after';
}

/**
 * The innermost statement around an offset, its end included; between statements the next one, behind the last one that. The head of a
 * function means the beginning of its body, the test of a loop that test. Null where nothing is executed.
 */
export function statementAt(source: EditorSource, offset: Offset): StatementAt | null {
  const { file } = source;
  for (let node: ts.Node = listAround(source, offset); ; node = node.parent) {
    if (isStatementList(node)) return inList(source, node, offset);
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      return inFunction(source, node.body as ts.ConciseBody, offset);
    const test = loopTest(node);
    if (test !== null && isIn(test, offset, file)) return { ...before(source, test), form: 'test' };
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return null;
    if (ts.isPropertyDeclaration(node)) return null;
    if (ts.isStatement(node) && !ts.isBlock(node) && !ts.isFunctionDeclaration(node)) return before(source, node);
    if (node === file) return null;
  }
}

/** The innermost node around the offset; a block only if the offset is behind its opening. */
function listAround(source: EditorSource, offset: Offset): ts.Node {
  const node = source.nodeAt(offset);
  const isOutside = isStatementList(node) && !ts.isSourceFile(node) && (offset < node.statements.pos || offset >= node.end);
  return isOutside ? node.parent : node;
}

function inList(source: EditorSource, list: StatementList, offset: Offset): StatementAt | null {
  const { file } = source;
  const statements = list.statements.filter(isExecuted);
  const around = statements.find((each) => each.getStart(file) <= offset && offset <= each.end);
  if (around !== undefined) return before(source, around);
  const previous = statements.findLast((each) => each.end < offset);
  const next = statements.find((each) => each.getStart(file) > offset);
  // What is written behind a statement on its line belongs to it.
  if (previous !== undefined && lineOf(file, previous.end) === lineOf(file, offset)) return before(source, previous);
  if (next !== undefined) return before(source, next);
  if (previous === undefined) return { span: { start: list.statements.pos, end: list.statements.pos }, form: 'statement', side: 'before' };
  return isJump(previous) ? before(source, previous) : { ...before(source, previous), side: 'after' };
}

function inFunction(source: EditorSource, body: ts.ConciseBody, offset: Offset): StatementAt | null {
  if (!ts.isBlock(body)) return isWithPlainParameters(body.parent) ? { ...before(source, body), form: 'body' } : before(source, body);
  return inList(source, body, Math.max(body.statements.pos, Math.min(offset, body.end - 1)));
}

/** Whether all parameters have their values when the function is entered. */
function isWithPlainParameters(node: ts.Node): boolean {
  return ts.isFunctionLike(node) && node.parameters.every(({ name, initializer }) => ts.isIdentifier(name) && initializer === undefined);
}

/** Of a loop that is tested before each of its rounds. */
function loopTest(node: ts.Node): ts.Expression | null {
  if (ts.isForStatement(node)) return node.condition ?? null;
  return ts.isWhileStatement(node) || ts.isDoStatement(node) ? node.expression : null;
}

function before(source: EditorSource, node: ts.Node): StatementAt {
  return { span: source.spanOf(node), form: 'statement', side: 'before' };
}

function isIn(node: ts.Node, offset: Offset, file: ts.SourceFile): boolean {
  return node.getStart(file) <= offset && offset <= node.end;
}

/** Declarations of types and functions leave no trace where they are written. */
function isExecuted(statement: ts.Statement): boolean {
  return !(
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isImportDeclaration(statement)
  );
}
