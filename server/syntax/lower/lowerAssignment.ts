import ts from 'typescript';
import type { BinaryOperator, Expression } from '../../ir/expression.js';
import type { NodeId, VariableId } from '../../ir/program.js';
import type { Span } from '../../base/span.js';
import { takesEdges } from './evaluationEffects.js';
import { binary, nullValue, numberValue, stringValue, unary, unknownValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { throwTypeError } from './lowerCall.js';
import { checkedThis, checkInitialised, isUpdate, lowerInto, lowerKey, lowerName, lowerValue } from './lowerExpression.js';
import { assignPattern } from './lowerPattern.js';
import type { Reference } from '../names/bindings.js';
import { storedProperty, written } from './lowerAssertion.js';
import { skipTypes } from '../source.js';

/** The target of an assignment, its own operands already evaluated. */
export type Place =
  | { readonly kind: 'variable'; readonly node: ts.Identifier; readonly reference: Reference | null }
  | {
      readonly kind: 'member';
      readonly object: Expression;
      readonly key: Expression;
      readonly access: number | null;
      readonly node: ts.Expression;
    }
  /** `used`: `this`, and the key where it is computed. */
  | { readonly kind: 'super'; readonly used: readonly Expression[]; readonly node: ts.Expression };

/** `effects`: of what is evaluated between here and the write. */
export function lowerPlace(b: FunctionBuilder, target: ts.Expression, effects: number): Place {
  const node = skipTypes(target);
  if (ts.isIdentifier(node)) {
    const reference = b.module.bindings.references.get(node) ?? null;
    const object = reference === null ? undefined : b.module.exposedBy(reference.variable);
    if (object === undefined) return { kind: 'variable', node, reference };
    return { kind: 'member', object: { kind: 'variable', variable: object.id }, key: stringValue(node.text), access: null, node };
  }
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) {
    // A call as a target is an early error, or throws.
    return { kind: 'member', object: lowerValue(b, node), key: unknownValue, access: null, node };
  }
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword) {
    const self = checkedThis(b, node.expression);
    if (ts.isPropertyAccessExpression(node)) return { kind: 'super', used: [self], node };
    const key = b.stable(lowerValue(b, node.argumentExpression), effects, b.spanOf(node.argumentExpression));
    return { kind: 'super', used: [self, key], node };
  }
  let object = lowerValue(b, node.expression);
  if (ts.isPropertyAccessExpression(node)) {
    object = b.stable(object, effects, b.spanOf(node.expression));
    return { kind: 'member', object, key: lowerKey(b, node.name), access: null, node };
  }
  object = b.stable(object, effects | b.module.effects.of(node.argumentExpression), b.spanOf(node.expression));
  const key = b.stable(lowerValue(b, node.argumentExpression), effects, b.spanOf(node.argumentExpression));
  return { kind: 'member', object, key, access: b.access(node, 'write'), node };
}

function readPlace(b: FunctionBuilder, place: Place): Expression {
  switch (place.kind) {
    case 'variable':
      return lowerName(b, place.node);
    case 'member':
      return b.load(place.object, place.key, b.spanOf(place.node), place.access);
    case 'super':
      return b.havoc('super property', place.used, b.spanOf(place.node));
  }
}

export function writePlace(b: FunctionBuilder, place: Place, value: Expression, span: Span): void {
  switch (place.kind) {
    case 'variable':
      writeVariable(b, place.node, place.reference, value, span);
      return;
    case 'member': {
      const check = storedProperty(b, place.node);
      const stored = check === null ? value : b.fixed(value, span);
      b.store(place.object, place.key, stored, span, 'set', place.access);
      afterStore(b, place.node);
      if (b.isLive()) check?.(place.object, place.key, stored);
      return;
    }
    case 'super':
      b.havoc('super property', [...place.used, value], span);
  }
}

/** In sloppy code `arguments[i]` and the parameters are the same. */
function afterStore(b: FunctionBuilder, node: ts.Expression): void {
  if (!ts.isElementAccessExpression(node)) return;
  const object = skipTypes(node.expression);
  if (!ts.isIdentifier(object) || object.text !== 'arguments') return;
  const { references, functions } = b.module.bindings;
  const owner = functions[references.get(object)?.variable.owner ?? b.info.id];
  if (owner?.writesArguments !== true) return;
  const writes = owner.parameters.map((parameter) => parameter.id);
  b.havoc('a parameter may be written through arguments', [], b.spanOf(node), b.temporary(), writes);
}

/** True when an assignment to the variable goes through. */
function isWritable(reference: Reference): boolean {
  const { form } = reference.variable;
  return form !== 'const' && form !== 'import' && form !== 'ownName' && form !== 'ambient';
}

function writeVariable(b: FunctionBuilder, node: ts.Identifier, reference: Reference | null, value: Expression, span: Span): void {
  if (reference === null || reference.variable.form === 'ambient') {
    b.undeclared(node.text, [value], span);
    return;
  }
  const { variable } = reference;
  if (reference.check) checkInitialised(b, variable, b.spanOf(node));
  if (isWritable(reference)) {
    b.assign(variable.id, value, span);
    written(b, variable, span);
  } else if (variable.form === 'ownName' && !b.info.strict) {
    // Sloppy code ignores it.
    if (b.canThrow(value)) b.copy(value, span);
  } else {
    if (b.canThrow(value)) b.copy(value, span);
    throwTypeError(b, node, 'Assignment to constant variable.');
  }
}

/** The variable when it may be written in place of a temporary. */
function directTarget(place: Place): VariableId | null {
  if (place.kind !== 'variable' || place.reference === null) return null;
  return isWritable(place.reference) && !place.reference.check ? place.reference.variable.id : null;
}

/** The result is of use only when it is `used`. */
export function lowerAssignment(b: FunctionBuilder, node: ts.BinaryExpression, used: boolean): Expression {
  const span = b.spanOf(node);
  const target = skipTypes(node.left);
  const operator = node.operatorToken.kind;
  if (operator === ts.SyntaxKind.EqualsToken) {
    if (ts.isObjectLiteralExpression(target) || ts.isArrayLiteralExpression(target)) {
      const kept = b.fixed(lowerValue(b, node.right), span);
      assignPattern(b, target, kept);
      return kept;
    }
    return plainAssignment(b, node, target, used, span);
  }
  const logical = logicalTest(operator);
  if (logical !== null) return logicalAssignment(b, node, target, logical, used);
  const place = lowerPlace(b, target, b.module.effects.of(node.right) | takesEdges);
  const left = b.stable(readPlace(b, place), b.module.effects.of(node.right), b.spanOf(target));
  const result = binary(compoundOperator(operator), left, lowerValue(b, node.right));
  return write(b, place, result, used, span);
}

function plainAssignment(b: FunctionBuilder, node: ts.BinaryExpression, target: ts.Expression, used: boolean, span: Span): Expression {
  const place = lowerPlace(b, target, b.module.effects.of(node.right));
  const direct = directTarget(place);
  if (direct !== null && !used) {
    writeDirectly(b, direct, node.right, span);
    return unknownValue;
  }
  return write(b, place, lowerValue(b, node.right), used, span);
}

function writeDirectly(b: FunctionBuilder, target: VariableId, value: ts.Expression, span: Span): void {
  lowerInto(b, value, target);
  const variable = b.module.bindings.variables[target];
  if (variable !== undefined) written(b, variable, span);
}

/** Writes the value and gives an expression for it. */
function write(b: FunctionBuilder, place: Place, value: Expression, used: boolean, span: Span): Expression {
  if (!used) {
    writePlace(b, place, value, span);
    return value;
  }
  const kept = b.fixed(value, span);
  writePlace(b, place, kept, span);
  return kept;
}

type LogicalTest = 'truthy' | 'falsy' | 'nullish';

/** When a logical assignment writes. */
function logicalTest(operator: ts.SyntaxKind): LogicalTest | null {
  switch (operator) {
    case ts.SyntaxKind.AmpersandAmpersandEqualsToken:
      return 'truthy';
    case ts.SyntaxKind.BarBarEqualsToken:
      return 'falsy';
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
      return 'nullish';
    default:
      return null;
  }
}

function logicalAssignment(
  b: FunctionBuilder,
  node: ts.BinaryExpression,
  target: ts.Expression,
  test: LogicalTest,
  used: boolean,
): Expression {
  const span = b.spanOf(node);
  const place = lowerPlace(b, target, b.module.effects.of(node.right) | takesEdges);
  const read = readPlace(b, place);
  const writes = b.node('body', b.spanOf(node.right));
  if (!used) {
    const after = b.node('expression', span);
    branchOn(b, read, test, writes, after, b.spanOf(target));
    b.startAt(writes);
    const direct = directTarget(place);
    if (direct === null) writePlace(b, place, lowerValue(b, node.right), span);
    else writeDirectly(b, direct, node.right, span);
    b.goTo(after);
    b.startAt(after);
    return unknownValue;
  }
  const result = b.temporary();
  const keeps = b.node('expression', span);
  const after = b.node('expression', span);
  branchOn(b, read, test, writes, keeps, b.spanOf(target));
  b.startAt(keeps);
  b.assign(result, read, span);
  b.goTo(after);
  b.startAt(writes);
  lowerInto(b, node.right, result);
  const value: Expression = { kind: 'variable', variable: result };
  writePlace(b, place, value, span);
  b.goTo(after);
  b.startAt(after);
  return value;
}

function branchOn(b: FunctionBuilder, value: Expression, test: LogicalTest, writes: NodeId, keeps: NodeId, span: Span): void {
  if (test === 'nullish') b.test(binary('==', value, nullValue), writes, keeps, span);
  else if (test === 'truthy') b.test(value, writes, keeps, span);
  else b.test(value, keeps, writes, span);
}

function compoundOperator(operator: ts.SyntaxKind): BinaryOperator {
  switch (operator) {
    case ts.SyntaxKind.PlusEqualsToken:
      return '+';
    case ts.SyntaxKind.MinusEqualsToken:
      return '-';
    case ts.SyntaxKind.AsteriskEqualsToken:
      return '*';
    case ts.SyntaxKind.SlashEqualsToken:
      return '/';
    case ts.SyntaxKind.PercentEqualsToken:
      return '%';
    case ts.SyntaxKind.AsteriskAsteriskEqualsToken:
      return '**';
    case ts.SyntaxKind.LessThanLessThanEqualsToken:
      return '<<';
    case ts.SyntaxKind.GreaterThanGreaterThanEqualsToken:
      return '>>';
    case ts.SyntaxKind.GreaterThanGreaterThanGreaterThanEqualsToken:
      return '>>>';
    case ts.SyntaxKind.AmpersandEqualsToken:
      return '&';
    case ts.SyntaxKind.BarEqualsToken:
      return '|';
    default:
      return '^';
  }
}

/** `++` and `--`; the value is the old one when it stands behind. */
export function lowerUpdate(b: FunctionBuilder, node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression, used: boolean): Expression {
  const span = b.spanOf(node);
  if (!isUpdate(node.operator)) return unknownValue;
  const operator: BinaryOperator = node.operator === ts.SyntaxKind.PlusPlusToken ? '+' : '-';
  const place = lowerPlace(b, node.operand, takesEdges);
  const read = readPlace(b, place);
  const wantsOld = used && ts.isPostfixUnaryExpression(node);
  const isNumber = b.kindOf(read) === 'number';
  if (!used && place.kind === 'variable') {
    step(b, read, operator, span, (next) => writePlace(b, place, next, span));
    return read;
  }
  const old = b.copy(unary('toNumeric', read), span);
  if (isNumber) {
    const next = binary(operator, old, numberValue(1));
    const kept = wantsOld ? next : b.copy(next, span);
    writePlace(b, place, kept, span);
    return wantsOld ? old : kept;
  }
  const next = b.temporary('numeric');
  step(b, old, operator, span, (value) => b.assign(next, value, span));
  const kept: Expression = { kind: 'variable', variable: next };
  writePlace(b, place, kept, span);
  return wantsOld ? old : kept;
}

/** A bigint steps by a bigint, which the operators of expressions do not mix with numbers. */
function step(b: FunctionBuilder, old: Expression, operator: BinaryOperator, span: Span, write: (next: Expression) => void): void {
  if (b.kindOf(old) === 'number') {
    write(binary(operator, old, numberValue(1)));
    return;
  }
  const big = b.node('expression', span);
  const small = b.node('expression', span);
  const after = b.node('expression', span);
  b.test(binary('===', unary('typeof', old), stringValue('bigint')), big, small, span);
  b.startAt(big);
  write(binary(operator, old, { kind: 'constant', value: { kind: 'bigint', value: 1n } }));
  b.goTo(after);
  b.startAt(small);
  write(binary(operator, b.kindOf(old) === 'numeric' ? old : unary('toNumeric', old), numberValue(1)));
  b.goTo(after);
  b.startAt(after);
}
