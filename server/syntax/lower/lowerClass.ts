import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { constructorOf } from '../names/declare.js';
import { binary, stringValue, trueValue, undefinedValue, unknownValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { throwTypeError } from './lowerCall.js';
import { checkProperty } from './lowerAssertion.js';
import { isStandardGlobal, lowerClosure, lowerValue, perhaps } from './lowerExpression.js';
import { lowerMethod, lowerPropertyName } from './lowerLiteral.js';
import { lowerList } from './lowerStatement.js';
import { hasModifier, isAmbient, isPrivateMethod, skipTypes } from '../source.js';
import { lowerOverriding, lowerOwnMethod } from './lowerProtocol.js';

/** Evaluates a class; a declaration's variable is bound before the static elements, which may use it. */
export function lowerClass(b: FunctionBuilder, node: ts.ClassLikeDeclaration, declared: VariableId | null = null): Expression {
  const span = b.spanOf(node);
  const { bindings } = b.module;
  const scope = bindings.scopeAt(node);
  b.enterScope(scope, span);
  enterMembers(b, node);
  const superclass = lowerHeritage(b, node);
  const target = b.temporary();
  const info = bindings.functionAt(node);
  const site = b.module.site(node, b.info, 'class', span);
  b.emit({ kind: 'closure', target, site, function: info.id, span, superclass, isClass: true }, span);
  const constructor: Expression = { kind: 'variable', variable: target };
  const staticKeys = lowerMembers(b, node, constructor);
  const own = node.name === undefined ? undefined : scope.names.get(node.name.text);
  if (own !== undefined && own.used) b.assign(own.id, constructor, span);
  if (declared !== null) b.assign(declared, constructor, span);
  for (const member of node.members) lowerStaticElement(b, member, constructor, staticKeys);
  return lowerDecorators(b, node, constructor, declared);
}

/** The variables of computed keys and of private methods, before the constructor's closure is made, which reads them. */
function enterMembers(b: FunctionBuilder, node: ts.ClassLikeDeclaration): void {
  const { fieldKeys, privateMethods } = b.module.bindings;
  const variables = node.members.flatMap((member): readonly VariableId[] => {
    const key = ts.isPropertyDeclaration(member) ? fieldKeys.get(member) : undefined;
    const method = ts.isMethodDeclaration(member) ? privateMethods.get(member) : undefined;
    return [...(key === undefined ? [] : [key.id]), ...(method === undefined ? [] : [method.id])];
  });
  if (variables.length > 0) b.emit({ kind: 'enterScope', variables }, b.spanOf(node));
}

function lowerHeritage(b: FunctionBuilder, node: ts.ClassLikeDeclaration): Expression | null {
  const variable = b.module.bindings.superclasses.get(node);
  const clause = node.heritageClauses?.find((one) => one.token === ts.SyntaxKind.ExtendsKeyword);
  const type = clause?.types[0];
  if (variable === undefined || type === undefined) return null;
  const span = b.spanOf(type);
  const value = lowerValue(b, type.expression);
  const kept = b.fixed(value, span);
  const refusal = 'Class extends value is not a constructor or null';
  const isAllowed = isConstructor(b, type.expression);
  if (isAllowed === false) throwTypeError(b, type, refusal);
  else if (isAllowed === null) throwPerhaps(b, type, unknownValue, refusal);
  b.emit({ kind: 'enterScope', variables: [variable.id] }, span);
  b.assign(variable.id, kept, span);
  return kept;
}

/** Whether a class can extend the value, as far as the text tells: a class, a function, null, or what another module gives. null: it may. */
function isConstructor(b: FunctionBuilder, extended: ts.Expression): boolean | null {
  const node = skipTypes(extended);
  if (ts.isClassExpression(node) || node.kind === ts.SyntaxKind.NullKeyword) return true;
  if (ts.isArrowFunction(node) || ts.isLiteralExpression(node) || ts.isObjectLiteralExpression(node)) return false;
  if (ts.isConditionalExpression(node)) {
    const isAllowed = isConstructor(b, node.whenTrue);
    return isConstructor(b, node.whenFalse) === isAllowed ? isAllowed : null;
  }
  if (!ts.isIdentifier(node)) return null;
  const variable = b.module.bindings.references.get(node)?.variable;
  if (variable === undefined) return isStandardGlobal(b, node) ? true : null;
  if (variable.form === 'import' || (variable.form === 'class' && !variable.reassigned)) return true;
  const [only, ...others] = variable.definitions ?? [];
  // A loop of definitions is none: a constant is read behind its own.
  const isConstant = variable.form === 'const' && others.length === 0 && only?.operator === '=' && only.value !== null;
  return isConstant && only.value.pos < node.pos && only.value.end <= node.pos && isConstructor(b, only.value) === true ? true : null;
}

/** A TypeError where the condition holds. */
function throwPerhaps(b: FunctionBuilder, node: ts.Node, condition: Expression, message: string): void {
  const span = b.spanOf(node);
  const refused = b.node('expression', span);
  const after = b.node('expression', span);
  b.test(condition, refused, after, span);
  b.startAt(refused);
  throwTypeError(b, node, message);
  b.startAt(after);
}

/** Methods, accessors and computed keys, in order; gives the keys of static fields. */
function lowerMembers(b: FunctionBuilder, node: ts.ClassLikeDeclaration, constructor: Expression): Map<ts.ClassElement, Expression> {
  const staticKeys = new Map<ts.ClassElement, Expression>();
  let prototype: Expression | null = null;
  for (const member of node.members) {
    const isStatic = hasModifier(member, ts.SyntaxKind.StaticKeyword);
    if (ts.isMethodDeclaration(member) || ts.isGetAccessor(member) || ts.isSetAccessor(member)) {
      if (member.body === undefined) continue;
      const method = ts.isMethodDeclaration(member) ? b.module.bindings.privateMethods.get(member) : undefined;
      if (method !== undefined) {
        b.assign(method.id, lowerClosure(b, member), b.spanOf(member));
        continue;
      }
      if (!isStatic) prototype ??= b.load(constructor, stringValue('prototype'), b.spanOf(node), null);
      const object = isStatic || prototype === null ? constructor : prototype;
      const closure = lowerMethod(b, member, object, lowerPropertyName(b, member.name));
      if (ts.isMethodDeclaration(member) && closure !== null) lowerOwnMethod(b, member, object, closure);
    } else if (isAccessorField(member) && !isStatic && !isAmbient(member)) {
      prototype ??= b.load(constructor, stringValue('prototype'), b.spanOf(node), null);
      b.havoc('accessors of a field', [prototype], b.spanOf(member));
    }
    if (ts.isPropertyDeclaration(member) && ts.isComputedPropertyName(member.name) && !isAmbient(member)) {
      const key = lowerPropertyName(b, member.name);
      const kept = b.module.bindings.fieldKeys.get(member);
      if (kept === undefined) {
        staticKeys.set(member, key);
      } else {
        b.assign(kept.id, key, b.spanOf(member.name));
      }
    }
  }
  return staticKeys;
}

function lowerStaticElement(
  b: FunctionBuilder,
  member: ts.ClassElement,
  constructor: Expression,
  keys: ReadonlyMap<ts.ClassElement, Expression>,
): void {
  const isField = ts.isPropertyDeclaration(member) && hasModifier(member, ts.SyntaxKind.StaticKeyword) && !isAmbient(member);
  if (!isField && !ts.isClassStaticBlockDeclaration(member)) return;
  if (isField && isLeftOut(b, member)) return;
  const span = b.spanOf(member);
  const scope = b.module.bindings.scopeAt(member);
  b.enterScope(scope, span);
  if (scope.ownThis !== null) b.assign(scope.ownThis.id, constructor, span);
  if (ts.isClassStaticBlockDeclaration(member)) {
    const { unwind } = b;
    b.unwind = null;
    lowerList(b, member.body.statements, member.body);
    b.unwind = unwind;
  } else if (ts.isPropertyDeclaration(member)) {
    const key = keys.get(member) ?? lowerPropertyName(b, member.name);
    const value = member.initializer === undefined ? undefinedValue : lowerValue(b, member.initializer);
    defineField(b, member, constructor, key, value);
  }
}

function lowerDecorators(
  b: FunctionBuilder,
  node: ts.ClassLikeDeclaration,
  constructor: Expression,
  declared: VariableId | null,
): Expression {
  const decorators: ts.Decorator[] = [];
  const collect = (decorated: ts.Node): void => {
    if (ts.canHaveDecorators(decorated)) for (const decorator of ts.getDecorators(decorated) ?? []) decorators.push(decorator);
  };
  collect(node);
  for (const member of node.members) {
    collect(member);
    if (ts.isFunctionLike(member)) member.parameters.forEach(collect);
  }
  if (decorators.length === 0) return constructor;
  const span = b.spanOf(node);
  const reads: Expression[] = [constructor];
  for (const decorator of decorators) {
    const value = lowerValue(b, decorator.expression);
    reads.push(b.fixed(value, b.spanOf(decorator)));
  }
  const result = b.havoc('decorators', reads, span);
  if (declared !== null) b.assign(declared, result, span);
  return result;
}

/** Fields and parameter properties of the class, on the object that is constructed. */
export function initialiseFields(b: FunctionBuilder, node: ts.ClassLikeDeclaration): void {
  const self = b.info.thisVariable;
  if (self === null) return;
  const object: Expression = { kind: 'variable', variable: self.id };
  lowerOverriding(b, node, object, b.spanOf(node));
  // A superclass may give an object that has them.
  const refuseSecond = (key: Expression, at: ts.Node): void => {
    if (b.info.kind !== 'derivedConstructor') return;
    const isThere = binary('in', key, object);
    const isSame = b.module.isOfSeveralClasses(key) ? perhaps(b, isThere, b.spanOf(at)) : isThere;
    throwPerhaps(b, at, isSame, 'Cannot initialize twice on the same object');
  };
  if (node.members.some(isPrivateMethod)) {
    const brand = stringValue(b.module.methodsBrand(node));
    refuseSecond(brand, node);
    b.store(object, brand, trueValue, b.spanOf(node), 'define');
  }
  const { fields } = b.module;
  initialiseParameterProperties(b, node, object, fields === 'native' ? 'declare' : fields === 'defined' ? 'define' : 'set');
  for (const member of node.members) {
    if (!ts.isPropertyDeclaration(member) || isAmbient(member)) continue;
    if (hasModifier(member, ts.SyntaxKind.StaticKeyword) || hasModifier(member, ts.SyntaxKind.AbstractKeyword)) continue;
    if (isLeftOut(b, member)) continue;
    const kept = b.module.bindings.fieldKeys.get(member);
    const key: Expression = kept === undefined ? lowerPropertyName(b, member.name) : { kind: 'variable', variable: kept.id };
    const value = initialValue(b, member);
    if (ts.isPrivateIdentifier(member.name)) refuseSecond(key, member);
    defineField(b, member, object, key, value);
  }
  // The object has them by now: to assign is to define.
  if (fields === 'native') initialiseParameterProperties(b, node, object, 'define');
}

/** `declare`: they are fields without a value yet. */
function initialiseParameterProperties(
  b: FunctionBuilder,
  node: ts.ClassLikeDeclaration,
  object: Expression,
  how: 'declare' | 'define' | 'set',
): void {
  for (const parameter of constructorOf(node)?.parameters ?? []) {
    if (!ts.isIdentifier(parameter.name) || !ts.isParameterPropertyDeclaration(parameter, parameter.parent)) continue;
    const variable = b.module.bindings.references.get(parameter.name)?.variable;
    if (variable === undefined) continue;
    const key = stringValue(parameter.name.text);
    const value: Expression = how === 'declare' ? undefinedValue : { kind: 'variable', variable: variable.id };
    b.store(object, key, value, b.spanOf(parameter), how === 'set' ? 'set' : 'define');
  }
}

/** Where fields are assigned, one that is only declared is not there. */
function isLeftOut(b: FunctionBuilder, member: ts.PropertyDeclaration): boolean {
  return b.module.fields === 'assigned' && member.initializer === undefined && isPlainField(member);
}

/** Neither a private name nor an `accessor`: these are the same however fields are compiled. */
const isPlainField = (member: ts.PropertyDeclaration): boolean =>
  !ts.isPrivateIdentifier(member.name) && !hasModifier(member, ts.SyntaxKind.AccessorKeyword);

const isAccessorField = (member: ts.ClassElement): member is ts.PropertyDeclaration =>
  ts.isPropertyDeclaration(member) && hasModifier(member, ts.SyntaxKind.AccessorKeyword) && !ts.isPrivateIdentifier(member.name);

/** The value of an `accessor` field is in a place that no name leads to: what the object has under its name is left open. */
function defineField(b: FunctionBuilder, member: ts.PropertyDeclaration, object: Expression, key: Expression, value: Expression): void {
  const span = b.spanOf(member);
  if (isAccessorField(member)) {
    b.havoc('accessors of a field', [object, value], span);
    return;
  }
  b.store(object, key, value, span, b.module.fields === 'assigned' && isPlainField(member) ? 'set' : 'define');
  checkProperty(b, member, object, key);
}

/** Compilers differ in whether a field that is only declared is set to undefined: what a superclass gave it may stay. */
function initialValue(b: FunctionBuilder, member: ts.PropertyDeclaration): Expression {
  if (member.initializer !== undefined) return lowerValue(b, member.initializer);
  return b.info.kind === 'derivedConstructor' && !b.module.source.isJavaScript ? unknownValue : undefinedValue;
}
