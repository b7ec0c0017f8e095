import ts from 'typescript';
import { isAssignmentOperator } from '../names/assignmentTargets.js';

/** The node in which a name means the variable that is declared by it: a function, a block, a loop, a file. */
export function sameVariable(name: ts.Identifier): ts.Node {
  const isBlockScoped = isLexical(name.parent);
  for (let at: ts.Node = name.parent; ; at = at.parent) {
    if (ts.isSourceFile(at) || ts.isModuleBlock(at)) return at;
    if (ts.isFunctionLike(at)) return at;
    if (
      isBlockScoped &&
      (ts.isBlock(at) || ts.isForStatement(at) || ts.isForInStatement(at) || ts.isForOfStatement(at) || ts.isCaseBlock(at))
    )
      return ts.isBlock(at) && ts.isFunctionLike(at.parent) ? at.parent : at;
  }
}

/** The expressions in a node that give the variable with this name another value. */
export function writesOf(name: string, owner: ts.Node): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (node !== owner && redeclares(node, name)) return;
    if (ts.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind) && targets(node.left, name)) found.push(node);
    if ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node) && targets(node.operand, name))
      found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(owner);
  return found;
}

function isLexical(declaration: ts.Node): boolean {
  let at = declaration;
  while (ts.isBindingElement(at) || ts.isObjectBindingPattern(at) || ts.isArrayBindingPattern(at)) at = at.parent;
  return ts.isVariableDeclaration(at) && (ts.getCombinedNodeFlags(at) & ts.NodeFlags.BlockScoped) !== 0;
}

const isStep = ({ operator }: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): boolean =>
  operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;

/** Whether a target of an assignment, be it a pattern, is or holds the name. */
function targets(target: ts.Node, name: string): boolean {
  if (ts.isIdentifier(target)) return target.text === name;
  if (ts.isParenthesizedExpression(target) || ts.isSpreadElement(target) || ts.isSpreadAssignment(target))
    return targets(target.expression, name);
  if (ts.isArrayLiteralExpression(target)) return target.elements.some((element) => targets(element, name));
  if (ts.isObjectLiteralExpression(target))
    return target.properties.some((property) => {
      if (ts.isShorthandPropertyAssignment(property)) return property.name.text === name;
      return ts.isPropertyAssignment(property) ? targets(property.initializer, name) : targets(property, name);
    });
  return ts.isBinaryExpression(target) && target.operatorToken.kind === ts.SyntaxKind.EqualsToken && targets(target.left, name);
}

/** Whether the name means another variable in a node: it declares one. */
function redeclares(node: ts.Node, name: string): boolean {
  if (ts.isFunctionLike(node))
    return (
      node.parameters.some((parameter) => declares(parameter.name, name)) || ('body' in node && hasDeclaration(node.body, name, false))
    );
  if (ts.isBlock(node) || ts.isCaseBlock(node)) return hasDeclaration(node, name, true);
  if (ts.isForStatement(node) || ts.isForInStatement(node) || ts.isForOfStatement(node)) {
    const { initializer } = node;
    return (
      initializer !== undefined &&
      ts.isVariableDeclarationList(initializer) &&
      (initializer.flags & ts.NodeFlags.BlockScoped) !== 0 &&
      initializer.declarations.some((one) => declares(one.name, name))
    );
  }
  return ts.isCatchClause(node) && node.variableDeclaration !== undefined && declares(node.variableDeclaration.name, name);
}

function hasDeclaration(body: ts.Node | undefined, name: string, isOwnBlock: boolean): boolean {
  let isFound = false;
  const visit = (node: ts.Node): void => {
    if (isFound || (node !== body && ts.isFunctionLike(node))) return;
    if (isOwnBlock && node !== body && ts.isBlock(node)) return;
    if (ts.isVariableDeclaration(node) && declares(node.name, name) && (!isOwnBlock || isLexical(node))) isFound = true;
    ts.forEachChild(node, visit);
  };
  if (body !== undefined) visit(body);
  return isFound;
}

function declares(pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name;
  return pattern.elements.some((element) => !ts.isOmittedExpression(element) && declares(element.name, name));
}
