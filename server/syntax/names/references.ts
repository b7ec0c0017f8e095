import ts from 'typescript';
import type { Bindings } from './bindings.js';
import { hasModifier, isPrivateMethod } from '../source.js';
import { moduleWrapperNames } from './standardGlobals.js';
import { aliasesParameters, argumentsAt, newTargetAt, thisAt } from './implicitVariables.js';
import type { FunctionInfo, Scope, VariableInfo } from './scopes.js';

/** The variable that each use of a name refers to, and whether it may come before the variable is initialised. */
export class References {
  /** The function whose `result` an assertion at an exit may name. */
  resultOf: FunctionInfo | null = null;
  /** Within an assertion that is checked by other functions too. */
  permanent = false;
  enumDeclaration: ts.EnumDeclaration | null = null;

  constructor(
    private readonly file: ts.SourceFile,
    private readonly bindings: Bindings,
  ) {}

  referThis(node: ts.Node, scope: Scope): void {
    const { variable, owner } = thisAt(scope, this.bindings);
    if (variable.owner !== scope.owner.id) {
      variable.captured = true;
      if (node.kind === ts.SyntaxKind.SuperKeyword && ts.isCallExpression(node.parent)) {
        // `super()` within an arrow function binds the constructor's `this`, and constructs with its new.target.
        variable.reassigned = true;
        this.referNewTarget(node.parent, scope);
        // The functions of initial values belong to the constructor, and would be made in another function.
        if (initialisesFields(owner)) owner.opaque = true;
      }
    }
    const position = node.pos;
    const inConstructor = position >= owner.scope.span.start && position < owner.scope.span.end;
    const check = variable.lexical && inConstructor && node.end <= variable.initialisedFrom;
    if (check) variable.checked = true;
    this.bindings.references.set(node, { variable, check });
  }

  referNewTarget(node: ts.Node, scope: Scope): void {
    const variable = newTargetAt(scope, this.bindings);
    if (variable.owner !== scope.owner.id) variable.captured = true;
    this.bindings.references.set(node, { variable, check: false });
  }

  refer(node: ts.Identifier, scope: Scope): VariableInfo | null {
    if (node.text === '') return null;
    if (this.resultOf !== null && node.text === 'result') {
      const { result } = this.resultOf;
      this.bindings.references.set(node, { variable: result, check: false });
      return result;
    }
    const variable = this.lookup(node.text, scope);
    if (variable === null) {
      const { enumDeclaration } = this;
      if (
        enumDeclaration !== null &&
        enumDeclaration.members.some((member) => ts.isIdentifier(member.name) && member.name.text === node.text)
      ) {
        this.bindings.enumReferences.set(node, enumDeclaration);
      }
      return null;
    }
    variable.used = true;
    const object = this.bindings.namespaceMembers.get(variable)?.object;
    if (object !== undefined) {
      object.used = true;
      if (object.owner !== scope.owner.id) object.captured = true;
    }
    if (variable.kind === 'arguments') noteGiven(node, this.bindings.functions[variable.owner]);
    if (variable.owner !== scope.owner.id || this.permanent) variable.captured = true;
    const position = node.end;
    variable.firstNamed = Math.min(variable.firstNamed, node.pos);
    const mayBeEarly = position <= variable.initialisedFrom || !sharesClause(node, variable) || this.isCalledEarly(node, variable, scope);
    // A parameter is uninitialised while defaults before it, and its own, are evaluated.
    const check = (variable.lexical && mayBeEarly) || isEarlyParameter(node, variable, this.bindings.functions[variable.owner]);
    if (check) variable.checked = true;
    this.bindings.references.set(node, { variable, check });
    return variable;
  }

  /** Whether the text names a function around the node before the variable is initialised: functions can be called before they stand. */
  private isCalledEarly(node: ts.Node, { initialisedFrom, lexical }: VariableInfo, scope: Scope): boolean {
    if (!lexical) return false;
    for (let at = node.parent; !ts.isSourceFile(at) && at.pos >= initialisedFrom; at = at.parent) {
      if (!ts.isFunctionDeclaration(at) || at.name === undefined) continue;
      if ((scope.lookup(at.name.text)?.firstNamed ?? Infinity) < initialisedFrom) return true;
    }
    return false;
  }

  private lookup(name: string, scope: Scope): VariableInfo | null {
    if (name === 'arguments') return argumentsAt(scope, this.bindings);
    const found = scope.lookup(name);
    if (found !== null || !moduleWrapperNames.has(name)) return found;
    const module = this.bindings.scopeAt(this.file);
    const variable = this.bindings.newVariable(name, module.owner.id, 'local');
    variable.definitions = null;
    module.names.set(name, variable);
    this.bindings.wrapperVariables.push(variable);
    return variable;
  }
}

/** Whether the node is in a default, or a computed key, of the function's parameters that is evaluated before the parameter has its value. */
function isEarlyParameter(node: ts.Identifier, { kind, declaration, initialisedFrom }: VariableInfo, owner?: FunctionInfo): boolean {
  if (kind !== 'parameter' || declaration === null || owner === undefined || node.pos >= initialisedFrom) return false;
  let isEvaluated = false;
  for (let child: ts.Node = node, at = node.parent; !ts.isSourceFile(at); child = at, at = at.parent) {
    if (ts.isComputedPropertyName(at)) isEvaluated = true;
    if (!ts.isParameter(at) && !ts.isBindingElement(at)) continue;
    if (at.initializer === child) {
      isEvaluated = true;
      if (at.name.pos <= declaration.start && declaration.end <= at.name.end) return true;
    }
    if (ts.isParameter(at) && at.parent === owner.node) return isEvaluated && node.end <= declaration.start;
  }
  return false;
}

/** In sloppy code whoever has `arguments` may write the parameters. */
function noteGiven(node: ts.Identifier, owner: FunctionInfo | undefined): void {
  if (owner === undefined || !aliasesParameters(owner) || isOnlyRead(node)) return;
  owner.givesArgumentsAt = Math.min(owner.givesArgumentsAt, node.pos);
}

/** Methods of arrays that write nothing and call nobody. */
const readingMethods: ReadonlySet<string> = new Set(['slice', 'concat', 'join', 'indexOf', 'lastIndexOf', 'includes', 'at']);

/** `arguments[0]`, `arguments.length`, `...arguments`, `f.apply(x, arguments)`, `[].slice.call(arguments)`, `Array.from(arguments)`. */
function isOnlyRead(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isOnlyRead(parent);
  if (ts.isElementAccessExpression(parent)) return parent.expression !== node || !isCallee(parent);
  if (ts.isPropertyAccessExpression(parent)) return !isCallee(parent);
  if (ts.isSpreadElement(parent) || ts.isTypeOfExpression(parent)) return true;
  if (ts.isForOfStatement(parent)) return parent.expression === node;
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  const { name, expression } = parent.expression;
  const position = parent.arguments.indexOf(node);
  if (name.text === 'apply') return position === (ts.isIdentifier(expression) && expression.text === 'Reflect' ? 2 : 1);
  if (name.text === 'from') return ts.isIdentifier(expression) && expression.text === 'Array' && parent.arguments.length === 1;
  return name.text === 'call' && position === 0 && ts.isPropertyAccessExpression(expression) && readingMethods.has(expression.name.text);
}

const isCallee = (node: ts.Expression): boolean => ts.isCallExpression(node.parent) && node.parent.expression === node;

function sharesClause(node: ts.Node, variable: VariableInfo): boolean {
  if (variable.clause === null) return true;
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) if (at === variable.clause) return true;
  return false;
}

/** Whether `super()` in the constructor gives the object something. */
function initialisesFields({ node }: FunctionInfo): boolean {
  if (!ts.isConstructorDeclaration(node)) return false;
  const isField = (member: ts.ClassElement): boolean =>
    ts.isPropertyDeclaration(member) && !hasModifier(member, ts.SyntaxKind.StaticKeyword);
  const isProperty = (parameter: ts.ParameterDeclaration): boolean => ts.isParameterPropertyDeclaration(parameter, node);
  return node.parameters.some(isProperty) || node.parent.members.some((member) => isField(member) || isPrivateMethod(member));
}
