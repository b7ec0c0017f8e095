import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../ir/expression.js';
import type { Assertion, AssertionId } from '../../ir/program.js';
import type { AssertionComment, Attachment } from '../assertions/assertion.js';
import { faultOf } from './assertionFault.js';
import { binary, numberValue, stringValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { homeOf } from '../names/home.js';
import { branch } from './lowerCondition.js';
import { withHandler } from './lowerPattern.js';
import type { VariableInfo } from '../names/scopes.js';
import { skipTypes } from '../source.js';
import { declaredMember, memberOf, nameOf, typeAround } from '../types/declaredMember.js';
import { permanentAssertions } from '../types/types.js';

/** The assertions of a node that speak of the current point. */
export function lowerAttached(b: FunctionBuilder, node: ts.Node, kind: Attachment['kind']): void {
  const comments = b.module.attached.get(node)?.filter((comment) => comment.attachment.kind === kind) ?? [];
  if (comments.length > 0 && kind === 'before') b.settle('before', b.spanOf(node), b.nodeCount);
  for (const comment of comments) lowerAssertion(b, comment);
}

function lowerAssertion(b: FunctionBuilder, comment: AssertionComment): void {
  if (comment.tag === 'range') return;
  const id = assertionId(b, comment);
  if (id === null) return;
  const { span } = comment;
  b.here(span);
  const failed = b.node('before', span);
  const holds = b.node('before', span);
  // An evaluation that throws is false.
  withHandler(b, failed, () => branch(b, comment.expression, holds, failed));
  if (comment.tag !== 'sometime') {
    b.mark(failed, { kind: 'violation', assertion: id });
    b.startAt(holds);
    return;
  }
  b.mark(holds, { kind: 'sometime', assertion: id });
  const after = b.node('before', span);
  b.startAt(holds);
  b.goTo(after);
  b.startAt(failed);
  b.goTo(after);
  b.startAt(after);
}

/** The `@range` and `@invariant` assertions of a variable, which has just been given a value. */
export function checkVariable(b: FunctionBuilder, variable: VariableInfo, span: Span): void {
  const permanent = b.module.bindings.permanent.get(variable);
  if (permanent === undefined || !b.isLive()) return;
  for (const comment of permanent) checkValue(b, comment, { kind: 'variable', variable: variable.id }, span);
}

/** A variable has just been written: in sloppy code whoever has `arguments` has what a parameter is given. */
export function written(b: FunctionBuilder, variable: VariableInfo, span: Span): void {
  const { id, kind, owner } = variable;
  const info = b.module.bindings.functions[owner];
  if (kind === 'parameter' && info?.strict === false && info.argumentsVariable !== null && b.isLive())
    b.emit({ kind: 'escape', value: { kind: 'variable', variable: id }, span }, span);
  checkVariable(b, variable, span);
}

/** The assertions of a property, which has just been stored in `object`. */
export function checkProperty(b: FunctionBuilder, declaration: ts.Declaration, object: Expression, key: Expression): void {
  const permanent = permanentAssertions(declaration, b.module.types);
  const [first] = permanent;
  if (first === undefined || !b.isLive()) return;
  const span = b.spanOf(declaration);
  const value = b.load(object, key, first.span, null);
  for (const comment of permanent) checkValue(b, comment, value, span);
}

/** What a store to a property has to satisfy; null where nothing is asked of it. */
export type StoredProperty = (object: Expression, key: Expression, value: Expression) => void;

/**
 * `o.x = …`, where `o` is `this` of a class that declares `x`, or a variable of a type that does. What another object is that is given to a
 * function is not known: there it is the value that is stored.
 */
export function storedProperty(b: FunctionBuilder, node: ts.Expression): StoredProperty | null {
  if (b.module.types.permanent.size === 0 || !ts.isPropertyAccessExpression(node)) return null;
  const declaration = declarationOf(b, node.expression, node.name.text);
  if (declaration === null) return null;
  if (skipTypes(node.expression).kind === ts.SyntaxKind.ThisKeyword) return (object, key) => checkProperty(b, declaration, object, key);
  const asked = permanentAssertions(declaration, b.module.types);
  return asked.length === 0 ? null : (_, __, value) => asked.forEach((comment) => checkValue(b, comment, value, b.spanOf(node)));
}

function declarationOf(b: FunctionBuilder, object: ts.Expression, name: string): ts.Declaration | null {
  const { types, bindings } = b.module;
  const whole = skipTypes(object);
  if (whole.kind === ts.SyntaxKind.ThisKeyword) {
    const home = homeOf(object);
    return home === null || home.isStatic ? null : memberOf(home.class, name, types);
  }
  const variable = ts.isIdentifier(whole) ? bindings.references.get(whole)?.variable : undefined;
  const type = variable === undefined ? undefined : bindings.types.get(variable);
  return type === undefined ? null : declaredMember(type, name, types);
}

/** What a literal gives properties that have assertions, where it is of a declared type, or that it has them itself. */
export function checkLiteral(b: FunctionBuilder, node: ts.ObjectLiteralExpression, object: Expression): void {
  const { types } = b.module;
  if (types.permanent.size === 0) return;
  const type = typeAround(node, types);
  for (const property of node.properties) {
    if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property)) continue;
    const name = nameOf(property.name);
    if (name === null || name === '__proto__') continue;
    const declaration = type === null ? null : declaredMember(type, name, types);
    for (const each of [property, declaration]) if (each !== null) checkProperty(b, each, object, stringValue(name));
  }
}

/** What is computed for a check is no part of what it asks about: it stands where the assertion does. */
function checkValue(b: FunctionBuilder, comment: AssertionComment, value: Expression, span: Span): void {
  const id = assertionId(b, comment);
  if (id === null) return;
  const failed = b.node('expression', span);
  const holds = b.node('expression', span);
  b.mark(failed, { kind: 'violation', assertion: id });
  if (comment.tag === 'range') {
    const upper = b.node('test', span);
    withHandler(b, failed, () => {
      b.test(binary('>=', value, numberValue(comment.min)), upper, failed, comment.span);
      b.startAt(upper);
      b.test(binary('<=', value, numberValue(comment.max)), holds, failed, comment.span);
    });
  } else {
    b.module.withInvariantValue(value, () => withHandler(b, failed, () => branch(b, comment.expression, holds, failed)));
  }
  b.startAt(holds);
}

/** Null when the assertion cannot be interpreted, which is then reported once. */
function assertionId(b: FunctionBuilder, comment: AssertionComment): AssertionId | null {
  const { module } = b;
  const byOwner = module.assertionIds.get(comment) ?? new Map<number, AssertionId | null>();
  module.assertionIds.set(comment, byOwner);
  const known = byOwner.get(b.info.id);
  if (known !== undefined) return known;
  const fault = comment.tag === 'range' ? null : faultOf(comment, module.bindings, module.source.file);
  if (fault !== null) {
    if (byOwner.size === 0) module.invalidAssertions.push(fault);
    byOwner.set(b.info.id, null);
    return null;
  }
  const id = module.assertions.length;
  const assertion: Assertion = { id, tag: comment.tag, text: comment.text, span: comment.span, owner: b.info.id };
  module.assertions.push(assertion);
  byOwner.set(b.info.id, id);
  return id;
}
