import ts from 'typescript';
import type { RuleExpression } from '../../rules/ruleExpression.js';
import { skipTypes } from '../source.js';
import { literalOf } from './ruleScope.js';

/** The values of a list or a Set that a rules file writes out, all of them literals. */
export interface WrittenValues {
  readonly values: readonly RuleExpression[];
  readonly isSet: boolean;
}

/** `['a', 'b']`, `new Set(['a', 'b'])`; null where it is another expression. */
export function writtenValues(given: ts.Expression): WrittenValues | null {
  const whole = skipTypes(given);
  const isSet = ts.isNewExpression(whole) && ts.isIdentifier(whole.expression) && whole.expression.text === 'Set';
  const [only, another] = isSet ? (whole.arguments ?? []) : [whole];
  const list = only === undefined || another !== undefined ? undefined : skipTypes(only);
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return null;
  const values = list.elements.flatMap((element) => signedLiteral(skipTypes(element)) ?? []);
  return values.length === list.elements.length ? { values, isSet } : null;
}

function signedLiteral(expression: ts.Expression): RuleExpression | undefined {
  if (!ts.isPrefixUnaryExpression(expression) || expression.operator !== ts.SyntaxKind.MinusToken) return literalOf(expression);
  const operand = literalOf(expression.operand);
  return operand === undefined ? undefined : { kind: 'unary', operator: '-', operand };
}

/** Whether a value is the one that is written, as `includes` and `has` compare. */
export function isSameValue(value: RuleExpression, written: RuleExpression): RuleExpression {
  const isNaNWritten = written.kind === 'literal' && Number.isNaN(written.value);
  return { kind: 'binary', operator: isNaNWritten ? '!==' : '===', left: value, right: isNaNWritten ? value : written };
}

const asking: ReadonlySet<string> = new Set(['has', 'includes', 'indexOf', 'some', 'every', 'length', 'size', 'join']);

/** Whether the file does nothing with a constant of its own but ask what it has: functions that run may change others. */
export function isOnlyAsked(name: string, file: ts.SourceFile): boolean {
  let isAsked = true;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name) isAsked &&= isAskedAt(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return isAsked;
}

function isAskedAt(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return parent.name === node;
  return ts.isPropertyAccessExpression(parent) && (parent.name === node || asking.has(parent.name.text));
}
