import ts from 'typescript';
import type { Offset } from '../../base/span.js';
import { parse } from '../source.js';
import { placeAround, testPlaces } from './testPlaces.js';

/** What a call of the program is to give. */
export interface Answer {
  /** As it is written in the tests. */
  readonly call: string;
  /** An expression, or `throws …`. */
  readonly value: string;
}

/** A text that becomes part of another one. */
export interface Insertion {
  readonly offset: Offset;
  readonly text: string;
}

/**
 * A test that says what a call gives, behind the one at an offset and written as that one is: by the same function, with the same kind of
 * assertion. Null where that test asserts in no way that is known here, or the value is none that can be written.
 */
export function answeredTest(text: string, path: string, at: Offset, answer: Answer): Insertion | null {
  const place = placeAround(testPlaces(text, path), at);
  if (place === null || place.isSuite || !isWritten(answer)) return null;
  const { file } = parse(text, path);
  const test = callAt(file, place.span.start, place.span.end);
  const callback = test?.arguments.findLast((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one));
  if (test === null || callback === undefined) return null;
  const assertion = assertionIn(callback, answer);
  if (assertion === null) return null;
  const declares = /^(?:test|it|specify)\b/.exec(test.expression.getText(file))?.[0];
  if (declares === undefined) return null;
  const name = `${answer.call} ${answer.value.startsWith('throws ') ? 'throws' : `is ${answer.value}`}`;
  const [parameter] = callback.parameters;
  const given = assertion.startsWith(`${parameter?.name.getText(file)}.`) ? parameter?.name.getText(file) : '';
  const isAsync = /\bawait\b/.test(assertion);
  const lineStart = text.lastIndexOf('\n', place.span.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const end = text[place.span.end] === ';' ? place.span.end + 1 : place.span.end;
  const written = `${declares}(${quoted(name)}, ${isAsync ? 'async ' : ''}(${given}) => {\n${indent}  ${assertion};\n${indent}});`;
  return { offset: end, text: `\n\n${indent}${written}` };
}

/** A value that was cut, or that is an object of a class, is no expression. */
function isWritten({ call, value }: Answer): boolean {
  if (call.includes('…') || value.includes('…')) return false;
  return value.startsWith('throws ') || !/^(?:class\b|function\b|<|[A-Z]\w* [{<]|\[(?:Function|class|object|Symbol)\b)/.test(value);
}

function callAt(file: ts.SourceFile, start: Offset, end: Offset): ts.CallExpression | null {
  let found: ts.CallExpression | null = null;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.getStart(file) === start && node.end === end) found ??= node;
    else if (node.pos <= start && end <= node.end) ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The answer as the first assertion in a test would say it. */
function assertionIn(callback: ts.Expression, answer: Answer): string | null {
  let found: string | null = null;
  const visit = (node: ts.Node): void => {
    if (found === null && ts.isCallExpression(node)) found = assertionLike(node, answer);
    if (found === null) ts.forEachChild(node, visit);
  };
  visit(callback);
  return found;
}

/** What stands for `equal` where the values may be objects. */
const deep: Readonly<Record<string, string>> = {
  equal: 'deepEqual',
  strictEqual: 'deepStrictEqual',
  deepEqual: 'deepEqual',
  deepStrictEqual: 'deepStrictEqual',
};

function assertionLike(node: ts.CallExpression, { call, value }: Answer): string | null {
  const callee = node.expression.getText();
  const isThrown = value.startsWith('throws ');
  const expectation = expectIn(node);
  if (expectation === 'chain') return isThrown ? `expect(() => ${call}).to.throw()` : `expect(${call}).to.deep.equal(${value})`;
  if (expectation === 'matcher') return isThrown ? `expect(() => ${call}).toThrow()` : `expect(${call}).toEqual(${value})`;
  const [, object = '', method = ''] = /^((?:[\w$]+\.)*)([\w$]+)$/.exec(callee) ?? [];
  // A module in strict mode, or its function: `assert(…)`.
  if (object === '' && /^assert$/.test(method)) return isThrown ? `assert.throws(() => ${call})` : `assert.deepEqual(${call}, ${value})`;
  const isAssert = /^(?:assert|strict|t|t\.assert|ctx|context|[\w$]+\.assert)\.$/.test(object.replace(/\.strict\.$/, '.'));
  if (object !== '' && isAssert)
    return isThrown ? `${object}throws(() => ${call})` : `${object}${deep[method] ?? 'deepEqual'}(${call}, ${value})`;
  if (object === '' && method in deep && !isThrown && isPrimitive(value)) return `${method}(${call}, ${value})`;
  return null;
}

/** Functions that are imported by name: `deepEqual` may not be among them. */
const isPrimitive = (value: string): boolean => /^(?:-?[\d.]|["'`]|true$|false$|null$|undefined$|-?Infinity$|NaN$)/.test(value);

/** Whether something is `expect(…).to.equal(…)`, or `expect(…).toEqual(…)`. */
function expectIn(node: ts.CallExpression): 'chain' | 'matcher' | null {
  let inner: ts.Expression = node.expression;
  let isChain = false;
  while (ts.isPropertyAccessExpression(inner)) {
    isChain ||= inner.name.text === 'to';
    inner = inner.expression;
  }
  const isExpect = ts.isCallExpression(inner) && /^expect(?:\.soft)?$/.test(inner.expression.getText());
  return !isExpect || inner === node.expression ? null : isChain ? 'chain' : 'matcher';
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
