import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { AssertionMessage } from './assertion.js';
import type { TagText } from './tags.js';

export type ParsedExpression =
  | { readonly kind: 'expression'; readonly expression: ts.Expression; readonly offset: number }
  /** `early`: the text ends before the expression does. */
  | ({ readonly kind: 'error'; readonly early: boolean } & AssertionMessage);

/**
 * Parses the text of an assertion on its own; the cost is linear in that text, wherever it stands.
 * `tag` is as written, with its `@`, for messages; `tagSpan` is where a missing expression is reported.
 */
export function parseExpression(source: TagText, tag: string, tagSpan: Span): ParsedExpression {
  const { text, span } = source;
  if (text === '') return { kind: 'error', early: true, span: tagSpan, message: `An expression is missing after ${tag}.` };
  try {
    return parse(text, span, tag);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // TypeScript's parser is recursive: the stack is its limit.
    return { kind: 'error', early: false, span, message: `The expression after ${tag} is nested too deeply.` };
  }
}

function parse(text: string, span: Span, tag: string): ParsedExpression {
  // The line break ends a `// remark` behind the expression.
  const file = ts.createSourceFile('assertion.ts', `(${text}\n)`, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS);
  const offset = span.start - 1;
  const error = (start: number, end: number, message: string, early = false): ParsedExpression => ({
    kind: 'error',
    early,
    span: { start: Math.max(start + offset, span.start), end: Math.min(Math.max(end, start + 1) + offset, span.end) },
    message,
  });
  const statement = /^(?:if|for|while|do|switch|return|throw|break|continue|try|var|let|const|export|debugger|with|enum|interface)\b/.exec(
    text,
  );
  const outer = outermost(file);
  const problem = parseDiagnostics(file)[0];
  if (statement !== null && (problem !== undefined || outer === null)) {
    return error(1, 1 + statement[0].length, `The text after ${tag} is a statement ("${statement[0]}"), but an expression is needed.`);
  }
  // Where the parser missed the closing parenthesis, the node ends with the expression in it.
  if (outer !== null && outer.end < file.text.length && outer.expression.end < outer.end) {
    return error(outer.end - 1, outer.end, `The expression after ${tag} cannot go on with ")".`);
  }
  if (problem !== undefined || outer === null) {
    const start = problem?.start ?? text.length + 1;
    if (start > text.length) return error(text.length, text.length + 1, `The expression after ${tag} ends too early.`, true);
    const token = tokenAt(file.text, start);
    return error(start, start + token.length, `The expression after ${tag} cannot go on with "${token}".`);
  }
  const effect = firstEffect(outer.expression, tag);
  if (effect !== null) return error(effect.node.getStart(), effect.node.end, effect.message);
  return { kind: 'expression', expression: outer.expression, offset };
}

/** The parentheses that were put around the text, if they are found as such. */
function outermost(file: ts.SourceFile): ts.ParenthesizedExpression | null {
  const statement = file.statements[0];
  if (statement === undefined || !ts.isExpressionStatement(statement)) return null;
  let node: ts.Node | undefined = statement.expression;
  while (node !== undefined && !ts.isParenthesizedExpression(node)) node = ts.forEachChild(node, (child) => child);
  return node === undefined || node.getStart() !== 0 ? null : node;
}

/** The parser's own diagnostics: they are there on every source file, but not in the declared interface. */
function parseDiagnostics(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  return (file as unknown as { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics;
}

function tokenAt(text: string, start: number): string {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);
  scanner.setText(text, start);
  scanner.scan();
  return scanner.getTokenText() || text.charAt(start);
}

/** The first part that would change something, or pass control away, when evaluated. */
function firstEffect(expression: ts.Expression, tag: string): { readonly node: ts.Node; readonly message: string } | null {
  const pending: ts.Node[] = [expression];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const message = effectOf(node, tag);
    if (message !== null) return { node, message };
    const children: ts.Node[] = [];
    ts.forEachChild(node, (child) => void children.push(child));
    pending.push(...children.reverse());
  }
  return null;
}

function effectOf(node: ts.Node, tag: string): string | null {
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (operator === ts.SyntaxKind.EqualsToken) return `The expression after ${tag} assigns a value; write === to compare.`;
    if (operator === ts.SyntaxKind.CommaToken) return `The expression after ${tag} contains a comma; write && to join two conditions.`;
    if (operator >= ts.SyntaxKind.FirstAssignment && operator <= ts.SyntaxKind.LastAssignment) {
      return `The expression after ${tag} assigns a value, but it must not change anything.`;
    }
  }
  const increments =
    ts.isPostfixUnaryExpression(node) ||
    (ts.isPrefixUnaryExpression(node) &&
      (node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken));
  if (increments) return `The expression after ${tag} counts up or down, but it must not change anything.`;
  if (ts.isDeleteExpression(node)) return `The expression after ${tag} deletes a property, but it must not change anything.`;
  if (ts.isAwaitExpression(node) || ts.isYieldExpression(node)) return `The expression after ${tag} cannot wait for a value.`;
  return null;
}

/**
 * The expression can be meant as a condition. In a documentation comment other words than conditions may follow the names of our tags
 * ("@requires lodash - for sorting"); what is arithmetic, a literal or the like is taken for documentation.
 */
export function looksLikeCondition(expression: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) || ts.isNonNullExpression(expression)) {
    return looksLikeCondition(expression.expression);
  }
  if (ts.isBinaryExpression(expression)) {
    const operator = expression.operatorToken.kind;
    return (
      (operator >= ts.SyntaxKind.LessThanToken && operator <= ts.SyntaxKind.ExclamationEqualsEqualsToken) ||
      operator === ts.SyntaxKind.AmpersandAmpersandToken ||
      operator === ts.SyntaxKind.BarBarToken ||
      operator === ts.SyntaxKind.QuestionQuestionToken ||
      operator === ts.SyntaxKind.InKeyword ||
      operator === ts.SyntaxKind.InstanceOfKeyword
    );
  }
  if (ts.isPrefixUnaryExpression(expression)) return expression.operator === ts.SyntaxKind.ExclamationToken;
  return (
    expression.kind === ts.SyntaxKind.TrueKeyword ||
    expression.kind === ts.SyntaxKind.FalseKeyword ||
    ts.isIdentifier(expression) ||
    ts.isPropertyAccessExpression(expression) ||
    ts.isElementAccessExpression(expression) ||
    ts.isCallExpression(expression) ||
    ts.isConditionalExpression(expression)
  );
}

/** The first name of a bare name or dotted path (`result`, `this`, `options`); null for any other expression. */
export function rootOfPath(expression: ts.Expression): string | null {
  let node = expression;
  while (ts.isPropertyAccessExpression(node)) node = node.expression;
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this';
  return ts.isIdentifier(node) ? node.text : null;
}
