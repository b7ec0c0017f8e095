import ts from 'typescript';
import type { TypeAssumption, TypeExports } from '../../ir/program.js';
import { hasModifier } from '../source.js';
import { declarationAssumption, type TypeContext } from './types.js';

/** The types that a file exports: those that it declares, as far as values can be distinguished by them, and those that it takes from others. */
export function exportedTypes(file: ts.SourceFile, context: TypeContext): TypeExports {
  const declared = new Map<string, TypeAssumption>();
  const taken: { specifier: string; name: string | null; imported: string | null }[] = [];
  const add = (local: string, name: string): void => {
    const meaning = context.types.ofFile(file, local);
    if (meaning.kind === 'declared') declared.set(name, declarationAssumption(meaning.declarations, context));
    if (meaning.kind === 'imported') taken.push({ specifier: meaning.specifier, name, imported: meaning.name });
  };
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      const specifier = moduleSpecifier !== undefined && ts.isStringLiteralLike(moduleSpecifier) ? moduleSpecifier.text : null;
      if (exportClause === undefined && specifier !== null) taken.push({ specifier, name: null, imported: null });
      if (exportClause === undefined || !ts.isNamedExports(exportClause)) continue;
      for (const { name, propertyName } of exportClause.elements) {
        const imported = (propertyName ?? name).text;
        if (specifier === null) add(imported, name.text);
        else taken.push({ specifier, name: name.text, imported });
      }
    } else if (ts.isExportAssignment(statement)) {
      if (ts.isIdentifier(statement.expression)) add(statement.expression.text, 'default');
    } else if (isTypeDeclaration(statement) && hasModifier(statement, ts.SyntaxKind.ExportKeyword) && statement.name !== undefined) {
      add(statement.name.text, hasModifier(statement, ts.SyntaxKind.DefaultKeyword) ? 'default' : statement.name.text);
    }
  }
  return { declared, taken };
}

type NamedDeclaration = ts.TypeAliasDeclaration | ts.InterfaceDeclaration | ts.ClassDeclaration | ts.EnumDeclaration;

function isTypeDeclaration(node: ts.Statement): node is NamedDeclaration {
  return ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node);
}
