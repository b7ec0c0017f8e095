import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { codeFiles, read, root } from './files.js';

/** What is called by another name than that of an import: by VS Code, by what `scripts/bundle.mjs` writes, and in a bundle that is loaded into a realm. */
const loadedByName: Readonly<Record<string, readonly string[]>> = {
  'extension/main.ts': ['activate', 'deactivate'],
  'server/threads/startProgram.ts': ['importFile', 'keepCode', 'program', 'requireKept', 'start'],
  'test/extension/host/run.ts': ['run'],
  'test/soundness/test262/insideRealm.ts': ['install', 'add'],
};

/** What a file exports, and what it uses of others; a name of `*` is all that there is. */
interface Names {
  readonly exported: readonly string[];
  /** Pairs of a file and a name. */
  readonly used: readonly (readonly [file: string, name: string])[];
}

describe('exports', () => {
  it('are used by another file', () => {
    const files = codeFiles.filter((file) => !file.endsWith('.d.mts'));
    const names = new Map(files.map((file) => [file, namesOf(file)]));
    const used = new Set([...names.values()].flatMap((of) => of.used.map(([file, name]) => `${file} ${name}`)));
    const unused = [...names].flatMap(([file, { exported }]) =>
      exported
        .filter((name) => !used.has(`${file} ${name}`) && !used.has(`${file} *`) && !loadedByName[file]?.includes(name))
        .map((name) => `${file}: ${name}`),
    );
    assert.deepEqual(unused, []);
  });
});

function namesOf(file: string): Names {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, false, file.endsWith('x') ? ts.ScriptKind.TSX : undefined);
  const exported: string[] = [];
  const used: (readonly [string, string])[] = [];
  const use = (specifier: ts.Node | undefined, ...names: readonly string[]) => {
    const target = specifier === undefined || !ts.isStringLiteral(specifier) ? null : fileOf(file, specifier.text);
    if (target !== null) used.push(...names.map((name) => [target, name] as const));
  };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) use(statement.moduleSpecifier, ...importedNames(statement.importClause));
    else if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      const named = exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements : [];
      exported.push(...named.map(({ name }) => name.text));
      use(statement.moduleSpecifier, ...(named.length > 0 ? named.map(({ name, propertyName }) => (propertyName ?? name).text) : ['*']));
    } else exported.push(...declaredNames(statement).filter((name) => !isPartOf(name, statement, source)));
  }
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) use(node.arguments[0], '*');
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) use(node.argument.literal, '*');
    ts.forEachChild(node, visit);
  };
  if (/\bimport\(/.test(source.text)) visit(source);
  return { exported, used };
}

function importedNames(clause: ts.ImportClause | undefined): readonly string[] {
  const { name, namedBindings } = clause ?? {};
  const all =
    namedBindings === undefined
      ? []
      : ts.isNamespaceImport(namedBindings)
        ? ['*']
        : namedBindings.elements.map((one) => (one.propertyName ?? one.name).text);
  return [...(name === undefined ? [] : ['default']), ...all];
}

function declaredNames(statement: ts.Statement): readonly string[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((modifier) => modifier.kind === kind);
  // What is exported as the default is loaded by whoever loads the file.
  if (!has(ts.SyntaxKind.ExportKeyword) || has(ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const { name } = statement as ts.DeclarationStatement;
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

/** Whether it is a type that says what another export takes or gives: whoever calls that may need its name one day. */
function isPartOf(name: string, type: ts.Statement, source: ts.SourceFile): boolean {
  if (!ts.isInterfaceDeclaration(type) && !ts.isTypeAliasDeclaration(type)) return false;
  return source.statements.some(
    (other) =>
      other !== type && declaredNames(other).length > 0 && new RegExp(`\\b${name}\\b`).test(source.text.slice(other.pos, other.end)),
  );
}

function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

/** The file of the project that a relative import names. */
function fileOf(importer: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const path = posix.join(posix.dirname(importer), specifier);
  const paths = [path, path.replace(/\.([cm]?)js$/, '.$1ts'), path.replace(/\.js$/, '.tsx')];
  return paths.find((candidate) => existsSync(join(root, candidate))) ?? null;
}
