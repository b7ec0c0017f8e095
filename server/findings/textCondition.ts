import { lowest, highest, leq as bigintLeq, meet as meetBigints, type BigintValue } from '../lattice/bigint.js';
import { leq as textLeq, meet as meetTexts, type StringValue } from '../lattice/text.js';
import { all, any, compare, lengthOf, literal, named, type Comparison, type ConditionTree, type Operand } from './conditionTree.js';
import { failingSideOf } from './failingSide.js';
import type { Sides } from './numberCondition.js';

/** "`name` is one of `good`", given that it is one of `reachable` (and a string); null if nothing can be said. `good` is not empty. */
export function textSides(name: string, good: StringValue, reachable: StringValue): Sides | null {
  const kept = meetTexts(good, reachable);
  if (textLeq(reachable, kept)) return null;
  const { values } = kept;
  if (values !== null) {
    const excluded = reachable.values?.filter((value) => !values.includes(value)) ?? null;
    if (excluded !== null && excluded.length < values.length) return { good: isNot(name, excluded), bad: is(name, excluded) };
    return { good: is(name, values), bad: isNot(name, values) };
  }
  const { minLength, maxLength } = kept;
  const length = lengthOf(name);
  if (minLength === maxLength) return sides(length, '===', minLength);
  const bounds: Sides[] = [];
  if (minLength === 1 && reachable.minLength === 0) bounds.push({ good: isNot(name, ['']), bad: is(name, ['']) });
  else if (minLength > reachable.minLength) bounds.push(sides(length, '>=', minLength));
  if (maxLength < reachable.maxLength) bounds.push(sides(length, '<=', maxLength));
  return sidesOf(bounds);
}

const is = (name: string, values: readonly string[]): ConditionTree =>
  any(...values.map((value) => compare(named(name), '===', literal(value))));
const isNot = (name: string, values: readonly string[]): ConditionTree =>
  all(...values.map((value) => compare(named(name), '!==', literal(value))));

function sides(subject: Operand, operator: Comparison, value: number | bigint): Sides {
  const good = compare(subject, operator, literal(value));
  return { good, bad: failingSideOf(good) };
}

/** A condition on a bigint, from both sides. */
export function bigintSides(name: string, good: BigintValue, reachable: BigintValue): Sides | null {
  const kept = meetBigints(good, reachable);
  if (bigintLeq(reachable, kept)) return null;
  const { min, max } = kept;
  if (min !== null && min === max) return sides(named(name), '===', min);
  const bounds: Sides[] = [];
  if (min !== null && min > lowest(reachable)) bounds.push(sides(named(name), '>=', min));
  if (max !== null && max < highest(reachable)) bounds.push(sides(named(name), '<=', max));
  return sidesOf(bounds);
}

function sidesOf(bounds: readonly Sides[]): Sides | null {
  if (bounds.length === 0) return null;
  return { good: all(...bounds.map((bound) => bound.good)), bad: any(...bounds.map((bound) => bound.bad)) };
}
