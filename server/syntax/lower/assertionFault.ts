import ts from 'typescript';
import { methodsThat } from '../../builtins/facts.js';
import type { InvalidAssertion } from '../../ir/program.js';
import type { ExpressionAssertion } from '../assertions/assertion.js';
import type { Bindings } from '../names/bindings.js';
import { intrinsicNamed, standardGlobals } from '../names/standardGlobals.js';
import { skipTypes, spanOf } from '../source.js';

/** Methods of strings and arrays that change nothing and call nothing. */
const pureMethods: ReadonlySet<string> = methodsThat(({ inAssertions }) => inAssertions !== undefined);

const kindsWithoutMeaning: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.NewExpression, 'An assertion cannot create an object with new.'],
  [ts.SyntaxKind.FunctionExpression, 'An assertion cannot contain a function.'],
  [ts.SyntaxKind.ArrowFunction, 'An assertion cannot contain a function.'],
  [ts.SyntaxKind.ClassExpression, 'An assertion cannot contain a class.'],
  [ts.SyntaxKind.AwaitExpression, 'An assertion cannot wait for a value.'],
  [ts.SyntaxKind.YieldExpression, 'An assertion cannot wait for a value.'],
  [ts.SyntaxKind.DeleteExpression, 'An assertion cannot delete a property.'],
  [ts.SyntaxKind.TaggedTemplateExpression, 'An assertion cannot call a template function.'],
  [ts.SyntaxKind.SuperKeyword, 'super cannot be used in an assertion.'],
  [ts.SyntaxKind.ImportKeyword, 'An assertion cannot import a module.'],
  [ts.SyntaxKind.MetaProperty, 'new.target and import.meta cannot be used in an assertion.'],
  [ts.SyntaxKind.JsxElement, 'An assertion cannot contain JSX.'],
  [ts.SyntaxKind.JsxSelfClosingElement, 'An assertion cannot contain JSX.'],
  [ts.SyntaxKind.JsxFragment, 'An assertion cannot contain JSX.'],
]);

/** The first part of an assertion that cannot be interpreted. */
export function faultOf(comment: ExpressionAssertion, bindings: Bindings, file: ts.SourceFile): InvalidAssertion | null {
  const find = (node: ts.Node): InvalidAssertion | undefined => {
    const message = messageFor(node, comment, bindings);
    if (message !== null) return { span: spanOf(node, file), message };
    if (ts.isPropertyAccessExpression(node)) return find(node.expression);
    if (ts.isPropertyAssignment(node)) return find(node.initializer);
    if (ts.isTypeNode(node)) return undefined;
    return ts.forEachChild(node, find);
  };
  return find(comment.expression) ?? null;
}

function messageFor(node: ts.Node, comment: ExpressionAssertion, bindings: Bindings): string | null {
  const known = kindsWithoutMeaning.get(node.kind);
  if (known !== undefined) return known;
  if (ts.isIdentifier(node)) return isKnown(node, comment, bindings) ? null : `There is no ${node.text} here.`;
  if (ts.isCallExpression(node)) return isPureCall(node, bindings) ? null : uninterpretable(node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const steps = node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
    return steps ? 'An assertion cannot count up or down.' : null;
  }
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? 'An assertion cannot assign a value.' : null;
  }
  return null;
}

function uninterpretable(node: ts.CallExpression): string {
  return `The call of ${node.expression.getText(node.getSourceFile())} cannot be interpreted: only functions of Math and Number and pure methods of strings and arrays can.`;
}

function isKnown(node: ts.Identifier, comment: ExpressionAssertion, bindings: Bindings): boolean {
  if (bindings.references.has(node) || standardGlobals.has(node.text)) return true;
  if (ts.isIdentifier(node) && ['undefined', 'NaN', 'Infinity'].includes(node.text)) return true;
  return comment.attachment.kind === 'exit' && node.text === 'result';
}

function isPureCall(node: ts.CallExpression, bindings: Bindings): boolean {
  if (node.arguments.some(ts.isSpreadElement)) return false;
  const callee = skipTypes(node.expression);
  if (ts.isIdentifier(callee)) return !bindings.references.has(callee) && intrinsicNamed(callee.text, node.arguments.length) !== null;
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const root = skipTypes(callee.expression);
  if (ts.isIdentifier(root) && !bindings.references.has(root)) {
    return intrinsicNamed(`${root.text}.${callee.name.text}`, node.arguments.length) !== null;
  }
  return pureMethods.has(callee.name.text);
}
