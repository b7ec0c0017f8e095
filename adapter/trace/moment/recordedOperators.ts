import type { ValueReport } from '../../events/rows.js';

/** A value that an expression has: never absent. */
export type Recorded = Exclude<ValueReport, { kind: 'absent' }>;

type RecordedPrimitive = Extract<ValueReport, { kind: 'primitive' }>;

type Primitive = undefined | null | boolean | number | string | bigint;

/** What an expression cannot be evaluated for: the text of what it throws, or that something of it was not recorded. */
export class NoValue extends Error {}

/** The sentence of everything that a recording may not know. */
export const notRecorded = 'it was not recorded';

/** A value that native code or code of the program would have to compute, or of which a part is not known. */
export function unknown(): never {
  throw new NoValue(notRecorded);
}

/** What evaluating throws in Node, as a debugger words it. */
export function thrown(text: string): never {
  throw new NoValue(text);
}

/** A primitive as it is recorded. */
export function recordedOf(value: Primitive): RecordedPrimitive {
  if (value === null) return { kind: 'primitive', type: 'null', text: 'null' };
  const type = typeof value as RecordedPrimitive['type'];
  return { kind: 'primitive', type, text: Object.is(value, -0) ? '-0' : String(value) };
}

/** The primitive that was recorded; of a text that was cut, and of a symbol, there is none. */
export function primitiveOf(value: RecordedPrimitive): Primitive {
  const { type, text, length } = value;
  switch (type) {
    case 'undefined':
      return undefined;
    case 'null':
      return null;
    case 'boolean':
      return text === 'true';
    case 'number':
      return Number(text);
    case 'bigint':
      return BigInt(text);
    case 'string':
      return length === undefined ? text : unknown();
    case 'symbol':
      return unknown();
  }
}

/** Whether a condition takes its first way. */
export function isTruthy(value: Recorded): boolean {
  if (value.kind === 'object' || value.type === 'symbol') return true;
  if (value.length !== undefined) return value.length > 0;
  return Boolean(primitiveOf(value));
}

/** Whether a value is null or undefined. */
export function isNullish(value: Recorded): boolean {
  return value.kind === 'primitive' && (value.type === 'null' || value.type === 'undefined');
}

/** The text that `typeof` gives. */
export function typeName(value: Recorded): string {
  if (value.kind === 'primitive') return value.type === 'null' ? 'object' : value.type;
  // Whether a Proxy can be called is its target's, which is not known.
  if (value.type === 'proxy') return unknown();
  return value.type === 'function' ? 'function' : 'object';
}

/** ECMA-262 `IsStrictlyEqual`; unknown where two texts are known by their length alone. */
function areIdentical(a: Recorded, b: Recorded): boolean {
  if (a.kind === 'object' || b.kind === 'object') return a.kind === 'object' && b.kind === 'object' && a.id === b.id;
  if (a.type !== b.type) return false;
  if (a.type === 'symbol') return a.symbol === undefined || b.symbol === undefined ? unknown() : a.symbol === b.symbol;
  if (a.length !== undefined || b.length !== undefined)
    return (a.length ?? a.text.length) === (b.length ?? b.text.length) ? unknown() : false;
  return primitiveOf(a) === primitiveOf(b);
}

/** ECMA-262 `IsLooselyEqual`; an object that must become a primitive runs code, which nothing runs here. */
function areLooselyEqual(a: Recorded, b: Recorded): boolean {
  if (isNullish(a) || isNullish(b)) return isNullish(a) && isNullish(b);
  if (a.kind === 'object' && b.kind === 'object') return a.id === b.id;
  if (a.kind === 'object' || b.kind === 'object') return unknown();
  if (a.type === b.type || a.type === 'symbol' || b.type === 'symbol') return areIdentical(a, b);
  // The one place where the two sides may be of two types; both are primitives of the language.
  return primitiveOf(a) == primitiveOf(b); // eslint-disable-line eqeqeq -- the operator that was asked about
}

/** `OPERATOR value`, without `typeof`, `void` and `delete`. */
export function unary(operator: string, value: Recorded): Recorded {
  if (operator === '!') return recordedOf(!isTruthy(value));
  const operand = numericOf(value, operator);
  switch (operator) {
    case '-':
      return recordedOf(-operand);
    case '+':
      return recordedOf(Number(operand));
    case '~':
      return recordedOf(~operand);
    default:
      return unknown();
  }
}

/** `a OPERATOR b`, without `in` and `instanceof`. */
export function binary(operator: string, a: Recorded, b: Recorded): Recorded {
  switch (operator) {
    case '===':
      return recordedOf(areIdentical(a, b));
    case '!==':
      return recordedOf(!areIdentical(a, b));
    case '==':
      return recordedOf(areLooselyEqual(a, b));
    case '!=':
      return recordedOf(!areLooselyEqual(a, b));
    case '+':
      return isText(a) || isText(b) ? joined(a, b) : arithmetic(operator, a, b);
    case '<':
    case '>':
    case '<=':
    case '>=':
      return compared(operator, a, b);
    default:
      return arithmetic(operator, a, b);
  }
}

function isText(value: Recorded): boolean {
  return value.kind === 'primitive' && value.type === 'string';
}

function joined(a: Recorded, b: Recorded): Recorded {
  return recordedOf(textOf(a) + textOf(b));
}

/** ECMA-262 `ToString` of a primitive. */
export function textOf(value: Recorded): string {
  if (value.kind === 'object') return unknown();
  return value.type === 'symbol' ? thrown('TypeError: Cannot convert a Symbol value to a string') : String(primitiveOf(value));
}

function numericOf(value: Recorded, operator: string): number | bigint {
  if (value.kind === 'object') return unknown();
  if (value.type === 'symbol') return thrown('TypeError: Cannot convert a Symbol value to a number');
  const primitive = primitiveOf(value);
  if (typeof primitive === 'bigint') return operator === '+' ? thrown('TypeError: Cannot convert a BigInt value to a number') : primitive;
  return Number(primitive);
}

function compared(operator: '<' | '>' | '<=' | '>=', a: Recorded, b: Recorded): Recorded {
  if (a.kind === 'object' || b.kind === 'object') return unknown();
  if (a.type === 'symbol' || b.type === 'symbol') return thrown('TypeError: Cannot convert a Symbol value to a number');
  // Numbers, texts and bigints compare in any mixture; what else there is becomes a number first, as the language says.
  const [x, y] = [primitiveOf(a), primitiveOf(b)] as [number, number];
  switch (operator) {
    case '<':
      return recordedOf(x < y);
    case '>':
      return recordedOf(x > y);
    case '<=':
      return recordedOf(x <= y);
    case '>=':
      return recordedOf(x >= y);
  }
}

function arithmetic(operator: string, a: Recorded, b: Recorded): Recorded {
  if (a.kind === 'object' || b.kind === 'object') return unknown();
  const [x, y] = [numericOf(a, ''), numericOf(b, '')];
  if (typeof x === 'bigint' && typeof y === 'bigint' && isTooLarge(operator, x, y)) return unknown();
  try {
    // Two bigints, two numbers, or a mixture, of which the language says what is wrong.
    return recordedOf(computed(operator, x as number, y as number));
  } catch (error) {
    return error instanceof NoValue ? unknown() : thrown(String(error));
  }
}

function computed(operator: string, x: number, y: number): number {
  switch (operator) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    case '%':
      return x % y;
    case '**':
      return x ** y;
    case '&':
      return x & y;
    case '|':
      return x | y;
    case '^':
      return x ^ y;
    case '<<':
      return x << y;
    case '>>':
      return x >> y;
    case '>>>':
      return x >>> y;
    default:
      return unknown();
  }
}

/** A recording may come from a stranger: numbers with millions of digits are not computed. */
const mostBits = 1n << 16n;

function isTooLarge(operator: string, x: bigint, y: bigint): boolean {
  if (operator === '**') return y > 0n && y * BigInt(x.toString(16).length) * 4n > mostBits;
  return (operator === '<<' && y > mostBits) || (operator === '>>' && y < -mostBits);
}
