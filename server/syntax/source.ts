import ts from 'typescript';
import type { Span } from '../base/span.js';

/** A source file as lowering sees it. */
export interface Source {
  readonly file: ts.SourceFile;
  readonly text: string;
  /** Written in JavaScript: class fields without a value are undefined, code may be sloppy. */
  readonly isJavaScript: boolean;
  /** Has import or export declarations. */
  readonly isModule: boolean;
}

/**
 * How fields and parameter properties are compiled. `native`: fields are defined, before parameter properties get their values; `defined`:
 * after them; `assigned`: after them, by assignment, and a field without a value not at all.
 */
export type FieldRule = 'native' | 'defined' | 'assigned';

export interface SyntaxError {
  readonly span: Span;
  readonly message: string;
}

/** The syntax tree of a text, by the language that the file's name says. */
export function parse(text: string, fileName: string): Source {
  const isNamedModule = /\.m[jt]s$/i.test(fileName);
  const source = parseAs(text, fileName, isNamedModule);
  // Where `await` is no name, the text is a module, although it imports and exports nothing.
  const mayAwait = !source.isModule && !/\.c[jt]s$/i.test(fileName) && /\bawait\b/.test(text);
  if (!mayAwait || syntaxErrors(source).length === 0) return source;
  const module = parseAs(text, fileName, true);
  return syntaxErrors(module).length === 0 ? module : source;
}

function parseAs(text: string, fileName: string, isModule: boolean): Source {
  const options: ts.CreateSourceFileOptions = { languageVersion: ts.ScriptTarget.Latest };
  if (isModule) options.setExternalModuleIndicator = markModule;
  const file = ts.createSourceFile(fileName, text, options, true, scriptKind(fileName));
  const isJavaScript = /\.[cm]?jsx?$/i.test(fileName);
  return { file, text, isJavaScript, isModule: ts.isExternalModule(file) };
}

/** The parser reads `await` at the top level where this property tells it that the file is a module; it is not in its declarations. */
function markModule(file: ts.SourceFile & { externalModuleIndicator?: ts.Node | true }): void {
  file.externalModuleIndicator = true;
}

function scriptKind(fileName: string): ts.ScriptKind {
  if (/\.tsx$/i.test(fileName)) return ts.ScriptKind.TSX;
  // JSX is allowed in every JavaScript file, as the compiler does.
  if (/\.[cm]?jsx?$/i.test(fileName)) return ts.ScriptKind.JSX;
  if (/\.json$/i.test(fileName)) return ts.ScriptKind.JSON;
  return ts.ScriptKind.TS;
}

/** The parser keeps its diagnostics in a property that is not in its declarations. */
interface WithDiagnostics {
  readonly parseDiagnostics?: readonly ts.Diagnostic[];
}

/** The parser counts its nodes in a property that is not in its declarations. */
interface WithNodeCount {
  readonly nodeCount?: number;
}

/** The number of nodes of a syntax tree: what a text's budget counts. */
export function nodeCountOf(source: Source): number {
  return (source.file as ts.SourceFile & WithNodeCount).nodeCount ?? 0;
}

/** Codes from 8000 to 8999 say that a construct is for TypeScript files only. */
const firstJavaScriptOnly = 8000;
const lastJavaScriptOnly = 8999;

/** Octal literals, octal escapes, decimals with leading zeros: sloppy code has them, although the compiler refuses them everywhere. */
const sloppyOnly: ReadonlySet<number> = new Set([1121, 1487, 1488, 1489]);

/** Private names in optional chains (`o?.#m`): the language has them, although the compiler refuses them everywhere. */
const refusedOnly = 18030;

/** The syntax errors of a parsed file, in the order of the text. */
export function syntaxErrors(source: Source): SyntaxError[] {
  const mayBeSloppy = source.isJavaScript && !source.isModule;
  const diagnostics = (source.file as ts.SourceFile & WithDiagnostics).parseDiagnostics ?? [];
  return diagnostics
    .filter((diagnostic) => diagnostic.category === ts.DiagnosticCategory.Error)
    .filter((diagnostic) => diagnostic.code < firstJavaScriptOnly || diagnostic.code > lastJavaScriptOnly)
    .filter(({ code }) => code !== refusedOnly)
    .filter((diagnostic) => !(mayBeSloppy && sloppyOnly.has(diagnostic.code)))
    .map((diagnostic) => {
      const start = diagnostic.start ?? 0;
      return {
        span: { start, end: start + (diagnostic.length ?? 0) },
        message: ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '),
      };
    });
}

/** The node without the trivia before it. The file is given because finding it takes time with the depth of the node. */
export function spanOf(node: ts.Node, file: ts.SourceFile): Span {
  return { start: node.getStart(file), end: node.end };
}

/** The expression under parentheses and constructs that exist for the type checker only. */
export function skipTypes(node: ts.Expression): ts.Expression {
  let inner = node;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner) ||
    ts.isExpressionWithTypeArguments(inner) ||
    ts.isPartiallyEmittedExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}

/** Whether a declaration has the modifier. */
export function hasModifier(node: ts.Node, kind: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false);
}

/** A method or an accessor of instances with a private name: it is found in the class, whoever was constructed by it. */
export function isPrivateMethod(member: ts.ClassElement): boolean {
  const isMethod = ts.isMethodDeclaration(member) || ts.isAccessor(member);
  return isMethod && ts.isPrivateIdentifier(member.name) && !hasModifier(member, ts.SyntaxKind.StaticKeyword);
}

/** Whether a declaration is `declare`: it only names what exists elsewhere. */
export function isAmbient(node: ts.Node): boolean {
  return hasModifier(node, ts.SyntaxKind.DeclareKeyword);
}

/** The operands of a left-nested chain of binary operators, innermost first, found without recursion. */
export function leftSpine(node: ts.BinaryExpression, continues: (inner: ts.BinaryExpression) => boolean): ts.BinaryExpression[] {
  const spine = [node];
  let left = node.left;
  while (ts.isBinaryExpression(left) && continues(left)) {
    spine.push(left);
    left = left.left;
  }
  return spine.reverse();
}
