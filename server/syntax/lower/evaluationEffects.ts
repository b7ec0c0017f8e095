import ts from 'typescript';
import type { Bindings } from '../names/bindings.js';
import { isAssignmentOperator } from '../names/assignmentTargets.js';
import { standardGlobals } from '../names/standardGlobals.js';

/** Evaluating the expression takes edges of the graph: it may run other code. */
export const takesEdges = 1;
/** It assigns variables of the function itself. */
export const assigns = 2;

/** What evaluating an expression may do to values that were read before it; remembered, so that nested expressions cost linear time. */
export class Effects {
  private readonly known = new Map<ts.Node, number>();

  constructor(private readonly bindings: Bindings) {}

  of(node: ts.Node | undefined): number {
    if (node === undefined) return 0;
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const result = this.compute(node);
    this.known.set(node, result);
    return result;
  }

  ofAll(nodes: readonly ts.Node[] | undefined): number {
    let result = 0;
    if (nodes !== undefined) for (const node of nodes) result |= this.of(node);
    return result;
  }

  private compute(node: ts.Node): number {
    switch (node.kind) {
      case ts.SyntaxKind.Identifier:
        return this.ofIdentifier(node as ts.Identifier);
      case ts.SyntaxKind.ThisKeyword:
        return this.bindings.references.get(node)?.check === true ? takesEdges : 0;
      case ts.SyntaxKind.NumericLiteral:
      case ts.SyntaxKind.BigIntLiteral:
      case ts.SyntaxKind.StringLiteral:
      case ts.SyntaxKind.NoSubstitutionTemplateLiteral:
      case ts.SyntaxKind.TrueKeyword:
      case ts.SyntaxKind.FalseKeyword:
      case ts.SyntaxKind.NullKeyword:
      case ts.SyntaxKind.OmittedExpression:
        return 0;
      case ts.SyntaxKind.ArrowFunction:
      case ts.SyntaxKind.FunctionExpression:
        return takesEdges;
      case ts.SyntaxKind.BinaryExpression:
        return this.ofBinary(node as ts.BinaryExpression);
      case ts.SyntaxKind.PrefixUnaryExpression:
      case ts.SyntaxKind.PostfixUnaryExpression: {
        const { operator, operand } = node as ts.PrefixUnaryExpression;
        const updates = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
        return this.of(operand) | (updates ? takesEdges | assigns : 0);
      }
      case ts.SyntaxKind.ParenthesizedExpression:
      case ts.SyntaxKind.NonNullExpression:
      case ts.SyntaxKind.TypeOfExpression:
      case ts.SyntaxKind.VoidExpression:
        return this.ofChildren(node);
      case ts.SyntaxKind.AsExpression:
      case ts.SyntaxKind.SatisfiesExpression:
      case ts.SyntaxKind.TypeAssertionExpression:
      case ts.SyntaxKind.ExpressionWithTypeArguments:
        return this.of((node as ts.AsExpression).expression);
      case ts.SyntaxKind.YieldExpression:
      case ts.SyntaxKind.ClassExpression:
        return takesEdges | assigns;
      default:
        return takesEdges | this.ofChildren(node);
    }
  }

  private ofIdentifier(node: ts.Identifier): number {
    const reference = this.bindings.references.get(node);
    if (reference !== undefined) {
      const member = this.bindings.namespaceMembers.get(reference.variable);
      return reference.check || member?.isConstant === false ? takesEdges : 0;
    }
    return standardGlobals.has(node.text) && !this.bindings.assignedGlobals.has(node.text) ? 0 : takesEdges;
  }

  private ofBinary(node: ts.BinaryExpression): number {
    // Bottom-up along the left spine: chains may be thousands of terms long.
    const spine = [node];
    let left = node.left;
    while (ts.isBinaryExpression(left) && !this.known.has(left)) {
      spine.push(left);
      left = left.left;
    }
    let result = this.of(left);
    for (let i = spine.length - 1; i >= 0; i--) {
      const inner = spine[i];
      if (inner === undefined) continue;
      result |= this.of(inner.right) | this.ofOperator(inner.operatorToken.kind);
      this.known.set(inner, result);
    }
    return result;
  }

  private ofOperator(operator: ts.SyntaxKind): number {
    if (isAssignmentOperator(operator)) return takesEdges | assigns;
    switch (operator) {
      case ts.SyntaxKind.AmpersandAmpersandToken:
      case ts.SyntaxKind.BarBarToken:
      case ts.SyntaxKind.QuestionQuestionToken:
        return takesEdges;
      default:
        return 0;
    }
  }

  private ofChildren(node: ts.Node): number {
    let result = 0;
    ts.forEachChild(node, (child) => {
      if (!ts.isTypeNode(child)) result |= this.of(child);
    });
    return result;
  }
}
