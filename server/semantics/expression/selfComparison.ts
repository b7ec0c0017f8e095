import type { BinaryOperator } from '../../ir/expression.js';
import * as numbers from '../../lattice/number.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';

/** The part of the values for which `x operator x` may be `truth`; null for another operator. An object may convert to a different value each time. */
export function comparedWithItself(value: Value, operator: BinaryOperator, truth: boolean): Value | null {
  const { number } = value;
  const withoutNan = values.withNumber(value, numbers.withoutNan(number));
  const onlyNan = values.ofNumber(number.nan ? numbers.nanOnly : numbers.noNumber);
  const objects = values.withObjects(values.ofBits(value.bits & Bit.UnknownObject), value.objects);
  switch (operator) {
    case '===':
    case '==':
      return truth ? withoutNan : onlyNan;
    case '!==':
    case '!=':
      return truth ? onlyNan : withoutNan;
    case '<=':
    case '>=': {
      // Undefined is compared as NaN.
      if (truth) return values.join(objects, values.withBits(withoutNan, withoutNan.bits & ~Bit.Undefined));
      return values.join(values.join(objects, onlyNan), values.ofBits(value.bits & Bit.Undefined));
    }
    case '<':
    case '>':
      return truth ? objects : value;
    default:
      return null;
  }
}
