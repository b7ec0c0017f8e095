import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../ir/expression.js';
import type { NodeId, VariableId } from '../../ir/program.js';
import { withCleanup } from './abruptCompletions.js';
import { takesEdges } from './evaluationEffects.js';
import { binary, nullValue, undefinedValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { written } from './lowerAssertion.js';
import { lowerPlace, writePlace, type Place } from './lowerAssignment.js';
import { throwTypeError } from './lowerCall.js';
import { lowerInto } from './lowerExpression.js';
import { lowerPropertyName } from './lowerLiteral.js';
import { skipTypes } from '../source.js';

/** One element of a pattern, whether it declares or assigns. */
interface Element {
  readonly node: ts.Node;
  readonly target: ts.BindingName | ts.Expression | null;
  readonly property: ts.PropertyName | null;
  readonly defaultValue: ts.Expression | null;
  readonly isRest: boolean;
}

/** Binds the names of a declaration to a value, which nothing changes meanwhile. */
export function bindName(b: FunctionBuilder, name: ts.BindingName, value: Expression, span: Span): void {
  if (ts.isIdentifier(name)) {
    const variable = b.module.bindings.references.get(name)?.variable;
    if (variable === undefined || variable.form === 'ambient') return;
    b.assign(variable.id, value, span);
    written(b, variable, span);
  } else if (ts.isObjectBindingPattern(name)) {
    objectPattern(b, name.elements.map(bindingElement), value, name);
  } else {
    arrayPattern(b, name.elements.map(bindingElement), value, name);
  }
}

export function assignPattern(
  b: FunctionBuilder,
  pattern: ts.ObjectLiteralExpression | ts.ArrayLiteralExpression,
  value: Expression,
): void {
  if (ts.isArrayLiteralExpression(pattern)) arrayPattern(b, pattern.elements.map(arrayElement), value, pattern);
  else objectPattern(b, pattern.properties.map(objectElement), value, pattern);
}

function bindingElement(node: ts.ArrayBindingElement): Element {
  if (ts.isOmittedExpression(node)) return { node, target: null, property: null, defaultValue: null, isRest: false };
  const isObject = ts.isObjectBindingPattern(node.parent);
  const property = isObject ? (node.propertyName ?? (ts.isIdentifier(node.name) ? node.name : null)) : null;
  return { node, target: node.name, property, defaultValue: node.initializer ?? null, isRest: node.dotDotDotToken !== undefined };
}

function arrayElement(node: ts.Expression): Element {
  if (ts.isOmittedExpression(node)) return { node, target: null, property: null, defaultValue: null, isRest: false };
  if (ts.isSpreadElement(node)) return { node, target: node.expression, property: null, defaultValue: null, isRest: true };
  return { node, ...withDefault(node), property: null, isRest: false };
}

function objectElement(node: ts.ObjectLiteralElementLike): Element {
  if (ts.isSpreadAssignment(node)) return { node, target: node.expression, property: null, defaultValue: null, isRest: true };
  if (ts.isShorthandPropertyAssignment(node)) {
    return { node, target: node.name, property: node.name, defaultValue: node.objectAssignmentInitializer ?? null, isRest: false };
  }
  if (ts.isPropertyAssignment(node)) return { node, ...withDefault(node.initializer), property: node.name, isRest: false };
  return { node, target: null, property: null, defaultValue: null, isRest: false };
}

function withDefault(node: ts.Expression): { target: ts.Expression; defaultValue: ts.Expression | null } {
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return { target: node.left, defaultValue: node.right };
  return { target: node, defaultValue: null };
}

function objectPattern(b: FunctionBuilder, elements: readonly Element[], value: Expression, node: ts.Node): void {
  const first = elements[0];
  // Otherwise reading the first property throws where the value has none.
  if (first === undefined || first.isRest || (first.property !== null && ts.isComputedPropertyName(first.property))) {
    requireObject(b, value, node);
  }
  const hasRest = elements.some((element) => element.isRest);
  const keys: Expression[] = [];
  for (const element of elements) {
    const elementSpan = b.spanOf(element.node);
    if (element.isRest) {
      const target = b.temporary();
      const site = b.module.site(element.node, b.info, 'object', elementSpan);
      const place = placeOf(b, element, takesEdges);
      b.emit({ kind: 'allocate', target, site, form: 'object', elements: [], span: elementSpan }, elementSpan);
      const rest: Expression = { kind: 'variable', variable: target };
      b.emit({ kind: 'copyProperties', object: rest, source: value, excluded: keys, span: elementSpan }, elementSpan);
      give(b, element, place, rest, elementSpan);
      continue;
    }
    if (element.property === null) continue;
    let key = lowerPropertyName(b, element.property);
    if (hasRest || !isSimple(element)) key = b.stable(key, takesEdges, elementSpan);
    keys.push(key);
    const place = placeOf(b, element, takesEdges);
    const direct = directVariable(b, element, place);
    const loaded = b.load(value, key, elementSpan, null, direct ?? undefined);
    if (direct === null) give(b, element, place, withDefaultValue(b, loaded, element, elementSpan), elementSpan);
    else checked(b, direct, elementSpan);
  }
}

function requireObject(b: FunctionBuilder, value: Expression, node: ts.Node): void {
  const span = b.spanOf(node);
  const absent = b.node('expression', span);
  const found = b.node('expression', span);
  b.test(binary('==', value, nullValue), absent, found, span);
  b.startAt(absent);
  throwTypeError(b, node, 'Cannot destructure undefined or null.');
  b.startAt(found);
}

function arrayPattern(b: FunctionBuilder, elements: readonly Element[], value: Expression, node: ts.Node): void {
  const span = b.spanOf(node);
  const iterable = b.repeatable(value, span);
  const iterator = b.temporary();
  const index = b.temporary('number');
  b.emit({ kind: 'iterate', iterator, index, iterable, protocol: 'of', span }, span);
  const last = elements[elements.length - 1];
  // An iterator that throws is done: it is not closed.
  const outer = b.handler;
  const take = (): void => {
    for (const [taken, element] of elements.entries()) takeElement(b, element, { iterator, index, taken }, outer);
  };
  const close = (): void => b.emit({ kind: 'closeIterator', iterator, protocol: 'of', span }, span);
  if (elements.every(isSimple)) {
    // Nothing but the iterator itself can throw, and then it is done.
    take();
    if (last === undefined || !last.isRest) close();
    return;
  }
  withCleanup(
    b,
    {
      span,
      run: close,
      runOnThrow: () => closeQuietly(b, iterator, 'of', span),
      onNormal: last === undefined || !last.isRest,
      share: false,
    },
    take,
  );
}

/** Closes an iterator because of an exception, which the errors of closing do not replace. */
export function closeQuietly(b: FunctionBuilder, iterator: VariableId, protocol: 'of' | 'in' | 'asyncOf', span: Span): void {
  const after = b.node('handler', span);
  withHandler(b, after, () => b.emitTo(after, { kind: 'closeIterator', iterator, protocol, span }, span));
  b.startAt(after);
}

/** Exceptions of what `action` emits go to `handler`. */
export function withHandler(b: FunctionBuilder, handler: NodeId, action: () => void): void {
  const outer = b.handler;
  b.handler = handler;
  action();
  b.handler = outer;
}

/** Where an iteration is: behind so many values. */
interface Taking {
  readonly iterator: VariableId;
  readonly index: VariableId;
  readonly taken: number;
}

function takeElement(b: FunctionBuilder, element: Element, { iterator, index, taken }: Taking, outer: NodeId): void {
  const span = b.spanOf(element.node);
  const place = placeOf(b, element, takesEdges);
  const direct = directVariable(b, element, place);
  if (element.isRest) {
    const target = direct ?? b.temporary();
    const site = b.module.site(element.node, b.info, 'array', span);
    withHandler(b, outer, () => b.emit({ kind: 'collect', target, site, iterator, index, span }, span));
    if (direct === null) give(b, element, place, { kind: 'variable', variable: target }, span);
    else checked(b, direct, span);
    return;
  }
  const target = direct ?? b.temporary();
  const after = b.node('expression', span);
  const done = b.node('expression', span);
  withHandler(b, outer, () => {
    b.emitTo(after, { kind: 'step', iterator, index, target, protocol: 'of', found: true, taken, span }, span);
    b.emitTo(done, { kind: 'step', iterator, index, target, protocol: 'of', found: false, taken, span }, span);
  });
  b.startAt(done);
  b.emitTo(after, { kind: 'assign', target, value: undefinedValue, span }, span);
  b.startAt(after);
  if (element.target === null) return;
  if (direct !== null) checked(b, direct, span);
  else give(b, element, place, withDefaultValue(b, { kind: 'variable', variable: target }, element, span), span);
}

/** Storing the element runs nothing that can throw. */
function isSimple(element: Element): boolean {
  if (element.target === null) return true;
  return element.defaultValue === null && ts.isIdentifier(element.target);
}

/** The variable that an element writes, when the value can be put there at once. */
function directVariable(b: FunctionBuilder, element: Element, place: Place | null): VariableId | null {
  if (element.target === null || !isSimple(element) || !ts.isIdentifier(element.target)) return null;
  const reference = b.module.bindings.references.get(element.target);
  if (reference === undefined || reference.variable.form === 'ambient') return null;
  const declares = place === null;
  if (!declares && b.module.exposedBy(reference.variable) !== undefined) return null;
  return declares || (reference.variable.form !== 'const' && reference.variable.kind !== 'import' && !reference.check)
    ? reference.variable.id
    : null;
}

function checked(b: FunctionBuilder, id: VariableId, span: Span): void {
  const variable = b.module.bindings.variables[id];
  if (variable !== undefined) written(b, variable, span);
}

/** The member that an assigning pattern's element writes is evaluated before the element's value. */
function placeOf(b: FunctionBuilder, element: Element, effects: number): Place | null {
  const { target } = element;
  if (target === null || ts.isBindingElement(element.node) || ts.isOmittedExpression(element.node)) return null;
  if (ts.isObjectBindingPattern(target) || ts.isArrayBindingPattern(target)) return null;
  const node = skipTypes(target);
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return null;
  return lowerPlace(b, node, effects);
}

function give(b: FunctionBuilder, element: Element, place: Place | null, value: Expression, span: Span): void {
  const { target } = element;
  if (target === null) return;
  if (place !== null) {
    writePlace(b, place, value, span);
  } else if (ts.isBindingElement(element.node)) {
    bindName(b, element.node.name, value, span);
  } else if (ts.isExpression(target)) {
    const node = skipTypes(target);
    if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) assignPattern(b, node, value);
  }
}

/** The value, or the element's default when it is undefined. */
function withDefaultValue(b: FunctionBuilder, value: Expression, element: Element, span: Span): Expression {
  if (element.defaultValue === null || value.kind !== 'variable') return value;
  applyDefault(b, value.variable, element.defaultValue, span);
  return value;
}

/** variable := default, where it is undefined. */
export function applyDefault(b: FunctionBuilder, variable: VariableId, defaultValue: ts.Expression, span: Span): void {
  const missing = b.node('body', b.spanOf(defaultValue));
  const after = b.node('expression', span);
  b.test(binary('===', { kind: 'variable', variable }, undefinedValue), missing, after, span);
  b.startAt(missing);
  lowerInto(b, defaultValue, variable);
  b.goTo(after);
  b.startAt(after);
}
