import ts from 'typescript';
import type { Offset, Span } from '../../base/span.js';
import { collectIgnores, ignoreWord } from '../assertions/ignoreComments.js';
import { isStatementList } from '../assertions/point.js';
import type { FunctionNode } from '../names/scopes.js';
import type { EditorSource } from './editorSource.js';
import { functionNamedAt } from './functions.js';

/** A replacement; `linePlaceholder` in its text stands for the line that is put in. */
export interface FixEdit {
  readonly span: Span;
  readonly text: string;
}

export const linePlaceholder = '\0';

/** The places for lines that speak of a finding; null if there is no such place. */
export interface FixPlaces {
  /** The name of the parameter list's function, when the finding is at its entry. */
  readonly atEntry: boolean;
  /** A statement that comes first. */
  readonly guard: readonly FixEdit[] | null;
  /** A line of the function's documentation comment. */
  readonly documentation: readonly FixEdit[] | null;
  /** An assertion comment on a line of its own. */
  readonly assertion: readonly FixEdit[] | null;
  /** A comment on the line before; the comment's signs are in the text. */
  readonly ignore: readonly FixEdit[] | null;
}

/** The places for a finding that is decided at this span and shown at the offset. */
export function fixPlaces(source: EditorSource, span: Span, shown: Offset = span.start): FixPlaces {
  const layout = new Layout(source);
  const ignore = layout.lineBefore(shown);
  const node = functionNamedAt(source, span.start);
  if (node !== null && !ts.isSourceFile(node)) {
    const start = layout.bodyStart(node);
    return { atEntry: true, guard: start, documentation: layout.documentation(node), assertion: start, ignore };
  }
  const statement = layout.statementAt(span);
  return { atEntry: false, guard: statement, documentation: null, assertion: statement, ignore };
}

/** How the text is laid out around a place. */
class Layout {
  private readonly lineBreak: string;

  constructor(private readonly source: EditorSource) {
    this.lineBreak = source.text.includes('\r\n') ? '\r\n' : '\n';
  }

  /** A line before the first statement of the body, behind its directives. */
  bodyStart(node: FunctionNode): readonly FixEdit[] | null {
    if (!('body' in node) || node.body === undefined) return null;
    const { body } = node;
    const indent = this.indentOf(node.getStart(this.file));
    if (!ts.isBlock(body)) return this.blockInstead(body, indent);
    const directives = body.statements.filter((each, index) => index === 0 && isDirective(each));
    const next = body.statements[directives.length];
    const offset = directives.at(-1)?.end ?? body.getStart(this.file) + 1;
    const isOneLine = next !== undefined && !this.hasLineBreak(offset, next.getStart(this.file));
    if (isOneLine) {
      const start = next.getStart(this.file);
      return [{ span: { start: offset, end: start }, text: ` ${linePlaceholder}${this.lineBreak}${this.deeper(indent)}` }];
    }
    const inner = next === undefined ? this.deeper(indent) : this.indentOf(next.getStart(this.file));
    const closing = next === undefined && !this.hasLineBreak(offset, body.end) ? this.lineBreak + indent : '';
    return [insertion(offset, `${this.lineBreak}${inner}${linePlaceholder}${closing}`)];
  }

  /** `x => e` becomes a function with a block. */
  private blockInstead(body: ts.Expression, indent: string): readonly FixEdit[] {
    const inner = this.deeper(indent);
    return [
      insertion(body.getStart(this.file), `{${this.lineBreak}${inner}${linePlaceholder}${this.lineBreak}${inner}return `),
      insertion(body.end, `;${this.lineBreak}${indent}}`),
    ];
  }

  /** A line at the end of the comment before the function, or a comment of its own. */
  documentation(node: FunctionNode): readonly FixEdit[] | null {
    const anchor = documentedNode(node);
    const start = anchor.getStart(this.file);
    const indent = this.indentOf(start);
    const existing = ts.getLeadingCommentRanges(this.source.text, anchor.pos)?.at(-1);
    const text = existing === undefined ? '' : this.source.text.slice(existing.pos, existing.end);
    if (existing === undefined || !/^\/\*\*[^/]/.test(text)) {
      const isFirst = this.source.text.slice(this.lineStart(start), start).trim() === '';
      return [insertion(start, `/** ${linePlaceholder} */${isFirst ? this.lineBreak + indent : ' '}`)];
    }
    const line = `${this.lineBreak}${indent} * ${linePlaceholder}${this.lineBreak}${indent} */`;
    if (this.hasLineBreak(existing.pos, existing.end)) {
      const end = existing.pos + text.slice(0, -'*/'.length).trimEnd().length;
      return [{ span: { start: end, end: existing.end }, text: line }];
    }
    const words = text.slice('/**'.length, -'*/'.length).trim();
    return [{ span: { start: existing.pos, end: existing.end }, text: `/**${this.lineBreak}${indent} * ${words}${line}` }];
  }

  /** A line before the statement that the span is in, or after it if the span is its end. */
  statementAt({ start, end }: Span): readonly FixEdit[] | null {
    let node: ts.Node = this.source.nodeAt(start);
    while (!ts.isSourceFile(node) && !(isStatementList(node.parent) && ts.isStatement(node))) node = node.parent;
    if (ts.isSourceFile(node)) return null;
    const from = node.getStart(this.file);
    const indent = this.indentOf(from);
    // What is decided by a statement is said at its last character.
    if (end === node.end && start === end - 1 && from < start) return [insertion(node.end, `${this.lineBreak}${indent}${linePlaceholder}`)];
    return [insertion(from, `${linePlaceholder}${this.lineBreak}${indent}`)];
  }

  /** A comment on a line of its own before the one of the place; where lines are text of an element, in braces. */
  lineBefore(offset: Offset): readonly FixEdit[] | null {
    const start = this.lineStart(offset);
    const indent = /^[ \t]*/.exec(this.source.text.slice(start))?.[0] ?? '';
    for (const comment of [`// ${linePlaceholder}`, `{/* ${linePlaceholder} */}`]) {
      const line = `${indent}${comment}${this.lineBreak}`;
      if (this.isCommentAt(start, line.replace(linePlaceholder, `${ignoreWord} x`))) return [insertion(start, line)];
    }
    return null;
  }

  private isCommentAt(offset: Offset, line: string): boolean {
    const text = this.source.text.slice(0, offset) + line + this.source.text.slice(offset);
    const file = ts.createSourceFile(this.file.fileName, text, ts.ScriptTarget.Latest, true);
    return collectIgnores(file).some(({ span }) => span.start >= offset && span.end <= offset + line.length);
  }

  private get file(): ts.SourceFile {
    return this.source.file;
  }

  private lineStart(offset: Offset): Offset {
    let start = offset;
    while (start > 0 && !/[\n\r\u2028\u2029]/.test(this.source.text.charAt(start - 1))) start--;
    return start;
  }

  /** The white space at the beginning of the line. */
  private indentOf(offset: Offset): string {
    return /^[ \t]*/.exec(this.source.text.slice(this.lineStart(offset), offset))?.[0] ?? '';
  }

  private deeper(indent: string): string {
    return indent + (/^\t/m.test(this.source.text) ? '\t' : '  ');
  }

  private hasLineBreak(start: Offset, end: Offset): boolean {
    return /[\n\r\u2028\u2029]/.test(this.source.text.slice(start, end));
  }
}

function insertion(offset: Offset, text: string): FixEdit {
  return { span: { start: offset, end: offset }, text };
}

function isDirective(statement: ts.Statement): boolean {
  return ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
}

/** The node before which a comment documents the function. */
function documentedNode(node: FunctionNode): ts.Node {
  let at: ts.Node = node;
  for (;;) {
    const { parent } = at;
    const isValue =
      ts.isParenthesizedExpression(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isExportAssignment(parent) ||
      (ts.isVariableDeclaration(parent) && ts.isVariableDeclarationList(parent.parent) && parent.parent.declarations.length === 1) ||
      (ts.isVariableDeclarationList(parent) && ts.isVariableStatement(parent.parent)) ||
      ts.isVariableStatement(parent) ||
      (ts.isBinaryExpression(parent) && parent.right === at && ts.isExpressionStatement(parent.parent)) ||
      (ts.isExpressionStatement(parent) && ts.isBinaryExpression(at));
    if (!isValue) return at;
    at = parent;
  }
}
