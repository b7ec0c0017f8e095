import ts from 'typescript';
import type { Bindings } from './bindings.js';
import type { VariableInfo } from './scopes.js';

const declared = new WeakMap<Bindings, ReadonlyMap<VariableInfo, ts.ClassDeclaration>>();

/** The class of a bound module that a variable is declared as. */
export function classOf(variable: VariableInfo, bindings: Bindings): ts.ClassDeclaration | undefined {
  let classes = declared.get(bindings);
  if (classes === undefined) declared.set(bindings, (classes = classesOf(bindings)));
  return classes.get(variable);
}

function classesOf({ functionOf, references }: Bindings): ReadonlyMap<VariableInfo, ts.ClassDeclaration> {
  const classes = new Map<VariableInfo, ts.ClassDeclaration>();
  for (const node of functionOf.keys()) {
    if (!ts.isClassDeclaration(node) || node.name === undefined) continue;
    const variable = references.get(node.name)?.variable;
    if (variable !== undefined && !classes.has(variable)) classes.set(variable, node);
  }
  return classes;
}

/** The class of the module that another one is sure to extend, where a name says so. */
export function superclassOf(node: ts.ClassLikeDeclaration, bindings: Bindings): ts.ClassDeclaration | undefined {
  const extended = node.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
  const variable = extended !== undefined && ts.isIdentifier(extended) ? bindings.references.get(extended)?.variable : undefined;
  return variable?.form === 'class' && !variable.reassigned ? classOf(variable, bindings) : undefined;
}
