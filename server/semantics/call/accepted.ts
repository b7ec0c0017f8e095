import { nextDown, nextUp } from '../../lattice/double.js';
import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';

/** Which numbers a built-in accepts as arguments; with any other it throws a RangeError. */
export interface AcceptedNumbers {
  /** The first argument, each of them, or the first when there is no other. */
  readonly of: 'first' | 'each' | 'only';
  readonly numbers: NumberValue;
}

/** Numbers that are in `least..most` (`most` not negative) once their fraction is cut off; NaN counts as 0. */
export function truncatedWithin(least: number, most: number): NumberValue {
  const min = least > 0 ? least : nextUp(least - 1);
  const max = most + 1 > most ? nextDown(most + 1) : most;
  return numbers.numberRange(min, max, false, least <= 0);
}

/** Integers in `least..most`, and nothing else. */
export function integersWithin(least: number, most: number): NumberValue {
  return numbers.numberRange(least, most, true, false);
}

/** The values that the argument at `index` of `count` may have had if the call returned; only numbers are restricted. */
export function acceptedArgument(accepted: AcceptedNumbers | undefined, index: number, count: number): Value {
  if (accepted === undefined) return values.top;
  const isMeant = accepted.of === 'each' || (index === 0 && (accepted.of === 'first' || count === 1));
  return isMeant ? values.withNumber(values.top, accepted.numbers) : values.top;
}
