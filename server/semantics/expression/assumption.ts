import { unreachable } from '../../base/errors.js';
import type { TypeAssumption } from '../../ir/program.js';
import * as bigints from '../../lattice/bigint.js';
import * as numbers from '../../lattice/number.js';
import * as texts from '../../lattice/text.js';
import * as values from '../../lattice/value.js';
import { Bit } from '../../lattice/value.js';
import type { Value } from '../../lattice/value.js';
import { anyLength, emptyArray } from '../heap/object.js';
import type { AbstractObject } from '../heap/object.js';
import type { Policy } from '../scope.js';

/** The array that a rest parameter of a declared type is. */
export function assumedRest(assumption: TypeAssumption | null, policy: Policy): AbstractObject {
  const elements = assumedValue(assumption?.kind === 'array' ? assumption.element : null, policy);
  return { ...emptyArray, elements, length: anyLength };
}

/** The values that a declared type promises; objects of any type are unknown ones. */
export function assumedValue(assumption: TypeAssumption | null, policy: Policy): Value {
  const anyNumber = policy.integers ? numbers.anySafeInteger : numbers.anyNumber;
  if (assumption === null) return values.withNumber(values.top, anyNumber);
  switch (assumption.kind) {
    case 'any':
      return values.withNumber(values.top, anyNumber);
    case 'undefined':
      return values.undefinedValue;
    case 'null':
      return values.nullValue;
    case 'boolean':
      return values.anyBoolean;
    case 'number':
      return values.ofNumber(assumption.isCount === true ? numbers.numberRange(0, Infinity, true, false) : anyNumber);
    case 'string':
      return values.ofText(texts.anyString);
    case 'bigint':
      return values.ofBigint(bigints.anyBigint);
    case 'symbol':
      return values.ofBits(Bit.Symbol);
    case 'never':
      return values.withNumber(values.top, anyNumber);
    case 'function':
    case 'array':
    case 'typedArray':
    case 'tuple':
      return values.unknownObject;
    case 'object':
      // `{}` and `object`-like interfaces admit primitives that have the members.
      return values.unknownObject;
    case 'literal':
      if (typeof assumption.value === 'boolean') return assumption.value ? values.trueValue : values.falseValue;
      return typeof assumption.value === 'number'
        ? values.ofNumber(numbers.numberConstant(assumption.value))
        : values.ofText(texts.textConstant(assumption.value));
    case 'union':
      return assumption.of.map((part) => assumedValue(part, policy)).reduce(values.join, values.bottom);
    default:
      return unreachable(assumption);
  }
}
