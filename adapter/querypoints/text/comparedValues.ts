import type { ValueReport } from '../../events/rows.js';

/** How assertions compare two values: as `Object.is`, or as one of `==`, `===` and comparisons of contents, which nobody can tell apart by name. */
export type Comparison = 'is' | 'is not' | 'equals' | 'equals not';

/** Whether an operator is one of these, which no program has. */
export function isComparison(operator: string): operator is Comparison {
  return operator === 'is' || operator === 'is not' || operator === 'equals' || operator === 'equals not';
}

/** What is known of two values, and yet not whether they compare. */
export const undecided: ValueReport = { kind: 'absent' };

/** Two values compared: a boolean; undefined where one is not known; `undecided` where the ways to compare differ. */
export function compare(how: Comparison, left: ValueReport | undefined, right: ValueReport | undefined): ValueReport | undefined {
  if (left === undefined || right === undefined) return undefined;
  const holds = how.startsWith('is') ? isSame(left, right) : isEqual(left, right);
  return holds === null ? undecided : { kind: 'primitive', type: 'boolean', text: String(holds !== how.endsWith('not')) };
}

function isSame(left: ValueReport, right: ValueReport): boolean | null {
  if (left.kind === 'object' || right.kind === 'object') return left.kind === 'object' && right.kind === 'object' && left.id === right.id;
  const [a, b] = [primitiveOf(left), primitiveOf(right)];
  if (a === null || b === null || (a.value === 0 && b.value === 0)) return null; // of zeros that texts make the sign is not known
  return Object.is(a.value, b.value);
}

/** Whatever the way: values that are not even loosely equal differ, and those that are the same value do not. */
function isEqual(left: ValueReport, right: ValueReport): boolean | null {
  if (left.kind === 'object' || right.kind === 'object')
    return left.kind === 'object' && right.kind === 'object' && left.id === right.id ? true : null;
  const [a, b] = [primitiveOf(left), primitiveOf(right)];
  if (a === null || b === null) return null;
  if (Object.is(a.value, b.value)) return a.value === 0 ? null : true;
  return areLooselyEqual(a.value, b.value) ? null : false;
}

/** As `==` of values that are no objects; of numbers beyond precision more are. */
export function areLooselyEqual(a: unknown, b: unknown): boolean {
  const isNothing = (value: unknown): boolean => value === undefined || value === null;
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b);
  return typeof a === typeof b ? a === b : Number(a) === Number(b);
}

/** The value of a report; null of an object, of a symbol, and of a text that is known in part. */
export function primitiveOf(report: ValueReport): { readonly value: unknown } | null {
  if (report.kind !== 'primitive') return report.kind === 'absent' && report !== undecided ? { value: undefined } : null;
  const { type, text, length } = report;
  if (length !== undefined) return null; // only a part of it is known
  switch (type) {
    case 'undefined':
      return { value: undefined };
    case 'null':
      return { value: null };
    case 'boolean':
      return { value: text === 'true' };
    case 'number':
      return { value: Number(text) };
    case 'bigint':
      return { value: BigInt(text) };
    case 'string':
      return { value: text };
    default:
      return null;
  }
}

/** Whether a value is undefined or null; an unknown one is not. */
export function isNullish(value: ValueReport | undefined): boolean {
  return (
    value !== undefined &&
    (value.kind === 'absent' || (value.kind === 'primitive' && (value.type === 'undefined' || value.type === 'null')))
  );
}

/** As a condition. */
export function isTruthy(value: ValueReport): boolean {
  if (value.kind !== 'primitive') return value.kind === 'object';
  switch (value.type) {
    case 'undefined':
    case 'null':
      return false;
    case 'boolean':
      return value.text === 'true';
    case 'number':
      return value.text !== 'NaN' && Number(value.text) !== 0;
    case 'bigint':
      return value.text !== '0';
    case 'string':
      return value.text !== '';
    case 'symbol':
      return true;
  }
}
