import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import { stringValue, unknownValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { lowerValue } from './lowerExpression.js';
import { lowerPropertyName } from './lowerLiteral.js';
import { lowerAttached } from './lowerAssertion.js';
import { hoistFunctions, lowerAttachedStatement } from './lowerStatement.js';
import { propertyNameText } from '../names/functionNames.js';
import { isInstantiated } from '../names/declare.js';
import type { VariableInfo } from '../names/scopes.js';
import { hasModifier, isAmbient } from '../source.js';

/** An object with a property for each member, and for numeric ones another from the value back to the name. */
export function lowerEnum(b: FunctionBuilder, node: ts.EnumDeclaration): void {
  const variable = b.module.bindings.references.get(node.name)?.variable;
  if (variable === undefined || isAmbient(node) || hasModifier(node, ts.SyntaxKind.ConstKeyword)) return;
  const object = mergedObject(b, node, variable);
  const constants = b.module.enumConstants(node);
  for (const member of node.members) {
    const span = b.spanOf(member);
    const key = lowerPropertyName(b, member.name);
    const constant = constants.get(propertyNameText(member.name) ?? '');
    const value = constant ?? (member.initializer === undefined ? unknownValue : b.copy(lowerValue(b, member.initializer), span));
    b.store(object, key, value, span, 'define');
    // Of a computed member only the type says whether it is a number.
    if (value.kind !== 'constant' || value.value.kind !== 'string') b.store(object, value, key, span, 'define');
  }
}

/** The object of an enum or namespace; further declarations of the same name add to it. */
function mergedObject(b: FunctionBuilder, node: ts.EnumDeclaration | ts.ModuleDeclaration, variable: VariableInfo): Expression {
  const object: Expression = { kind: 'variable', variable: variable.id };
  const exists = variable.form === 'function' || variable.form === 'class' || b.module.merged.has(variable);
  b.module.merged.add(variable);
  if (exists) return object;
  const span = b.spanOf(node);
  const site = b.module.site(node, b.info, 'object', span);
  b.emit({ kind: 'allocate', target: variable.id, site, form: 'object', elements: [], span }, span);
  return object;
}

/** A block of its own whose exported names are also properties of the namespace's object. */
export function lowerNamespace(b: FunctionBuilder, node: ts.ModuleDeclaration): void {
  const { bindings } = b.module;
  const scope = bindings.scopes.get(node);
  const variable = bindings.references.get(node.name)?.variable;
  if (scope === undefined || variable === undefined || !isInstantiated(node) || node.body === undefined) return;
  const object = mergedObject(b, node, variable);
  const shared = bindings.sharedNames.get(node);
  if (shared !== undefined) b.enterScope(shared, b.spanOf(node));
  b.enterScope(scope, b.spanOf(node));
  if (ts.isModuleDeclaration(node.body)) {
    lowerNamespace(b, node.body);
    exportNames(b, object, [node.body.name], node.body);
    return;
  }
  if (!ts.isModuleBlock(node.body)) return;
  const { statements } = node.body;
  hoistFunctions(b, statements, false);
  const { unwind } = b;
  b.unwind = null;
  lowerAttached(b, node.body, 'start');
  for (const statement of statements) {
    lowerAttachedStatement(b, statement);
    if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword) || isAmbient(statement)) continue;
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement) || ts.isEnumDeclaration(statement)) {
      if (statement.name !== undefined) exportNames(b, object, [statement.name], statement);
    } else if (ts.isModuleDeclaration(statement) && isInstantiated(statement)) {
      exportNames(b, object, [statement.name], statement);
    }
  }
  lowerAttached(b, node.body, 'end');
  b.unwind = unwind;
}

function exportNames(b: FunctionBuilder, object: Expression, names: readonly ts.Node[], node: ts.Node): void {
  const span = b.spanOf(node);
  for (const name of names) {
    const variable = b.module.bindings.references.get(name)?.variable;
    if (variable === undefined) continue;
    // A function or class that is replaced later is so in the property, too; what it then holds is not followed.
    const value: Expression = variable.reassigned ? unknownValue : { kind: 'variable', variable: variable.id };
    b.store(object, stringValue(variable.name), value, span, 'define');
  }
}
