import ts from 'typescript';
import { builtinsThat, memberOf } from '../../builtins/facts.js';
import type { Bindings } from './bindings.js';
import { standardGlobals } from './standardGlobals.js';
import type { VariableInfo } from './scopes.js';
import { skipTypes } from '../source.js';

/** Members of `Object` and `Reflect` that write their first argument, or what they are called on. */
const writers: ReadonlySet<string> = new Set(
  builtinsThat(({ writes = [] }, name) => /^(Object|Reflect)\./.test(name) && (writes.includes(0) || writes.includes('this'))).map(
    memberOf,
  ),
);
/** Properties of standard objects that programs set without changing what any built-in does. */
const harmless = new Set(['stackTraceLimit', 'prepareStackTrace', 'exitCode', 'title', 'env', 'debugPort']);

/** Finds text that writes to standard objects: then no built-in can be trusted to be the standard one. */
export class Tampering {
  found = false;
  /** Variables that hold a standard object or its prototype. */
  private readonly aliases = new Set<VariableInfo>();

  constructor(private readonly bindings: Bindings) {}

  /** Called for assigned and deleted expressions. */
  written(target: ts.Node): void {
    if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return;
    const name = memberName(target);
    if (name !== null && harmless.has(name)) return;
    const object = skipTypes(target.expression);
    if (isGlobalObject(object) && name !== null && !standardGlobals.has(name)) return;
    if (this.isStandard(object)) this.found = true;
  }

  defined(variable: VariableInfo, value: ts.Expression): void {
    if (this.isStandard(skipTypes(value))) this.aliases.add(variable);
  }

  assigned(variable: VariableInfo | null, value: ts.Expression): void {
    if (variable !== null) this.defined(variable, value);
  }

  called(callee: ts.Expression, args: readonly ts.Expression[]): void {
    const first = args[0];
    if (first === undefined) return;
    const object = ts.isPropertyAccessExpression(callee) ? skipTypes(callee.expression) : null;
    const known = object !== null && ts.isIdentifier(object) && (object.text === 'Object' || object.text === 'Reflect');
    if (known && ts.isPropertyAccessExpression(callee)) {
      if (writers.has(callee.name.text) && this.isStandard(skipTypes(first))) this.found = true;
      return;
    }
    // A prototype given to code that is not known may be extended there.
    if (args.some((arg) => isPrototype(skipTypes(arg)) && this.isStandard(skipTypes(arg)))) this.found = true;
  }

  /** `Array`, `Array.prototype`, the prototype of some value (which may be one of the language), or a variable that is defined as one of these. */
  private isStandard(node: ts.Expression): boolean {
    if (ts.isIdentifier(node)) {
      const variable = this.variableOf(node);
      return variable === null ? standardGlobals.has(node.text) : this.aliases.has(variable);
    }
    if (ts.isCallExpression(node)) return isGetPrototypeOf(node.expression) && !isThis(node.arguments[0]);
    if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false;
    const name = memberName(node);
    const object = skipTypes(node.expression);
    if (name === '__proto__') return !isThis(object);
    if (name === 'prototype') return this.isStandard(object) || this.isConstructorOf(object);
    return name !== null && isGlobalObject(object) && standardGlobals.has(name);
  }

  /** `[].constructor`: what a value was made by. */
  private isConstructorOf(node: ts.Expression): boolean {
    if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false;
    return memberName(node) === 'constructor' && !isThis(node.expression);
  }

  /** What the name refers to; it may not have been visited yet. */
  private variableOf(node: ts.Identifier): VariableInfo | null {
    const reference = this.bindings.references.get(node);
    if (reference !== undefined) return reference.variable;
    for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
      const scope = this.bindings.scopes.get(at);
      if (scope !== undefined) return scope.lookup(node.text);
    }
    return null;
  }
}

/** What the types of built-in objects are called. */
const builtinTypes: ReadonlySet<string> = new Set([
  ...['Object', 'Function', 'CallableFunction', 'NewableFunction', 'Array', 'ReadonlyArray', 'String', 'Number', 'Boolean', 'BigInt'],
  ...[
    'Symbol',
    'Map',
    'ReadonlyMap',
    'Set',
    'ReadonlySet',
    'WeakMap',
    'WeakSet',
    'Date',
    'Error',
    'RegExp',
    'Promise',
    'Iterator',
    'Generator',
  ],
]);

/** Whether the file declares members of built-in objects that the language does not give them: somebody adds them. */
export function declaresMembersOfBuiltins(file: ts.SourceFile): boolean {
  const isModule = ts.isExternalModule(file);
  return file.statements.some((statement) => {
    if (ts.isInterfaceDeclaration(statement)) return !isModule && builtinTypes.has(statement.name.text);
    if (!ts.isModuleDeclaration(statement) || (statement.flags & ts.NodeFlags.GlobalAugmentation) === 0) return false;
    const { body } = statement;
    const inner = body !== undefined && ts.isModuleBlock(body) ? body.statements : [];
    return inner.some((each) => ts.isInterfaceDeclaration(each) && builtinTypes.has(each.name.text));
  });
}

function isPrototype(node: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return false;
  const name = memberName(node);
  return name === 'prototype' || name === '__proto__';
}

function isGetPrototypeOf(callee: ts.Expression): boolean {
  const inner = skipTypes(callee);
  return ts.isPropertyAccessExpression(inner) && inner.name.text === 'getPrototypeOf';
}

/** An instance or a class of the program's own. */
const isThis = (node: ts.Expression | undefined): boolean => node !== undefined && skipTypes(node).kind === ts.SyntaxKind.ThisKeyword;

function isGlobalObject(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && (node.text === 'globalThis' || node.text === 'global' || node.text === 'process');
}

function memberName(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string | null {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : null;
}
