import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { takesEdges } from './evaluationEffects.js';
import { binary, numberValue, stringValue, unary } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { checkLiteral } from './lowerAssertion.js';
import { lowerClosure, lowerName, lowerValue } from './lowerExpression.js';

/** The key that a literal or class member is defined under. */
export function lowerPropertyName(b: FunctionBuilder, name: ts.PropertyName): Expression {
  if (ts.isComputedPropertyName(name)) {
    const key = lowerValue(b, name.expression);
    if (key.kind === 'constant') return key;
    return b.copy(unary('toPropertyKey', key), b.spanOf(name.expression));
  }
  if (ts.isPrivateIdentifier(name)) return stringValue(b.module.privateKey(name));
  if (ts.isNumericLiteral(name)) return numberValue(Number(name.text));
  if (ts.isBigIntLiteral(name)) return stringValue(String(BigInt(name.text.slice(0, -1))));
  return stringValue(name.text);
}

export function lowerObjectLiteral(b: FunctionBuilder, node: ts.ObjectLiteralExpression): Expression {
  const span = b.spanOf(node);
  const target = b.temporary();
  b.emit({ kind: 'allocate', target, site: b.module.site(node, b.info, 'object', span), form: 'object', elements: [], span }, span);
  const object: Expression = { kind: 'variable', variable: target };
  for (const property of node.properties) lowerProperty(b, property, object);
  checkLiteral(b, node, object);
  return object;
}

function lowerProperty(b: FunctionBuilder, property: ts.ObjectLiteralElementLike, object: Expression): void {
  const span = b.spanOf(property);
  if (ts.isPropertyAssignment(property)) {
    const key = lowerPropertyName(b, property.name);
    const value = lowerValue(b, property.initializer);
    if (
      !ts.isComputedPropertyName(property.name) &&
      key.kind === 'constant' &&
      key.value.kind === 'string' &&
      key.value.value === '__proto__'
    ) {
      b.havoc('the prototype is set', [object, value], span);
    } else {
      b.store(object, key, value, span, 'define');
    }
  } else if (ts.isShorthandPropertyAssignment(property)) {
    b.store(object, stringValue(property.name.text), lowerName(b, property.name), span, 'define');
  } else if (ts.isSpreadAssignment(property)) {
    const source = b.repeatable(lowerValue(b, property.expression), span);
    b.emit({ kind: 'copyProperties', object, source, excluded: [], span }, span);
  } else {
    lowerMethod(b, property, object, lowerPropertyName(b, property.name));
  }
}

/** A method or accessor of a literal or class. */
export function lowerMethod(
  b: FunctionBuilder,
  node: ts.MethodDeclaration | ts.AccessorDeclaration,
  object: Expression,
  key: Expression,
): Expression | null {
  // Where its computed name stands: at the method itself stands what is said of calls of it.
  const span = b.spanOf(ts.isComputedPropertyName(node.name) ? node.name.expression : node);
  if (node.body === undefined) return null;
  const closure = lowerClosure(b, node);
  if (ts.isMethodDeclaration(node)) b.store(object, key, closure, span, 'define');
  else if (ts.isGetAccessor(node)) b.emit({ kind: 'defineAccessor', object, key, getter: closure, setter: null, span }, span);
  else b.emit({ kind: 'defineAccessor', object, key, getter: null, setter: closure, span }, span);
  return closure;
}

/** A chain of `+` over strings. */
export function lowerTemplate(b: FunctionBuilder, node: ts.TemplateExpression): Expression {
  let value: Expression | null = node.head.text === '' ? null : stringValue(node.head.text);
  for (const part of node.templateSpans) {
    if (value !== null) value = b.stable(value, b.module.effects.of(part.expression), b.spanOf(node));
    const operand = lowerValue(b, part.expression);
    const text = b.kindOf(operand) === 'string' ? operand : unary('toString', operand);
    value = value === null ? text : binary('+', value, text);
    if (part.literal.text !== '') value = binary('+', value, stringValue(part.literal.text));
    value = b.shallow(value, b.spanOf(node));
  }
  return value ?? stringValue('');
}

/** Attributes and children are evaluated; what becomes of them is not known. */
export function lowerJsx(
  b: FunctionBuilder,
  node: ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment,
  target: VariableId = b.temporary(),
): Expression {
  const reads: Expression[] = [];
  const keep = (expression: ts.Expression): void => {
    // What follows may have any effect: unlike in a call the operands are not looked through.
    reads.push(b.stable(lowerValue(b, expression), takesEdges, b.spanOf(expression)));
  };
  if (!ts.isJsxFragment(node)) {
    const opening = ts.isJsxElement(node) ? node.openingElement : node;
    const tag = opening.tagName;
    if (!ts.isJsxNamespacedName(tag) && !(ts.isIdentifier(tag) && /^[a-z]/.test(tag.text))) keep(tag);
    for (const attribute of opening.attributes.properties) {
      if (ts.isJsxSpreadAttribute(attribute)) keep(attribute.expression);
      else if (attribute.initializer !== undefined) keepAttribute(attribute.initializer, keep);
    }
  }
  if (!ts.isJsxSelfClosingElement(node)) for (const child of node.children) keepAttribute(child, keep);
  return b.havoc('JSX', reads, b.spanOf(node), target);
}

function keepAttribute(node: ts.JsxAttributeValue | ts.JsxChild, keep: (expression: ts.Expression) => void): void {
  if (ts.isJsxExpression(node)) {
    if (node.expression !== undefined) keep(node.expression);
  } else if (!ts.isJsxText(node) && !ts.isStringLiteral(node)) {
    keep(node);
  }
}
