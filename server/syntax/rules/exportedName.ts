import ts from 'typescript';
import { hasModifier, parse, skipTypes } from '../source.js';

/** What a text exports under a name. `class`: a class, or what may be one. */
export type ExportedAs =
  | { readonly kind: 'class' }
  /** No object is made of it; with the words that say what it is. */
  | { readonly kind: 'other'; readonly what: string }
  /** Another module has it, under that name. */
  | { readonly kind: 'elsewhere'; readonly from: string; readonly name: string }
  /** One of these modules has it, or none has. */
  | { readonly kind: 'none'; readonly among: readonly string[] }
  /** The text does not tell: it exports as CommonJS, or by what is computed. */
  | { readonly kind: 'unknown' };

/** What an import of `name` gets of a text. */
export function exportedAs(text: string, path: string, name: string): ExportedAs {
  const { file, isModule } = parse(text, path);
  if (!isModule) return { kind: 'unknown' };
  const among: string[] = [];
  for (const statement of file.statements) {
    if (ts.isExportAssignment(statement)) {
      if (statement.isExportEquals === true) return { kind: 'unknown' };
      if (name === 'default') return expressionAs(statement.expression, file);
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      const from = moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : null;
      if (exportClause === undefined) {
        if (from !== null) among.push(from);
      } else if (ts.isNamespaceExport(exportClause)) {
        if (exportClause.name.text === name) return { kind: 'other', what: 'a module' };
      } else {
        const found = exportClause.elements.find((element) => element.name.text === name);
        const inner = found === undefined ? null : (found.propertyName ?? found.name).text;
        if (inner !== null) return from === null ? localAs(inner, file) : { kind: 'elsewhere', from, name: inner };
      }
    } else if (hasModifier(statement, ts.SyntaxKind.ExportKeyword)) {
      const isDefault = hasModifier(statement, ts.SyntaxKind.DefaultKeyword);
      const isNamed = isDefault ? name === 'default' : declares(statement, name);
      if (isNamed) return statementAs(statement, name, file);
    }
  }
  return { kind: 'none', among };
}

function declares(statement: ts.Statement, name: string): boolean {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.some((one) => isNameIn(one.name, name));
  const declared = (statement as ts.Statement & { readonly name?: ts.Node }).name;
  return declared !== undefined && ts.isIdentifier(declared) && declared.text === name;
}

function isNameIn(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && isNameIn(element.name, name));
}

function statementAs(statement: ts.Statement, name: string, file: ts.SourceFile): ExportedAs {
  if (ts.isInterfaceDeclaration(statement)) {
    // A class may have an interface of its name beside it.
    const isMerged = file.statements.some((one) => one !== statement && !ts.isInterfaceDeclaration(one) && declares(one, name));
    return isMerged ? { kind: 'class' } : { kind: 'other', what: 'an interface' };
  }
  if (ts.isTypeAliasDeclaration(statement)) {
    const isMerged = file.statements.some((one) => one !== statement && declares(one, name));
    return isMerged ? { kind: 'class' } : { kind: 'other', what: 'a type' };
  }
  if (ts.isEnumDeclaration(statement)) return { kind: 'other', what: 'an enum' };
  if (!ts.isVariableStatement(statement)) return { kind: 'class' };
  const declaration = statement.declarationList.declarations.find((one) => isNameIn(one.name, name));
  const isConstant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0;
  if (declaration?.initializer === undefined || !isConstant || !ts.isIdentifier(declaration.name)) return { kind: 'class' };
  return expressionAs(declaration.initializer, file);
}

function expressionAs(given: ts.Expression, file: ts.SourceFile): ExportedAs {
  const value = skipTypes(given);
  if (ts.isIdentifier(value)) return localAs(value.text, file);
  if (ts.isArrowFunction(value)) return { kind: 'other', what: 'an arrow function' };
  if (ts.isObjectLiteralExpression(value)) return { kind: 'other', what: 'an object' };
  if (ts.isArrayLiteralExpression(value)) return { kind: 'other', what: 'an array' };
  return ts.isLiteralExpression(value) ? { kind: 'other', what: 'a value' } : { kind: 'class' };
}

function localAs(name: string, file: ts.SourceFile): ExportedAs {
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = statement.moduleSpecifier.text;
      const { importClause } = statement;
      if (importClause?.name?.text === name) return { kind: 'elsewhere', from, name: 'default' };
      const bindings = importClause?.namedBindings;
      const found =
        bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.find((element) => element.name.text === name) : undefined;
      if (found !== undefined) return { kind: 'elsewhere', from, name: (found.propertyName ?? found.name).text };
    } else if (declares(statement, name)) return statementAs(statement, name, file);
  }
  return { kind: 'unknown' };
}
