import ts from 'typescript';
import type { AssertionComment } from '../assertions/assertion.js';
import { AssignmentTargets, definitionBy, isAssignmentOperator, type NameVisitor } from './assignmentTargets.js';
import type { Bindings } from './bindings.js';
import { describeExecutors } from './executors.js';
import { exportAssigned, exportDeclared, exportListed } from './exports.js';
import { inferNumbers } from './inferNumbers.js';
import { References } from './references.js';
import { FunctionDeclarations } from './resolveFunctions.js';
import { VariableDeclarations } from './resolveVariables.js';
import type { Scope } from './scopes.js';
import { isAmbient, leftSpine, skipTypes, spanOf, type Source } from '../source.js';
import { mayReplaceSuperclasses } from './givenPrototypes.js';
import { Tampering, declaresMembersOfBuiltins } from './tampering.js';
import type { TypeContext } from '../types/types.js';

/** Assertion comments by the node that they are attached to. */
export type AttachedAssertions = ReadonlyMap<ts.Node, readonly AssertionComment[]>;

/**
 * Second pass: what each name refers to, which variables are captured and reassigned, and what they are defined by.
 * Assertions take part: they read variables like the code around them.
 */
export function resolveNames(source: Source, bindings: Bindings, assertions: AttachedAssertions, types: TypeContext): void {
  const resolver = new Resolver(source, bindings, assertions, types);
  resolver.module();
  separateClassNames(source, bindings);
  inferNumbers(bindings);
  describeExecutors(bindings);
}

/** Within a class its name is a variable of its own that nobody writes: another one than outside, where the program writes that. */
function separateClassNames(source: Source, bindings: Bindings): void {
  for (const node of bindings.functionOf.keys()) {
    if (!ts.isClassDeclaration(node) || node.name === undefined) continue;
    const outside = bindings.references.get(node.name)?.variable;
    if (outside?.form !== 'class' || !outside.reassigned) continue;
    const scope = bindings.scopeAt(node);
    const declaration = spanOf(node.name, source.file);
    const inside = bindings.newVariable(outside.name, scope.owner.id, 'local', { form: 'ownName', declaration, scope: scope.span });
    inside.captured = true;
    inside.used = true;
    inside.definitions = null;
    scope.names.set(outside.name, inside);
    const { members } = node;
    for (const [name, { variable }] of bindings.references)
      if (variable === outside && name.pos >= members.pos && name.end <= members.end)
        bindings.references.set(name, { variable: inside, check: false });
  }
}

class Resolver implements NameVisitor {
  private readonly tampering: Tampering;
  private readonly references: References;
  private readonly targets: AssignmentTargets;
  private readonly variables: VariableDeclarations;
  private readonly functions: FunctionDeclarations;

  constructor(
    private readonly source: Source,
    private readonly bindings: Bindings,
    private readonly assertions: AttachedAssertions,
    types: TypeContext,
  ) {
    this.tampering = new Tampering(bindings);
    this.references = new References(source.file, bindings);
    this.targets = new AssignmentTargets(this, bindings, this.references, this.tampering);
    this.variables = new VariableDeclarations(this, this.targets, bindings, types, this.tampering);
    this.functions = new FunctionDeclarations(this, this.variables, bindings);
  }

  module(): void {
    const scope = this.bindings.scopeAt(this.source.file);
    this.attached(this.source.file, scope);
    this.list(this.source.file.statements, scope);
    const isTampering = this.tampering.found || declaresMembersOfBuiltins(this.source.file);
    this.bindings.replacesSuperclasses = mayReplaceSuperclasses(this.source.file);
    this.bindings.tampersWithBuiltins = isTampering || this.bindings.assignedGlobals.size > 0;
  }

  list(nodes: readonly ts.Node[] | undefined, scope: Scope): void {
    if (nodes === undefined) return;
    for (const node of nodes) this.visit(node, scope);
  }

  visit(node: ts.Node | undefined, scope: Scope): void {
    let next: ts.Node | undefined = node;
    while (next !== undefined) {
      if (this.assertions.size > 0) this.attached(next, scope);
      next = this.visitOne(next, scope);
    }
  }

  private children(node: ts.Node, scope: Scope): undefined {
    ts.forEachChild(node, (child) => this.visit(child, scope));
    return undefined;
  }

  /** The names in the assertions of a node, in the scope of the point that they speak of. */
  attached(node: ts.Node, scope: Scope): void {
    for (const assertion of this.assertions.get(node) ?? []) {
      if (assertion.tag === 'range') continue;
      const { kind } = assertion.attachment;
      const inside = kind === 'start' || kind === 'end' || kind === 'entry' || kind === 'exit';
      const at = inside ? (this.bindings.scopes.get(node) ?? scope) : scope;
      this.references.resultOf = kind === 'exit' ? at.owner : null;
      // A permanent assertion is checked by every function that writes what it speaks of.
      this.references.permanent = kind === 'value';
      this.visit(assertion.expression, at);
      this.references.resultOf = null;
      this.references.permanent = false;
    }
  }

  /** Visits a node; the result, if any, is to be visited next in the same scope. */
  private visitOne(node: ts.Node, scope: Scope): ts.Node | undefined {
    switch (node.kind) {
      case ts.SyntaxKind.Identifier:
        this.references.refer(node as ts.Identifier, scope);
        return undefined;
      case ts.SyntaxKind.ThisKeyword:
      case ts.SyntaxKind.SuperKeyword:
        // In a permanent assertion it is the value.
        if (!this.references.permanent) this.references.referThis(node, scope);
        return undefined;
      case ts.SyntaxKind.InterfaceDeclaration:
      case ts.SyntaxKind.TypeAliasDeclaration:
      case ts.SyntaxKind.TypeParameter:
        return undefined;
      case ts.SyntaxKind.NumericLiteral:
        scope.owner.constants.add(Number((node as ts.NumericLiteral).text));
        return undefined;
      case ts.SyntaxKind.ExpressionWithTypeArguments:
        return (node as ts.ExpressionWithTypeArguments).expression;
    }
    if (ts.isTypeNode(node)) return undefined;
    if (ts.isBinaryExpression(node)) {
      this.binary(node, scope);
      return undefined;
    }
    if (ts.isIfStatement(node)) {
      this.visit(node.expression, scope);
      this.visit(node.thenStatement, scope);
      return node.elseStatement;
    }
    if (ts.isFunctionLike(node)) {
      this.functions.functionLike(node, scope);
      return undefined;
    }
    return ts.isExpression(node) ? this.expression(node, scope) : this.other(node, scope);
  }

  private expression(node: ts.Expression, scope: Scope): ts.Node | undefined {
    switch (node.kind) {
      case ts.SyntaxKind.PropertyAccessExpression:
        return (node as ts.PropertyAccessExpression).expression;
      case ts.SyntaxKind.PrefixUnaryExpression:
      case ts.SyntaxKind.PostfixUnaryExpression: {
        const { operator, operand } = node as ts.PrefixUnaryExpression | ts.PostfixUnaryExpression;
        if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken) {
          this.targets.visit(operand, scope, { operator: 'update', value: null });
        } else if (operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(operand)) {
          scope.owner.constants.add(-Number(operand.text));
        } else {
          return operand;
        }
        return undefined;
      }
      case ts.SyntaxKind.DeleteExpression:
        this.tampering.written((node as ts.DeleteExpression).expression);
        return (node as ts.DeleteExpression).expression;
      case ts.SyntaxKind.CallExpression:
        this.call(node as ts.CallExpression, scope);
        return undefined;
      case ts.SyntaxKind.MetaProperty:
        if ((node as ts.MetaProperty).keywordToken === ts.SyntaxKind.NewKeyword) this.references.referNewTarget(node, scope);
        return undefined;
      case ts.SyntaxKind.ArrayLiteralExpression:
        scope.owner.constants.add((node as ts.ArrayLiteralExpression).elements.length);
        return this.children(node, scope);
      case ts.SyntaxKind.ObjectLiteralExpression:
        for (const property of (node as ts.ObjectLiteralExpression).properties) this.property(property, scope);
        return undefined;
      case ts.SyntaxKind.ClassExpression:
        this.functions.classLike(node as ts.ClassExpression, scope);
        return undefined;
      case ts.SyntaxKind.JsxElement:
      case ts.SyntaxKind.JsxSelfClosingElement:
        return this.children(node, scope);
      default:
        return this.children(node, scope);
    }
  }

  private property(node: ts.ObjectLiteralElementLike, scope: Scope): void {
    if (ts.isPropertyAssignment(node)) {
      this.propertyName(node.name, scope);
      this.visit(node.initializer, scope);
    } else if (ts.isShorthandPropertyAssignment(node)) {
      this.references.refer(node.name, scope);
      this.visit(node.objectAssignmentInitializer, scope);
    } else {
      this.visit(node, scope);
    }
  }

  propertyName(name: ts.PropertyName | undefined, scope: Scope): void {
    if (name !== undefined && ts.isComputedPropertyName(name)) this.visit(name.expression, scope);
  }

  private other(node: ts.Node, scope: Scope): ts.Node | undefined {
    switch (node.kind) {
      case ts.SyntaxKind.VariableDeclarationList:
        for (const declaration of (node as ts.VariableDeclarationList).declarations) this.variables.declaration(declaration, scope);
        return undefined;
      case ts.SyntaxKind.ForStatement:
        return this.children(node, this.bindings.scopes.get(node) ?? scope);
      case ts.SyntaxKind.ForInStatement:
      case ts.SyntaxKind.ForOfStatement:
        this.variables.forIn(node as ts.ForInOrOfStatement, this.bindings.scopes.get(node) ?? scope);
        return undefined;
      case ts.SyntaxKind.CatchClause: {
        const clause = node as ts.CatchClause;
        const inner = this.bindings.scopeAt(node);
        if (clause.variableDeclaration !== undefined) this.variables.pattern(clause.variableDeclaration.name, inner);
        return (this.visit(clause.block, inner), undefined);
      }
      case ts.SyntaxKind.LabeledStatement:
        return (node as ts.LabeledStatement).statement;
      case ts.SyntaxKind.BreakStatement:
      case ts.SyntaxKind.ContinueStatement:
        return undefined;
      case ts.SyntaxKind.WithStatement:
        this.makeOpaque(scope);
        return this.children(node, scope);
      case ts.SyntaxKind.ClassDeclaration:
        this.functions.classLike(node as ts.ClassDeclaration, scope);
        return undefined;
      case ts.SyntaxKind.ImportDeclaration:
      case ts.SyntaxKind.ImportEqualsDeclaration:
        return undefined;
      case ts.SyntaxKind.ExportDeclaration:
        exportListed(node as ts.ExportDeclaration, scope, this.bindings);
        return undefined;
      case ts.SyntaxKind.ExportAssignment:
        exportAssigned(node as ts.ExportAssignment, scope, this.bindings);
        return (node as ts.ExportAssignment).expression;
      case ts.SyntaxKind.EnumDeclaration:
        this.enumeration(node as ts.EnumDeclaration, scope);
        return undefined;
      case ts.SyntaxKind.ModuleDeclaration:
        this.namespace(node as ts.ModuleDeclaration, scope);
        return undefined;
      case ts.SyntaxKind.JsxOpeningElement:
      case ts.SyntaxKind.JsxClosingElement:
      case ts.SyntaxKind.JsxAttribute:
        return this.jsx(node, scope);
      case ts.SyntaxKind.VariableStatement:
        if (isAmbient(node)) return undefined;
        exportDeclared(node as ts.VariableStatement, scope, this.bindings);
        return (node as ts.VariableStatement).declarationList;
      default:
        return this.children(node, this.bindings.scopes.get(node) ?? scope);
    }
  }

  private jsx(node: ts.Node, scope: Scope): undefined {
    if (ts.isJsxAttribute(node)) this.visit(node.initializer, scope);
    else if (ts.isJsxOpeningElement(node)) {
      this.visit(node.tagName, scope);
      this.visit(node.attributes, scope);
    }
    return undefined;
  }

  private binary(node: ts.BinaryExpression, scope: Scope): void {
    const spine = leftSpine(node, (inner) => !isAssignmentOperator(inner.operatorToken.kind));
    const first = spine[0] ?? node;
    if (!isAssignmentOperator(first.operatorToken.kind)) this.visit(first.left, scope);
    for (const inner of spine) {
      const operator = inner.operatorToken.kind;
      if (isAssignmentOperator(operator)) {
        const target = skipTypes(inner.left);
        this.targets.visit(inner.left, scope, definitionBy(operator, inner.right));
        if (ts.isIdentifier(target)) this.tampering.assigned(this.bindings.references.get(target)?.variable ?? null, inner.right);
      }
      this.visit(inner.right, scope);
    }
  }

  private call(node: ts.CallExpression, scope: Scope): void {
    const callee = skipTypes(node.expression);
    if (ts.isIdentifier(callee) && callee.text === 'eval' && scope.lookup('eval') === null) this.makeOpaque(scope);
    this.tampering.called(callee, node.arguments);
    this.visit(node.expression, scope);
    this.list(node.arguments, scope);
  }

  /** Direct eval and `with` may read and write whatever is in scope. */
  private makeOpaque(scope: Scope): void {
    scope.owner.opaque = true;
    for (let at: Scope | null = scope; at !== null; at = at.parent) {
      for (const variable of at.names.values()) {
        if (variable.owner !== scope.owner.id) variable.captured = true;
        variable.reassigned = true;
        variable.definitions = null;
      }
    }
  }

  private enumeration(node: ts.EnumDeclaration, scope: Scope): void {
    const variable = this.variables.declared(node.name, scope);
    if (variable !== null) {
      const declarations = this.bindings.enums.get(variable);
      if (declarations === undefined) this.bindings.enums.set(variable, [node]);
      else declarations.push(node);
    }
    if (isAmbient(node)) return;
    exportDeclared(node, scope, this.bindings);
    const outer = this.references.enumDeclaration;
    this.references.enumDeclaration = node;
    for (const member of node.members) {
      this.propertyName(member.name, scope);
      this.visit(member.initializer, scope);
    }
    this.references.enumDeclaration = outer;
  }

  private namespace(node: ts.ModuleDeclaration, scope: Scope): void {
    const inner = this.bindings.scopes.get(node);
    if (inner === undefined || !ts.isIdentifier(node.name)) return;
    this.variables.declared(node.name, scope);
    exportDeclared(node, scope, this.bindings);
    if (node.body === undefined) return;
    this.attached(node.body, inner);
    if (ts.isModuleBlock(node.body)) this.list(node.body.statements, inner);
    else if (ts.isModuleDeclaration(node.body)) this.namespace(node.body, inner);
  }
}
