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

/** The name under which a text exports a class that it declares, also as CommonJS; null: it does not. */
export function exportedClassName(owner: ts.ClassDeclaration, file: ts.SourceFile): string | null {
  if (hasModifier(owner, ts.SyntaxKind.DefaultKeyword)) return 'default';
  if (owner.name === undefined) return null;
  const { text } = owner.name;
  if (hasModifier(owner, ts.SyntaxKind.ExportKeyword)) return text;
  for (const statement of file.statements) {
    const found = exportOf(statement, text);
    if (found !== null) return found;
  }
  return null;
}

/** The name under which a statement exports what is called so. */
function exportOf(statement: ts.Statement, name: string): string | null {
  if (ts.isExportAssignment(statement)) return isNamed(statement.expression, name) ? 'default' : null;
  if (ts.isExpressionStatement(statement) && ts.isBinaryExpression(statement.expression)) return commonExportOf(statement.expression, name);
  if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined || statement.moduleSpecifier !== undefined) return null;
  if (!ts.isNamedExports(statement.exportClause)) return null;
  return statement.exportClause.elements.find((element) => (element.propertyName ?? element.name).text === name)?.name.text ?? null;
}

/** `module.exports = A`, `module.exports = { A, b: A }`, `exports.A = A`. */
function commonExportOf({ left, operatorToken, right }: ts.BinaryExpression, name: string): string | null {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) return null;
  const isWhole = left.name.text === 'exports' && isNamed(left.expression, 'module');
  const isMember =
    isNamed(left.expression, 'exports') || (ts.isPropertyAccessExpression(left.expression) && left.expression.name.text === 'exports');
  if (isMember) return isNamed(right, name) ? left.name.text : null;
  if (!isWhole) return null;
  if (isNamed(right, name)) return 'default';
  if (!ts.isObjectLiteralExpression(right)) return null;
  for (const property of right.properties) {
    if (ts.isShorthandPropertyAssignment(property) && property.name.text === name) return name;
    if (ts.isPropertyAssignment(property) && ts.isIdentifier(property.name) && isNamed(property.initializer, name))
      return property.name.text;
  }
  return null;
}

const isNamed = (given: ts.Expression, name: string): boolean => {
  const expression = skipTypes(given);
  return ts.isIdentifier(expression) && expression.text === name;
};
