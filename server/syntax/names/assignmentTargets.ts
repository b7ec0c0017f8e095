import ts from 'typescript';
import type { Bindings } from './bindings.js';
import { aliasesParameters } from './implicitVariables.js';
import { standardGlobals } from './standardGlobals.js';
import type { References } from './references.js';
import type { Definition, Scope } from './scopes.js';
import { skipTypes } from '../source.js';
import type { Tampering } from './tampering.js';

/** Resolves the names within something. */
export interface NameVisitor {
  visit(node: ts.Node | undefined, scope: Scope): void;
  list(nodes: readonly ts.Node[] | undefined, scope: Scope): void;
  /** The names in the assertions of a node. */
  attached(node: ts.Node, scope: Scope): void;
  propertyName(name: ts.PropertyName | undefined, scope: Scope): void;
}

/** The targets of assignments of every form: variables, properties, and patterns of these. */
export class AssignmentTargets {
  constructor(
    private readonly names: NameVisitor,
    private readonly bindings: Bindings,
    private readonly references: References,
    private readonly tampering: Tampering,
  ) {}

  /** Something assigned to; `definition` says by what, null when by a part of something. */
  visit(node: ts.Node, scope: Scope, definition: Definition | null): void {
    const inner = ts.isExpression(node) ? skipTypes(node) : node;
    if (ts.isIdentifier(inner)) {
      const variable = this.references.refer(inner, scope);
      if (variable === null) {
        if (standardGlobals.has(inner.text)) this.bindings.assignedGlobals.add(inner.text);
        return;
      }
      variable.reassigned = true;
      if (definition === null) variable.definitions = null;
      else variable.definitions?.push(definition);
    } else if (ts.isArrayLiteralExpression(inner)) {
      for (const element of inner.elements) this.element(element, scope);
    } else if (ts.isObjectLiteralExpression(inner)) {
      for (const property of inner.properties) this.targetProperty(property, scope);
    } else {
      this.tampering.written(inner);
      if (ts.isElementAccessExpression(inner) && isArguments(inner.expression)) this.writesArguments(inner.expression, scope);
      this.names.visit(inner, scope);
    }
  }

  private writesArguments(node: ts.Node, scope: Scope): void {
    this.names.visit(node, scope);
    let at: Scope | null = scope;
    while (at !== null && (at.kind !== 'function' || at.owner.kind === 'arrow')) at = at.parent;
    if (at === null || !aliasesParameters(at.owner)) return;
    at.owner.writesArguments = true;
    for (const parameter of at.owner.parameters) {
      parameter.reassigned = true;
      if (at.owner !== scope.owner) parameter.captured = true;
    }
  }

  private element(node: ts.Expression, scope: Scope): void {
    if (ts.isOmittedExpression(node)) return;
    if (ts.isSpreadElement(node)) this.visit(node.expression, scope, null);
    else this.withDefault(node, scope);
  }

  private withDefault(node: ts.Expression, scope: Scope): void {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      this.visit(node.left, scope, null);
      this.names.visit(node.right, scope);
    } else {
      this.visit(node, scope, null);
    }
  }

  private targetProperty(node: ts.ObjectLiteralElementLike, scope: Scope): void {
    if (ts.isPropertyAssignment(node)) {
      this.names.propertyName(node.name, scope);
      this.withDefault(node.initializer, scope);
    } else if (ts.isShorthandPropertyAssignment(node)) {
      this.visit(node.name, scope, null);
      this.names.visit(node.objectAssignmentInitializer, scope);
    } else if (ts.isSpreadAssignment(node)) {
      this.visit(node.expression, scope, null);
    }
  }
}

function isArguments(node: ts.Expression): boolean {
  const inner = skipTypes(node);
  return ts.isIdentifier(inner) && inner.text === 'arguments';
}

/** Whether the operator assigns to its left side: `=`, `+=`, `??=`, … */
export function isAssignmentOperator(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

export function definitionBy(operator: ts.SyntaxKind, value: ts.Expression): Definition | null {
  switch (operator) {
    case ts.SyntaxKind.EqualsToken:
    case ts.SyntaxKind.BarBarEqualsToken:
    case ts.SyntaxKind.AmpersandAmpersandEqualsToken:
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
      return { operator: '=', value };
    case ts.SyntaxKind.PlusEqualsToken:
      return { operator: '+=', value };
    default:
      return { operator: 'numeric', value };
  }
}
