import { denseLength } from '../semantics/heap/object.js';
import { nextDown, nextUp } from '../lattice/double.js';
import { isRangeEmpty, leq, meet, type NumberValue } from '../lattice/number.js';
import { failingSideOf } from './failingSide.js';
import { all, any, compare, literal, named, not, type ConditionTree } from './conditionTree.js';

/** A condition from both sides: one that is true of every good value, and one that is false of every good value. */
export interface Sides {
  readonly good: ConditionTree;
  readonly bad: ConditionTree;
}

export interface NumberSettings {
  /** Numbers are assumed to be safe integers: bounds that follow from that alone are not printed. */
  readonly integers: boolean;
}

/**
 * "`name` is one of `good`", given that it is one of `reachable` (and a number); null if nothing can be said. `good` is not empty.
 * The texts are exact but for sets of integers that contain an infinity, whose integrality is left out.
 */
export function numberSides(name: string, good: NumberValue, reachable: NumberValue, settings: NumberSettings): Sides | null {
  const kept = meet(good, reachable);
  if (leq(reachable, kept)) return null;
  const isNan: ConditionTree = { kind: 'isNaN', subject: named(name) };
  const notNan = not(isNan);
  if (isRangeEmpty(kept)) return { good: isNan, bad: notNan };

  const integral = kept.integer && !reachable.integer && kept.min !== kept.max && Number.isFinite(kept.min) && Number.isFinite(kept.max);
  const bounds = boundsOf(name, kept, reachable, settings.integers, integral);
  if (bounds.length === 0 && !integral) return reachable.nan && !kept.nan ? { good: notNan, bad: isNan } : null;

  if (!kept.nan && !integral && kept.min === -Number.MAX_VALUE && kept.max === Number.MAX_VALUE) {
    const isFinite: ConditionTree = { kind: 'isFinite', subject: named(name) };
    return { good: isFinite, bad: not(isFinite) };
  }
  const outside = any(...bounds.map((bound) => bound.bad));
  if (!integral) {
    // A comparison with NaN is false: where NaN is good, the condition is that no comparison shows the contrary.
    if (kept.nan) return { good: not(outside), bad: outside };
    return kept.min === kept.max ? constantSides(name, kept.min) : { good: all(...bounds.map((bound) => bound.good)), bad: outside };
  }
  const isInteger: ConditionTree = { kind: 'isInteger', subject: named(name) };
  const inside = all(isInteger, ...bounds.map((bound) => bound.good));
  const fraction = not(isInteger);
  if (kept.nan) return { good: any(isNan, inside), bad: any(outside, all(fraction, notNan)) };
  return { good: inside, bad: any(outside, fraction) };
}

function constantSides(name: string, value: number): Sides {
  return {
    good: compare(named(name), '===', literal(value === 0 ? 0 : value)),
    bad: compare(named(name), '!==', literal(value === 0 ? 0 : value)),
  };
}

function boundsOf(name: string, kept: NumberValue, reachable: NumberValue, integers: boolean, integral: boolean): Sides[] {
  // What `Number.isInteger` or the assumption says already.
  const implied = integers ? Number.MAX_SAFE_INTEGER : integral ? Number.MAX_VALUE : Infinity;
  const bounds: Sides[] = [];
  if (kept.min > reachable.min && kept.min > -implied && !isLengthOfArrays(-kept.min)) bounds.push(lowerBound(name, kept.min));
  if (kept.max < reachable.max && kept.max < implied && !isLengthOfArrays(kept.max)) bounds.push(upperBound(name, kept.max));
  return bounds;
}

/** Whether a bound, to either side, only says that a given array is dense. That would be true and of no use; without it, less is condemned. */
const isLengthOfArrays = (max: number): boolean => Math.abs(max - denseLength.max) <= 16;

/** `n > 0` says the same as `n >= 5e-324`; the shorter one is written. */
function lowerBound(name: string, min: number): Sides {
  const below = nextDown(min);
  if (String(below).length < String(min).length) return against(name, '>', below);
  return against(name, '>=', min);
}

function upperBound(name: string, max: number): Sides {
  const above = nextUp(max);
  if (String(above).length < String(max).length) return against(name, '<', above);
  return against(name, '<=', max);
}

function against(name: string, operator: '<' | '<=' | '>' | '>=', bound: number): Sides {
  const good = compare(named(name), operator, literal(bound === 0 ? 0 : bound));
  return { good, bad: failingSideOf(good) };
}
