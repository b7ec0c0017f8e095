import ts from 'typescript';
import type { Constant } from '../../ir/expression.js';
import type { VariableId } from '../../ir/program.js';
import { evaluate } from './enumConstants.js';
import { propertyNameText } from '../names/functionNames.js';
import type { ModuleBuilder } from './moduleBuilder.js';
import type { VariableInfo } from '../names/scopes.js';
import { lastingOf } from '../types/lastingTypes.js';
import { TypeDeclarations } from '../types/typeDeclarations.js';
import { skipTypes } from '../source.js';

/** Function declarations of the top level: whoever names them finds them initialised, whenever that is. */
export function hoistedFunctions({ source, bindings }: ModuleBuilder): ReadonlySet<VariableId> {
  const hoisted = new Set<VariableId>();
  for (const statement of source.file.statements) {
    if (!ts.isFunctionDeclaration(statement) || statement.body === undefined) continue;
    const variable = statement.name === undefined ? bindings.defaultExport : bindings.references.get(statement.name)?.variable;
    if (variable) hoisted.add(variable.id);
  }
  return hoisted;
}

export function numberVariables({ source, bindings }: ModuleBuilder): ReadonlySet<VariableId> {
  const variables = [...bindings.scopeAt(source.file).names.values()];
  return new Set(variables.filter(({ numeric, kind }) => numeric && kind === 'local').map(({ id }) => id));
}

/** The enums of the top level, and the objects that the program says to be constant: `as const`, `Object.freeze`. */
export function constantObjects(module: ModuleBuilder): ReadonlyMap<VariableId, ReadonlyMap<string, Constant>> {
  const { source, bindings } = module;
  const found = new Map<VariableId, ReadonlyMap<string, Constant>>();
  const top = bindings.scopeAt(source.file);
  for (const [variable, declarations] of bindings.enums) {
    if (variable.form !== 'enum' || top.names.get(variable.name) !== variable) continue;
    const members = new Map<string, Constant>();
    for (const declaration of declarations)
      for (const [name, value] of module.enumConstants(declaration)) if (value.kind === 'constant') members.set(name, value.value);
    found.set(variable.id, members);
  }
  for (const statement of source.file.statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (!ts.isIdentifier(name) || initializer === undefined) continue;
      const variable: VariableInfo | undefined = bindings.references.get(name)?.variable;
      const literal = constantLiteral(initializer);
      const members = variable === undefined || literal === null ? null : membersOf(literal);
      if (variable !== undefined && members !== null) found.set(variable.id, members);
    }
  }
  return found;
}

/** The object literal that is declared to stay as it is; null when it is none. */
function constantLiteral(initializer: ts.Expression): ts.ObjectLiteralExpression | null {
  const frozen = frozenArgument(skipTypes(initializer));
  const literal = skipTypes(frozen ?? initializer);
  if (!ts.isObjectLiteralExpression(literal)) return null;
  return frozen !== null || isAsConst(literal) ? literal : null;
}

/**
 * The variables of the top level whose objects are declared to stay as they are, with all in them (`as const`) or by themselves (`readonly`).
 */
export function keptObjects({ source, bindings }: ModuleBuilder): ReadonlyMap<VariableId, 'whole' | 'itself'> {
  const found = new Map<VariableId, 'whole' | 'itself'>();
  const types = new TypeDeclarations();
  for (const statement of source.file.statements) {
    if (!ts.isVariableStatement(statement) || (statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    for (const { name, initializer, type } of statement.declarationList.declarations) {
      const variable = bindings.references.get(name)?.variable;
      if (variable === undefined || initializer === undefined) continue;
      const lasting = isAsConst(skipTypes(initializer)) ? 'whole' : type === undefined ? null : lastingOf(type, types);
      if (lasting !== null) found.set(variable.id, lasting);
    }
  }
  return found;
}

function isAsConst(literal: ts.Expression): boolean {
  for (let at: ts.Node = literal.parent; ts.isExpression(at); at = at.parent)
    if ((ts.isAsExpression(at) || ts.isTypeAssertionExpression(at)) && ts.isConstTypeReference(at.type)) return true;
  return false;
}

/** The argument of `Object.freeze(…)`. */
function frozenArgument(call: ts.Expression): ts.Expression | null {
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression) || call.arguments.length !== 1) return null;
  const { expression, name } = call.expression;
  return ts.isIdentifier(expression) && expression.text === 'Object' && name.text === 'freeze' ? (call.arguments[0] ?? null) : null;
}

/** The members with constant values; null when others may take their place. */
function membersOf(literal: ts.ObjectLiteralExpression): ReadonlyMap<string, Constant> | null {
  const members = new Map<string, Constant>();
  for (const property of literal.properties) {
    const name = property.name === undefined ? null : propertyNameText(property.name);
    if (name === null || members.has(name)) return null;
    const value = ts.isPropertyAssignment(property) && name !== '__proto__' ? constantOf(property.initializer) : null;
    if (value !== null) members.set(name, value);
  }
  return members;
}

function constantOf(expression: ts.Expression): Constant | null {
  const node = skipTypes(expression);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'boolean', value: true };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'boolean', value: false };
  if (node.kind === ts.SyntaxKind.NullKeyword) return { kind: 'null' };
  const value = evaluate(node, new Map());
  if (value === null) return null;
  return typeof value === 'number' ? { kind: 'number', value } : { kind: 'string', value };
}
