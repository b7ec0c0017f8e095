import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { BinaryOperator, Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { binary, unary, falseValue, nullValue, numberValue, stringValue, trueValue, undefinedValue, unknownValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { standardGlobals } from '../names/standardGlobals.js';
import { lowerAssignment, lowerUpdate } from './lowerAssignment.js';
import { lowerAccess, lowerArguments, lowerCall, lowerNew, lowerOptional, lowerTaggedTemplate } from './lowerCall.js';
import { lowerClass } from './lowerClass.js';
import { branch } from './lowerCondition.js';
import { lowerJsx, lowerObjectLiteral, lowerTemplate } from './lowerLiteral.js';
import { isAssignmentOperator } from '../names/assignmentTargets.js';
import type { VariableInfo } from '../names/scopes.js';
import { matchLengthOf } from './regularExpressions.js';
import { leftSpine, skipTypes } from '../source.js';
import { suspend, lowerYield } from './lowerSuspension.js';
import { lowerUnary } from './lowerUnary.js';

// Circle: expressions hold functions, patterns and assertions, statements hold expressions; each file lowers one form and calls the others for what is inside.

/** Evaluates an expression whose value is not used. */
export function lowerEffect(b: FunctionBuilder, expression: ts.Expression): void {
  const node = skipTypes(expression);
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.kind;
    if (isAssignmentOperator(operator)) {
      lowerAssignment(b, node, false);
      return;
    }
    if (operator === ts.SyntaxKind.CommaToken) {
      for (const inner of leftSpine(node, (left) => left.operatorToken.kind === ts.SyntaxKind.CommaToken)) {
        if (!(ts.isBinaryExpression(inner.left) && inner.left.operatorToken.kind === ts.SyntaxKind.CommaToken)) lowerEffect(b, inner.left);
        lowerEffect(b, inner.right);
      }
      return;
    }
    if (isLogical(operator)) {
      branchAndJoin(b, node);
      return;
    }
  } else if (ts.isConditionalExpression(node)) {
    branchAndJoin(b, node);
    return;
  } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    if (isUpdate(node.operator)) {
      lowerUpdate(b, node, false);
      return;
    }
  } else if (ts.isVoidExpression(node)) {
    lowerEffect(b, node.expression);
    return;
  }
  const value = lowerValue(b, node);
  if (b.canThrow(value)) b.copy(value, b.spanOf(node));
}

/** `a && f()` as a statement: the operands that decide are conditions, the last one is an effect. */
function branchAndJoin(b: FunctionBuilder, node: ts.BinaryExpression | ts.ConditionalExpression): void {
  const after = b.node('expression', b.spanOf(node));
  if (ts.isConditionalExpression(node)) {
    const chosen = b.node('body', b.spanOf(node.whenTrue));
    const other = b.node('body', b.spanOf(node.whenFalse));
    branch(b, node.condition, chosen, other);
    b.startAt(chosen);
    lowerEffect(b, node.whenTrue);
    b.goTo(after);
    b.startAt(other);
    lowerEffect(b, node.whenFalse);
  } else if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    const span = b.spanOf(node.left);
    const value = b.repeatable(lowerValue(b, node.left), span);
    const absent = b.node('body', b.spanOf(node.right));
    b.test(binary('==', value, nullValue), absent, after, span);
    b.startAt(absent);
    lowerEffect(b, node.right);
  } else {
    const right = b.node('body', b.spanOf(node.right));
    if (node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) branch(b, node.left, right, after);
    else branch(b, node.left, after, right);
    b.startAt(right);
    lowerEffect(b, node.right);
  }
  b.goTo(after);
  b.startAt(after);
}

/** Evaluates an expression into a variable. */
export function lowerInto(b: FunctionBuilder, expression: ts.Expression, target: VariableId): void {
  const value = lowerTo(b, skipTypes(expression), target);
  if (value.kind !== 'variable' || value.variable !== target) b.assign(target, value, b.spanOf(expression));
}

/** Evaluates an expression: the result may be evaluated at the current node, before anything else happens. */
export function lowerValue(b: FunctionBuilder, expression: ts.Expression): Expression {
  return lowerTo(b, skipTypes(expression), undefined);
}

/** Evaluates expressions in their order; all results may be evaluated at the current node. */
export function lowerOperands(b: FunctionBuilder, nodes: readonly ts.Expression[]): Expression[] {
  const { effects } = b.module;
  const later: number[] = [];
  let all = 0;
  for (let i = nodes.length - 1; i >= 0; i--) {
    later[i] = all;
    all |= effects.of(nodes[i]);
  }
  return nodes.map((node, i) => b.stable(lowerValue(b, node), later[i] ?? 0, b.spanOf(node)));
}

/** Where an instruction writes its result anyway it writes `target`, if given; the result then is that variable. */
function lowerTo(b: FunctionBuilder, node: ts.Expression, target: VariableId | undefined): Expression {
  if (ts.isOptionalChain(node)) {
    const result = target ?? b.temporary();
    lowerOptional(b, node, result);
    return { kind: 'variable', variable: result };
  }
  switch (node.kind) {
    case ts.SyntaxKind.Identifier:
      return lowerName(b, node as ts.Identifier);
    case ts.SyntaxKind.ThisKeyword:
      return checkedThis(b, node);
    case ts.SyntaxKind.NumericLiteral:
      return numberValue(Number((node as ts.NumericLiteral).text));
    case ts.SyntaxKind.StringLiteral:
    case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
      return stringValue((node as ts.StringLiteral).text);
    case ts.SyntaxKind.BigIntLiteral:
      return { kind: 'constant', value: { kind: 'bigint', value: BigInt((node as ts.BigIntLiteral).text.slice(0, -1)) } };
    case ts.SyntaxKind.TrueKeyword:
      return trueValue;
    case ts.SyntaxKind.FalseKeyword:
      return falseValue;
    case ts.SyntaxKind.NullKeyword:
      return nullValue;
    case ts.SyntaxKind.OmittedExpression:
      return undefinedValue;
    case ts.SyntaxKind.PrivateIdentifier:
      return lowerBrand(b, node as unknown as ts.PrivateIdentifier);
    case ts.SyntaxKind.BinaryExpression:
      return lowerBinary(b, node as ts.BinaryExpression, target);
    case ts.SyntaxKind.ConditionalExpression:
      return lowerByBranches(b, node, target);
    case ts.SyntaxKind.PrefixUnaryExpression:
    case ts.SyntaxKind.PostfixUnaryExpression:
    case ts.SyntaxKind.TypeOfExpression:
    case ts.SyntaxKind.VoidExpression:
    case ts.SyntaxKind.DeleteExpression:
      return lowerUnary(b, node, target);
    case ts.SyntaxKind.PropertyAccessExpression:
    case ts.SyntaxKind.ElementAccessExpression:
      return lowerAccess(b, node as ts.PropertyAccessExpression | ts.ElementAccessExpression, null, target);
    case ts.SyntaxKind.CallExpression:
      return lowerCall(b, node as ts.CallExpression, { absent: null, target, awaited: false });
    case ts.SyntaxKind.NewExpression:
      return lowerNew(b, node as ts.NewExpression, target);
    case ts.SyntaxKind.AwaitExpression:
    case ts.SyntaxKind.YieldExpression:
      return ts.isAwaitExpression(node) ? suspend(b, node, target) : lowerYield(b, node as ts.YieldExpression, target);
    default:
      return lowerLiteral(b, node, target);
  }
}

function lowerLiteral(b: FunctionBuilder, node: ts.Expression, target: VariableId | undefined): Expression {
  const span = b.spanOf(node);
  switch (node.kind) {
    case ts.SyntaxKind.FunctionExpression:
    case ts.SyntaxKind.ArrowFunction:
      return lowerFunctionExpression(b, node as ts.FunctionExpression | ts.ArrowFunction, target);
    case ts.SyntaxKind.ClassExpression:
      return lowerClass(b, node as ts.ClassExpression);
    case ts.SyntaxKind.ObjectLiteralExpression:
      return lowerObjectLiteral(b, node as ts.ObjectLiteralExpression);
    case ts.SyntaxKind.ArrayLiteralExpression: {
      const elements = lowerArguments(b, (node as ts.ArrayLiteralExpression).elements);
      const result = target ?? b.temporary();
      b.emit({ kind: 'allocate', target: result, site: b.module.site(node, b.info, 'array', span), form: 'array', elements, span }, span);
      return { kind: 'variable', variable: result };
    }
    case ts.SyntaxKind.RegularExpressionLiteral: {
      const result = target ?? b.temporary();
      const site = b.module.site(node, b.info, 'regexp', span);
      const matchLength = matchLengthOf((node as ts.RegularExpressionLiteral).text);
      b.emit({ kind: 'allocate', target: result, site, form: 'regexp', elements: [], span, matchLength }, span);
      return { kind: 'variable', variable: result };
    }
    case ts.SyntaxKind.TemplateExpression:
      return lowerTemplate(b, node as ts.TemplateExpression);
    case ts.SyntaxKind.TaggedTemplateExpression:
      return lowerTaggedTemplate(b, node as ts.TaggedTemplateExpression, target);
    case ts.SyntaxKind.MetaProperty: {
      const reference = b.module.bindings.references.get(node);
      return reference === undefined ? unknownValue : { kind: 'variable', variable: reference.variable.id };
    }
    case ts.SyntaxKind.JsxElement:
    case ts.SyntaxKind.JsxSelfClosingElement:
    case ts.SyntaxKind.JsxFragment:
      return lowerJsx(b, node as ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment, target);
    default:
      return b.havoc('an expression that is not understood', [], span, target);
  }
}

/** A name where it is read. */
export function lowerName(b: FunctionBuilder, node: ts.Identifier): Expression {
  const { bindings } = b.module;
  const reference = bindings.references.get(node);
  if (reference !== undefined) {
    const { variable } = reference;
    if (variable.form === 'ambient' || mayBeWrittenUnseen(b, node, variable)) return unknownValue;
    if (reference.check) checkInitialised(b, variable, b.spanOf(node));
    const object = b.module.exposedBy(variable);
    if (object !== undefined) return b.load({ kind: 'variable', variable: object.id }, stringValue(node.text), b.spanOf(node), null);
    return { kind: 'variable', variable: variable.id };
  }
  switch (node.text) {
    case 'undefined':
      return undefinedValue;
    case 'NaN':
      return numberValue(NaN);
    case 'Infinity':
      return numberValue(Infinity);
  }
  const enumeration = bindings.enumReferences.get(node);
  if (enumeration !== undefined) {
    const constant = b.module.enumConstants(enumeration).get(node.text);
    if (constant !== undefined) return constant;
    const variable = bindings.references.get(enumeration.name)?.variable;
    if (variable !== undefined) return b.load({ kind: 'variable', variable: variable.id }, stringValue(node.text), b.spanOf(node), null);
  }
  if (isStandardGlobal(b, node)) return { kind: 'global', name: node.text };
  return b.undeclared(node.text, [], b.spanOf(node));
}

/**
 * A ReferenceError where the variable is uninitialised. A parameter has its argument from the start, so what its early use does is
 * left open.
 */
export function checkInitialised(b: FunctionBuilder, { id, lexical }: VariableInfo, span: Span): void {
  if (lexical) b.emit({ kind: 'checkInitialised', variable: id, span }, span);
  else b.havoc('a parameter may be used before it has its value', [], span);
}

/** Whether whoever was given `arguments` may have written the parameter before the name is read. */
function mayBeWrittenUnseen(b: FunctionBuilder, node: ts.Identifier, variable: VariableInfo): boolean {
  const owner = variable.kind === 'parameter' ? b.module.bindings.functions[variable.owner] : undefined;
  if (owner === undefined || owner.givesArgumentsAt === Infinity) return false;
  if (owner.givesArgumentsAt < node.end) return true;
  // It is before in the text, but perhaps not before in time.
  for (let at = node.parent as ts.Node | undefined; at !== owner.node; at = at.parent as ts.Node | undefined) {
    if (at === undefined || ts.isFunctionLike(at)) return true;
    if (ts.isIterationStatement(at, false) && owner.givesArgumentsAt < at.end) return true;
  }
  return false;
}

export function isStandardGlobal(b: FunctionBuilder, node: ts.Identifier): boolean {
  return standardGlobals.has(node.text) && !b.module.bindings.assignedGlobals.has(node.text);
}

/** `this`, which in a derived constructor may still be uninitialised. */
export function checkedThis(b: FunctionBuilder, node: ts.Node): Expression {
  if (b.module.invariantValue !== null) return b.module.invariantValue;
  const reference = b.module.bindings.references.get(node);
  if (reference === undefined) return unknownValue;
  const span = b.spanOf(node);
  if (reference.check) b.emit({ kind: 'checkInitialised', variable: reference.variable.id, span }, span);
  return { kind: 'variable', variable: reference.variable.id };
}

/** The key of `#name in object`. */
function lowerBrand(b: FunctionBuilder, name: ts.PrivateIdentifier): Expression {
  return stringValue(b.module.privateMethod(name)?.brand ?? b.module.privateKey(name));
}

/** The key of `.name` and `.#name`. */
export function lowerKey(b: FunctionBuilder, name: ts.MemberName): Expression {
  return stringValue(ts.isPrivateIdentifier(name) ? b.module.privateKey(name) : name.text);
}

const operators: ReadonlyMap<ts.SyntaxKind, BinaryOperator> = new Map<ts.SyntaxKind, BinaryOperator>([
  [ts.SyntaxKind.PlusToken, '+'],
  [ts.SyntaxKind.MinusToken, '-'],
  [ts.SyntaxKind.AsteriskToken, '*'],
  [ts.SyntaxKind.SlashToken, '/'],
  [ts.SyntaxKind.PercentToken, '%'],
  [ts.SyntaxKind.AsteriskAsteriskToken, '**'],
  [ts.SyntaxKind.LessThanLessThanToken, '<<'],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, '>>'],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken, '>>>'],
  [ts.SyntaxKind.AmpersandToken, '&'],
  [ts.SyntaxKind.BarToken, '|'],
  [ts.SyntaxKind.CaretToken, '^'],
  [ts.SyntaxKind.LessThanToken, '<'],
  [ts.SyntaxKind.LessThanEqualsToken, '<='],
  [ts.SyntaxKind.GreaterThanToken, '>'],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>='],
  [ts.SyntaxKind.EqualsEqualsToken, '=='],
  [ts.SyntaxKind.ExclamationEqualsToken, '!='],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '==='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.InKeyword, 'in'],
  [ts.SyntaxKind.InstanceOfKeyword, 'instanceof'],
]);

function isLogical(operator: ts.SyntaxKind): boolean {
  return (
    operator === ts.SyntaxKind.AmpersandAmpersandToken ||
    operator === ts.SyntaxKind.BarBarToken ||
    operator === ts.SyntaxKind.QuestionQuestionToken
  );
}

export function isUpdate(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

function lowerBinary(b: FunctionBuilder, node: ts.BinaryExpression, target: VariableId | undefined): Expression {
  const operator = node.operatorToken.kind;
  if (isAssignmentOperator(operator)) return lowerAssignment(b, node, true);
  if (isLogical(operator)) return lowerByBranches(b, node, target);
  if (operator === ts.SyntaxKind.CommaToken) {
    lowerEffect(b, node.left);
    return lowerTo(b, skipTypes(node.right), target);
  }
  const spine = leftSpine(node, (left) => operators.has(left.operatorToken.kind));
  const first = spine[0] ?? node;
  let value = lowerValue(b, first.left);
  for (const inner of spine) {
    const name = operators.get(inner.operatorToken.kind);
    if (name === undefined) return b.havoc('an operator that is not understood', [], b.spanOf(node), target);
    value = b.stable(value, b.module.effects.of(inner.right), b.spanOf(inner.left));
    value = b.shallow(binary(name, value, lowerValue(b, inner.right)), b.spanOf(inner));
    if (ts.isPrivateIdentifier(inner.left) && b.module.isOfSeveralClasses(lowerBrand(b, inner.left)))
      value = perhaps(b, value, b.spanOf(inner));
  }
  return value;
}

/** False where the condition is false; where it is true, one or the other. */
export function perhaps(b: FunctionBuilder, condition: Expression, span: Span): Expression {
  const result = b.temporary('boolean');
  const holds = b.node('expression', span);
  const after = b.node('expression', span);
  const fails = b.node('expression', span);
  b.test(condition, holds, fails, span);
  b.startAt(holds);
  b.emitTo(after, { kind: 'assign', target: result, value: unary('!', unknownValue), span }, span);
  b.startAt(fails);
  b.emitTo(after, { kind: 'assign', target: result, value: falseValue, span }, span);
  b.startAt(after);
  return { kind: 'variable', variable: result };
}

function lowerByBranches(b: FunctionBuilder, node: ts.Expression, target: VariableId | undefined): Expression {
  const result = target ?? b.temporary();
  const after = b.node('expression', b.spanOf(node));
  branch(b, node, after, after, { target: result, truthy: true, falsy: true });
  b.startAt(after);
  return { kind: 'variable', variable: result };
}

/** A closure of a function over the current scopes. */
export function lowerClosure(b: FunctionBuilder, node: ts.FunctionLikeDeclaration, target = b.temporary()): Expression {
  const span = b.spanOf(node);
  const info = b.module.bindings.functionAt(node);
  const site = b.module.site(node, b.info, 'function', span);
  b.emit({ kind: 'closure', target, site, function: info.id, span, superclass: null, isClass: false }, span);
  return { kind: 'variable', variable: target };
}

function lowerFunctionExpression(
  b: FunctionBuilder,
  node: ts.FunctionExpression | ts.ArrowFunction,
  target: VariableId | undefined,
): Expression {
  const name = ts.isFunctionExpression(node) ? node.name : undefined;
  const own = name === undefined ? undefined : b.module.bindings.references.get(name)?.variable;
  if (own === undefined || !own.used) return lowerClosure(b, node, target);
  const span = b.spanOf(node);
  if (own.captured) b.emit({ kind: 'enterScope', variables: [own.id] }, span);
  const closure = lowerClosure(b, node);
  b.assign(own.id, closure, span);
  return closure;
}
