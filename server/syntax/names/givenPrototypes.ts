import ts from 'typescript';
import { skipTypes } from '../source.js';

const names: ReadonlySet<string> = new Set(['setPrototypeOf', '__proto__']);

/**
 * Whether the text may give another prototype to a class or to the prototype of one: `super` then finds what is there when it is reached,
 * not what `extends` names.
 */
export function mayReplaceSuperclasses(file: ts.SourceFile): boolean {
  if (![...names].some((name) => file.text.includes(name))) return false;
  const visit = (node: ts.Node): boolean => (isNamed(node) && gives(node)) || ts.forEachChild(node, visit) === true;
  return visit(file);
}

const isNamed = (node: ts.Node): boolean => (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && names.has(node.text);

/** Whether what is named so may be more than a look, the prototype of a new object, or a call that gives one to no class. */
function gives(name: ts.Node): boolean {
  const { parent } = name;
  if (ts.isPropertyAssignment(parent) && parent.name === name) return false;
  if (!ts.isPropertyAccessExpression(parent) || parent.name !== name) return true;
  const user = parent.parent;
  if (parent.name.text === 'setPrototypeOf')
    return !(ts.isCallExpression(user) && user.expression === parent && isNoClass(user.arguments[0]));
  const isTarget = ts.isBinaryExpression(user) ? user.left === parent : !isRead(user, parent);
  return isTarget && !isNoClass(parent.expression);
}

/** `x.__proto__.name`, `f(x.__proto__)` and the like. */
const isRead = (user: ts.Node, access: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(user) && user.expression === access) ||
  (ts.isElementAccessExpression(user) && user.expression === access) ||
  ts.isCallExpression(user) ||
  ts.isVariableDeclaration(user) ||
  ts.isReturnStatement(user);

/** Certainly neither a class nor the prototype of one: something new, or the instance that a constructor makes. */
function isNoClass(node: ts.Expression | undefined): boolean {
  if (node === undefined) return true;
  const value = skipTypes(node);
  if (value.kind !== ts.SyntaxKind.ThisKeyword)
    return (
      ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value) || ts.isArrowFunction(value) || ts.isNewExpression(value)
    );
  for (let at = value.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isArrowFunction(at)) continue;
    if (ts.isConstructorDeclaration(at)) return true;
    if (ts.isFunctionLike(at) || ts.isClassLike(at)) return false;
  }
  return false;
}
