import ts from 'typescript';
import { skipTypes } from '../source.js';
import type { Bindings } from './bindings.js';
import type { VariableInfo } from './scopes.js';

/** What a name holds for ever: a module of Node, without `node:`, or what members lead to from there, as `fs.promises.readFile`. */
export type NodePath = readonly string[];

/** The modules that something is known of. */
const modules = /^(?:node:)?(assert|assert\/strict|fs|fs\/promises|timers|timers\/promises|dns|dns\/promises|stream|stream\/promises)$/;

/**
 * The names of a file that hold such a module, or a member of one: what it imports, and `const` that it requires or reads. Where a file does
 * anything with a name but to call it, or to read its members, others may have written them: the name is left out.
 */
export function nodeNames(file: ts.SourceFile, bindings: Bindings): ReadonlyMap<VariableInfo, NodePath> {
  const names = new Map<VariableInfo, NodePath>();
  for (const { variable, specifier, name } of bindings.imports) {
    const module = moduleOf(specifier);
    const isWhole = name === null || name === 'default' || name === 'export=';
    if (module !== null) names.set(variable, isWhole ? module : [...module, name]);
  }
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const required = initializer === undefined ? null : (requiredPath(initializer, bindings) ?? nodePath(initializer, names, bindings));
      if (required !== null) addDeclared(name, required, bindings, names);
    }
  }
  const written: NodePath[] = [];
  for (const [node, { variable }] of bindings.references) {
    const path = names.get(variable);
    if (path !== undefined && !isOnlyUsed(node)) written.push(path);
  }
  // What one name leads to may have other names.
  for (const [variable, path] of names) if (written.some((each) => begins(each, path) || begins(path, each))) names.delete(variable);
  return names;
}

const begins = (path: NodePath, first: NodePath): boolean => first.every((part, at) => path[at] === part);

function addDeclared(name: ts.BindingName, path: NodePath, bindings: Bindings, names: Map<VariableInfo, NodePath>): void {
  if (ts.isIdentifier(name)) {
    const variable = bindings.references.get(name)?.variable;
    if (variable !== undefined) names.set(variable, path);
  } else if (ts.isObjectBindingPattern(name)) {
    for (const element of name.elements) {
      const key = element.propertyName ?? element.name;
      const isPlain = element.dotDotDotToken === undefined && element.initializer === undefined && ts.isIdentifier(key);
      if (isPlain) addDeclared(element.name, [...path, key.text], bindings, names);
    }
  }
}

function moduleOf(specifier: string): NodePath | null {
  const [, name] = modules.exec(specifier) ?? [];
  return name === undefined ? null : name.split('/');
}

/** `require('node:assert')`, and a member of it. */
function requiredPath(node: ts.Expression, bindings: Bindings): NodePath | null {
  const value = skipTypes(node);
  if (ts.isPropertyAccessExpression(value)) {
    const path = requiredPath(value.expression, bindings);
    return path === null ? null : [...path, value.name.text];
  }
  if (!ts.isCallExpression(value) || !ts.isIdentifier(value.expression) || value.expression.text !== 'require') return null;
  const required = bindings.references.get(value.expression)?.variable;
  const [specifier] = value.arguments;
  if (required === undefined || !bindings.wrapperVariables.includes(required) || specifier === undefined) return null;
  return ts.isStringLiteralLike(specifier) ? moduleOf(specifier.text) : null;
}

/** What of Node an expression is, by the names of the file; null: it is not known to be any. */
export function nodePath(node: ts.Expression, names: ReadonlyMap<VariableInfo, NodePath>, bindings: Bindings): NodePath | null {
  const value = skipTypes(node);
  if (ts.isIdentifier(value)) {
    const reference = bindings.references.get(value);
    return reference === undefined || reference.check ? null : (names.get(reference.variable) ?? null);
  }
  if (!ts.isPropertyAccessExpression(value) || ts.isOptionalChain(value)) return null;
  const path = nodePath(value.expression, names, bindings);
  return path === null ? null : [...path, value.name.text];
}

function isConstantOfFile({ parent: list }: ts.VariableDeclaration): boolean {
  return ts.isVariableDeclarationList(list) && (list.flags & ts.NodeFlags.Const) !== 0 && ts.isSourceFile(list.parent.parent);
}

/** Where a name is declared, called, or a member of it is read. */
function isOnlyUsed(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node && isOnlyRead(parent);
  return (
    ts.isImportClause(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isImportEqualsDeclaration(parent) ||
    (ts.isVariableDeclaration(parent) && parent.name === node) ||
    (ts.isBindingElement(parent) && parent.initializer !== node)
  );
}

/** A member that is called, or is the right side of `instanceof`, or that another such name gets; of members of its own the same. */
function isOnlyRead(node: ts.PropertyAccessExpression): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node && isConstantOfFile(parent);
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node && isOnlyRead(parent);
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword && parent.right === node;
}
