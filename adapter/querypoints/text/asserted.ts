import type { AnyNode } from '../../instrument/tree.js';
import { isNullish, isTruthy, undecided } from './comparedValues.js';
import type { Failure, Simulated } from './failing.js';

/** What an assertion holds against what: its last name, and its arguments. `isOf`: `expect(…)`, not a function that is given all. */
interface Assertion {
  readonly name: string;
  readonly isOf: boolean;
  readonly isNegated: boolean;
  readonly actual: AnyNode;
  readonly given: readonly AnyNode[];
}

/**
 * What a failed assertion is about: the actual argument, held against the expected one. Known are those of `node:assert`, chai, jest and
 * vitest that compare single values; null for others, of which it is not known when they fail. `path`: from the program to where it was called.
 */
export function assertedAt(path: readonly AnyNode[], offset: number): Failure | null {
  for (const node of [...path].reverse()) {
    const found =
      node.type === 'CallExpression'
        ? calledAssertion(node, offset)
        : node.type === 'MemberExpression'
          ? readAssertion(node, offset)
          : null;
    const failure = found === null ? null : failureOf(found);
    if (failure !== null) return failure;
  }
  return null;
}

/** `assert(x)`, `assert.equal(x, y)`, `equal(x, y)`, `expect(x).toBe(y)`, `expect(x).to.equal(y)`. */
function calledAssertion(node: Extract<AnyNode, { type: 'CallExpression' }>, offset: number): Assertion | null {
  const { callee, arguments: given } = node;
  if (offset < callee.start || offset >= callee.end || given.some(({ type }) => type === 'SpreadElement')) return null;
  if (callee.type === 'MemberExpression') {
    const expected = expectedOf(callee);
    if (expected !== null) return { ...expected, given };
    return callee.computed ? null : plainAssertion(nameOf(callee.property), given);
  }
  return callee.type === 'Identifier' ? plainAssertion(callee.name, given) : null;
}

function plainAssertion(name: string, [actual, ...given]: readonly AnyNode[]): Assertion | null {
  return actual === undefined ? null : { name, isOf: false, isNegated: false, actual, given };
}

/** `expect(x).to.be.true`. */
function readAssertion(node: Extract<AnyNode, { type: 'MemberExpression' }>, offset: number): Assertion | null {
  const expected = offset >= node.property.start ? expectedOf(node) : null;
  return expected === null ? null : { ...expected, given: [] };
}

/** Of `expect(x)` and the words behind it: the last one, and whether `not` is among them. */
function expectedOf(member: Extract<AnyNode, { type: 'MemberExpression' }>): Omit<Assertion, 'given'> | null {
  let isNegated = false;
  let at: AnyNode = member.object;
  for (; at.type === 'MemberExpression' && !at.computed; at = at.object) {
    const word = nameOf(at.property);
    if (!isChained.test(word)) return null;
    if (word === 'not') isNegated = !isNegated;
  }
  if (at.type !== 'CallExpression' || at.callee.type !== 'Identifier' || at.callee.name !== 'expect' || member.computed) return null;
  const [actual] = at.arguments;
  if (actual === undefined || actual.type === 'SpreadElement') return null;
  return { name: nameOf(member.property), isOf: true, isNegated, actual };
}

/** Words that change nothing, and `not`. */
const isChained = /^(?:to|be|been|is|that|which|and|has|have|with|at|of|same|but|does|still|also|not)$/;

function nameOf(node: AnyNode): string {
  return node.type === 'Identifier' ? node.name : '';
}

function failureOf({ name, isOf, isNegated, actual, given }: Assertion): Failure | null {
  const fails = (holds: (value: Simulated) => boolean | undefined) => (value: Simulated) => {
    const isHolding = holds(value);
    return isHolding !== undefined && isHolding === isNegated;
  };
  const alone = (isOf ? expectedAlone : assertedAlone)[name];
  if (alone !== undefined) return { expression: actual, isFailing: fails((value) => (value === undefined ? undefined : alone(value))) };
  const operator = (isOf ? expectedOperators : assertedOperators)[name];
  const [expected] = given;
  if (operator === undefined || expected === undefined) return null;
  // What no program holds: the two are compared as the assertion does.
  const compared = { type: 'BinaryExpression', operator, left: actual, right: expected, start: actual.start, end: expected.end };
  return {
    expression: compared as unknown as AnyNode,
    isFailing: fails((value) => (value === undefined || value === undecided ? undefined : isTruthy(value))),
    doubt: { isOf: (value) => value === undecided, sentence: 'what it compares may be equal, or not' },
  };
}

type Holds = (value: NonNullable<Simulated>) => boolean;

const isText =
  (text: string): Holds =>
  (value) =>
    value.kind === 'absent' ? text === 'undefined' : value.kind === 'primitive' && value.text === text && value.type !== 'string';

const assertedAlone: Readonly<Record<string, Holds>> = {
  assert: isTruthy,
  ok: isTruthy,
  isOk: isTruthy,
  isNotOk: (value) => !isTruthy(value),
  notOk: (value) => !isTruthy(value),
  isTrue: isText('true'),
  isFalse: isText('false'),
  isNull: isText('null'),
  isNotNull: (value) => !isText('null')(value),
  isUndefined: isText('undefined'),
  isDefined: (value) => !isText('undefined')(value),
  exists: (value) => !isNullish(value),
};

const expectedAlone: Readonly<Record<string, Holds>> = {
  toBeTruthy: isTruthy,
  toBeFalsy: (value) => !isTruthy(value),
  toBeNull: isText('null'),
  toBeUndefined: isText('undefined'),
  toBeDefined: (value) => !isText('undefined')(value),
  toBeNaN: isText('NaN'),
  ok: isTruthy,
  true: isText('true'),
  false: isText('false'),
  null: isText('null'),
  undefined: isText('undefined'),
  NaN: isText('NaN'),
  exist: (value) => !isNullish(value),
};

/** Of `equal` nobody can tell here whether it is strict: values of different types are not decided. */
const assertedOperators: Readonly<Record<string, string>> = {
  strictEqual: 'is',
  notStrictEqual: 'is not',
  equal: 'equals',
  notEqual: 'equals not',
  deepStrictEqual: 'equals',
  deepEqual: 'equals',
  isAbove: '>',
  isBelow: '<',
  isAtLeast: '>=',
  isAtMost: '<=',
};

const expectedOperators: Readonly<Record<string, string>> = {
  toBe: 'is',
  toEqual: 'equals',
  toStrictEqual: 'equals',
  toBeGreaterThan: '>',
  toBeGreaterThanOrEqual: '>=',
  toBeLessThan: '<',
  toBeLessThanOrEqual: '<=',
  equal: '===',
  equals: '===',
  eq: '===',
  eql: 'equals',
  above: '>',
  gt: '>',
  greaterThan: '>',
  below: '<',
  lt: '<',
  lessThan: '<',
  least: '>=',
  gte: '>=',
  most: '<=',
  lte: '<=',
};
