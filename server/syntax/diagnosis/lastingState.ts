import ts from 'typescript';

/**
 * Whether tests of a module may find what others left: it has a variable or object beside its functions that some function may change.
 * False only where that is certain.
 */
export function mayShareState(text: string, path: string): boolean {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : undefined);
  const shared = sharedNames(file);
  if (shared === null) return true;
  let found = false;
  const visit = (node: ts.Node): void => {
    if (found) return;
    if (ts.isIdentifier(node) && isUse(node)) {
      const kept = shared.get(node.text);
      if (kept !== undefined && isInFunction(node) && !isHarmless(node, kept)) found = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What a name beside all functions stands for. */
type Kept = 'function' | 'primitive' | 'plain' | 'object';

/** The names that outlive a test; null where the text has some in a form that is not known. */
function sharedNames(file: ts.SourceFile): ReadonlyMap<string, Kept> | null {
  const names = new Map<string, Kept>();
  let isKnown = true;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) names.set(node.name.text, 'function');
    if (ts.isClassLike(node) && node.members.some(isStaticState)) isKnown = false;
    if (ts.isClassDeclaration(node) && node.name !== undefined) names.set(node.name.text, 'function');
    if (ts.isVariableDeclaration(node)) {
      if (ts.isIdentifier(node.name)) names.set(node.name.text, keptBy(node.initializer));
      else isKnown = false;
    }
    if (ts.isFunctionLike(node) && !isRunOnce(node)) return;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return isKnown ? names : null;
}

const isStaticState = (member: ts.ClassElement): boolean =>
  ts.isClassStaticBlockDeclaration(member) ||
  (ts.isPropertyDeclaration(member) &&
    member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true &&
    keptBy(member.initializer) !== 'function');

function keptBy(initializer: ts.Expression | undefined): Kept {
  if (initializer === undefined || isPrimitive(initializer)) return 'primitive';
  if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) return 'function';
  if (ts.isAsExpression(initializer) || ts.isSatisfiesExpression(initializer)) return keptBy(initializer.expression);
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.every(isPrimitive) ? 'plain' : 'object';
  if (ts.isObjectLiteralExpression(initializer))
    return initializer.properties.every((property) => ts.isPropertyAssignment(property) && isPrimitive(property.initializer))
      ? 'plain'
      : 'object';
  return 'object';
}

const isPrimitive = (node: ts.Expression): boolean =>
  ts.isLiteralExpression(node)
    ? node.kind !== ts.SyntaxKind.RegularExpressionLiteral
    : ts.isPrefixUnaryExpression(node)
      ? isPrimitive(node.operand)
      : node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword || node.kind === ts.SyntaxKind.NullKeyword;

/** The callbacks of suites run once, before all tests. */
function isRunOnce(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent)) return false;
  const name = parent.expression.getText();
  return /^(?:\w+\.)?(?:describe|suite|context)(?:\.\w+)?$/.test(name);
}

function isInFunction(node: ts.Node): boolean {
  for (let around: ts.Node | undefined = node.parent; around !== undefined; around = around.parent)
    if (ts.isFunctionLike(around) && !isRunOnce(around)) return true;
  return false;
}

/** Whether the identifier is a variable, and no key. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !(ts.isPropertyAssignment(parent) && parent.name === node);
}

const reading = new Set(
  'at concat entries every filter find findIndex flatMap forEach get has includes indexOf join keys map reduce some slice values'.split(
    ' ',
  ),
);

/** Whether this use of the name changes nothing that lasts. */
function isHarmless(node: ts.Identifier, kept: Kept): boolean {
  const { parent } = node;
  if (isWritten(node)) return false;
  if (kept === 'primitive') return true;
  const isMember = (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === node;
  if (isMember && (isWritten(parent) || ts.isDeleteExpression(parent.parent))) return false;
  if (kept === 'function') return true;
  if (kept === 'object') return false;
  const isCalled = isMember && ts.isCallExpression(parent.parent) && parent.parent.expression === parent;
  if (isCalled) return ts.isPropertyAccessExpression(parent) && reading.has(parent.name.text);
  return isMember || ts.isSpreadElement(parent) || (ts.isForOfStatement(parent) && parent.expression === node);
}

function isWritten(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.left === node)
    return parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent))
    return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
  return ts.isForOfStatement(parent) || ts.isForInStatement(parent)
    ? parent.initializer === node
    : ts.isArrayLiteralExpression(parent) || ts.isShorthandPropertyAssignment(parent)
      ? isPattern(parent)
      : false;
}

/** Whether the literal is the left side of an assignment. */
function isPattern(node: ts.Node): boolean {
  for (let inner = node, { parent } = node; !ts.isStatement(parent); inner = parent, parent = parent.parent)
    if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) return parent.left === inner;
  return false;
}
