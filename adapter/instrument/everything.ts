import type { Plan, TextPlace } from './plan.js';
import { declarationOf, scopesOf } from './scopes.js';
import { isFunction, walk, type AnyNode, type Program } from './tree.js';

/** What a plan asks of one text when it asks for all of it. */
export interface Everything extends Pick<Plan, 'fields' | 'variables' | 'forks'> {
  /** The names of all variables. */
  readonly names: readonly string[];
}

/** Every place and every fork of a text. */
export function everythingIn(program: Program, path: string): Everything {
  const fields = new Set(['length', 'name', 'constructor', 'prototype']);
  const forks: TextPlace[] = [];
  walk(program, (node) => {
    for (const name of propertyNames(node)) fields.add(name);
    if (isFunction(node) || node.type === 'Program') forks.push({ path, offset: node.start });
  });
  const { bindings } = scopesOf(program);
  return {
    fields: [...fields],
    variables: bindings.map((binding) => ({ path, offset: declarationOf(binding) })),
    forks,
    names: [...new Set(bindings.map(({ name }) => name))],
  };
}

/** The functions of a text, and its top level. */
export function functionsIn(program: Program, path: string): readonly TextPlace[] {
  const found: TextPlace[] = [];
  walk(program, (node) => void ((isFunction(node) || node.type === 'Program') && found.push({ path, offset: node.start })));
  return found;
}

function propertyNames(node: AnyNode): readonly string[] {
  // Names that are declared nowhere are properties of the global object.
  if (node.type === 'Identifier') return [node.name];
  if (node.type !== 'MemberExpression' && node.type !== 'Property' && node.type !== 'PropertyDefinition') return [];
  const key = node.type === 'MemberExpression' ? node.property : node.key;
  if (key.type === 'PrivateIdentifier') return [`#${key.name}`];
  return key.type === 'Literal' ? [String(key.value)] : [];
}
