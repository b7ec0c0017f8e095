import ts from 'typescript';
import type { Bindings } from './bindings.js';
import type { FunctionInfo, Scope, VariableInfo } from './scopes.js';

/** Constructors always have a `this`; a derived one is uninitialised until `super()` has returned. */
export function declareConstructorThis(info: FunctionInfo, bindings: Bindings): void {
  const derived = info.kind === 'derivedConstructor';
  const variable = bindings.newVariable('this', info.id, 'this', { lexical: derived });
  variable.initialisedFrom = derived ? superCallEnd(info.node) : 0;
  info.thisVariable = variable;
}

/** The variable that `this` means in a scope, and the function that has it; it is made when it is first named. */
export function thisAt(scope: Scope, bindings: Bindings): { readonly variable: VariableInfo; readonly owner: FunctionInfo } {
  let at = scope;
  while (at.kind !== 'static' && at.parent !== null && !ownsThis(at)) at = at.parent;
  const { owner } = at;
  if (at.kind === 'static') {
    at.ownThis ??= bindings.newVariable('this', owner.id, 'local');
    return { variable: at.ownThis, owner };
  }
  owner.thisVariable ??= bindings.newVariable('this', owner.id, 'this');
  return { variable: owner.thisVariable, owner };
}

export function newTargetAt(scope: Scope, bindings: Bindings): VariableInfo {
  let at = scope;
  while (at.parent !== null && !ownsThis(at)) at = at.parent;
  at.owner.newTargetVariable ??= bindings.newVariable('new.target', at.owner.id, 'newTarget');
  return at.owner.newTargetVariable;
}

/** The meaning of `arguments` in a scope: a variable of that name, or that of the function around; null outside of functions. */
export function argumentsAt(scope: Scope, bindings: Bindings): VariableInfo | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.names.get('arguments');
    if (found !== undefined) return found;
    if (at.kind !== 'function' || at.owner.kind === 'arrow') continue;
    if (at.owner.kind === 'module') return null;
    at.owner.argumentsVariable ??= bindings.newVariable('arguments', at.owner.id, 'arguments');
    return at.owner.argumentsVariable;
  }
  return null;
}

/** Whether elements of `arguments` and parameters are the same variables. */
export function aliasesParameters({ node, strict }: FunctionInfo): boolean {
  if (strict || !ts.isFunctionLike(node) || node.parameters.length === 0) return false;
  return node.parameters.every(
    ({ name, initializer, dotDotDotToken }) => ts.isIdentifier(name) && initializer === undefined && dotDotDotToken === undefined,
  );
}

/** The scope's function, or the constructor whose field it initialises, binds `this`. */
function ownsThis(scope: Scope): boolean {
  if (scope.owner.kind === 'arrow') return false;
  return scope.kind === 'function' || (scope.parent !== null && scope.parent.owner !== scope.owner);
}

/** Where `super(…)` as a plain statement of the constructor's body has returned; the end of the text when there is none. */
function superCallEnd(node: ts.Node): number {
  if (!ts.isConstructorDeclaration(node) || node.body === undefined) return 0;
  for (const statement of node.body.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) continue;
    if (statement.expression.expression.kind === ts.SyntaxKind.SuperKeyword) return statement.end;
  }
  return node.end;
}
