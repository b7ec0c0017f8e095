import ts from 'typescript';
import type { Bindings } from './bindings.js';
import type { Scope } from './scopes.js';
import { hasModifier } from '../source.js';

/** The names that a declaration with `export` gives to other modules. */
export function exportDeclared(node: ts.Statement, scope: Scope, bindings: Bindings): void {
  if (scope.kind !== 'function' || scope.parent !== null || !hasModifier(node, ts.SyntaxKind.ExportKeyword)) return;
  if (ts.isVariableStatement(node)) {
    for (const declaration of node.declarationList.declarations) exportNames(declaration.name, scope, bindings);
    return;
  }
  const name = isNamed(node) ? node.name : undefined;
  const variable = name === undefined ? bindings.defaultExport : scope.lookup(name.text);
  const isDefault = hasModifier(node, ts.SyntaxKind.DefaultKeyword);
  bindings.exports.push({ name: isDefault || name === undefined ? 'default' : name.text, variable });
}

function isNamed(node: ts.Statement): node is ts.FunctionDeclaration | ts.ClassDeclaration | ts.EnumDeclaration | ts.ModuleDeclaration {
  return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isEnumDeclaration(node) || ts.isModuleDeclaration(node);
}

function exportNames(name: ts.BindingName, scope: Scope, bindings: Bindings): void {
  if (ts.isIdentifier(name)) {
    bindings.exports.push({ name: name.text, variable: scope.lookup(name.text) });
    return;
  }
  for (const element of name.elements) if (!ts.isOmittedExpression(element)) exportNames(element.name, scope, bindings);
}

/** `export { a as b }`, and what is exported from another module: that has no variable here. */
export function exportListed(node: ts.ExportDeclaration, scope: Scope, bindings: Bindings): void {
  if (node.isTypeOnly) return;
  if (node.moduleSpecifier !== undefined) {
    if (ts.isStringLiteralLike(node.moduleSpecifier)) reexport(node, node.moduleSpecifier.text, bindings);
    return;
  }
  if (node.exportClause === undefined || !ts.isNamedExports(node.exportClause)) return;
  for (const specifier of node.exportClause.elements) {
    if (specifier.isTypeOnly) continue;
    const variable = scope.lookup((specifier.propertyName ?? specifier.name).text);
    if (variable !== null) bindings.exports.push({ name: specifier.name.text, variable });
  }
}

function reexport({ exportClause }: ts.ExportDeclaration, specifier: string, bindings: Bindings): void {
  if (exportClause === undefined) {
    bindings.reexports.push({ specifier, name: null, imported: null });
  } else if (ts.isNamespaceExport(exportClause)) {
    bindings.reexports.push({ specifier, name: exportClause.name.text, imported: null });
  } else {
    for (const each of exportClause.elements) {
      if (!each.isTypeOnly) bindings.reexports.push({ specifier, name: each.name.text, imported: (each.propertyName ?? each.name).text });
    }
  }
}

/** `export default e` and `export = e`. */
export function exportAssigned(node: ts.ExportAssignment, scope: Scope, bindings: Bindings): void {
  const name = node.isExportEquals === true ? 'export=' : 'default';
  const variable = ts.isIdentifier(node.expression) ? scope.lookup(node.expression.text) : bindings.defaultExport;
  bindings.exports.push({ name, variable });
}
