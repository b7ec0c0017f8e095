import ts from 'typescript';
import { jump, mustShare, passesCleanup, returnValue, withCleanup } from './abruptCompletions.js';
import { stringValue, undefinedValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { lowerAttached } from './lowerAssertion.js';
import { lowerClass } from './lowerClass.js';
import { branch } from './lowerCondition.js';
import { lowerClosure, lowerEffect, lowerInto, lowerValue } from './lowerExpression.js';
import { lowerReturned } from './lowerSuspension.js';
import { lowerLoop } from './lowerLoop.js';
import { bindName } from './lowerPattern.js';
import { checkVariable } from './lowerAssertion.js';
import { lowerSwitch } from './lowerSwitch.js';
import { lowerEnum, lowerNamespace } from './lowerTypeScript.js';
import { declaredNames } from '../names/declare.js';
import { isAmbient } from '../source.js';
import type { VariableInfo } from '../names/scopes.js';

/**
 * The statements of a block, function, clause or module; function declarations are made first. `isFirst`: nothing that could read
 * their names has run since their scope was entered.
 */
export function lowerList(b: FunctionBuilder, statements: readonly ts.Statement[], list: ts.Node, isFirst = true): void {
  hoistFunctions(b, statements, isFirst);
  lowerAttached(b, list, 'start');
  lowerFrom(b, statements, 0);
  lowerAttached(b, list, 'end');
}

export function hoistFunctions(b: FunctionBuilder, statements: readonly ts.Statement[], isFirst: boolean): void {
  for (const statement of statements) {
    if (!ts.isFunctionDeclaration(statement) || statement.body === undefined) continue;
    const variable =
      statement.name === undefined ? b.module.bindings.defaultExport : b.module.bindings.references.get(statement.name)?.variable;
    if (variable === null || variable === undefined) continue;
    variable.madeFirst ||= isFirst && variable.form === 'function';
    lowerClosure(b, statement, variable.id);
  }
}

function lowerFrom(b: FunctionBuilder, statements: readonly ts.Statement[], from: number): void {
  for (let i = from; i < statements.length; i++) {
    const statement = statements[i];
    if (statement === undefined) return;
    lowerAttachedStatement(b, statement);
    if (!ts.isVariableStatement(statement) || !isUsing(statement.declarationList)) continue;
    const rest = i + 1;
    withResources(b, statement.declarationList, () => lowerFrom(b, statements, rest));
    return;
  }
}

const isUsing = (list: ts.VariableDeclarationList): boolean => (list.flags & ts.NodeFlags.Using) !== 0;

/** What runs with the resources that a `using` declares: they are disposed of however it is left. Another declaration has none. */
export function withResources(b: FunctionBuilder, list: ts.VariableDeclarationList, body: () => void): void {
  if (!isUsing(list)) {
    body();
    return;
  }
  const span = b.spanOf(list);
  const reads = declaredVariables(b, list).map((variable) => ({ kind: 'variable', variable: variable.id }) as const);
  const run = (): void => void b.havoc('the end of a using declaration', reads, span);
  withCleanup(b, { span, run, onNormal: true, share: false }, body);
}

function declaredVariables(b: FunctionBuilder, list: ts.VariableDeclarationList): VariableInfo[] {
  return list.declarations.flatMap((declaration) => {
    const variable = b.module.bindings.references.get(declaration.name)?.variable;
    return variable === undefined ? [] : [variable];
  });
}

/** A statement with the assertions before and after it, and the point after it. */
export function lowerAttachedStatement(b: FunctionBuilder, statement: ts.Statement): void {
  lowerAttached(b, statement, 'before');
  const since = b.nodeCount;
  lowerStatement(b, statement, []);
  if (!b.isSettled('after', statement)) b.settle('after', b.spanOf(statement), since);
  lowerAttached(b, statement, 'after');
}

/** The statement of a branch, loop or label: a block is not a statement of its own there. */
export function lowerBody(b: FunctionBuilder, statement: ts.Statement): void {
  if (ts.isBlock(statement)) {
    lowerBlock(b, statement);
    return;
  }
  hoistFunctions(b, [statement], false);
  lowerAttachedStatement(b, statement);
}

function lowerBlock(b: FunctionBuilder, block: ts.Block): void {
  const scope = b.module.bindings.scopes.get(block);
  if (scope !== undefined) b.enterScope(scope, b.spanOf(block));
  lowerList(b, block.statements, block);
}

function lowerStatement(b: FunctionBuilder, node: ts.Statement, labels: readonly string[]): void {
  switch (node.kind) {
    case ts.SyntaxKind.ExpressionStatement:
      lowerEffect(b, (node as ts.ExpressionStatement).expression);
      return;
    case ts.SyntaxKind.VariableStatement:
      if (!isAmbient(node)) lowerDeclarations(b, (node as ts.VariableStatement).declarationList);
      return;
    case ts.SyntaxKind.IfStatement:
      lowerIf(b, node as ts.IfStatement);
      return;
    case ts.SyntaxKind.ReturnStatement:
      lowerReturn(b, node as ts.ReturnStatement);
      return;
    case ts.SyntaxKind.ThrowStatement:
      b.throwValue(lowerThrown(b, node as ts.ThrowStatement), b.spanOf(node));
      return;
    case ts.SyntaxKind.Block:
      lowerBlock(b, node as ts.Block);
      return;
    case ts.SyntaxKind.WhileStatement:
    case ts.SyntaxKind.DoStatement:
    case ts.SyntaxKind.ForStatement:
    case ts.SyntaxKind.ForInStatement:
    case ts.SyntaxKind.ForOfStatement:
      lowerLoop(b, node as ts.ForStatement, labels);
      return;
    case ts.SyntaxKind.BreakStatement:
    case ts.SyntaxKind.ContinueStatement: {
      const { label } = node as ts.BreakOrContinueStatement;
      jump(b, node.kind === ts.SyntaxKind.BreakStatement ? 'break' : 'continue', label?.text ?? null, b.spanOf(node));
      b.leave();
      return;
    }
    default:
      lowerOther(b, node, labels);
  }
}

function lowerOther(b: FunctionBuilder, node: ts.Statement, labels: readonly string[]): void {
  if (ts.isSwitchStatement(node)) lowerSwitch(b, node, labels);
  else if (ts.isTryStatement(node)) lowerTry(b, node);
  else if (ts.isLabeledStatement(node)) lowerLabelled(b, node, labels);
  else if (ts.isFunctionDeclaration(node)) lowerHoistedCopy(b, node);
  else if (ts.isClassDeclaration(node)) lowerClassDeclaration(b, node);
  else if (ts.isEnumDeclaration(node)) lowerEnum(b, node);
  else if (ts.isModuleDeclaration(node)) lowerNamespace(b, node);
  else if (ts.isExportAssignment(node)) lowerExport(b, node);
  else if (ts.isWithStatement(node)) b.havoc('with', [], b.spanOf(node));
}

function lowerReturn(b: FunctionBuilder, node: ts.ReturnStatement): void {
  const { expression } = node;
  if (expression === undefined) {
    returnValue(b, undefinedValue, b.spanOf(node));
  } else if (passesCleanup(b.unwind)) {
    returnValue(b, lowerValue(b, expression), b.spanOf(node));
  } else {
    lowerReturned(b, expression);
    b.goTo(b.returnTarget);
  }
}

function lowerThrown(b: FunctionBuilder, node: ts.ThrowStatement): ReturnType<typeof lowerValue> {
  const value = lowerValue(b, node.expression);
  return b.canThrow(value) ? b.copy(value, b.spanOf(node)) : value;
}

export function lowerDeclarations(b: FunctionBuilder, list: ts.VariableDeclarationList): void {
  const isVar = (list.flags & ts.NodeFlags.BlockScoped) === 0;
  for (const declaration of list.declarations) {
    lowerDeclaration(b, declaration, isVar);
    lowerMembers(b, declaration);
  }
}

/** Variables that a namespace exports are properties of its object as soon as they have their values. */
function lowerMembers(b: FunctionBuilder, { name, initializer }: ts.VariableDeclaration): void {
  const { references, namespaceMembers } = b.module.bindings;
  if (initializer === undefined || namespaceMembers.size === 0) return;
  for (const declared of declaredNames(name)) {
    const variable = references.get(declared)?.variable;
    const member = variable === undefined ? undefined : namespaceMembers.get(variable);
    if (variable === undefined || member === undefined) continue;
    const object = { kind: 'variable', variable: member.object.id } as const;
    b.store(object, stringValue(variable.name), { kind: 'variable', variable: variable.id }, b.spanOf(declared), 'define');
  }
}

function lowerDeclaration(b: FunctionBuilder, node: ts.VariableDeclaration, isVar: boolean): void {
  const { name, initializer } = node;
  const span = b.spanOf(node);
  if (!ts.isIdentifier(name)) {
    if (initializer === undefined) return;
    const value = lowerValue(b, initializer);
    bindName(b, name, b.fixed(value, b.spanOf(initializer)), span);
    return;
  }
  const variable = b.module.bindings.references.get(name)?.variable;
  if (variable === undefined || (initializer === undefined && isVar)) return;
  if (initializer === undefined) b.assign(variable.id, undefinedValue, span);
  else lowerInto(b, initializer, variable.id);
  if (initializer !== undefined) checkVariable(b, variable, span);
}

/** `else if` chains are followed without recursion. */
function lowerIf(b: FunctionBuilder, node: ts.IfStatement): void {
  const after = b.node('after', b.spanOf(node));
  let statement: ts.Statement | undefined = node;
  while (statement !== undefined && ts.isIfStatement(statement)) {
    const chosen = b.node('body', b.spanOf(statement.thenStatement));
    const rest: ts.Statement | undefined = statement.elseStatement;
    const other = rest === undefined ? after : b.node('body', b.spanOf(rest));
    branch(b, statement.expression, chosen, other);
    b.startAt(chosen);
    lowerBody(b, statement.thenStatement);
    b.goTo(after);
    b.startAt(other);
    if (rest === undefined) return;
    statement = rest;
    if (b.module.attached.has(rest)) break;
  }
  if (statement !== undefined) lowerBody(b, statement);
  b.goTo(after);
  b.startAt(after);
}

function lowerLabelled(b: FunctionBuilder, node: ts.LabeledStatement, labels: readonly string[]): void {
  const own = [...labels, node.label.text];
  const { statement } = node;
  if (ts.isIterationStatement(statement, false) || ts.isLabeledStatement(statement)) {
    lowerAttached(b, statement, 'before');
    lowerStatement(b, statement, own);
    lowerAttached(b, statement, 'after');
    return;
  }
  const after = b.node('after', b.spanOf(node));
  const { unwind } = b;
  b.unwind = { kind: 'break', labels: own, unlabelled: false, node: after, parent: unwind };
  lowerBody(b, statement);
  b.unwind = unwind;
  b.goTo(after);
  b.startAt(after);
}

function lowerTry(b: FunctionBuilder, node: ts.TryStatement): void {
  const { finallyBlock } = node;
  if (finallyBlock === undefined) {
    lowerTryCatch(b, node);
    return;
  }
  const span = b.spanOf(finallyBlock);
  const run = (): void => lowerBlock(b, finallyBlock);
  const share = mustShare(b, finallyBlock);
  withCleanup(b, { span, run, onNormal: true, share }, () => lowerTryCatch(b, node));
}

function lowerTryCatch(b: FunctionBuilder, node: ts.TryStatement): void {
  const { catchClause } = node;
  if (catchClause === undefined) {
    lowerBlock(b, node.tryBlock);
    return;
  }
  const span = b.spanOf(catchClause);
  const caught = b.node('handler', span);
  const after = b.node('expression', b.spanOf(node));
  const { handler } = b;
  b.handler = caught;
  lowerBlock(b, node.tryBlock);
  b.goTo(after);
  b.handler = handler;
  // Also where nothing throws: functions and assertions inside it are lowered.
  b.startAt(caught);
  const scope = b.module.bindings.scopeAt(catchClause);
  b.enterScope(scope, span);
  const declaration = catchClause.variableDeclaration;
  if (declaration !== undefined) {
    const exception = { kind: 'variable', variable: b.info.exception.id } as const;
    const value = ts.isIdentifier(declaration.name) ? exception : b.copy(exception, span);
    bindName(b, declaration.name, value, b.spanOf(declaration));
  }
  lowerBlock(b, catchClause.block);
  b.goTo(after);
  b.startAt(after);
}

/** Sloppy code: the function around gets the block's function when its declaration is reached. */
function lowerHoistedCopy(b: FunctionBuilder, node: ts.FunctionDeclaration): void {
  const copy = b.module.bindings.hoistedCopies.get(node);
  const variable = node.name === undefined ? undefined : b.module.bindings.references.get(node.name)?.variable;
  if (copy === undefined || variable === undefined) return;
  b.assign(copy.id, { kind: 'variable', variable: variable.id }, b.spanOf(node));
}

function lowerClassDeclaration(b: FunctionBuilder, node: ts.ClassDeclaration): void {
  if (isAmbient(node)) return;
  const variable = node.name === undefined ? b.module.bindings.defaultExport : b.module.bindings.references.get(node.name)?.variable;
  lowerClass(b, node, variable?.id ?? null);
}

function lowerExport(b: FunctionBuilder, node: ts.ExportAssignment): void {
  if (ts.isIdentifier(node.expression)) return;
  const variable = b.module.bindings.defaultExport;
  if (variable === null) lowerEffect(b, node.expression);
  else lowerInto(b, node.expression, variable.id);
}
