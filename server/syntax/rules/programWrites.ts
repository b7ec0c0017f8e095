import ts from 'typescript';
import { RuleProblem } from './ruleScope.js';

/** Functions of a rule that only look at what they are given. */
const lookingFunctions: readonly string[] = ['found', 'before', 'after', 'settled'];

/** Methods by which a container is changed. */
const changingMethods: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill add set delete clear copyWithin'.split(' '),
);

/** The first place in an option of a rule where one of its functions writes to an object of the program; null where none does. */
export function programWrite(option: ts.Node, file: ts.SourceFile): RuleProblem | null {
  let problem: RuleProblem | null = null;
  const visit = (node: ts.Node): void => {
    if (problem !== null) return;
    const named = ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node) ? node : null;
    if (named !== null && ts.isIdentifier(named.name) && lookingFunctions.includes(named.name.text)) {
      const action = ts.isMethodDeclaration(named) ? named : named.initializer;
      if (ts.isArrowFunction(action) || ts.isFunctionExpression(action) || ts.isMethodDeclaration(action))
        problem = writeIn(action, named.name.text, file);
    }
    ts.forEachChild(node, visit);
  };
  visit(option);
  return problem;
}

function writeIn(
  action: ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration,
  name: string,
  file: ts.SourceFile,
): RuleProblem | null {
  const given = new Set<string>();
  const addNames = (binding: ts.BindingName): void => {
    if (ts.isIdentifier(binding)) given.add(binding.text);
    else for (const element of binding.elements) if (ts.isBindingElement(element)) addNames(element.name);
  };
  for (const parameter of action.parameters) addNames(parameter.name);
  let found: ts.Node | null = null;
  const visit = (node: ts.Node): void => {
    if (found !== null) return;
    const target = writtenBy(node);
    if (target !== null && isPartOfGiven(target, given)) found = node;
    else ts.forEachChild(node, visit);
  };
  if (action.body !== undefined) visit(action.body);
  if (found === null) return null;
  const text = (found as ts.Node).getText(file);
  return new RuleProblem(
    `${name} writes to an object of the program (${text.length > 60 ? `${text.slice(0, 60)}…` : text}): a rule only reads.`,
    found,
  );
}

/** The place that an expression writes. */
function writtenBy(node: ts.Node): ts.Expression | null {
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  )
    return node.left;
  if (ts.isDeleteExpression(node)) return node.expression;
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken ? node.operand : null;
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && changingMethods.has(node.expression.name.text))
    return node.expression;
  return null;
}

function isPartOfGiven(target: ts.Expression, given: ReadonlySet<string>): boolean {
  let at: ts.Expression = target;
  let depth = 0;
  while (
    ts.isPropertyAccessExpression(at) ||
    ts.isElementAccessExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at)
  ) {
    if (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) depth++;
    at = at.expression;
  }
  return depth > 0 && ts.isIdentifier(at) && given.has(at.text);
}
