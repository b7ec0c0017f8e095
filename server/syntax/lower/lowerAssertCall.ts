import ts from 'typescript';
import type { Expression } from '../../ir/expression.js';
import type { NodeId } from '../../ir/program.js';
import { nodePath } from '../names/nodeNames.js';
import { binary, intrinsic, nullValue, undefinedValue, unknownValue } from './expressions.js';
import type { FunctionBuilder } from './functionBuilder.js';
import { branch } from './lowerCondition.js';
import { lowerEffect, lowerOperands } from './lowerExpression.js';

/** Goes to `pass` where an assertion holds, else to `fail`; nothing is current afterwards. */
type Test = (b: FunctionBuilder, args: readonly ts.Expression[], node: ts.Node, ways: Ways) => void;

interface Ways {
  readonly pass: NodeId;
  readonly fail: NodeId;
}

/**
 * What the functions of `node:assert` test, and how many arguments that takes; further ones only tell what is thrown. Those that compare
 * in depth, or call what they are given, are left to be unknown code.
 */
const tests: Readonly<Record<string, { readonly takes: number; readonly test: Test; readonly mayConvert?: true }>> = {
  ok: { takes: 1, test: isTruthy },
  fail: { takes: 0, test: (b, _args, _node, { fail }) => b.goTo(fail) },
  equal: { takes: 2, test: comparing(isLooselyEqual), mayConvert: true },
  notEqual: { takes: 2, test: not(comparing(isLooselyEqual)), mayConvert: true },
  strictEqual: { takes: 2, test: comparing(isSame) },
  notStrictEqual: { takes: 2, test: not(comparing(isSame)) },
  ifError: { takes: 1, test: isNothing },
};

const strictly: Readonly<Record<string, string>> = { equal: 'strictEqual', notEqual: 'notStrictEqual' };

/** A call of one of Node's assertions throws where what it tests does not hold; null where it is another call. */
export function lowerAssertCall(b: FunctionBuilder, node: ts.CallExpression): Expression | null {
  const { nodeNames, bindings } = b.module;
  if (nodeNames.size === 0 || ts.isOptionalChain(node) || node.arguments.some(ts.isSpreadElement)) return null;
  const [module, ...path] = nodePath(node.expression, nodeNames, bindings) ?? [];
  const members = path.filter((member) => member !== 'strict' && member !== 'default');
  if (module !== 'assert' || members.length > 1) return null;
  const [name = 'ok'] = members;
  const key = path.includes('strict') ? (strictly[name] ?? name) : name;
  const known = Object.hasOwn(tests, key) ? tests[key] : undefined;
  if (known === undefined || node.arguments.length < known.takes) return null;
  const messages = node.arguments.slice(known.takes);
  // `==` converts what it compares when the message is made.
  if (known.mayConvert === true && b.module.effects.ofAll(messages) !== 0) return null;

  const span = b.spanOf(node);
  const ways: Ways = { pass: b.node('expression', span), fail: b.node('expression', span) };
  known.test(b, node.arguments.slice(0, known.takes), node, ways);
  if (b.isLive(ways.fail)) {
    b.startAt(ways.fail);
    for (const message of messages) lowerEffect(b, message);
    if (b.isLive()) b.throwValue(unknownValue, span, { isAssertion: true });
  }
  b.startAt(ways.pass);
  if (b.isLive(ways.pass)) for (const message of messages) lowerEffect(b, message);
  return undefinedValue;
}

function isTruthy(b: FunctionBuilder, [value]: readonly ts.Expression[], _node: ts.Node, { pass, fail }: Ways): void {
  if (value !== undefined) branch(b, value, pass, fail);
}

function not(test: Test): Test {
  return (b, args, node, { pass, fail }) => test(b, args, node, { pass: fail, fail: pass });
}

/** Both arguments are evaluated first. */
function comparing(compare: (b: FunctionBuilder, operands: readonly [Expression, Expression], node: ts.Node, ways: Ways) => void): Test {
  return (b, args, node, ways) => {
    const span = b.spanOf(node);
    const [left = undefinedValue, right = undefinedValue] = lowerOperands(b, args).map((operand) => b.repeatable(operand, span));
    compare(b, [left, right], node, ways);
  };
}

/** `==`, and NaN is NaN. */
function isLooselyEqual(b: FunctionBuilder, [left, right]: readonly [Expression, Expression], node: ts.Node, { pass, fail }: Ways): void {
  const span = b.spanOf(node);
  const next = b.node('expression', span);
  const last = b.node('expression', span);
  b.test(binary('==', left, right), pass, next, span);
  b.startAt(next);
  b.test(binary('!==', left, left), last, fail, span);
  b.startAt(last);
  b.test(binary('!==', right, right), pass, fail, span);
}

function isSame(b: FunctionBuilder, [left, right]: readonly [Expression, Expression], node: ts.Node, { pass, fail }: Ways): void {
  const isSaid = [left, right].some(isOnlyItself);
  b.test(isSaid ? binary('===', left, right) : intrinsic('Object.is', [left, right]), pass, fail, b.spanOf(node));
}

/** A constant for which `===` and `Object.is` say the same of whatever it is compared with. */
function isOnlyItself(operand: Expression): boolean {
  if (operand.kind !== 'constant') return false;
  const { value } = operand;
  return value.kind !== 'number' || (value.value !== 0 && !Number.isNaN(value.value));
}

function isNothing(b: FunctionBuilder, args: readonly ts.Expression[], node: ts.Node, { pass, fail }: Ways): void {
  const [value = undefinedValue] = lowerOperands(b, args);
  b.test(binary('==', value, nullValue), pass, fail, b.spanOf(node));
}
