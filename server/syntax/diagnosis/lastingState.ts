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

/** What a name beside all functions stands for: a list holds primitive values, a table also arrow functions. */
type Kept = 'function' | 'primitive' | 'list' | 'table' | 'object';

/** The names that outlive a test; null where the text has some in a form that is not known. */
function sharedNames(file: ts.SourceFile): ReadonlyMap<string, Kept> | null {
  const names = new Map<string, Kept>();
  let isKnown = true;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) names.set(node.name.text, 'function');
    if (ts.isClassLike(node) && node.members.some(isStaticState)) isKnown = false;
    if (ts.isClassDeclaration(node) && node.name !== undefined) names.set(node.name.text, 'function');
    if (ts.isVariableDeclaration(node)) {
      if (!ts.isIdentifier(node.name)) isKnown = false;
      else if (!isSetBeforeEach(node, node.name.text)) names.set(node.name.text, keptBy(node.initializer));
    }
    if (ts.isFunctionLike(node) && !isRunOnce(node)) return;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return isKnown ? names : null;
}

/**
 * Whether each test gives the variable a value of its own before anybody reads it: a `beforeEach` in the block of its declaration assigns
 * it, in front of all other uses, and nothing that runs before the assignment can read it.
 */
function isSetBeforeEach(declaration: ts.VariableDeclaration, name: string): boolean {
  const block = declaration.parent.parent.parent;
  if (!ts.isVariableStatement(declaration.parent.parent) || (!ts.isBlock(block) && !ts.isSourceFile(block))) return false;
  const [first, ...others] = usesIn(block, name).filter((use) => use !== declaration.name);
  const assignment = first?.parent;
  if (first === undefined || assignment === undefined || !isAssignment(assignment) || assignment.left !== first) return false;
  const statement = assignment.parent;
  const hook = statement.parent;
  if (!ts.isExpressionStatement(statement) || !ts.isBlock(hook) || !isHookOf(hook.parent, block)) return false;
  // A jump would pass the assignment by.
  const before = hook.statements.slice(0, hook.statements.indexOf(statement));
  if (!before.every((each) => ts.isExpressionStatement(each) || ts.isVariableStatement(each))) return false;
  const { right } = assignment;
  return others.every((use) => !(right.pos <= use.pos && use.end <= right.end) && isInCallbacks(use, block));
}

function usesIn(block: ts.Node, name: string): readonly ts.Identifier[] {
  const uses: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name && isUse(node)) uses.push(node);
    ts.forEachChild(node, visit);
  };
  visit(block);
  return uses;
}

/** Whether the function is what a `beforeEach` of the block runs. */
function isHookOf(callback: ts.Node, block: ts.Node): boolean {
  const call = callback.parent;
  return (
    (ts.isArrowFunction(callback) || (ts.isFunctionExpression(callback) && callback.asteriskToken === undefined)) &&
    ts.isCallExpression(call) &&
    /^(?:\w+\.)?(?:beforeEach|setup)$/.test(call.expression.getText()) &&
    call.arguments[0] === callback &&
    call.parent.parent === block
  );
}

/** Whether all functions around the node, up to the block, are handed to calls: nobody else can call them by a name. */
function isInCallbacks(node: ts.Node, block: ts.Node): boolean {
  for (let around = node.parent; around !== block; around = around.parent)
    if (ts.isFunctionLike(around) && !ts.isCallExpression(around.parent)) return false;
  return true;
}

const isAssignment = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;

const isStaticState = (member: ts.ClassElement): boolean =>
  ts.isClassStaticBlockDeclaration(member) ||
  (ts.isPropertyDeclaration(member) &&
    member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true &&
    keptBy(member.initializer) !== 'function');

function keptBy(initializer: ts.Expression | undefined): Kept {
  if (initializer === undefined || isPrimitive(initializer)) return 'primitive';
  if (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) return 'function';
  if (ts.isAsExpression(initializer) || ts.isSatisfiesExpression(initializer)) return keptBy(initializer.expression);
  if (ts.isArrayLiteralExpression(initializer)) return initializer.elements.every(isPrimitive) ? 'list' : 'object';
  if (ts.isObjectLiteralExpression(initializer))
    return initializer.properties.every(
      (property) => ts.isPropertyAssignment(property) && (isPrimitive(property.initializer) || ts.isArrowFunction(property.initializer)),
    )
      ? 'table'
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
  const isMember = isMemberOf(parent, node);
  if (isMember && (isChanged(parent) || (isMemberOf(parent.parent, parent) && isChanged(parent.parent)))) return false;
  if (kept === 'function') return true;
  if (kept === 'object') return false;
  const isCalled = isMember && ts.isCallExpression(parent.parent) && parent.parent.expression === parent;
  // What a table holds does not know the table; a list's methods may change it.
  if (isCalled) return kept === 'table' || (ts.isPropertyAccessExpression(parent) && reading.has(parent.name.text));
  const isListed = ts.isCallExpression(parent) && /^Object\.(?:keys|values|entries)$/.test(parent.expression.getText());
  return isMember || isListed || ts.isSpreadElement(parent) || (ts.isForOfStatement(parent) && parent.expression === node);
}

const isMemberOf = (node: ts.Node, of: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) && node.expression === of;

const isChanged = (member: ts.Node): boolean => isWritten(member) || ts.isDeleteExpression(member.parent);

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
