import ts from 'typescript';
import type { Offset } from '../../base/span.js';
import type { Attachment } from '../assertions/assertion.js';
import { isJump, isStatementList } from '../assertions/point.js';
import type { EditorSource } from './editorSource.js';

/** A place before which a debugger stops: a statement, an expression that is a function's body, or the bracket that ends a function. */
export type PausePlace = Offset;

/** A condition that the user wrote as an assertion, where control passes it; null where no debugger stops exactly there. */
export function placeOfAssertion(attachment: Attachment, source: EditorSource): PausePlace | null {
  switch (attachment.kind) {
    case 'before':
      return firstOf(attachment.statement, source);
    case 'after':
      return behind(attachment.statement, source);
    case 'start':
      return firstIn(attachment.block.statements, source, endOf(attachment.block));
    case 'end': {
      const last = attachment.block.statements.at(-1);
      return last === undefined ? endOf(attachment.block) : behind(last, source);
    }
    case 'entry':
      return entryOf(attachment.function, source);
    case 'exit':
    case 'value':
      return null;
  }
}

/**
 * The place of a finding: at the name of a function it means the function's entry, at the very beginning that of the module, at the last
 * sign of a statement what follows that, elsewhere what it begins with. Null where no debugger stops exactly there.
 */
export function placeOfFinding(start: Offset, end: Offset, source: EditorSource): PausePlace | null {
  const { file } = source;
  if (start === 0 && end === 0) return firstIn(file.statements, source, null);
  const node = source.nodeAt(start);
  for (let at: ts.Node = node; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) && isNamedAt(at, start, source)) return entryOf(at, source);
    if (end === start + 1 && isInList(at) && at.end === end) return behind(at, source);
    if (isInList(at) && at.getStart(file) === start) return firstOf(at, source);
    if (isInList(at)) return null; // in the middle of a statement
  }
  return null;
}

/** Whether the place that a function is reported at is its own: its name, its arrow, its keyword. */
function isNamedAt(node: ts.SignatureDeclaration, start: Offset, { file }: EditorSource): boolean {
  const places = [
    node.getStart(file),
    node.name?.getStart(file),
    ts.isArrowFunction(node) ? node.equalsGreaterThanToken.getStart(file) : undefined,
  ];
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent))
    places.push(parent.name.getStart(file));
  const keyword = ts.isConstructorDeclaration(node)
    ? node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.ConstructorKeyword)
    : undefined;
  return [...places, keyword?.getStart(file)].includes(start);
}

function entryOf(node: ts.SignatureDeclaration, source: EditorSource): PausePlace | null {
  const body = 'body' in node ? (node.body as ts.ConciseBody | undefined) : undefined;
  if (body === undefined) return null;
  if (!ts.isBlock(body)) return body.getStart(source.file);
  return firstIn(body.statements, source, endOf(body));
}

/** Of a list, before the first statement that is executed; `otherwise` when there is none. */
function firstIn(statements: readonly ts.Statement[], source: EditorSource, otherwise: PausePlace | null): PausePlace | null {
  const first = statements.find(isExecuted);
  return first === undefined ? otherwise : firstOf(first, source);
}

/** Where a debugger stops when control comes to a statement, and each time that it does; never for what is evaluated again. */
function firstOf(statement: ts.Statement, source: EditorSource): PausePlace | null {
  if (ts.isBlock(statement)) return firstIn(statement.statements, source, null);
  if (ts.isTryStatement(statement)) return firstIn(statement.tryBlock.statements, source, null);
  if (ts.isWhileStatement(statement) || ts.isDoStatement(statement) || ts.isLabeledStatement(statement)) return null;
  if (ts.isForStatement(statement) && statement.initializer === undefined) return null;
  return isExecuted(statement) ? statement.getStart(source.file) : null;
}

/** The place behind the statement that begins at an offset; null where there is none, or no debugger stops exactly there. */
export function placeBehind(start: Offset, source: EditorSource): PausePlace | null {
  for (let at: ts.Node = source.nodeAt(start); !ts.isSourceFile(at); at = at.parent)
    if (isInList(at) && at.getStart(source.file) === start) return behind(at, source);
  return null;
}

/** Behind a statement: before the one that follows it in its list, or the end of its function. */
function behind(statement: ts.Node, source: EditorSource): PausePlace | null {
  const list = statement.parent;
  if (!isStatementList(list) || (ts.isStatement(statement) && isJump(statement))) return null;
  const later = list.statements.filter((each) => each.pos >= statement.end);
  return firstIn(later, source, endOf(list));
}

/** The bracket at which a function is left; null in other blocks. */
function endOf(block: ts.Node): PausePlace | null {
  return ts.isBlock(block) && ts.isFunctionLike(block.parent) ? block.end - 1 : null;
}

function isInList(node: ts.Node): node is ts.Statement {
  return ts.isStatement(node) && isStatementList(node.parent);
}

/** Declarations of types and functions are no statements that control comes to; of others nothing may be left either. */
function isExecuted(statement: ts.Statement): boolean {
  if (ts.isVariableStatement(statement)) {
    const isDeclared = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true;
    return !isDeclared && statement.declarationList.declarations.some(({ initializer }) => initializer !== undefined);
  }
  return !(
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isImportDeclaration(statement) ||
    ts.isImportEqualsDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isEmptyStatement(statement) ||
    ts.isModuleDeclaration(statement)
  );
}
