import ts from 'typescript';
import type { AssignmentTargets, NameVisitor } from './assignmentTargets.js';
import type { Bindings } from './bindings.js';
import { argumentsAt } from './implicitVariables.js';
import type { Scope, VariableInfo } from './scopes.js';
import type { Tampering } from './tampering.js';
import { declaredAssumption, parameterAssumption, parameterTypes, permanentAssertions, type TypeContext } from '../types/types.js';

/** The declarations of variables: their values, their types, how often they are given a value. */
export class VariableDeclarations {
  constructor(
    private readonly names: NameVisitor,
    private readonly targets: AssignmentTargets,
    private readonly bindings: Bindings,
    private readonly types: TypeContext,
    private readonly tampering: Tampering,
  ) {}

  declaration(node: ts.VariableDeclaration, scope: Scope): void {
    this.names.attached(node, scope);
    if (ts.isIdentifier(node.name)) {
      const variable = this.declared(node.name, scope);
      if (variable !== null) this.describe(variable, node);
      const isVar = (node.parent.flags & ts.NodeFlags.BlockScoped) === 0;
      if (node.initializer !== undefined) variable?.definitions?.push({ operator: '=', value: node.initializer });
      if (variable !== null && isVar && node.initializer !== undefined && this.mayRunAgain(node, variable)) variable.reassigned = true;
      if (variable !== null && node.initializer !== undefined) this.tampering.defined(variable, node.initializer);
    } else {
      this.pattern(node.name, scope);
    }
    this.names.visit(node.initializer, scope);
  }

  /** A `var` that is not a plain statement of the function's body may be written several times, or be read before. */
  private mayRunAgain(node: ts.VariableDeclaration, variable: VariableInfo): boolean {
    if (variable.declarations > 1 || variable.kind !== 'local') return true;
    const statement = node.parent.parent;
    if (!ts.isVariableStatement(statement)) return true;
    const list = statement.parent;
    return !(ts.isSourceFile(list) || (ts.isBlock(list) && ts.isFunctionLike(list.parent)));
  }

  /** What the declaration promises of the variable's values. */
  describe(variable: VariableInfo, node: ts.VariableDeclaration | ts.ParameterDeclaration): void {
    variable.assumption = ts.isParameter(node) ? parameterAssumption(node, this.types) : declaredAssumption(node, this.types);
    if (ts.isParameter(node)) variable.declaredTypes = parameterTypes(node, variable.assumption);
    const permanent = permanentAssertions(node, this.types);
    if (permanent.length > 0) this.bindings.permanent.set(variable, permanent);
    if (node.type !== undefined && this.types.permanent.size > 0) this.bindings.types.set(variable, node.type);
  }

  forIn(node: ts.ForInOrOfStatement, scope: Scope): void {
    const head = node.initializer;
    if (ts.isVariableDeclarationList(head)) {
      for (const declaration of head.declarations) {
        this.pattern(declaration.name, scope, (head.flags & ts.NodeFlags.BlockScoped) === 0);
        this.names.visit(declaration.initializer, scope);
      }
    } else {
      this.targets.visit(head, scope, null);
    }
    this.names.visit(node.expression, scope);
    this.names.visit(node.statement, scope);
  }

  pattern(name: ts.BindingName, scope: Scope, rewrites = false): void {
    if (ts.isIdentifier(name)) {
      const variable = this.declared(name, scope);
      if (variable === null) return;
      variable.definitions = null;
      if (rewrites) variable.reassigned = true;
      return;
    }
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element)) continue;
      this.names.propertyName(element.propertyName, scope);
      this.pattern(element.name, scope, rewrites);
      this.names.visit(element.initializer, scope);
    }
  }

  /** The variable that a declaration's name declares. */
  declared(name: ts.Identifier, scope: Scope): VariableInfo | null {
    const variable = name.text === 'arguments' ? argumentsAt(scope, this.bindings) : scope.lookup(name.text);
    if (variable === null) return null;
    if (variable.owner !== scope.owner.id) variable.captured = true;
    this.bindings.references.set(name, { variable, check: false });
    return variable;
  }
}
