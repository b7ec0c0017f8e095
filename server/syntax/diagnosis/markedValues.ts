import ts from 'typescript';
import { parse, syntaxErrors } from '../source.js';

/** Code that is put between two statements. */
export interface InsertedCode {
  readonly position: number;
  readonly text: string;
}

/**
 * The offset at which a line (from 1) has run: behind the last statement that ends on it, before a jump there; where none ends on it,
 * before the next statement of the innermost block. Null where the text has no such line.
 */
export function positionBehindLine(text: string, path: string, line: number): number | null {
  const { file } = parse(text, path);
  const starts = file.getLineStarts();
  if (line < 1 || line > starts.length) return null;
  const lineOf = (offset: number): number => file.getLineAndCharacterOfPosition(offset).line + 1;
  let last: ts.Statement | null = null;
  const around: StatementList[] = [];
  const end = line < starts.length ? (starts[line] ?? text.length) - 1 : text.length;
  const visit = (node: ts.Node): void => {
    if (isStatementList(node)) {
      for (const statement of node.statements)
        if (lineOf(statement.end) === line && (last === null || statement.end > last.end)) last = statement;
      if (bodyStart(node, file) <= end && end < node.end) around.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const found = last as ts.Statement | null;
  if (found !== null) return isJump(found) ? found.getStart(file) : found.end;
  const innermost = around.at(-1) ?? file;
  const next = innermost.statements.find((statement) => statement.getStart(file) > end);
  return next?.getStart(file) ?? (ts.isBlock(innermost) ? innermost.end - 1 : innermost.end);
}

type StatementList = ts.SourceFile | ts.Block | ts.CaseOrDefaultClause | ts.ModuleBlock;

const isStatementList = (node: ts.Node): node is StatementList =>
  ts.isSourceFile(node) || ts.isBlock(node) || ts.isCaseOrDefaultClause(node) || ts.isModuleBlock(node);

const bodyStart = (list: StatementList, file: ts.SourceFile): number => list.statements.pos || list.getStart(file);

const isJump = (node: ts.Node): boolean => ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isBreakOrContinueStatement(node);

/** What is wrong with a text as an expression that is only read, as the end of a sentence; null where nothing is. */
export function whyNotReadable(text: string): string | null {
  const source = parse(`(${text}\n)`, 'expression.ts');
  const [error] = syntaxErrors(source);
  const [statement, more] = source.file.statements;
  if (error !== undefined || more !== undefined || statement === undefined || !ts.isExpressionStatement(statement))
    return 'is not an expression';
  return changes(statement) ? 'changes something: only what is read can be right or wrong' : null;
}

function changes(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment) return true;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    if (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken) return true;
  if (ts.isDeleteExpression(node) || ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return true;
  return ts.forEachChild(node, changes) ?? false;
}

/** Whether the text is the name of a variable that the file declares: then a run can be given another value for it. */
export function isVariableOf(text: string, path: string, name: string): boolean {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return false;
  let found = false;
  const visit = (node: ts.Node): void => {
    const isDeclared = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
    if (isDeclared && ts.isIdentifier(node.name) && node.name.text === name) found = true;
    ts.forEachChild(node, visit);
  };
  visit(parse(text, path).file);
  return found;
}

/** The text in which the constants of these names are variables; no offset changes. */
export function withVariables(text: string, path: string, names: ReadonlySet<string>): string {
  const { file } = parse(text, path);
  let result = text;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Const) !== 0 && node.declarations.some(declares)) {
      const start = node.getStart(file);
      if (result.startsWith('const', start)) result = `${result.slice(0, start)}let  ${result.slice(start + 'const'.length)}`;
    }
    ts.forEachChild(node, visit);
  };
  const declares = (node: ts.Node): boolean =>
    (ts.isIdentifier(node) && names.has(node.text)) ||
    (ts.isVariableDeclaration(node) && declares(node.name)) ||
    (ts.isBindingElement(node) && declares(node.name)) ||
    ((ts.isObjectBindingPattern(node) || ts.isArrayBindingPattern(node)) && node.elements.some(declares));
  visit(file);
  return result;
}

/** A text with code put between its statements, and where its offsets are now. */
export class WidenedText {
  private readonly sorted: readonly InsertedCode[];

  constructor(
    private readonly original: string,
    inserted: readonly InsertedCode[],
  ) {
    this.sorted = [...inserted].sort((a, b) => a.position - b.position);
  }

  get text(): string {
    let result = '';
    let from = 0;
    for (const { position, text } of this.sorted) {
      result += this.original.slice(from, position) + text;
      from = position;
    }
    return result + this.original.slice(from);
  }

  /** The offset of what begins at an offset of the original. */
  startOf(offset: number): number {
    return this.moved(offset, (position) => position <= offset);
  }

  /** The offset of what ends at an offset of the original. */
  endOf(offset: number): number {
    return this.moved(offset, (position) => position < offset);
  }

  private moved(offset: number, isBefore: (position: number) => boolean): number {
    return this.sorted.reduce((sum, { position, text }) => sum + (isBefore(position) ? text.length : 0), offset);
  }
}
