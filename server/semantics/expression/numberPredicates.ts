import * as numbers from '../../lattice/number.js';
import type { NumberValue } from '../../lattice/number.js';

/** Intrinsics that tell numbers apart. */
export type NumberPredicate = 'Number.isInteger' | 'Number.isSafeInteger' | 'Number.isFinite' | 'Number.isNaN';

/** The numbers of which the predicate is true; of a non-number it is false. */
export function numbersSatisfying(name: NumberPredicate): NumberValue {
  switch (name) {
    case 'Number.isInteger':
      return numbers.numberRange(-Number.MAX_VALUE, Number.MAX_VALUE, true, false);
    case 'Number.isSafeInteger':
      return numbers.anySafeInteger;
    case 'Number.isFinite':
      return numbers.numberRange(-Number.MAX_VALUE, Number.MAX_VALUE, false, false);
    case 'Number.isNaN':
      return numbers.nanOnly;
  }
}
