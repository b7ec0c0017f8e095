import ts from 'typescript';
import type { NameVisitor } from './assignmentTargets.js';
import type { Bindings } from './bindings.js';
import { isImplemented } from './declare.js';
import { exportDeclared } from './exports.js';
import { declareConstructorThis } from './implicitVariables.js';
import type { VariableDeclarations } from './resolveVariables.js';
import type { FunctionInfo, Scope } from './scopes.js';
import { isAmbient } from '../source.js';

/** The names in functions and classes. */
export class FunctionDeclarations {
  constructor(
    private readonly names: NameVisitor,
    private readonly variables: VariableDeclarations,
    private readonly bindings: Bindings,
  ) {}

  functionLike(node: ts.SignatureDeclaration, scope: Scope): void {
    // A function within an assertion, which is reported later, has not been declared.
    if (!isImplemented(node) || !this.bindings.functionOf.has(node)) return;
    if (ts.isFunctionDeclaration(node)) {
      if (node.name !== undefined) {
        const variable = scope.lookup(node.name.text);
        if (variable !== null) this.bindings.references.set(node.name, { variable, check: false });
      }
      exportDeclared(node, scope, this.bindings);
    } else if (ts.isFunctionExpression(node) && node.name !== undefined) {
      const variable = this.bindings.scopes.get(node.name)?.names.get(node.name.text);
      if (variable !== undefined) this.bindings.references.set(node.name, { variable, check: false });
    }
    if (node.name !== undefined && ts.isComputedPropertyName(node.name)) this.names.visit(node.name.expression, scope);
    if (node.modifiers !== undefined) this.names.list(node.modifiers.filter(ts.isDecorator), scope);
    this.body(node, this.bindings.functionAt(node));
  }

  private body(node: ts.FunctionLikeDeclaration, info: FunctionInfo): void {
    const { scope } = info;
    for (const parameter of node.parameters) {
      this.names.attached(parameter, scope);
      if (ts.isIdentifier(parameter.name)) {
        const variable = this.variables.declared(parameter.name, scope);
        if (variable !== null) {
          this.variables.describe(variable, parameter);
          info.parameters.push(variable);
          if (parameter.initializer !== undefined) variable.reassigned = true;
        }
      } else {
        this.variables.pattern(parameter.name, scope);
      }
      if (parameter.modifiers !== undefined) this.names.list(parameter.modifiers.filter(ts.isDecorator), scope);
      this.names.visit(parameter.initializer, scope);
    }
    if (node.body === undefined) return;
    if (!ts.isBlock(node.body)) {
      this.names.visit(node.body, scope);
      return;
    }
    const inner = this.bindings.scopes.get(node.body) ?? scope;
    this.names.attached(node.body, inner);
    this.names.list(node.body.statements, inner);
  }

  classLike(node: ts.ClassLikeDeclaration, scope: Scope): void {
    if (ts.isClassDeclaration(node)) {
      if (node.name !== undefined) this.variables.declared(node.name, scope);
      exportDeclared(node, scope, this.bindings);
    }
    if (isAmbient(node) || !this.bindings.functionOf.has(node)) return;
    const inner = this.bindings.scopeAt(node);
    if (ts.isClassExpression(node) && node.name !== undefined) this.variables.declared(node.name, inner);
    const info = this.bindings.functionAt(node);
    declareConstructorThis(info, this.bindings);
    for (const clause of node.heritageClauses ?? []) {
      if (clause.token === ts.SyntaxKind.ExtendsKeyword) this.names.list(clause.types, inner);
    }
    if (node.modifiers !== undefined) this.names.list(node.modifiers.filter(ts.isDecorator), scope);
    for (const member of node.members) {
      this.names.attached(member, inner);
      this.member(member, inner, info);
    }
  }

  private member(member: ts.ClassElement, scope: Scope, info: FunctionInfo): void {
    if (member === info.node && ts.isConstructorDeclaration(member)) {
      this.body(member, info);
    } else if (ts.isClassStaticBlockDeclaration(member)) {
      const inner = this.bindings.scopeAt(member);
      this.names.attached(member.body, inner);
      this.names.list(member.body.statements, inner);
    } else if (ts.isPropertyDeclaration(member)) {
      if (isAmbient(member)) return;
      this.names.propertyName(member.name, scope);
      this.names.visit(member.initializer, this.bindings.scopeAt(member));
      if (member.modifiers !== undefined) this.names.list(member.modifiers.filter(ts.isDecorator), scope);
    } else if (!ts.isConstructorDeclaration(member)) {
      this.names.visit(member, scope);
    }
  }
}
