import ts from 'typescript';
import type { Metavariable, PatternMoment, PatternPlace, PatternShape, PatternText } from '../../rules/rulesFile.js';
import { skipTypes } from '../source.js';
import { literalOf, RuleProblem, type RuleScope } from './ruleScope.js';

const moments: readonly PatternMoment[] = ['before', 'after', 'settled', 'instead'];

/** An entry of `at`: a pattern of code, what is done there, and where it counts. `shared`: the metavariables of the rule. */
export function lowerPattern(given: ts.Expression, index: number, shared: readonly Metavariable[], scope: RuleScope): PatternText {
  const expression = skipTypes(given);
  const entry = ts.isIdentifier(expression) ? (scope.constants.get(expression.text) ?? expression) : expression;
  const word = scope.wordOf(entry);
  if (!ts.isCallExpression(entry) || (word !== 'call' && word !== 'match' && word !== 'changes'))
    throw new RuleProblem('An entry of at is call(…), match(…) or changes(…).', given);
  const [pattern, options] = entry.arguments;
  const arrow = pattern === undefined ? undefined : skipTypes(pattern);
  if (arrow === undefined || !ts.isArrowFunction(arrow) || ts.isBlock(arrow.body))
    throw new RuleProblem(`${word} needs an arrow function that is the pattern: call((x: Ftp) => x.list()).`, entry);
  const metavariables = metavariablesOf(arrow, shared, scope);
  const shape = shapeOf(arrow.body, new Set(metavariables.map(({ name }) => name)), scope);
  if (word === 'call' && shape.kind !== 'call' && shape.kind !== 'new') throw new RuleProblem('The pattern of call must be a call.', arrow);
  if (word === 'changes' && shape.kind !== 'metavariable')
    throw new RuleProblem('The pattern of changes must be a metavariable: changes(({ L }) => L, …).', arrow);
  if (word === 'match' && standsAlone.has(shape.kind))
    throw new RuleProblem(
      `${arrow.body.getText(scope.file)} alone is no pattern: a call, new, a member, an element, an assignment or an operator is.`,
      arrow,
    );
  const given2 =
    options !== undefined && ts.isObjectLiteralExpression(skipTypes(options)) ? (skipTypes(options) as ts.ObjectLiteralExpression) : null;
  checkActions(given2, scope);
  const names =
    given2 === null ? [] : given2.properties.flatMap(({ name }) => (name !== undefined && ts.isIdentifier(name) ? [name.text] : []));
  return {
    kind: word === 'changes' ? 'changes' : 'match',
    index,
    metavariables,
    shape,
    moments: moments.filter((moment) => names.includes(moment)),
    inside: given2 === null ? null : placeOf(given2, scope),
  };
}

/** What a pattern may have inside, and which is none by itself. */
const standsAlone: ReadonlySet<PatternShape['kind']> = new Set(['metavariable', 'literal', 'name', 'this']);

const actionNames: readonly string[] = [...moments, 'in'];
const placeNames: readonly string[] = ['file', 'line', 'class', 'function'];

/** What an action does must be over when it returns: a report that comes later belongs to nothing. */
export function checkAction(name: string, given: ts.Node, scope: RuleScope): void {
  const own = ts.isExpression(given) ? skipTypes(given) : given;
  const action = ts.isIdentifier(own) ? (scope.constants.get(own.text) ?? scope.functionNamed(own.text)) : own;
  if (action === undefined || !ts.isFunctionLike(action)) return;
  const isAsync = ts.canHaveModifiers(action) && ts.getModifiers(action)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  if (isAsync) throw new RuleProblem(`${name} is async: what it reports after an await would not be told.`, given);
  if ('asteriskToken' in action && action.asteriskToken !== undefined)
    throw new RuleProblem(`${name} is a generator, which nobody goes through.`, given);
}

/** An action or a place that has another name would never run, or never be asked. */
function checkActions(options: ts.ObjectLiteralExpression | null, scope: RuleScope): void {
  for (const property of options?.properties ?? []) {
    const name = property.name?.getText(scope.file) ?? '…';
    if (!actionNames.includes(name)) throw new RuleProblem(`An entry of at has no "${name}": it has ${actionNames.join(', ')}.`, property);
    if (name !== 'instead' && name !== 'in')
      checkAction(name, ts.isPropertyAssignment(property) ? property.initializer : (property.name ?? property), scope);
    const place = name === 'in' && ts.isPropertyAssignment(property) ? skipTypes(property.initializer) : null;
    if (place === null || !ts.isObjectLiteralExpression(place)) continue;
    for (const inner of place.properties) {
      const key = inner.name?.getText(scope.file) ?? '…';
      if (!placeNames.includes(key)) throw new RuleProblem(`"in" has no "${key}": it has ${placeNames.join(', ')}.`, inner);
    }
  }
}

/** The metavariables that a rule declares for all its patterns. */
export function sharedMetavariables(given: ts.Expression | undefined, scope: RuleScope): readonly Metavariable[] {
  const object = given === undefined ? undefined : skipTypes(given);
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return [];
  return object.properties.flatMap((property) => {
    if (!ts.isPropertyAssignment(property) || !ts.isIdentifier(property.name)) return [];
    const call = skipTypes(property.initializer);
    const type =
      ts.isCallExpression(call) && scope.wordOf(call) === 'of' ? scope.typeOf(call.typeArguments?.[0]) : { of: null, type: null };
    return [{ name: property.name.text, ...type }];
  });
}

function metavariablesOf(arrow: ts.ArrowFunction, shared: readonly Metavariable[], scope: RuleScope): readonly Metavariable[] {
  return arrow.parameters.flatMap(({ name, type, dotDotDotToken }) => {
    if (ts.isIdentifier(name))
      return [{ name: name.text, ...(dotDotDotToken === undefined ? scope.typeOf(type) : { of: null, type: null }) }];
    if (!ts.isObjectBindingPattern(name)) throw new RuleProblem('The parameters of a pattern are names.', arrow);
    return name.elements.flatMap((element) => {
      const bound = ts.isIdentifier(element.name) ? element.name.text : '';
      const declared = shared.find((one) => one.name === bound);
      if (declared === undefined) throw new RuleProblem(`"${bound}" is no metavariable of the rule.`, arrow);
      return [declared];
    });
  });
}

function shapeOf(given: ts.Expression, metavariables: ReadonlySet<string>, scope: RuleScope): PatternShape {
  const node = skipTypes(given);
  const shape = (inner: ts.Expression): PatternShape => shapeOf(inner, metavariables, scope);
  if (ts.isIdentifier(node))
    return metavariables.has(node.text) ? { kind: 'metavariable', name: node.text } : { kind: 'name', name: node.text };
  const literal = literalOf(node);
  if (literal?.kind === 'literal' && typeof literal.value !== 'bigint' && literal.value !== undefined)
    return { kind: 'literal', value: literal.value };
  if (node.kind === ts.SyntaxKind.ThisKeyword) return { kind: 'this' };
  if (ts.isPropertyAccessExpression(node)) return { kind: 'member', of: shape(node.expression), name: node.name.text };
  if (ts.isElementAccessExpression(node)) return { kind: 'element', of: shape(node.expression), index: shape(node.argumentExpression) };
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    const given2 = node.arguments ?? [];
    const last = given2.at(-1);
    const takesRest = last !== undefined && ts.isSpreadElement(last);
    const operands = (takesRest ? given2.slice(0, -1) : [...given2]).map(shape);
    return { kind: ts.isCallExpression(node) ? 'call' : 'new', callee: shape(node.expression), operands, takesRest };
  }
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText(scope.file);
    const [left, right] = [shape(node.left), shape(node.right)];
    const isAssignment =
      node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment && node.operatorToken.kind <= ts.SyntaxKind.LastAssignment;
    return isAssignment ? { kind: 'assign', operator, target: left, value: right } : { kind: 'binary', operator, left, right };
  }
  const unary = (operator: string, operand: ts.Expression, isPostfix = false): PatternShape => {
    return { kind: 'unary', operator, isPostfix, operand: shape(operand) };
  };
  if (ts.isPrefixUnaryExpression(node)) return unary(ts.tokenToString(node.operator) ?? '', node.operand);
  if (ts.isPostfixUnaryExpression(node)) return unary(ts.tokenToString(node.operator) ?? '', node.operand, true);
  if (ts.isTypeOfExpression(node)) return unary('typeof', node.expression);
  if (ts.isVoidExpression(node)) return unary('void', node.expression);
  if (ts.isDeleteExpression(node)) return unary('delete', node.expression);
  throw new RuleProblem(
    `The pattern ${node.getText(scope.file)} has a form that is not matched: calls, new, members, elements, assignments and operators are.`,
    node,
  );
}

/** What `in` says in plain words; a predicate of it is asked where the program runs. */
function placeOf(options: ts.ObjectLiteralExpression, scope: RuleScope): PatternPlace | null {
  const given = options.properties.find(
    (property) => property.name !== undefined && ts.isIdentifier(property.name) && property.name.text === 'in',
  );
  if (given === undefined || !ts.isPropertyAssignment(given)) return null;
  const object = skipTypes(given.initializer);
  if (!ts.isObjectLiteralExpression(object)) return null;
  const value = (name: string): string | number | null => {
    const property = object.properties.find((one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === name);
    if (property === undefined || !ts.isPropertyAssignment(property)) return null;
    const initializer = skipTypes(property.initializer);
    const literal = literalOf(ts.isIdentifier(initializer) ? (scope.constants.get(initializer.text) ?? initializer) : initializer);
    if (literal?.kind !== 'literal' || (typeof literal.value !== 'string' && typeof literal.value !== 'number'))
      throw new RuleProblem(`"${name}" of in must be written out.`, property);
    return literal.value;
  };
  const text = (name: string): string | null => {
    const found = value(name);
    return found === null ? null : String(found);
  };
  const line = value('line');
  return { file: text('file'), line: line === null ? null : Number(line), className: text('class'), functionName: text('function') };
}
