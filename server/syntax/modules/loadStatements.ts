import ts from 'typescript';
import type { Span } from '../../base/span.js';
import { hasModifier } from '../source.js';

/** A statement of a file's top level that loads another module: before any code of the file runs, or as the first thing that it does. */
export interface LoadStatement {
  readonly specifier: string;
  readonly span: Span;
  /** The specifier, with its quotes. */
  readonly underlined: Span;
  /**
   * - `surely`: whatever compiles the file leaves it (`import './a'`, `export * from './a'`, a leading `require` or `import()`);
   * - `names`: a compiler drops it where the file uses none of the names as values.
   */
  readonly stays: 'surely' | 'names';
  /** It takes nothing from the module. */
  readonly isForEffects: boolean;
}

/** The statements of a file that load modules, in order. Those of types alone are none. */
export function loadStatementsOf(file: ts.SourceFile): readonly LoadStatement[] {
  const isTyped = /\.[cm]?tsx?$/i.test(file.fileName);
  const found: LoadStatement[] = [];
  let isLeading = !/\b(?:function|var|let|const|class)\s+require\b/.test(file.text);
  for (const statement of file.statements) {
    const load: Load | null = ts.isImportDeclaration(statement)
      ? ofImport(statement, isTyped)
      : ts.isExportDeclaration(statement)
        ? ofExport(statement, isTyped)
        : isLeading
          ? ofCall(statement)
          : null;
    isLeading &&= load !== null || isInert(statement);
    if (load === null || !ts.isStringLiteralLike(load.specifier)) continue;
    const { specifier, stays, isForEffects } = load;
    found.push({
      specifier: specifier.text,
      span: { start: statement.getStart(file), end: statement.end },
      underlined: { start: specifier.getStart(file), end: specifier.end },
      stays,
      isForEffects,
    });
  }
  return found;
}

type Load = Pick<LoadStatement, 'stays' | 'isForEffects'> & { readonly specifier: ts.Expression };

function ofImport({ importClause, moduleSpecifier: specifier }: ts.ImportDeclaration, isTyped: boolean): Load | null {
  if (importClause === undefined) return { specifier, stays: 'surely', isForEffects: true };
  if (importClause.isTypeOnly) return null;
  return { specifier, stays: isTyped ? 'names' : 'surely', isForEffects: false };
}

function ofExport({ isTypeOnly, exportClause, moduleSpecifier: specifier }: ts.ExportDeclaration, isTyped: boolean): Load | null {
  if (isTypeOnly || specifier === undefined) return null;
  // Of names that are exported again a compiler asks whether they are types.
  if (isTyped && exportClause !== undefined && ts.isNamedExports(exportClause)) return null;
  return { specifier, stays: 'surely', isForEffects: false };
}

/** `const a = require('./a');`, `const a = await import('./a');`, or such a call alone, awaited or not. */
function ofCall(statement: ts.Statement): Load | null {
  const [first, ...others] = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
  const value = ts.isExpressionStatement(statement) ? statement.expression : others.length === 0 ? first?.initializer : undefined;
  if (value === undefined) return null;
  const call = ts.isAwaitExpression(value) ? value.expression : value;
  if (!ts.isCallExpression(call)) return null;
  const [specifier, ...more] = call.arguments;
  const isImport = call.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(call.expression) && call.expression.text === 'require' && call === value;
  if (specifier === undefined || more.length > 0 || !(isImport || isRequire)) return null;
  // Whoever has the promise may handle it.
  if (isImport && call === value && !ts.isExpressionStatement(statement)) return null;
  return { specifier, stays: 'surely', isForEffects: ts.isExpressionStatement(statement) };
}

/** It does nothing when it is evaluated, and declares no `require`. */
function isInert(statement: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text !== 'require';
  const isPrologue = ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  return isPrologue || isType || hasModifier(statement, ts.SyntaxKind.DeclareKeyword);
}
