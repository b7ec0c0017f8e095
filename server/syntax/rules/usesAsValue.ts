import ts from 'typescript';
import { isAmbient, parse } from '../source.js';

/**
 * Whether a text may make objects of a class with a name, or hand the class on to who does: it uses the name as a value, or gives the class
 * another one. A declaration, imports, exports under the name and types are no uses; nor is what `instanceof` asks.
 */
export function usesAsValue(text: string, path: string, name: string): boolean {
  return hasNode(parse(text, path).file, (node) => {
    if (ts.isClassLike(node)) return node.name?.text === name && ts.getDecorators(node) !== undefined;
    if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) return node.propertyName?.text === name && node.name.text !== name;
    if (ts.isElementAccessExpression(node)) return ts.isStringLiteralLike(node.argumentExpression) && node.argumentExpression.text === name;
    return ts.isIdentifier(node) && node.text === name && isUse(node);
  });
}

/** Whether a text hands on a module of the program as a whole: any class of it may be made then, by a name that is computed. */
export function handsOnModules(text: string, path: string): boolean {
  if (!/\bimport\s*(?:\*|\()|\brequire\s*\(/.test(text)) return false;
  const { file } = parse(text, path);
  const modules = new Set<string>();
  const isComputed = hasNode(file, (node) => {
    if (ts.isNamespaceImport(node) && ts.isImportDeclaration(node.parent.parent) && isRelative(node.parent.parent.moduleSpecifier))
      modules.add(node.name.text);
    if (!ts.isCallExpression(node) || !isLoad(node)) return false;
    const value = ts.isAwaitExpression(node.parent) ? node.parent : node;
    const { parent } = value;
    if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) modules.add(parent.name.text);
    else if (!ts.isVariableDeclaration(parent) && !ts.isExpressionStatement(parent)) return !isMemberOf(parent, value);
    return false;
  });
  if (isComputed || modules.size === 0) return isComputed;
  return hasNode(file, (node) => ts.isIdentifier(node) && modules.has(node.text) && isUse(node) && !isMemberOf(node.parent, node));
}

/** Whether some node of the code, types left out, is as asked. */
function hasNode(file: ts.SourceFile, asked: (node: ts.Node) => boolean): boolean {
  const visit = (node: ts.Node): true | undefined => {
    if (ts.isExpressionWithTypeArguments(node)) {
      const isExtended = ts.isHeritageClause(node.parent) && node.parent.token === ts.SyntaxKind.ExtendsKeyword;
      return isExtended || !ts.isHeritageClause(node.parent) ? visit(node.expression) : undefined;
    }
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return undefined;
    if (ts.isStatement(node) && isAmbient(node)) return undefined;
    return asked(node) || ts.forEachChild(node, visit) === true ? true : undefined;
  };
  return ts.forEachChild(file, visit) === true;
}

/** `require('./x')`, `import('./x')`, also of what is computed. */
function isLoad({ expression, arguments: [from] }: ts.CallExpression): boolean {
  const isLoading = expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === 'require');
  return isLoading && from !== undefined && isRelative(from);
}

const isRelative = (from: ts.Expression): boolean => !ts.isStringLiteralLike(from) || /^[./]/.test(from.text);

const isMemberOf = (parent: ts.Node, node: ts.Node): boolean => ts.isPropertyAccessExpression(parent) && parent.expression === node;

function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent))
    return false;
  if (ts.isClassLike(parent) || ts.isFunctionLike(parent) || ts.isVariableDeclaration(parent)) return parent.name !== node;
  if (ts.isBindingElement(parent)) return parent.name !== node || parent.propertyName !== undefined;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return parent.left === node;
  return !isCommonExport(node);
}

/** `module.exports = { A }`, `exports.A = A`: the class is handed on under its name. */
function isCommonExport(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node && isExports(parent.expression) && isTarget(parent);
  if (ts.isShorthandPropertyAssignment(parent)) {
    const assignment = parent.parent.parent;
    return ts.isBinaryExpression(assignment) && isAssignment(assignment) && isExports(assignment.left);
  }
  if (!ts.isBinaryExpression(parent) || !isAssignment(parent)) return false;
  const { left } = parent;
  return ts.isPropertyAccessExpression(left) && isExports(left.expression) && left.name.text === node.text;
}

const isAssignment = ({ operatorToken }: ts.BinaryExpression): boolean => operatorToken.kind === ts.SyntaxKind.EqualsToken;

const isTarget = (node: ts.Node): boolean => ts.isBinaryExpression(node.parent) && node.parent.left === node && isAssignment(node.parent);

function isExports(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'exports';
  return (
    ts.isPropertyAccessExpression(node) &&
    node.name.text === 'exports' &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module'
  );
}
