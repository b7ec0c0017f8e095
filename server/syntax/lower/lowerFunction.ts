import ts from 'typescript';
import type { Span } from '../../base/span.js';
import type { Expression } from '../../ir/expression.js';
import type { FunctionIr, VariableId } from '../../ir/program.js';
import type { Bindings } from '../names/bindings.js';
import { constructorOf } from '../names/declare.js';
import { binary, nullValue, stringValue, unary, undefinedValue, unknownValue } from './expressions.js';
import { isWantedToThrow } from './wantedToThrow.js';
import { FunctionBuilder } from './functionBuilder.js';
import { nameSpan } from '../names/functionNames.js';
import { lowerAttached, checkVariable } from './lowerAssertion.js';
import { initialiseFields } from './lowerClass.js';
import { thisAt } from '../names/implicitVariables.js';
import { superclassOf } from '../names/superclass.js';
import { lowerProtocol, protocolOf } from './lowerProtocol.js';
import { lowerSyntheticSuper } from './lowerCall.js';
import { lowerReturned } from './lowerSuspension.js';
import { applyDefault, bindName } from './lowerPattern.js';
import { lowerList } from './lowerStatement.js';
import type { ModuleBuilder } from './moduleBuilder.js';
import type { FunctionInfo } from '../names/scopes.js';
import { hasModifier, spanOf } from '../source.js';
import { neverReturns, instanceAssumption, instanceTypes, parameterAssumption, parameterTypes } from '../types/types.js';

/** The graph of one function of a bound module. */
export function lowerFunction(module: ModuleBuilder, info: FunctionInfo): FunctionIr {
  const { node } = info;
  const span: Span = ts.isSourceFile(node) ? { start: 0, end: module.source.text.length } : spanOf(node, module.source.file);
  const b = new FunctionBuilder(module, info, span);
  if (protocolOf(module, node) !== null) thisAt(info.scope, module.bindings);
  const binding = bindParameters(b);
  const opaque = isOpaque(info);
  if (opaque) lowerOpaque(b, span);
  else lowerWhole(b, span);
  const declaration = ts.isFunctionLike(node) ? node : null;
  if (info.thisVariable !== null && isInstanceMember(node)) {
    info.thisVariable.assumption = instanceAssumption(node.parent, module.types);
    info.thisVariable.declaredTypes = instanceTypes(node.parent);
  }
  return {
    id: info.id,
    file: module.file,
    name: info.name,
    kind: info.kind,
    isAsync: hasModifier(node, ts.SyntaxKind.AsyncKeyword),
    isGenerator: declaration !== null && 'asteriskToken' in declaration && declaration.asteriskToken !== undefined,
    bindsPlainly: writtenParameters(info).every(isPlain),
    parent: info.parent?.id ?? null,
    span,
    nameSpan: nameSpan(node, module.source.file),
    parameters: binding.parameters,
    rest: binding.rest,
    restSite: binding.rest === null ? null : module.site(node, info, 'rest', span),
    thisVariable: info.thisVariable?.id ?? null,
    newTargetVariable: info.newTargetVariable?.id ?? null,
    instanceVariable: binding.instance,
    argumentsVariable: info.argumentsVariable?.id ?? null,
    result: info.result.id,
    exception: info.exception.id,
    ...b.finish(),
    opaque,
    strict: info.strict,
    neverReturns: declaration !== null && neverReturns(declaration),
    isWantedToThrow: isWantedToThrow(node),
    accesses: b.accesses,
  };
}

/** A method, getter or setter of instances. */
function isInstanceMember(node: ts.Node): node is ts.MethodDeclaration & { readonly parent: ts.ClassLikeDeclaration } {
  const isMember = ts.isMethodDeclaration(node) || ts.isGetAccessorDeclaration(node) || ts.isSetAccessorDeclaration(node);
  return isMember && ts.isClassLike(node.parent) && !hasModifier(node, ts.SyntaxKind.StaticKeyword);
}

const knownOpaque = new WeakMap<FunctionInfo, boolean>();

/** Functions inside one that is not modelled are not modelled either. */
function isOpaque(info: FunctionInfo): boolean {
  const known = knownOpaque.get(info);
  if (known !== undefined) return known;
  const isInside = info.opaque || (info.parent !== null && isOpaque(info.parent));
  knownOpaque.set(info, isInside);
  return isInside;
}

function lowerOpaque(b: FunctionBuilder, span: Span): void {
  const writes: VariableId[] = [];
  for (let scope = b.info.scope.parent; scope !== null; scope = scope.parent) {
    for (const variable of scope.names.values()) if (variable.captured && variable.kind !== 'import') writes.push(variable.id);
  }
  const reads = writes.map((variable): Expression => ({ kind: 'variable', variable }));
  b.emitTo(b.exit, { kind: 'havoc', target: b.info.result.id, reads, writes, reason: 'eval or with', span }, span);
}

interface ParameterBinding {
  readonly parameters: VariableId[];
  readonly rest: VariableId | null;
  readonly instance: VariableId | null;
  /** Parameters with patterns, by the variable that the argument is in. */
  readonly holders: Map<ts.ParameterDeclaration, VariableId>;
}

function writtenParameters(info: FunctionInfo): readonly ts.ParameterDeclaration[] {
  const { node } = info;
  // `this` as a parameter exists for the type checker only.
  return ts.isFunctionLike(node) ? node.parameters.filter((one) => !(ts.isIdentifier(one.name) && one.name.text === 'this')) : [];
}

/** A name, perhaps with a literal as its default. */
function isPlain({ name, initializer }: ts.ParameterDeclaration): boolean {
  if (!ts.isIdentifier(name)) return false;
  if (initializer === undefined || initializer.kind === ts.SyntaxKind.TrueKeyword) return true;
  return (
    initializer.kind === ts.SyntaxKind.FalseKeyword || initializer.kind === ts.SyntaxKind.NullKeyword || ts.isLiteralExpression(initializer)
  );
}

const holdersOf = new WeakMap<FunctionBuilder, ParameterBinding>();

function bindParameters(b: FunctionBuilder): ParameterBinding {
  const { bindings } = b.module;
  const binding = {
    parameters: [] as VariableId[],
    rest: null as VariableId | null,
    instance: null as VariableId | null,
    holders: new Map<ts.ParameterDeclaration, VariableId>(),
  };
  for (const parameter of writtenParameters(b.info)) {
    const named = ts.isIdentifier(parameter.name) ? bindings.references.get(parameter.name)?.variable : undefined;
    const variable =
      named ?? bindings.newVariable(`%p${binding.parameters.length}`, b.info.id, 'parameter', { declaration: b.spanOf(parameter) });
    if (named === undefined) {
      binding.holders.set(parameter, variable.id);
      variable.assumption = parameterAssumption(parameter, b.module.types);
      variable.declaredTypes = parameterTypes(parameter, variable.assumption);
    }
    // Sloppy code may have two parameters of one name: it is the last one's.
    const hidden = binding.parameters.indexOf(variable.id);
    if (hidden >= 0) binding.parameters[hidden] = bindings.newVariable(`%p${hidden}`, b.info.id, 'parameter').id;
    if (parameter.dotDotDotToken !== undefined) binding.rest = variable.id;
    else binding.parameters.push(variable.id);
  }
  if (b.info.kind === 'derivedConstructor') {
    // What `super()` needs: the object and what was called with `new`.
    binding.instance = bindings.newVariable('%instance', b.info.id, 'this').id;
    b.info.newTargetVariable ??= bindings.newVariable('new.target', b.info.id, 'newTarget');
  }
  if (b.info.kind === 'derivedConstructor' && ts.isClassLike(b.info.node)) {
    for (let count = parametersHandedOn(b.info.node, bindings); count > 0; count--) {
      binding.parameters.push(bindings.newVariable(`%p${binding.parameters.length}`, b.info.id, 'parameter').id);
    }
    binding.rest = bindings.newVariable('%args', b.info.id, 'parameter').id;
  }
  holdersOf.set(b, binding);
  return binding;
}

function lowerWhole(b: FunctionBuilder, span: Span): void {
  const { info, module } = b;
  const { node } = info;
  const exitAssertions = (module.attached.get(node) ?? []).some((comment) => comment.attachment.kind === 'exit');
  if (exitAssertions) b.returnTarget = b.node('before', span);
  const binding = holdersOf.get(b);
  b.enterScope(info.scope, span);
  if (info.kind === 'module') enterModule(b, span);
  if (info.kind === 'derivedConstructor' && info.thisVariable !== null) {
    b.emit({ kind: 'enterScope', variables: [info.thisVariable.id] }, span);
  }
  adjustThis(b, span);
  adjustArguments(b, span);
  for (const parameter of writtenParameters(info)) lowerParameter(b, parameter, binding?.holders.get(parameter));
  lowerProtocol(b, node);
  lowerAttached(b, node, 'entry');
  if (info.kind === 'constructor' && !ts.isSourceFile(node))
    initialiseFields(b, ts.isClassLike(node) ? node : (node.parent as ts.ClassLikeDeclaration));
  if (ts.isSourceFile(node)) lowerList(b, node.statements, node, false);
  else if (ts.isClassLike(node)) lowerDefaultConstructor(b, node, binding);
  else lowerFunctionBody(b, node);
  if (b.isLive()) {
    b.emitTo(b.returnTarget, { kind: 'assign', target: info.result.id, value: undefinedValue, span }, span);
    b.leave();
  }
  if (exitAssertions) {
    b.startAt(b.returnTarget);
    lowerAttached(b, node, 'exit');
    b.goTo(b.exit);
  }
}

function lowerFunctionBody(b: FunctionBuilder, node: ts.FunctionLikeDeclaration): void {
  if (node.body === undefined) return;
  if (ts.isBlock(node.body)) {
    enterBody(b, node.body);
    lowerList(b, node.body.statements, node.body, !mayReadBefore(b, node));
    return;
  }
  const span = b.spanOf(node.body);
  const since = b.nodeCount;
  lowerReturned(b, node.body);
  b.settle('after', span, since);
  b.goTo(b.returnTarget);
}

/** The scope of a body whose parameters have one of their own. */
function enterBody(b: FunctionBuilder, body: ts.Block): void {
  const { scopes, argumentCopies } = b.module.bindings;
  const scope = scopes.get(body);
  if (scope === undefined) return;
  const span = b.spanOf(body);
  b.enterScope(scope, span);
  for (const variable of scope.names.values()) {
    const argument = argumentCopies.get(variable);
    if (argument !== undefined) b.assign(variable.id, { kind: 'variable', variable: argument.id }, span);
  }
}

/** Whether something runs before the statements of the body that could read the functions that it declares. */
function mayReadBefore({ module }: FunctionBuilder, node: ts.FunctionLikeDeclaration): boolean {
  const isPlain = ({ name, initializer }: ts.ParameterDeclaration): boolean => ts.isIdentifier(name) && initializer === undefined;
  return !node.parameters.every(isPlain) || ts.isConstructorDeclaration(node) || module.attached.has(node);
}

function lowerDefaultConstructor(b: FunctionBuilder, node: ts.ClassLikeDeclaration, binding: ParameterBinding | undefined): void {
  if (b.info.kind !== 'derivedConstructor' || binding === undefined || binding.rest === null) return;
  lowerSyntheticSuper(b, node, binding.parameters, binding.rest);
  initialiseFields(b, node);
}

function lowerParameter(b: FunctionBuilder, parameter: ts.ParameterDeclaration, holder: VariableId | undefined): void {
  const span = b.spanOf(parameter);
  const named = ts.isIdentifier(parameter.name) ? b.module.bindings.references.get(parameter.name)?.variable : undefined;
  const variable = holder ?? named?.id;
  if (variable === undefined) return;
  if (parameter.initializer !== undefined) applyDefault(b, variable, parameter.initializer, span);
  if (holder !== undefined) bindName(b, parameter.name, { kind: 'variable', variable: holder }, span);
  else if (named !== undefined) checkVariable(b, named, span);
}

/** The names of Node's wrapper get their values from outside, and so do imports, which are read as unknown wherever they are read. */
function enterModule(b: FunctionBuilder, span: Span): void {
  const { bindings, source } = b.module;
  for (const variable of bindings.wrapperVariables) b.assign(variable.id, unknownValue, span);
  if (b.info.thisVariable !== null) {
    const { id, captured } = b.info.thisVariable;
    if (captured) b.emit({ kind: 'enterScope', variables: [id] }, span);
    b.assign(id, source.isModule ? undefinedValue : unknownValue, span);
  }
  if (bindings.defaultExport?.captured === true) b.emit({ kind: 'enterScope', variables: [bindings.defaultExport.id] }, span);
}

/** Sloppy functions see the global object in place of undefined and null, and wrappers in place of other primitives. */
function adjustThis(b: FunctionBuilder, span: Span): void {
  const { info } = b;
  if (info.strict || info.thisVariable === null || info.kind === 'module') return;
  const self: Expression = { kind: 'variable', variable: info.thisVariable.id };
  const absent = b.node('expression', span);
  const present = b.node('expression', span);
  const other = b.node('expression', span);
  const wrapped = b.node('expression', span);
  const after = b.node('expression', span);
  b.test(binary('==', self, nullValue), absent, present, span);
  b.startAt(absent);
  b.emitTo(after, { kind: 'assign', target: info.thisVariable.id, value: { kind: 'global', name: 'globalThis' }, span }, span);
  b.startAt(present);
  b.test(binary('===', unary('typeof', self), stringValue('object')), after, other, span);
  b.startAt(other);
  b.test(binary('===', unary('typeof', self), stringValue('function')), after, wrapped, span);
  b.startAt(wrapped);
  b.emitTo(after, { kind: 'assign', target: info.thisVariable.id, value: unknownValue, span }, span);
  info.thisVariable.reassigned = true;
  b.startAt(after);
}

/** In sloppy code `arguments` and the parameters are the same variables: where either is written its elements are not known. */
function adjustArguments(b: FunctionBuilder, span: Span): void {
  const { info } = b;
  if (info.strict || info.argumentsVariable === null || !info.parameters.some((parameter) => parameter.reassigned)) return;
  b.assign(info.argumentsVariable.id, unknownValue, span);
}

/**
 * How many arguments a constructor that is not written may hand on one by one: as many as the next written constructor of its
 * superclasses names, where that cannot tell an argument that is missing from undefined. All further ones are an array.
 */
function parametersHandedOn(node: ts.ClassLikeDeclaration, bindings: Bindings): number {
  const next = nextWritten(node, bindings);
  const written = next === null ? null : constructorOf(next);
  if (next === null || written === null) return 0;
  const counts = written.parameters.some(({ dotDotDotToken }) => dotDotDotToken !== undefined);
  return counts || bindings.functionOf.get(next)?.argumentsVariable !== null ? 0 : written.parameters.length;
}

/** For each class the next one above it that has a written constructor: a chain of classes is followed once. */
const knownWritten = new WeakMap<Bindings, Map<ts.Node, ts.ClassLikeDeclaration | null>>();

function nextWritten(node: ts.ClassLikeDeclaration, bindings: Bindings): ts.ClassLikeDeclaration | null {
  let known = knownWritten.get(bindings);
  if (known === undefined) knownWritten.set(bindings, (known = new Map()));
  const below = new Set<ts.ClassLikeDeclaration>();
  let found: ts.ClassLikeDeclaration | null | undefined;
  for (let at: ts.ClassLikeDeclaration = node; found === undefined;) {
    below.add(at);
    const next = superclassOf(at, bindings);
    if (next === undefined || below.has(next)) found = null;
    else if (constructorOf(next) !== null) found = next;
    else {
      found = known.get(next);
      at = next;
    }
  }
  for (const one of below) known.set(one, found);
  return found;
}
