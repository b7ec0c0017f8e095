import ts from 'typescript';
import { hasModifier } from '../source.js';
import { loadStatementsOf, type LoadStatement } from './loadStatements.js';
import { writtenModules } from './writtenModules.js';

/** A file that is loaded with another one. */
export interface Dependency {
  readonly specifier: string;
  /** The compiler may drop the import when none of these names is a value; null: it is loaded in any case. */
  readonly names: readonly string[] | null;
}

/** The statements of a file's top level about other modules, without binding or lowering it. */
export interface Outline {
  readonly dependencies: readonly Dependency[];
  /** The names that it may export as values; null when they cannot all be told here. */
  readonly values: ReadonlySet<string> | null;
  readonly loads: readonly LoadStatement[];
  /** The modules to whose exports it may write, by what it calls them. */
  readonly written: readonly string[];
}

/** The outline of a text. Syntax errors are passed over. */
export function outlineOf(text: string, fileName: string): Outline {
  const file = ts.createSourceFile(fileName, text, { languageVersion: ts.ScriptTarget.Latest });
  const dependencies: Dependency[] = [];
  const values = new Set<string>();
  // What a CommonJS module exports is none of its declarations.
  let complete = !/\bexports\b/.test(text);
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      add(statement.moduleSpecifier, importedNames(statement.importClause));
    } else if (ts.isImportEqualsDeclaration(statement)) {
      if (!statement.isTypeOnly && ts.isExternalModuleReference(statement.moduleReference)) add(statement.moduleReference.expression, null);
    } else if (ts.isExportDeclaration(statement)) {
      if (statement.isTypeOnly) continue;
      const clause = statement.exportClause;
      if (clause === undefined) complete = false;
      else if (ts.isNamespaceExport(clause)) values.add(clause.name.text);
      else for (const { name, isTypeOnly } of clause.elements) if (!isTypeOnly) values.add(name.text);
      const names = clause !== undefined && ts.isNamedExports(clause) ? valueNames(clause.elements) : null;
      if (statement.moduleSpecifier !== undefined) add(statement.moduleSpecifier, names);
    } else if (ts.isExportAssignment(statement)) {
      values.add('default');
    } else if (hasModifier(statement, ts.SyntaxKind.ExportKeyword)) {
      for (const name of declaredValues(statement)) values.add(hasModifier(statement, ts.SyntaxKind.DefaultKeyword) ? 'default' : name);
    }
  }
  // Calls of `require` anywhere; one too many only makes a cycle where there is none.
  for (const [, specifier] of text.matchAll(/\brequire\(\s*['"`]([^'"`\n]+)['"`]\s*\)/g))
    if (specifier !== undefined) dependencies.push({ specifier, names: null });
  return { dependencies, values: complete ? values : null, loads: loadStatementsOf(file), written: writtenModules(text) };

  function add(specifier: ts.Expression, names: readonly string[] | null | 'none'): void {
    if (names !== 'none' && ts.isStringLiteralLike(specifier)) dependencies.push({ specifier: specifier.text, names });
  }
}

function importedNames(clause: ts.ImportClause | undefined): readonly string[] | null | 'none' {
  if (clause === undefined) return null;
  if (clause.isTypeOnly) return 'none';
  const names = clause.name === undefined ? [] : ['default'];
  const bindings = clause.namedBindings;
  if (bindings === undefined) return names;
  if (ts.isNamespaceImport(bindings)) return null;
  const all = [...names, ...valueNames(bindings.elements)];
  // Of `import { type A }` some compilers leave `import {}`.
  return all.length === 0 ? null : all;
}

function valueNames(elements: readonly ts.ImportOrExportSpecifier[]): readonly string[] {
  return elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name, propertyName }) => (propertyName ?? name).text);
}

/** The names of a declaration that exist at run time, types among them where that cannot be told. */
function declaredValues(statement: ts.Statement): readonly string[] {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name?.text ?? 'default'];
  return ts.isEnumDeclaration(statement) || ts.isModuleDeclaration(statement) ? [statement.name.text] : [];
}

function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
}
