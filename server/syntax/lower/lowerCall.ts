import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import type { Argument, Instruction } from '../../ir/instruction.js';
import type { Span } from '../../base/span.js';
import type { NodeId, VariableId } from '../../ir/program.js';
import { takesEdges } from './evaluationEffects.js';
import { binary, intrinsic, nullValue, stringValue, undefinedValue, unknownValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import type { VariableInfo } from '../names/scopes.js';
import { nodePath } from '../names/nodeNames.js';
import { givesPromise } from '../names/promisedNames.js';
import { intrinsicNamed } from '../names/standardGlobals.js';
import { lowerAssertCall } from './lowerAssertCall.js';
import { initialiseFields } from './lowerClass.js';
import { checkedThis, isStandardGlobal, lowerKey, lowerOperands, lowerValue } from './lowerExpression.js';
import { homeOf } from '../names/home.js';
import { skipTypes } from '../source.js';

/** Links of a chain `a?.b.c(d)` share where they go when one of them finds nothing. */
type Absent = NodeId | null;

/** An optional chain; control goes to `absent` where a `?.` finds undefined or null. */
export function lowerChain(b: FunctionBuilder, node: ts.Expression, absent: NodeId, target?: VariableId): Expression {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return lowerAccess(b, node, absent, target);
  if (ts.isCallExpression(node)) return lowerCall(b, node, { absent, target, awaited: false });
  if (ts.isNonNullExpression(node)) return lowerChain(b, node.expression, absent, target);
  return lowerValue(b, node);
}

/** The expression that a link of a chain continues. */
function lowerBase(b: FunctionBuilder, node: ts.Expression, absent: Absent): Expression {
  let inner = node;
  while (ts.isNonNullExpression(inner)) inner = inner.expression;
  return absent !== null && ts.isOptionalChain(inner) ? lowerChain(b, inner, absent) : lowerValue(b, inner);
}

/** After `?.`: goes to `absent` when the value is undefined or null. */
function requirePresent(b: FunctionBuilder, value: Expression, node: ts.Node, absent: Absent): Expression {
  if (absent === null) return value;
  const span = b.spanOf(node);
  const kept = b.repeatable(value, span);
  const found = b.node('expression', span);
  b.test(binary('==', kept, nullValue), absent, found, span);
  b.startAt(found);
  return kept;
}

export function lowerAccess(
  b: FunctionBuilder,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  absent: Absent,
  target?: VariableId,
): Expression {
  const span = b.spanOf(node);
  if (node.expression.kind === ts.SyntaxKind.SuperKeyword) return lowerSuperProperty(b, node, target).value;
  const known = enumConstant(b, node);
  if (known !== null) return known;
  let object = lowerBase(b, node.expression, absent);
  if (node.questionDotToken !== undefined) object = requirePresent(b, object, node.expression, absent);
  if (ts.isPropertyAccessExpression(node)) return loadMember(b, object, node.name, span, target);
  object = b.stable(object, b.module.effects.of(node.argumentExpression), b.spanOf(node.expression));
  const key = lowerValue(b, node.argumentExpression);
  return b.load(object, key, span, b.access(node, 'read'), target);
}

/** A member of a const enum, which exists only in the compiler. */
function enumConstant(b: FunctionBuilder, node: ts.PropertyAccessExpression | ts.ElementAccessExpression): Expression | null {
  const object = skipTypes(node.expression);
  if (!ts.isIdentifier(object)) return null;
  const variable = b.module.bindings.references.get(object)?.variable;
  if (variable === undefined || variable.form !== 'enum') return null;
  const name = ts.isPropertyAccessExpression(node)
    ? node.name.text
    : ts.isStringLiteralLike(node.argumentExpression)
      ? node.argumentExpression.text
      : null;
  return name === null ? null : b.module.constantOfEnum(variable, name);
}

export interface CallOptions {
  readonly absent: Absent;
  readonly target: VariableId | undefined;
  /** An `await` follows at once. */
  readonly awaited: boolean;
}

export function lowerCall(b: FunctionBuilder, node: ts.CallExpression, options: CallOptions): Expression {
  const callee = skipTypes(node.expression);
  if (callee.kind === ts.SyntaxKind.SuperKeyword) return lowerSuperCall(b, node);
  if (callee.kind === ts.SyntaxKind.ImportKeyword) {
    return b.havoc('import()', lowerOperands(b, node.arguments), b.spanOf(node), options.target);
  }
  const known = lowerIntrinsic(b, node, callee) ?? lowerAssertCall(b, node);
  if (known !== null) return known;
  const { receiver, value } = lowerCallee(b, node, b.module.effects.ofAll(node.arguments), options.absent);
  return emitCall(b, node, { callee: value, receiver, mode: 'call' }, options);
}

/** What is called, and the value that it has for `this`. */
interface Callee {
  readonly value: Expression;
  /** null where the call has none: `this` is undefined, or the global object. */
  readonly receiver: Expression | null;
}

/** Parentheses, casts and `!` keep the receiver of a property. `argumentEffects`: of what is evaluated before the call. */
function lowerCallee(
  b: FunctionBuilder,
  node: ts.CallExpression | ts.TaggedTemplateExpression,
  argumentEffects: number,
  absent: Absent,
): Callee {
  const written = ts.isCallExpression(node) ? node.expression : node.tag;
  const isOptional = ts.isCallExpression(node) && node.questionDotToken !== undefined;
  const callee = skipTypes(written);
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) {
    let value = lowerBase(b, endsChain(written, callee) ? written : callee, absent);
    if (isOptional) value = requirePresent(b, value, callee, absent);
    return { value: b.stable(value, argumentEffects, b.spanOf(callee)), receiver: null };
  }
  const isEnded = ts.isOptionalChain(callee) && endsChain(written, callee);
  const found = isEnded ? lowerEndedChain(b, callee, argumentEffects) : lowerMember(b, callee, argumentEffects, absent);
  return isOptional ? { ...found, value: requirePresent(b, found.value, callee, absent) } : found;
}

/** Parentheses are around the callee: what is called is no link of the chain within. */
function endsChain(written: ts.Expression, callee: ts.Expression): boolean {
  let inner = written;
  while (ts.isNonNullExpression(inner)) inner = inner.expression;
  return inner !== callee;
}

/** `(a?.b)(…)`: where the chain within finds nothing, undefined is called. */
function lowerEndedChain(
  b: FunctionBuilder,
  callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  argumentEffects: number,
): Callee {
  const span = b.spanOf(callee);
  const absent = b.node('expression', span);
  const after = b.node('expression', span);
  const [receiver, value] = [b.temporary(), b.temporary()];
  const found = lowerMember(b, callee, argumentEffects, absent);
  b.assign(receiver, found.receiver ?? undefinedValue, span);
  b.assign(value, found.value, span);
  b.goTo(after);
  if (b.isLive(absent)) {
    b.startAt(absent);
    b.assign(receiver, undefinedValue, span);
    b.assign(value, undefinedValue, span);
    b.goTo(after);
  }
  b.startAt(after);
  return { receiver: { kind: 'variable', variable: receiver }, value: { kind: 'variable', variable: value } };
}

/** A property that is called, with the object that it is read from. */
function lowerMember(
  b: FunctionBuilder,
  callee: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  argumentEffects: number,
  absent: Absent,
): Callee {
  if (callee.expression.kind === ts.SyntaxKind.SuperKeyword) return lowerSuperProperty(b, callee);
  const keyEffects = ts.isElementAccessExpression(callee) ? b.module.effects.of(callee.argumentExpression) : 0;
  let receiver = lowerBase(b, callee.expression, absent);
  if (callee.questionDotToken !== undefined) receiver = requirePresent(b, receiver, callee.expression, absent);
  receiver = b.stable(receiver, argumentEffects | takesEdges | keyEffects, b.spanOf(callee.expression));
  if (ts.isPropertyAccessExpression(callee)) {
    return { receiver, value: loadMember(b, receiver, callee.name, b.spanOf(callee)) };
  }
  return { receiver, value: b.load(receiver, lowerValue(b, callee.argumentExpression), b.spanOf(callee), b.access(callee, 'read')) };
}

/** `object.name`; a private method is what its class has made of it, where the object is one of the class. */
function loadMember(b: FunctionBuilder, object: Expression, name: ts.MemberName, span: Span, target?: VariableId): Expression {
  const method = ts.isPrivateIdentifier(name) ? b.module.privateMethod(name) : null;
  if (method === null) return b.load(object, lowerKey(b, name), span, null, target);
  b.load(object, stringValue(method.brand), span, null);
  const value: Expression = { kind: 'variable', variable: method.variable.id };
  if (target === undefined) return value;
  b.assign(target, value, span);
  return { kind: 'variable', variable: target };
}

/** `super.name` is read from the class's superclass, on behalf of `this`. In object literals nothing is known of it. */
function lowerSuperProperty(
  b: FunctionBuilder,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  target?: VariableId,
): { readonly value: Expression; readonly receiver: Expression } {
  const receiver = checkedThis(b, node.expression);
  const home = homeOf(node);
  const superclass = home === null ? undefined : superVariableOf(b, home.class);
  const span = b.spanOf(node);
  const key = ts.isPropertyAccessExpression(node) ? lowerKey(b, node.name) : lowerValue(b, node.argumentExpression);
  if (home === null || superclass === undefined) return { value: b.havoc('super property', [receiver, key], span, target), receiver };
  let object: Expression = { kind: 'variable', variable: superclass.id };
  if (!home.isStatic) object = b.load(object, stringValue('prototype'), span, null);
  return { value: b.load(object, key, span, null, target, receiver), receiver };
}

/** Where `super` looks things up; undefined where the class may have another prototype by then. */
function superVariableOf(b: FunctionBuilder, node: ts.ClassLikeDeclaration): VariableInfo | undefined {
  const { bindings } = b.module;
  return bindings.replacesSuperclasses ? undefined : bindings.superclasses.get(node);
}

function lowerSuperCall(b: FunctionBuilder, node: ts.CallExpression): Expression {
  const self = b.module.bindings.references.get(node.expression)?.variable;
  const home = homeOf(node);
  const superclass = home === null ? undefined : superVariableOf(b, home.class);
  const receiver: Expression = self === undefined ? unknownValue : { kind: 'variable', variable: self.id };
  const callee: Expression = superclass === undefined ? unknownValue : { kind: 'variable', variable: superclass.id };
  emitCall(b, node, { callee, receiver, mode: 'super' }, { absent: null, target: undefined, awaited: false });
  if (home !== null && b.info === b.module.bindings.functionOf.get(home.class)) initialiseFields(b, home.class);
  return receiver;
}

export function lowerNew(b: FunctionBuilder, node: ts.NewExpression, target?: VariableId): Expression {
  const callee = b.stable(lowerValue(b, node.expression), b.module.effects.ofAll(node.arguments ?? []), b.spanOf(node.expression));
  return emitCall(b, node, { callee, receiver: null, mode: 'new' }, { absent: null, target, awaited: false });
}

/** What is called, and how. */
interface Called {
  readonly callee: Expression;
  readonly receiver: Expression | null;
  readonly mode: 'call' | 'new' | 'super';
}

function emitCall(
  b: FunctionBuilder,
  node: ts.CallExpression | ts.NewExpression,
  { callee, receiver, mode }: Called,
  options: CallOptions,
): Expression {
  const args = lowerArguments(b, node.arguments ?? []);
  const span = b.spanOf(node);
  // What a module gives as a whole is named by an assignment of its own, whose value is known where the call is not.
  const isRequire = isWrapperCall(b, callee, 'require');
  const target = (isRequire ? undefined : options.target) ?? b.temporary();
  const site = b.module.site(node, b.info, mode === 'call' ? 'other' : 'new', span);
  const text = callText(b, node.expression);
  const known = {
    ...(isDeclaredNever(b, node.expression) ? ({ isNever: true } as const) : {}),
    ...(mode === 'call' ? waitedFor(b, node) : {}),
    ...(mode === 'call' && isPromised(b, node.expression) ? ({ isPromised: true } as const) : {}),
  };
  b.emit({ kind: 'call', target, callee, receiver, args, mode, site, span, awaited: options.awaited, text, ...known }, span);
  const value: Expression = { kind: 'variable', variable: target };
  if (!isRequire || options.target === undefined) return value;
  b.assign(options.target, value, span);
  return { kind: 'variable', variable: options.target };
}

/** Whether the function is one that Node's wrapper gives to the module. */
function isWrapperCall(b: FunctionBuilder, callee: Expression, name: string): boolean {
  return callee.kind === 'variable' && b.module.bindings.wrapperVariables.some((each) => each.id === callee.variable && each.name === name);
}

/** The methods of promises that give another promise. */
const linking: ReadonlySet<string> = new Set(['then', 'catch', 'finally']);

/**
 * How what the call gives is waited for, if it is: awaited, or all that the function returns, itself or by a chain of `.then(…)`. In between
 * functions are made, and nothing runs.
 */
function waitedFor(b: FunctionBuilder, node: ts.Node): Pick<Extract<Instruction, { kind: 'call' }>, 'waitedFor'> {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) || ts.isNonNullExpression(parent)) return waitedFor(b, parent);
  if (ts.isPropertyAccessExpression(parent))
    return isLink(parent) && waitedFor(b, parent.parent).waitedFor !== undefined ? { waitedFor: 'linked' } : {};
  const isReturned = ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node);
  const isGenerator = 'asteriskToken' in b.info.node && b.info.node.asteriskToken !== undefined;
  return ts.isAwaitExpression(parent) || (isReturned && b.handler === b.throwExit && !isGenerator) ? { waitedFor: 'directly' } : {};
}

/** Whether it is the `.then` of a link that is given nothing but functions. */
function isLink(member: ts.PropertyAccessExpression): boolean {
  const call = member.parent;
  if (!linking.has(member.name.text) || member.questionDotToken !== undefined) return false;
  return ts.isCallExpression(call) && call.expression === member && call.questionDotToken === undefined && call.arguments.every(isMadeOnly);
}

/** Whether evaluating the expression runs no code and reads no variable. */
function isMadeOnly(expression: ts.Expression): boolean {
  const node = skipTypes(expression);
  return ts.isFunctionExpression(node) || ts.isArrowFunction(node) || node.kind === ts.SyntaxKind.NullKeyword;
}

/** Whether it is a function of Node that gives a promise. */
function isPromised(b: FunctionBuilder, callee: ts.Expression): boolean {
  const { nodeNames, bindings } = b.module;
  const called = skipTypes(callee);
  if (ts.isIdentifier(called) && called.text === 'fetch') return isStandardGlobal(b, called) && !bindings.references.has(called);
  const path = nodeNames.size === 0 ? null : nodePath(called, nodeNames, bindings);
  return path !== null && givesPromise(path);
}

/** By the name that is called: whatever has a name that the file declares never to return is taken for that. */
function isDeclaredNever(b: FunctionBuilder, callee: ts.Expression): boolean {
  const { neverNames } = b.module;
  if (neverNames.size === 0) return false;
  const called = skipTypes(callee);
  if (ts.isIdentifier(called) || ts.isPrivateIdentifier(called)) return neverNames.has(called.text);
  return ts.isPropertyAccessExpression(called) && neverNames.has(called.name.text);
}

const maximumTextLength = 60;

function callText(b: FunctionBuilder, node: ts.Node): string {
  const { file } = b.module.source;
  const start = node.getStart(file);
  const text = file.text.slice(start, Math.min(node.end, start + 4 * maximumTextLength)).replace(/\s+/g, ' ');
  return text.length > maximumTextLength ? `${text.slice(0, maximumTextLength - 1)}…` : text;
}

/**
 * What calls are given and array literals hold: conversions in it run, and throw, before all else that the instruction does, and where it
 * stands, not in what is called.
 */
export function lowerArguments(b: FunctionBuilder, nodes: readonly ts.Expression[]): Argument[] {
  const values = lowerOperands(
    b,
    nodes.map((node) => (ts.isSpreadElement(node) ? node.expression : node)),
  );
  return values.map((value, index): Argument => {
    const node = nodes[index];
    if (node !== undefined && ts.isOmittedExpression(node)) return { kind: 'hole' };
    const kind = node !== undefined && ts.isSpreadElement(node) ? 'spread' : 'value';
    return { kind, value: node === undefined ? value : b.repeatable(value, b.spanOf(node)) };
  });
}

/** A pure built-in function, called on the untampered global. */
function lowerIntrinsic(b: FunctionBuilder, node: ts.CallExpression, callee: ts.Expression): Expression | null {
  const { bindings } = b.module;
  if (bindings.tampersWithBuiltins || node.arguments.some(ts.isSpreadElement)) return null;
  const root = ts.isPropertyAccessExpression(callee) ? callee.expression : callee;
  if (!ts.isIdentifier(root) || bindings.references.has(root) || ts.isOptionalChain(node)) return null;
  const name = intrinsicNamed(
    ts.isPropertyAccessExpression(callee) ? `${root.text}.${callee.name.text}` : root.text,
    node.arguments.length,
  );
  if (name === null) return null;
  return intrinsic(name, lowerOperands(b, node.arguments));
}

export function lowerTaggedTemplate(b: FunctionBuilder, node: ts.TaggedTemplateExpression, target?: VariableId): Expression {
  const values = ts.isTemplateExpression(node.template) ? node.template.templateSpans.map((span) => span.expression) : [];
  const { value: callee, receiver } = lowerCallee(b, node, b.module.effects.ofAll(values) | takesEdges, null);
  const args: Argument[] = [{ kind: 'value', value: unknownValue }];
  args.push(...lowerArguments(b, values));
  const span = b.spanOf(node);
  const result = target ?? b.temporary();
  const site = b.module.site(node, b.info, 'other', span);
  b.emit(
    { kind: 'call', target: result, callee, receiver, args, mode: 'call', site, span, awaited: false, text: callText(b, node.tag) },
    span,
  );
  return { kind: 'variable', variable: result };
}

/** The value of a whole optional chain. */
export function lowerOptional(b: FunctionBuilder, node: ts.Expression, target: VariableId): void {
  const span = b.spanOf(node);
  const absent = b.node('expression', span);
  const after = b.node('expression', span);
  const value = lowerChain(b, node, absent, target);
  if (value.kind !== 'variable' || value.variable !== target) b.assign(target, value, span);
  b.goTo(after);
  if (b.isLive(absent)) {
    b.startAt(absent);
    b.emitTo(after, { kind: 'assign', target, value: undefinedValue, span }, span);
  }
  b.startAt(after);
}

/** The constructor of a derived class that writes none: `super(...args)`, the first of them one by one. */
export function lowerSyntheticSuper(
  b: FunctionBuilder,
  node: ts.ClassLikeDeclaration,
  first: readonly VariableId[],
  rest: VariableId,
): void {
  const self = b.info.thisVariable;
  if (self === null) return;
  const superclass = superVariableOf(b, node);
  const span = b.spanOf(node);
  const site = b.module.site(node, b.info, 'new', span);
  const args: Argument[] = first.map((variable) => ({ kind: 'value', value: { kind: 'variable', variable } }));
  args.push({ kind: 'spread', value: { kind: 'variable', variable: rest } });
  const callee: Expression = superclass === undefined ? unknownValue : { kind: 'variable', variable: superclass.id };
  const receiver: Expression = { kind: 'variable', variable: self.id };
  b.emit({ kind: 'call', target: b.temporary(), callee, receiver, args, mode: 'super', site, span, awaited: false, text: 'super' }, span);
}

/** Throws what the language throws of its own accord. */
export function throwTypeError(b: FunctionBuilder, node: ts.Node, message: string): void {
  const span = b.spanOf(node);
  const target = b.temporary();
  const site = b.module.site(node, b.info, 'error', span);
  const callee: Expression = { kind: 'global', name: 'TypeError' };
  const args: Argument[] = [{ kind: 'value', value: stringValue(message) }];
  b.emit({ kind: 'call', target, callee, receiver: null, args, mode: 'new', site, span, awaited: false, text: 'TypeError' }, span);
  b.throwValue({ kind: 'variable', variable: target }, span);
}
